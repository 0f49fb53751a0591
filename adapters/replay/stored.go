package replay

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// Segments are the rows of a segments.parquet that parquet.SegmentWriter wrote, to be read any number of times, also by
// several at once.
type Segments struct {
	Run        parquet.Run
	Path       string
	Columns    []metric.Column // of the measures, in their order
	External   []string        // the other columns, which are other programs' scores
	Humans     []string        // the columns of human scores
	Alignments bool            // whether there are alignments with the words that lack a counterpart
	NumRows    int64
	columns    []string // all
	file       *os.File
	size       int64
}

// Settings returns the settings that the rows were scored with, each of a value that it can have; ErrNoSettings if the
// file has none. Other errors begin with the path.
func (s *Segments) Settings() (setup.Settings, error) {
	if s.Run.Settings == "" {
		return setup.Settings{}, ErrNoSettings
	}
	stored, err := setup.Parse([]byte(s.Run.Settings))
	if err == nil {
		_, err = stored.Complete(setup.Settings{})
	}
	if err != nil {
		return stored, fmt.Errorf("%s: %w", s.Path, err)
	}
	return stored, nil
}

// OpenSegments opens a segments.parquet, or the one in a folder of results. Its errors begin with the path.
func OpenSegments(path string) (_ *Segments, err error) {
	if file.IsFolder(path) {
		path = filepath.Join(path, parquet.SegmentsFile)
	}
	s := &Segments{Path: path}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if s.file, err = os.Open(path); err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Unwrap(err))
	}
	info, err := s.file.Stat()
	if err != nil {
		return nil, err
	}
	const expected = "expected segments.parquet of wrd score -o"
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: found no plain file, %s", path, expected)
	}
	s.size = info.Size()
	var start [len(parquet.Magic)]byte
	if s.file.ReadAt(start[:], 0); string(start[:]) != parquet.Magic {
		return nil, fmt.Errorf("%s: found no Parquet file, %s", path, expected)
	}
	r, err := s.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s.Run, s.NumRows, s.columns = parquet.Run{Signature: r.Signature, Settings: r.Settings}, r.NumRows, r.Columns
	for _, name := range []string{"system", "segment", "candidate", "references", "status"} { // else nothing can be scored
		if !slices.Contains(s.columns, name) {
			return nil, fmt.Errorf("%s: found no column %s, %s", path, name, expected)
		}
	}
	var moves []string
	for _, c := range outcome.Details() {
		if c.Needs == outcome.Alignments {
			moves = append(moves, rows.Leaves(c)...)
		}
	}
	for _, name := range s.columns {
		if column, ok := outcome.OfMeasure(name); ok {
			s.Columns = append(s.Columns, column)
		} else if evaluation.IsHuman(name) {
			s.Humans = append(s.Humans, name)
		} else if !outcome.Known(name) && !slices.Contains(moves, name) {
			s.External = append(s.External, name)
		}
	}
	s.Alignments = !slices.ContainsFunc(moves, func(name string) bool { return !slices.Contains(s.columns, name) })
	return s, nil
}

func (s *Segments) open() (*rows.Rows, error) { return rows.ReadParquet(s.file, s.size, s.Path) }

// Close closes the file.
func (s *Segments) Close() {
	if s.file != nil {
		s.file.Close()
	}
}

// Rows yields the rows in their order, each of its own. An error, which begins with the path, ends them. If columns are
// named, only those are read.
func (s *Segments) Rows(columns ...string) iter.Seq2[outcome.Row, error] {
	return func(yield func(outcome.Row, error) bool) {
		r, err := s.open()
		if err != nil {
			yield(outcome.Row{}, err)
			return
		}
		defer r.Close()
		shape := outcome.Shape{Measures: s.Columns, External: s.External, Humans: s.Humans, Alignments: s.Alignments}
		read := slices.DeleteFunc(shape.Of(), func(c outcome.Column) bool {
			return len(columns) > 0 && !slices.Contains(columns, c.Name) ||
				!slices.Contains(s.columns, rows.Leaves(c)[0])
		})
		var leaves []string
		for _, c := range read {
			leaves = append(leaves, rows.Leaves(c)...)
		}
		r.Restrict(leaves...)
		for {
			row, err := r.Next()
			if err == io.EOF {
				return
			}
			segment := outcome.Row{External: make([]float64, len(s.External)),
				Humans: slices.Repeat([]float64{math.NaN()}, len(s.Humans))}
			for i := 0; err == nil && i < len(read); i++ {
				_, err = row.Outcome(&read[i], &segment)
			}
			if !yield(segment, err) || err != nil {
				return
			}
		}
	}
}
