package cache

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/wordrotator/wrd/metric/embedding"
)

// An Entry is a table in the cache, or a file of Scores.
type Entry struct {
	File  string    // the table's path
	Bytes int64     // its size
	Made  time.Time // when it was written

	// What the table says of itself; empty and 0 if that is damaged or of another version.
	Kind   string // KindVectors, KindConverted or KindScores
	Name   string // of the vectors when they were read; another file of the same content has its own
	Source string // the file that was read, the key that was given to Derived, what Scores are about
	Words  int    // number of rows
	Dim    int    // components of a row
	Digest string // of the content, as embedding.Store.Digest

	// Damage is why the entry will not be used but made again; nil if it is good as far as was looked.
	Damage error
}

var errNoFolder = errors.New("no cache folder is in use")

// List returns the entries in the order of their file names, having looked at their heads only. A folder
// that does not exist has none.
func (c *Cache) List() ([]Entry, error) {
	if c.reason != nil {
		return nil, fmt.Errorf("no cache: %w", c.reason)
	}
	if c.dir == "" {
		return nil, errNoFolder
	}
	files, err := os.ReadDir(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Entry
	for _, f := range files {
		if !entryPattern().MatchString(f.Name()) {
			continue
		}
		info, err := f.Info()
		if err != nil {
			continue // removed a moment ago
		}
		list = append(list, describe(filepath.Join(c.dir, f.Name()), info))
	}
	for _, e := range c.scoresFiles() {
		e.Source = scoresLine(e.File)
		list = append(list, e)
	}
	return list, nil
}

func describe(file string, info fs.FileInfo) Entry {
	e := Entry{File: file, Bytes: info.Size(), Made: info.ModTime()}
	table, err := embedding.StatTable(file)
	if err != nil {
		e.Damage = err
		return e
	}
	a, err := parseAbout(table.About, file)
	if err != nil {
		e.Damage = err
		return e
	}
	e.Kind, e.Source = a.Kind, a.Source
	e.Name, e.Words, e.Dim, e.Digest = table.Name, table.Words, table.Dim, table.Digest
	return e
}

// Verify reads every entry whole and lists them: tables as embedding.VerifyTable does, and each record of files of
// Scores. Damaged entries stay; they are made again when they are needed.
func (c *Cache) Verify(ctx context.Context) ([]Entry, error) {
	list, err := c.List()
	if err != nil {
		return nil, err
	}
	for i := range list {
		switch {
		case list[i].Damage != nil:
		case list[i].Kind == KindScores:
			list[i].Damage = verifyScores(list[i].File)
		default:
			list[i].Damage = embedding.VerifyTable(ctx, list[i].File)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return list, nil
}

// Clear removes all entries, whatever their version and state, the unfinished ones and the records of files,
// and returns how many tables that were and their size. Processes that use a table go on using it, except on
// Windows, which refuses to remove it. Other files in the folder stay.
func (c *Cache) Clear() (tables int, bytes int64, err error) {
	list, err := c.List()
	if err != nil {
		return 0, 0, err
	}
	var failed []error
	for _, e := range list {
		if err := os.Remove(e.File); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, err)
			continue
		}
		tables++
		bytes += e.Bytes
	}
	always := time.Now().Add(time.Hour) // also what another clock wrote
	c.removeUnfinished(always)
	records := filepath.Join(c.dir, recordFolder)
	removeMatching(records, recordPattern(), always)
	os.Remove(records) // if nothing else is in it
	os.Remove(filepath.Join(c.dir, scoresFolder))
	return tables, bytes, errors.Join(failed...)
}
