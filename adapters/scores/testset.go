package scores

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/internal/file"
)

// A test set of mt-metrics-eval is a folder, such as wmt22, with scores, documents and texts of several language pairs:
//
//	human-scores/en-de.mqm.seg.score
//	metric-scores/en-de/BLEU-refA.seg.score
//	documents/en-de.docs
//	sources/en-de.txt
//	references/en-de.refA.txt
//	system-outputs/en-de/online-A.txt
type testSet struct {
	dir  string
	pair string // the language pair
}

// testSetAt returns the test set that a path names: the folder, or folder:pair where it has several pairs. ok is
// false if the path is no folder.
func testSetAt(path string) (s testSet, ok bool, err error) {
	if file.IsFolder(path) {
		s.dir = path
	} else if i := strings.LastIndexByte(path, ':'); i > 0 && file.IsFolder(path[:i]) {
		s.dir, s.pair = path[:i], path[i+1:]
	} else {
		return s, false, nil
	}
	pairs, err := s.pairs()
	switch {
	case err != nil:
		return s, true, err
	case len(pairs) == 0:
		return s, true, fmt.Errorf("%s: found a folder without scores, expected a file, or a test set of "+
			"mt-metrics-eval with human-scores or metric-scores", s.dir)
	case s.pair == "" && len(pairs) == 1:
		s.pair = pairs[0]
	case s.pair == "":
		return s, true, fmt.Errorf("%s: found the language pairs %s, expected one: write %s:%s", s.dir,
			strings.Join(pairs, ", "), s.dir, pairs[0])
	case !slices.Contains(pairs, s.pair):
		return s, true, fmt.Errorf("%s: found no language pair %q, expected one of: %s", s.dir, s.pair,
			strings.Join(pairs, ", "))
	}
	return s, true, nil
}

// hasSegmentScores says whether a file, by its name, holds scores of segments.
func hasSegmentScores(name string) bool { return strings.HasSuffix(file.Unpacked(name), ".seg.score") }

// pairs returns the language pairs that have segment scores, sorted.
func (s testSet) pairs() (pairs []string, err error) {
	human, err := entries(s.dir, "human-scores")
	if err != nil {
		return nil, err
	}
	for _, name := range human {
		if pair := rows.LanguagePair(name); pair != "" && hasSegmentScores(name) {
			pairs = append(pairs, pair)
		}
	}
	metrics, err := entries(s.dir, "metric-scores")
	if err != nil {
		return nil, err
	}
	for _, name := range metrics {
		if rows.LanguagePair(name) == name {
			pairs = append(pairs, name)
		}
	}
	slices.Sort(pairs)
	return slices.Compact(pairs), nil
}

// entries returns the names in a folder below dir, sorted; none if there is no such folder.
func entries(dir ...string) (names []string, err error) {
	list, err := os.ReadDir(filepath.Join(dir...))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names, nil
}

// files returns the files of segment scores, those of people first.
func (s testSet) files() (files []string, err error) {
	human, err := entries(s.dir, "human-scores")
	if err != nil {
		return nil, err
	}
	for _, name := range human {
		if strings.HasPrefix(name, s.pair+".") && hasSegmentScores(name) {
			files = append(files, filepath.Join(s.dir, "human-scores", name))
		}
	}
	metrics, err := entries(s.dir, "metric-scores", s.pair)
	if err != nil {
		return nil, err
	}
	for _, name := range metrics {
		if hasSegmentScores(name) {
			files = append(files, filepath.Join(s.dir, "metric-scores", s.pair, name))
		}
	}
	return files, nil
}

// read reads the segment scores that the options ask for, and documents and domains.
func (s testSet) read(o Options, notify func(string)) (*Table, error) {
	files, err := s.files()
	if err != nil {
		return nil, err
	}
	o.Preset = rows.MTMetricsEval
	var tables []*Table
	for _, path := range files {
		if o.Columns != nil && !slices.ContainsFunc(o.Columns,
			func(c string) bool { return o.Layout.ColumnOf(c) == rows.ScoreFileColumn(path) }) {
			continue
		}
		t, err := Open(path, nil, o, notify)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if len(tables) == 0 {
		var columns []string
		for _, path := range files {
			columns = append(columns, rows.ScoreFileColumn(path))
		}
		return nil, fmt.Errorf("%s: found none of the columns %s, expected some of: %s", s.dir,
			strings.Join(o.Columns, ", "), strings.Join(columns, ", "))
	}
	joined, _, err := Join(false, tables...)
	if err != nil {
		return nil, err
	}
	if joined.HumanSystems, err = s.humanSystems(joined.Systems); err != nil {
		return nil, err
	}
	return joined, s.addDocuments(joined)
}

// humanSystems returns the systems that are references; nil if there are no files of references.
func (s testSet) humanSystems(systems []string) (human []string, err error) {
	names, err := entries(s.dir, "references")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		name, ok := strings.CutPrefix(name, s.pair+".")
		if !ok {
			continue
		}
		if human == nil {
			human = []string{}
		}
		if name = strings.TrimSuffix(file.Unpacked(name), ".txt"); slices.Contains(systems, name) {
			human = append(human, name)
		}
	}
	return human, nil
}

// addDocuments reads the documents, a line of a domain and a document for each segment, if there is such a file.
func (s testSet) addDocuments(t *Table) error {
	path := filepath.Join(s.dir, "documents", s.pair+".docs")
	in, err := file.Open(path, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	lines := text.NewReader(in, path)
	for i := 0; ; i++ {
		line, err := lines.Next()
		switch {
		case err == io.EOF && i == len(t.Segments):
			return nil
		case err == io.EOF || err == nil && i == len(t.Segments):
			return fmt.Errorf("%s: found %d lines, expected %d as there are segments in %s", path, lines.Line(),
				len(t.Segments), t.parts[0].source)
		case err != nil:
			return err
		}
		fields := strings.Fields(string(line))
		if len(fields) != 2 {
			return fmt.Errorf("%s:%d: found %d fields, expected a domain and a document", path, lines.Line(),
				len(fields))
		}
		t.Segments[i].Domain, t.Segments[i].Doc = fields[0], fields[1]
	}
}
