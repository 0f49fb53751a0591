package rows

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
)

// A testSet of mt-metrics-eval is a folder, such as wmt22, with scores, documents and texts of several language pairs,
// of which one is read:
//
//	human-scores/en-de.mqm.seg.score
//	metric-scores/en-de/BLEU-refA.seg.score
//	documents/en-de.docs
//	sources/en-de.txt
//	references/en-de.refA.txt
//	system-outputs/en-de/online-A.txt
//
// Its rows are the segments of the systems of which there are scores in the columns that are read, system by system.
type testSet struct {
	dir, pair string
	scores    []string                            // the files of segment scores, those of people first
	files     map[string]string                   // those of the other columns
	people    []string                            // the systems that are references
	wanted    []string                            // the columns that are read
	systems   []string                            // sorted
	n         int                                 // segments of each system
	first     string                              // the file that says so
	said      map[string]map[string][]json.Number // in a column of a system
	texts     map[string][]string                 // in the other columns; candidates of the current system
}

// load reads the columns that are wanted, but for candidates; of none of scores, all, as they name the systems.
func (s *testSet) load() (err error) {
	scored := func(path string) bool { return slices.Contains(s.wanted, ScoreFileColumn(path)) }
	all := !slices.ContainsFunc(s.scores, scored)
	systems := map[string]bool{}
	for _, path := range s.scores {
		if !all && !scored(path) {
			continue
		}
		said, err := s.scoresIn(path)
		if err != nil {
			return err
		}
		for system := range said {
			systems[system] = true
		}
		s.said[ScoreFileColumn(path)] = said
	}
	s.systems = slices.Sorted(maps.Keys(systems))
	for column, path := range s.files {
		if path == "" || !slices.Contains(s.wanted, column) {
			continue
		}
		if s.texts[column], err = s.linesOf(path, slices.Index([]string{string(Domain), string(Doc)}, column)); err != nil {
			return err
		}
	}
	return nil
}

// record returns row n, from 1.
func (s *testSet) record(n int) (_ record, err error) {
	system, i := s.systems[(n-1)/s.n], (n-1)%s.n
	if i == 0 && slices.Contains(s.wanted, string(Candidate)) {
		s.texts[string(Candidate)], err = s.linesOf(filepath.Join(s.dir, "system-outputs", s.pair, system+".txt"), -1)
		if err != nil {
			return nil, err
		}
	}
	row := &values{int64(n), map[string]any{string(System): system,
		string(IsHuman): slices.Contains(s.people, system)}}
	for column, lines := range s.texts {
		if lines != nil {
			row.columns[column] = lines[i]
		}
	}
	for column, said := range s.said {
		if scores := said[system]; scores != nil {
			row.columns[column] = scores[i]
		}
	}
	return row, nil
}
