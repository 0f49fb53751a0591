package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// folder returns where sets like this one are kept: in a folder of the cache, "" for the user's, but kept when the cache
// is cleared.
func (s *Set) folder(cacheDir string) (string, error) {
	kept := "vectors"
	if s.IsEncoder() {
		kept = "encoders"
	}
	if cacheDir == "" {
		var err error
		if cacheDir, err = cache.DefaultDir(); err != nil {
			return "", fmt.Errorf("no folder for %s: %w", kept, err)
		}
	}
	return filepath.Join(cacheDir, kept), nil
}

// pathIn is where the set is in a folder: the file of vectors, or the folder of an encoder.
func (s *Set) pathIn(folder string) string {
	if s.IsEncoder() {
		return filepath.Join(folder, s.Name)
	}
	return filepath.Join(folder, s.File)
}

// Path returns where the set is kept in a cache, "" for the user's: the file of vectors, or the folder of an encoder.
func (s *Set) Path(cacheDir string) (string, error) {
	folder, err := s.folder(cacheDir)
	if err != nil {
		return "", err
	}
	return s.pathIn(folder), nil
}

// Fetched returns that path, and whether all of the set is there.
func (s *Set) Fetched(cacheDir string) (path string, here bool) {
	path, err := s.Path(cacheDir)
	if err != nil {
		return "", false
	}
	if !s.IsEncoder() {
		return path, file.IsRegular(path)
	}
	for _, file := range s.Files {
		if info, err := os.Stat(filepath.Join(path, file.Name)); err != nil || info.IsDir() {
			return path, false
		}
	}
	return path, true
}

// A NotFetchedError says that a known set is not here, or not all of it.
type NotFetchedError struct {
	Name string // as it was asked for: of the set, or of its member
	Set  Set
}

// Error says whose.
func (e *NotFetchedError) Error() string {
	if e.Set.IsEncoder() {
		return e.Name + ": the encoder is not here"
	}
	return e.Name + ": the vectors are not here"
}

// A State says whether something that has a name is here.
type State string

const (
	BuiltIn    State = "built in"
	Downloaded State = "downloaded"
	Known      State = "known" // and can be fetched
)

// A Listed is vectors or an encoder with a name.
type Listed struct {
	Name  string `json:"name"`
	What  string `json:"kind"` // vectors or encoder
	State State  `json:"state"`
	Bytes int64  `json:"bytes,omitempty"` // of the download; 0 if that is not known
	About string `json:"about"`
	Path  string `json:"path,omitempty"` // of what was downloaded
}

// List lists all vectors and encoders that have names, with what a cache has of them, "" for the user's. Vectors of many
// languages are one, and those that were downloaded have names of their own.
func List(cacheDir string) []Listed {
	listed := []Listed{
		{Name: embedding.DefaultName, What: "vectors", State: BuiltIn, About: "English"},
		{Name: ngrams.Name, What: "vectors", State: BuiltIn, About: "spelling, any language"},
	}
	for _, b := range encoder.BuiltIns() {
		one := Listed{Name: b.Name, What: "encoder", State: BuiltIn, About: "English"}
		if n := len(b.Languages); n > 1 {
			one.About = fmt.Sprintf("%d languages", n)
		}
		if !b.Absent {
			listed = append(listed, one)
		}
	}
	add := func(set *Set, what, name string, ifHere bool) {
		one := Listed{Name: name, What: what, State: Known, Bytes: set.Size(), About: set.About}
		path, here := set.Fetched(cacheDir)
		if here {
			one.State, one.Path = Downloaded, path
		}
		if here || !ifHere {
			listed = append(listed, one)
		}
	}
	for _, set := range known().Vectors {
		for _, language := range set.Languages {
			one, _ := set.inLanguage(strings.Replace(set.Name, languagePlace, language.Code, 1))
			add(&one, "vectors", one.Name, true)
		}
		names := []string{set.Name}
		if len(set.Members) > 1 {
			names = set.MemberNames()
		}
		for _, name := range names {
			add(&set, "vectors", name, false)
		}
	}
	for _, set := range known().Encoders {
		add(&set, "encoder", set.Name, false)
	}
	return listed
}
