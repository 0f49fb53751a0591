// Package cache keeps vectors that were read once as binary tables, which open without being read.
//
// Most callers need two calls:
//
//	c := cache.Open("", notify)                         // the user's cache folder
//	store, err := c.Vectors(ctx, path, stdin, progress) // of any vector file
//
// An entry is found by the content of the file that it was made from: its SHA-256, which is remembered with
// the file's size and times so that it is computed once. It is written aside, brought to disk and renamed, so
// that a run that is killed leaves nothing that looks like an entry. A damaged entry is noticed before any
// number of it is used (see embedding.OpenTable), said, and made again, also in the middle of a run.
//
// The cache never decides whether a run succeeds. If its folder is missing, read-only or full, if its entries
// are damaged or of another version, the vectors are read from their file, and a notice says why that
// takes longer.
package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
)

// A Cache is a folder of tables. Any number of goroutines and processes may use one folder.
type Cache struct {
	dir    string // "" if nothing is kept
	reason error  // why nothing is kept although it was asked for
	notify func(notice string)
}

// Open uses the folder dir, or [DefaultDir] if dir is empty. The folder is made when the first entry is
// written. notify is called with what users should know, sentences without a full stop that begin with a
// file: what a reader put up with, and why the cache could not be used. It may be called from any goroutine
// that uses the vectors; nil drops the notices.
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

// usable reports whether there is a folder, and says why not if one was asked for.
func (c *Cache) usable() bool {
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

// The kinds of entries.
const (
	KindVectors   = "vectors"   // of a file
	KindConverted = "converted" // computed from other vectors
)

// What the names of all files look like that a version of this program may have written here. Nothing else is
// ever opened or removed, for the folder may be one that the user has for other things too.
var (
	entryPattern      = regexp.MustCompile(`^(vectors|converted)-[0-9]+\.[0-9]+-[0-9a-f]{64}(-[0-9]+)?\.wrdtab$`)
	recordPattern     = regexp.MustCompile(`^[0-9a-f]{64}\.json$`)
	unfinishedPattern = regexp.MustCompile(`^\.((vectors|converted)-.*\.wrdtab|[0-9a-f]{64}\.json)\.[0-9a-f]{8}\.tmp$`)
)

// entryFile returns the path of the entry of a kind that has the given key. For vectors size is the length
// of the file they came from: so that a file need not be hashed if no entry has its length.
func (c *Cache) entryFile(kind, key string, size int64) string {
	name := kind + "-" + strconv.Itoa(embedding.TableVersion) + "." + strconv.Itoa(readers) + "-" + key
	if kind == KindVectors {
		name += "-" + strconv.FormatInt(size, 10)
	}
	return filepath.Join(c.dir, name+tableEnding)
}

// hasSize reports whether there are entries of files that are size bytes long.
func (c *Cache) hasSize(size int64) bool {
	list, _ := os.ReadDir(c.dir) // a folder that cannot be read has none
	ending := "-" + strconv.FormatInt(size, 10) + tableEnding
	for _, e := range list {
		if strings.HasPrefix(e.Name(), KindVectors) && strings.HasSuffix(e.Name(), ending) {
			return true
		}
	}
	return false
}

// open opens an entry, if there is a good one; rebuild is that of embedding.OpenTable.
func (c *Cache) open(entry, name string, rebuild func() (*embedding.Store, error)) (*embedding.Store, about, bool) {
	s, info, err := embedding.OpenTable(entry, name, func(damage error) (*embedding.Store, error) {
		c.complain(damage)
		return rebuild()
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, about{}, false
	}
	var a about
	if err == nil {
		if a, err = parseAbout(info.About, entry); err != nil {
			s.Close()
		}
	}
	if err != nil {
		c.complain(err)
		return nil, about{}, false
	}
	return s, a, true
}

// complain says that an entry is no good. It stays where it is until the new one takes its name: were it
// removed, a fault of the folder could cost a good table.
func (c *Cache) complain(why error) {
	c.notify(fmt.Sprintf("%v; this entry of the cache is not used and made again", why))
}

// write makes an entry. That it cannot is no error, only slower the next time.
func (c *Cache) write(entry string, s *embedding.Store, a about) {
	if err := c.tryWrite(entry, s, a); err != nil {
		c.notify(fmt.Sprintf("%v; going on without the cache", err))
	}
}

func (c *Cache) tryWrite(entry string, s *embedding.Store, a about) error {
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathErr.Err
		}
		return fmt.Errorf("%s: cannot be made: %w", c.dir, err)
	}
	c.removeUnfinished(time.Now().Add(-abandoned))
	a.Entry = filepath.Base(entry)
	out, err := file.Create(entry)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := embedding.WriteTable(out, s, a.bytes()); err != nil {
		return err
	}
	return out.Commit()
}

// abandoned is how old an unfinished entry must be to belong to a run that was killed. One that is being
// written is seconds old.
const abandoned = time.Hour

// removeUnfinished removes unfinished files of the program that were last written before a time.
func (c *Cache) removeUnfinished(before time.Time) {
	for _, dir := range []string{c.dir, filepath.Join(c.dir, recordFolder)} {
		removeMatching(dir, unfinishedPattern, before)
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
