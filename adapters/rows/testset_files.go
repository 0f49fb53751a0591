package rows

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
)

// testSetFolders are what a test set is made of.
var testSetFolders = []string{"human-scores", "metric-scores", "documents", "sources", "references", "system-outputs"}

// testSetAt returns the test set in a folder, nil if there is none; pair is the language pair, "" if nobody says which.
func testSetAt(dir, pair string) (*folder, error) {
	segments := func(path string) bool { return strings.HasSuffix(file.Unpacked(path), ".seg.score") }
	var pairs []string
	for _, path := range files(dir, "human-scores", "*") {
		if name := LanguagePair(filepath.Base(path)); name != "" && segments(path) {
			pairs = append(pairs, name)
		}
	}
	for _, path := range files(dir, "metric-scores", "*") {
		if name := filepath.Base(path); LanguagePair(name) == name {
			pairs = append(pairs, name)
		}
	}
	slices.Sort(pairs)
	switch pairs = slices.Compact(pairs); {
	case len(pairs) == 0:
		return nil, nil
	case pair == "" && len(pairs) == 1:
		pair = pairs[0]
	case pair == "":
		return nil, fmt.Errorf("%s: found the language pairs %s, expected one: write %s:%s", dir,
			strings.Join(pairs, ", "), dir, pairs[0])
	case !slices.Contains(pairs, pair):
		return nil, fmt.Errorf("%s: found no language pair %q, expected one of: %s", dir, pair, strings.Join(pairs, ", "))
	}
	s := &testSet{dir: dir, pair: pair, files: map[string]string{}, texts: map[string][]string{},
		said: map[string]map[string][]json.Number{}}
	s.scores = slices.DeleteFunc(append(files(dir, "human-scores", pair+".*"), files(dir, "metric-scores", pair, "*")...),
		func(path string) bool { return !segments(path) })
	found := &folder{open: s.open}
	for _, name := range testSetFolders {
		found.files = append(found.files, filepath.Join(dir, name))
	}
	return found, nil
}

// files lists the files whose path is like a pattern below dir, sorted.
func files(dir string, pattern ...string) (found []string) {
	names, _ := fs.Glob(os.DirFS(dir), strings.Join(pattern, "/")) // a folder that cannot be read has none
	for _, name := range names {
		found = append(found, filepath.Join(dir, filepath.FromSlash(name)))
	}
	return found
}

// open finds out which columns there are.
func (s *testSet) open(name string) (*Rows, error) {
	r := &Rows{Name: name, Columns: []string{string(System)}}
	add := func(path string, columns ...Role) {
		for _, column := range columns {
			r.Columns = append(r.Columns, string(column))
			s.files[string(column)] = path
		}
	}
	for _, path := range files(s.dir, "documents", s.pair+".docs") {
		add(path, Domain, Doc)
	}
	for _, path := range files(s.dir, "sources", s.pair+".txt") {
		add(path, Source)
	}
	for i, path := range files(s.dir, "references", s.pair+".*") {
		column := Reference
		if i > 0 {
			column = Role(fmt.Sprint(Reference, "_", i+1))
		}
		add(path, column)
		s.people = append(s.people, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), s.pair+"."), ".txt"))
	}
	if s.people != nil {
		add("", IsHuman)
	}
	if len(files(s.dir, "system-outputs", s.pair, "*.txt")) > 0 {
		add("", Candidate)
	}
	for _, path := range s.scores {
		r.Columns = append(r.Columns, ScoreFileColumn(path))
	}
	s.wanted = r.Columns
	r.restrict = func(columns []string) { s.wanted = columns }
	row := 0
	r.next = func() (record, error) {
		if row == 0 {
			if err := s.load(); err != nil {
				return nil, err
			}
		}
		if row == len(s.systems)*s.n {
			return nil, io.EOF
		}
		row++
		return s.record(row)
	}
	return r, differ(r.Columns, name)
}
