// Package cache keeps tables of vectors by key, as files which open without being read.
//
// Get opens the table of a key, Put keeps one, and Derived is the two for vectors that are computed from others. What
// a key depends on is the caller's affair; for tables of vector files it is the files' content, whose hash OpenFile
// computes while the file is read, and Recall remembers with the file's size and times, so that it is computed once.
//
// A table is written aside, brought to disk and renamed, so that a run that is killed leaves nothing that looks like
// one. A damaged table is noticed before any number of it is used (see embedding.OpenTable), said, and made again, also
// in the middle of a run.
//
// The cache never decides whether a run succeeds. If its folder is missing, read-only or full, if its tables are
// damaged or of another version, Get finds nothing, Put keeps nothing, and a notice says why.
//
// It may change with any version; README lists the packages that do not.
package cache

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/wordrotator/wrd/internal/lazy"
)

// A Cache is a folder of tables. Any number of goroutines and processes may use one folder.
type Cache struct {
	dir    string // "" if nothing is kept
	reason error  // why nothing is kept although it was asked for
	notify func(notice string)
}

// Open uses the folder dir, or [DefaultDir] if dir is empty. The folder is made when the first entry is written.
// notify is called with why the cache could not be used, sentences without a full stop that begin with a file. It may
// be called from any goroutine that uses the vectors; nil drops the notices.
func Open(dir string, notify func(notice string)) *Cache {
	c := None(notify)
	if dir == "" {
		dir, c.reason = DefaultDir()
	}
	c.dir = dir
	return c
}

// None returns a Cache that keeps nothing and finds nothing.
func None(notify func(notice string)) *Cache {
	if notify == nil {
		notify = func(string) {}
	}
	return &Cache{notify: notify}
}

// DefaultDir returns the folder "wrd" in the user's folder for caches: $XDG_CACHE_HOME or ~/.cache on
// Linux, ~/Library/Caches on macOS, %LocalAppData% on Windows.
func DefaultDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "wrd"), nil
}

// Dir returns the folder, "" if nothing is kept.
func (c *Cache) Dir() string { return c.dir }

// Usable reports whether there is a folder, and says why not if one was asked for.
func (c *Cache) Usable() bool {
	if c.reason != nil {
		c.notify(fmt.Sprintf("no cache: %v", c.reason))
	}
	return c.dir != ""
}

// The folder has the tables and, in a folder of their own, the records of files that were hashed.
const (
	recordFolder = "files"
	tableEnding  = ".wrdtab"

	// readers is the version of all readers together. It goes up when one of them makes other vectors of the
	// same file than before, for then the tables made earlier are no longer what is asked for.
	readers = 2
)

// What the names of all files look like that a version of this program may have written here. Nothing else is
// ever opened or removed, for the folder may be one that the user has for other things too.
var (
	entryPattern      = lazy.Regexp(`^(vectors|converted)-[0-9]+\.[0-9]+-[0-9a-f]{64}(-[0-9]+)?\.wrdtab$`)
	recordPattern     = lazy.Regexp(`^[0-9a-f]{64}\.json$`)
	unfinishedPattern = lazy.Regexp(`^\.(((vectors|converted)-.*\.wrdtab|[0-9a-f]{64}\.json)\.[0-9a-f]{8}|trial\.[0-9]+)\.tmp$`)
)

// abandoned is how old an unfinished entry must be to belong to a run that was killed. One that is being
// written is seconds old.
const abandoned = time.Hour

// removeUnfinished removes unfinished files of the program that were last written before a time.
func (c *Cache) removeUnfinished(before time.Time) {
	for _, dir := range []string{c.dir, filepath.Join(c.dir, recordFolder), filepath.Join(c.dir, scoresFolder)} {
		removeMatching(dir, unfinishedPattern(), before)
	}
}

// removeMatching removes the files of a folder whose names match, if they were last written before a time.
// What cannot be removed stays.
func removeMatching(dir string, pattern *regexp.Regexp, before time.Time) {
	list, _ := os.ReadDir(dir)
	for _, e := range list {
		if !pattern.MatchString(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
