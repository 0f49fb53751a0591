package parquet

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
)

// StoredSegments are the rows of a segments.parquet that SegmentWriter wrote, to be read any number of times. They must
// not be shared between goroutines.
type StoredSegments struct {
	Run        Run
	Path       string
	Columns    []metric.Column // of the measures, in their order
	External   []string        // the other columns of numbers, which are other programs' scores
	Alignments bool            // whether there are alignments with the words that lack a counterpart
	file       *os.File
	parquet    *pq.File
	leaves     []leaf // by the index of the column of a value
}

// A leaf returns where the values of a column go in a row: a *string, *int, *int64, **float64, *float64, *[]string,
// *metric.Status or, of a column of measures, a *measured. first is set for the first value of the row.
type leaf func(row *Segment, first bool) any

// A measured is the value of a column of a result.
type measured struct {
	of     *metric.Result
	column metric.Column
}

// set puts a value where it goes.
func set(to any, v pq.Value) error {
	switch to := to.(type) {
	case *string:
		*to = string(v.ByteArray())
	case *[]string:
		*to = append(*to, string(v.ByteArray()))
	case *int:
		*to = int(v.Int32())
	case *int64:
		*to = v.Int64()
	case *float64:
		*to = v.Double()
	case **float64:
		*to = new(v.Double())
	case *measured:
		to.of.SetValue(to.column, v.Double())
	case *metric.Status:
		name := string(v.ByteArray())
		i := slices.IndexFunc(metric.Statuses(), func(s metric.Status) bool { return s.String() == name })
		if i < 0 {
			return fmt.Errorf("found the unknown status %q", name)
		}
		*to = metric.Statuses()[i]
	}
	return nil
}

// kindOf returns what kind of values set puts there.
func kindOf(to any) pq.Kind {
	switch to.(type) {
	case *int:
		return pq.Int32
	case *int64:
		return pq.Int64
	case *float64, **float64, *measured:
		return pq.Double
	}
	return pq.ByteArray
}

