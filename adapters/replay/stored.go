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
	for _, name := range s.columns {
		if column, ok := columnOf(name); ok {
			s.Columns = append(s.Columns, column)
		} else if evaluation.IsHuman(name) {
			s.Humans = append(s.Humans, name)
		} else if !parquet.IsSegmentColumn(name) && !slices.Contains(moveColumns, name) {
			s.External = append(s.External, name)
		}
	}
	s.Alignments = !slices.ContainsFunc(append(moveColumns, "missing", "invented"), func(name string) bool {
		return !slices.Contains(s.columns, name)
	})
	return s, nil
}

// moveColumns are those of the moves of an alignment, each a list.
var moveColumns = []string{"alignment.list.element.candidate_token", "alignment.list.element.reference_token",
	"alignment.list.element.mass", "alignment.list.element.cost"}

// columnOf returns the column of a measure of that name.
func columnOf(name string) (metric.Column, bool) {
	for _, m := range metric.Measures() {
		for _, column := range m.Columns() {
			if column.String() == name {
				return column, true
			}
		}
	}
	return 0, false
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
func (s *Segments) Rows(columns ...string) iter.Seq2[parquet.Segment, error] {
	return func(yield func(parquet.Segment, error) bool) {
		r, err := s.open()
		if err != nil {
			yield(parquet.Segment{}, err)
			return
		}
		defer r.Close()
		if len(columns) == 0 {
			columns = s.columns
		}
		r.Restrict(columns...)
		var readers []cellReader
		for _, name := range columns {
			readers = append(readers, s.readerOf(name))
		}
		for {
			row, err := r.Next()
			if err == io.EOF {
				return
			}
			segment := parquet.Segment{External: make([]float64, len(s.External)),
				Humans: slices.Repeat([]float64{math.NaN()}, len(s.Humans))}
			for i := 0; err == nil && i < len(readers); i++ {
				err = readers[i](row, &segment)
			}
			if !yield(segment, err) || err != nil {
				return
			}
		}
	}
}

// A cellReader puts what a row has in one column into a segment.
type cellReader func(from rows.Row, to *parquet.Segment) error

// Where the texts, lists of texts and counts of a row go.
var (
	texts = map[string]func(*parquet.Segment) *string{
		"system": func(s *parquet.Segment) *string { return &s.System },
		"id":     func(s *parquet.Segment) *string { return &s.ID }, "doc": func(s *parquet.Segment) *string { return &s.Doc },
		"domain":    func(s *parquet.Segment) *string { return &s.Domain },
		"candidate": func(s *parquet.Segment) *string { return &s.Candidate },
		"source":    func(s *parquet.Segment) *string { return &s.Source },
	}
	lists = map[string]func(*parquet.Segment) *[]string{
		"references": func(s *parquet.Segment) *[]string { return &s.References },
		"missing":    func(s *parquet.Segment) *[]string { return &s.Result.Missing },
		"invented":   func(s *parquet.Segment) *[]string { return &s.Result.Invented },
	}
	counts = map[string]func(*metric.Result) *int{
		"candidate_tokens": func(r *metric.Result) *int { return &r.CandidateTokens },
		"reference_tokens": func(r *metric.Result) *int { return &r.ReferenceTokens },
		"candidate_oov":    func(r *metric.Result) *int { return &r.CandidateOOV },
		"reference_oov":    func(r *metric.Result) *int { return &r.ReferenceOOV },
		"source_tokens":    func(r *metric.Result) *int { return &r.SourceTokens },
		"source_oov":       func(r *metric.Result) *int { return &r.SourceOOV },
		"best_reference":   func(r *metric.Result) *int { return &r.BestReference },
	}
)

// readerOf returns what reads a column.
func (s *Segments) readerOf(name string) cellReader {
	if field := texts[name]; field != nil {
		return func(from rows.Row, to *parquet.Segment) (err error) {
			*field(to), _, err = from.Text(name)
			return err
		}
	}
	if field := lists[name]; field != nil {
		return func(from rows.Row, to *parquet.Segment) (err error) {
			*field(to), _, err = from.List(name)
			return err
		}
	}
	switch at := slices.Index(moveColumns, name); {
	case name == "status":
		return readStatus
	case at == 0:
		return readMoves
	case at > 0:
		return func(rows.Row, *parquet.Segment) error { return nil } // by the first of them
	}
	column, isMeasure := columnOf(name)
	field, external, human := counts[name], slices.Index(s.External, name), slices.Index(s.Humans, name)
	return func(from rows.Row, to *parquet.Segment) error {
		x, err := from.Number(name)
		switch {
		case err != nil || math.IsNaN(x):
		case field != nil:
			*field(&to.Result) = int(x)
		case isMeasure:
			to.Result.SetValue(column, x)
		case external >= 0:
			to.External[external] = x
		case name == "segment":
			to.Number = int64(x)
		case human >= 0:
			to.Humans[human] = x
		}
		return err
	}
}

func readStatus(from rows.Row, to *parquet.Segment) error {
	name, err := from.Name("status")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(metric.Statuses(), func(s metric.Status) bool { return s.String() == name })
	if i < 0 {
		return from.Errorf("found the unknown status %q", name)
	}
	to.Result.Status = metric.Statuses()[i]
	return nil
}

// readMoves reads the moves of an alignment.
func readMoves(from rows.Row, to *parquet.Segment) error {
	var words [2][]string
	var numbers [2][]float64
	for i := range 2 {
		var errs [2]error
		words[i], _, errs[0] = from.List(moveColumns[i])
		numbers[i], errs[1] = from.Numbers(moveColumns[2+i])
		if err := errors.Join(errs[:]...); err != nil {
			return err
		}
	}
	if n := len(words[0]); len(words[1]) != n || len(numbers[0]) != n || len(numbers[1]) != n {
		return from.Errorf("found moves of which some lack a part, expected all to be whole")
	}
	if len(words[0]) > 0 {
		to.Result.Alignment = make([]metric.Move, len(words[0]))
	}
	for i := range words[0] {
		to.Result.Alignment[i] = metric.Move{CandidateToken: words[0][i], ReferenceToken: words[1][i], Mass: numbers[0][i],
			Cost: numbers[1][i]}
	}
	return nil
}
