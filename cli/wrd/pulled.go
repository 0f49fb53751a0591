package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/cache"
	"github.com/wordrotator/wrd/internal/catalog"
)

// pulledFolder returns the folder of fetched vectors: in that of the cache, but kept when the cache is cleared,
// and used with --no-cache too.
func pulledFolder(c *cli.Context) (string, error) {
	dir := c.String(cacheDirFlag.Name)
	if dir == "" {
		var err error
		if dir, err = cache.DefaultDir(); err != nil {
			return "", fmt.Errorf("no folder for vectors: %w", err)
		}
	}
	return filepath.Join(dir, "vectors"), nil
}

// pulledVectors returns where the vectors of a set are that wrd vectors pull has fetched. ok is false if no set
// has that name.
func pulledVectors(c *cli.Context, name string) (path string, ok bool, err error) {
	set, member, ok := catalog.Find(name)
	if !ok {
		return "", false, nil
	}
	if member == nil && len(set.Members) > 1 {
		return "", true, fmt.Errorf("%s has vectors of several kinds, expected one of: %s", name, strings.Join(set.MemberNames(), ", "))
	}
	dir, err := pulledFolder(c)
	if err != nil {
		return "", true, err
	}
	path = filepath.Join(dir, set.File)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", true, &hintedError{fmt.Errorf("%s: the vectors are not here", name), "wrd vectors pull " + set.Name + " fetches them"}
	}
	if member != nil {
		path += ":" + member.File
	}
	return path, true, nil
}