// OpenSegments opens a segments.parquet, or the one in a folder of results. Its errors begin with the path.
func OpenSegments(path string) (_ *StoredSegments, err error) {
	if file.IsFolder(path) {
		path = filepath.Join(path, SegmentsFile)
	}
	s := &StoredSegments{Path: path}
	defer func() {
		if err != nil {
			s.Close()
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	defer Recover(&err)
	if s.file, err = os.Open(path); err != nil {
		return nil, errors.Unwrap(err)
	}
	info, err := s.file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("found no plain file, expected segments.parquet of wrd score -o")
	}
	var start [len(Magic)]byte
	if s.file.ReadAt(start[:], 0); string(start[:]) != Magic {
		return nil, errors.New("found no Parquet file, expected segments.parquet of wrd score -o")
	}
	if s.parquet, err = OpenFile(s.file, info.Size()); err != nil {
		return nil, err
	}
	s.Run.Signature, _ = s.parquet.Lookup(SignatureKey)
	s.Run.Settings, _ = s.parquet.Lookup(SettingsKey)
	return s, s.findLeaves()
}

// Close closes the file.
func (s *StoredSegments) Close() {
	if s.file != nil {
		s.file.Close()
	}
}

// neededColumns are those without which there is nothing to score again.
var neededColumns = []string{"system", "segment", "candidate", "references", "status"}

// findLeaves finds out what each column of the file is.
func (s *StoredSegments) findLeaves() error {
	seen := map[string]bool{}
	for _, path := range s.parquet.Schema().Columns() {
		column, _ := s.parquet.Schema().Lookup(path...)
		top := path[0]
		seen[top] = true
		l := s.leafOf(top, path[len(path)-1])
		if l == nil && len(path) == 1 && column.Node.Type().Kind() == pq.Double {
			i := len(s.External)
			s.External = append(s.External, top)
			l = func(row *Segment, _ bool) any { return &row.External[i] }
		} else if l != nil {
			if kind := kindOf(l(new(Segment), true)); column.Node.Type().Kind() != kind {
				return fmt.Errorf("column %s: found values of the type %v, expected %v", top, column.Node.Type(), kind)
			}
		}
		s.leaves = append(s.leaves, l)
	}
	for _, name := range neededColumns {
		if !seen[name] {
			return fmt.Errorf("found no column %s, expected segments.parquet of wrd score -o", name)
		}
	}
	s.Alignments = seen[alignmentColumn] && seen[missingColumn] && seen[inventedColumn]
	return nil
}

// segmentLeaves are the columns of SegmentWriter but those of measures and of alignments.
var segmentLeaves = map[string]leaf{
	"system":           func(row *Segment, _ bool) any { return &row.System },
	"segment":          func(row *Segment, _ bool) any { return &row.Number },
	"id":               func(row *Segment, _ bool) any { return &row.ID },
	"doc":              func(row *Segment, _ bool) any { return &row.Doc },
	"domain":           func(row *Segment, _ bool) any { return &row.Domain },
	"candidate":        func(row *Segment, _ bool) any { return &row.Candidate },
	"references":       func(row *Segment, _ bool) any { return &row.References },
	"candidate_tokens": func(row *Segment, _ bool) any { return &row.Result.CandidateTokens },
	"reference_tokens": func(row *Segment, _ bool) any { return &row.Result.ReferenceTokens },
	"candidate_oov":    func(row *Segment, _ bool) any { return &row.Result.CandidateOOV },
	"reference_oov":    func(row *Segment, _ bool) any { return &row.Result.ReferenceOOV },
	"best_reference":   func(row *Segment, _ bool) any { return &row.Result.BestReference },
	"status":           func(row *Segment, _ bool) any { return &row.Result.Status },
	humanColumn:        func(row *Segment, _ bool) any { return &row.Human },
	missingColumn:      func(row *Segment, _ bool) any { return &row.Result.Missing },
	inventedColumn:     func(row *Segment, _ bool) any { return &row.Result.Invented },
}

// leafOf returns where the values of a column of SegmentWriter go, nil for another one.
func (s *StoredSegments) leafOf(top, last string) leaf {
	if top == alignmentColumn {
		return moveLeaf(last)
	}
	for _, m := range metric.Measures() {
		for _, column := range m.Columns() {
			if column.String() == top {
				s.Columns = append(s.Columns, column)
				to := &measured{column: column}
				return func(row *Segment, _ bool) any {
					to.of = &row.Result
					return to
				}
			}
		}
	}
	return segmentLeaves[top]
}

// moveLeaf returns where the values of a member of the alignment go, nil for no member. Those of the first member make the
// moves.
func moveLeaf(member string) leaf {
	of, ok := map[string]func(*metric.Move) any{
		"candidate_token": func(m *metric.Move) any { return &m.CandidateToken },
		"reference_token": func(m *metric.Move) any { return &m.ReferenceToken },
		"mass":            func(m *metric.Move) any { return &m.Mass },
		"cost":            func(m *metric.Move) any { return &m.Cost },
	}[member]
	if !ok {
		return nil
	}
	at := 0
	return func(row *Segment, first bool) any {
		if at++; first {
			at = 0
		}
		for len(row.Result.Alignment) <= at {
			row.Result.Alignment = append(row.Result.Alignment, metric.Move{})
		}
		return of(&row.Result.Alignment[at])
	}
}

// NumRows returns how many rows there are.
func (s *StoredSegments) NumRows() int64 { return s.parquet.NumRows() }

// Rows yields the rows in their order, each of its own. An error ends them. If columns are named, only those are read.
func (s *StoredSegments) Rows(columns ...string) iter.Seq2[Segment, error] {
	return func(yield func(Segment, error) bool) {
		only, err := s.only(columns)
		if err != nil {
			yield(Segment{}, fmt.Errorf("%s: %w", s.Path, err))
			return
		}
		n := 0
		for _, group := range s.parquet.RowGroups() {
			for row, err := range only.rows(group) {
				n++
				if err != nil {
					err = fmt.Errorf("%s: row %d: %w", s.Path, n, err)
				}
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}

// A selection reads some columns of the rows, all if there is no conversion.
type selection struct {
	*StoredSegments
	conversion pq.Conversion
	leaves     []leaf // by the index of the column of a value
}

// only selects columns, all for none.
func (s *StoredSegments) only(columns []string) (selection, error) {
	if len(columns) == 0 {
		return selection{s, nil, s.leaves}, nil
	}
	chosen := pq.Group{}
	for _, field := range s.parquet.Schema().Fields() {
		if slices.Contains(columns, field.Name()) {
			chosen[field.Name()] = field
		}
	}
	schema := pq.NewSchema(s.parquet.Schema().Name(), chosen)
	conversion, err := pq.Convert(schema, s.parquet.Schema())
	only := selection{s, conversion, nil}
	for _, path := range schema.Columns() {
		column, _ := s.parquet.Schema().Lookup(path...)
		only.leaves = append(only.leaves, s.leaves[column.ColumnIndex])
	}
	return only, err
}

// rows yields the rows of a row group.
func (s *selection) rows(group pq.RowGroup) iter.Seq2[Segment, error] {
	return func(yield func(Segment, error) bool) {
		if s.conversion != nil {
			group = pq.ConvertRowGroup(group, s.conversion)
		}
		rows := group.Rows()
		defer rows.Close()
		buffer := make([]pq.Row, 64)
		for {
			list, err := s.read(rows, buffer)
			for _, row := range list {
				if !yield(row, nil) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Segment{}, err)
				return
			}
		}
	}
}

// read reads some rows, and io.EOF or an error after them.
func (s *selection) read(rows pq.Rows, buffer []pq.Row) (list []Segment, err error) {
	defer Recover(&err)
	n, err := rows.ReadRows(buffer)
	list = make([]Segment, n)
	for i, values := range buffer[:n] {
		if err := s.row(&list[i], values); err != nil {
			return list[:i], err
		}
	}
	if n == 0 && err == nil {
		return nil, errors.New("found a Parquet file that is damaged: it has fewer rows than it says")
	}
	return list, err
}

// row fills a Segment with the values of a row.
func (s *selection) row(row *Segment, values pq.Row) error {
	row.External = make([]float64, len(s.External))
	last := -1
	for _, v := range values {
		column := v.Column()
		first := column != last
		last = column
		if column >= len(s.leaves) || s.leaves[column] == nil || v.IsNull() {
			continue
		}
		if err := set(s.leaves[column](row, first), v); err != nil {
			return err
		}
	}
	return nil
}

// ReadSystems reads a systems.parquet, or the one in a folder of results; none if there is no such file. Its errors begin
// with the path.
func ReadSystems(path string) (rows []System, err error) {
	if filepath.Base(path) != SystemsFile {
		path = filepath.Join(path, SystemsFile)
	}
	var columns []string
	for _, column := range pq.SchemaOf(System{}).Columns() {
		columns = append(columns, column[0])
	}
	return readRows[System](path, "systems.parquet of wrd score -o", columns...)
}

// readRows reads all rows of a small file, which must have the columns. Errors begin with the path; expected says what
// the file should be.
func readRows[T any](path, expected string, columns ...string) (rows []T, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}()
	defer Recover(&err)
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	opened, err := OpenFile(f, info.Size())
	if err != nil {
		return nil, err
	}
	for _, column := range columns {
		if _, ok := opened.Schema().Lookup(column); !ok {
			return nil, fmt.Errorf("found no column %s, expected %s", column, expected)
		}
	}
	reader := pq.NewGenericReader[T](opened)
	defer reader.Close()
	rows = make([]T, reader.NumRows())
	if n, err := reader.Read(rows); err != nil && err != io.EOF || n < len(rows) {
		return nil, fmt.Errorf("found %d rows (%v), expected %d", n, err, len(rows))
	}
	return rows, nil
}
