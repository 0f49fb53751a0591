package vectors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/wordrotator/wrd/adapters/catalog"
)

// path returns where the vectors are: in the file of a set that was fetched, or at Name if no set is called so.
func (s Location) path() (string, error) {
	set, member, ok := catalog.Find(s.Name)
	if !ok || set.IsEncoder() {
		return s.Name, nil
	}
	if member == nil && len(set.Members) > 1 {
		return "", fmt.Errorf("%s has vectors of several kinds, expected one of: %s", s.Name,
			strings.Join(set.MemberNames(), ", "))
	}
	path, err := set.Path(s.CacheDir)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return "", &catalog.NotFetchedError{Name: s.Name, Set: set}
	}
	if member != nil {
		path += ":" + member.File
	}
	return path, nil
}
