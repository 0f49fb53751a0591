package vectors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/internal/cache"
)

// FetchedDir returns the folder of fetched sets: in that of the cache, "" for the user's, but kept when the cache is
// cleared.
func FetchedDir(cacheDir string) (string, error) {
	if cacheDir == "" {
		var err error
		if cacheDir, err = cache.DefaultDir(); err != nil {
			return "", fmt.Errorf("no folder for vectors: %w", err)
		}
	}
	return filepath.Join(cacheDir, "vectors"), nil
}

// Fetched returns where the file of the set is kept in a cache, "" for the user's, and whether it is there.
func (s Set) Fetched(cacheDir string) (path string, here bool) {
	dir, err := FetchedDir(cacheDir)
	if err != nil {
		return "", false
	}
	path = filepath.Join(dir, s.File)
	info, err := os.Stat(path)
	return path, err == nil && info.Mode().IsRegular()
}

// path returns where the vectors are: in the file of a set that was fetched, or at Name if no set is called so.
func (s Settings) path() (string, error) {
	set, member, ok := FindSet(s.Name)
	if !ok {
		return s.Name, nil
	}
	if member == nil && len(set.Members) > 1 {
		return "", fmt.Errorf("%s has vectors of several kinds, expected one of: %s", s.Name,
			strings.Join(set.MemberNames(), ", "))
	}
	dir, err := FetchedDir(s.CacheDir)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, set.File)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", &NotFetchedError{Name: s.Name, Set: set}
	}
	if member != nil {
		path += ":" + member.File
	}
	return path, nil
}
