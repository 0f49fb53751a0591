package rows

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// scoresIn reads a file of scores: those of each system.
func (s *testSet) scoresIn(path string) (map[string][]json.Number, error) {
	r, err := Open(path, nil, Options{Preset: MTMetricsEval})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	said := map[string][]json.Number{}
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		system, _ := row.Name(string(System))
		if _, err := row.Number(ScoreFileColumn(path)); err != nil {
			return nil, err
		}
		score, _ := row.Name(ScoreFileColumn(path))
		said[system] = append(said[system], json.Number(score))
	}
	for system, scores := range said {
		if s.n == 0 {
			s.n, s.first = len(scores), path
		}
		if len(scores) != s.n {
			return nil, fmt.Errorf("%s: found %s of system %s, expected %d as there are segments in %s", path,
				wording.Counted(len(scores), "score"), wording.Quote(system), s.n, s.first)
		}
	}
	return said, nil
}

// linesOf reads a file of a line for each segment, nil if there is none: a text, or of documents one of two fields.
func (s *testSet) linesOf(path string, field int) (lines []string, err error) {
	r, err := OpenLines(path, nil, proseColumn)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		row, err := r.Next()
		switch {
		case err == io.EOF && len(lines) == s.n:
			return lines, nil
		case err == io.EOF:
			return nil, fmt.Errorf("%s: found %d lines, expected %d as there are segments in %s", path, len(lines), s.n, s.first)
		case err != nil:
			return nil, err
		}
		said, _ := row.Name(proseColumn) // a line is one
		if field >= 0 {
			fields := strings.Fields(said)
			if len(fields) != 2 {
				return nil, row.Errorf("found %d fields, expected a domain and a document", len(fields))
			}
			said = fields[field]
		}
		lines = append(lines, said)
	}
}
