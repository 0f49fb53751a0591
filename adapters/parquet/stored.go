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

// A leaf puts value at, from 0, of a column of a row into the row. It keeps nothing: rows are read by several at once.
type leaf func(row *Segment, v pq.Value, at int) error

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
		l, kind := s.leafOf(top, path[len(path)-1])
		if l == nil && len(path) == 1 && column.Node.Type().Kind() == pq.Double {
			i := len(s.External)
			s.External = append(s.External, top)
			l, kind = func(row *Segment, v pq.Value, _ int) error {
				row.External[i] = v.Double()
				return nil
			}, pq.Double
		}
		if l != nil && column.Node.Type().Kind() != kind {
			return fmt.Errorf("column %s: found values of the type %v, expected %v", top, column.Node.Type(), kind)
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

// leafOf returns where the values of a column of SegmentWriter go, nil for another one, and of what kind they are.
func (s *StoredSegments) leafOf(top, last string) (leaf, pq.Kind) {
	text := func(field func(*Segment) *string) (leaf, pq.Kind) {
		return func(row *Segment, v pq.Value, _ int) error {
			*field(row) = string(v.ByteArray())
			return nil
		}, pq.ByteArray
	}
	count := func(field func(*Segment) *int) (leaf, pq.Kind) {
		return func(row *Segment, v pq.Value, _ int) error {
			*field(row) = int(v.Int32())
			return nil
		}, pq.Int32
	}
	switch top {
	case "system":
		return text(func(row *Segment) *string { return &row.System })
	case "id":
		return text(func(row *Segment) *string { return &row.ID })
	case "domain":
		return text(func(row *Segment) *string { return &row.Domain })
	case "doc":
		return text(func(row *Segment) *string { return &row.Doc })
	case "candidate":
		return text(func(row *Segment) *string { return &row.Candidate })
	case "segment":
		return func(row *Segment, v pq.Value, _ int) error {
			row.Number = v.Int64()
			return nil
		}, pq.Int64
	case "references":
		return func(row *Segment, v pq.Value, _ int) error {
			row.References = append(row.References, string(v.ByteArray()))
			return nil
		}, pq.ByteArray
	case "candidate_tokens":
		return count(func(row *Segment) *int { return &row.Result.CandidateTokens })
	case "reference_tokens":
		return count(func(row *Segment) *int { return &row.Result.ReferenceTokens })
	case "candidate_oov":
		return count(func(row *Segment) *int { return &row.Result.CandidateOOV })
	case "reference_oov":
		return count(func(row *Segment) *int { return &row.Result.ReferenceOOV })
	case "best_reference":
		return count(func(row *Segment) *int { return &row.Result.BestReference })
	case sourceColumn:
		return text(func(row *Segment) *string { return &row.Source })
	case sourceTokensColumn:
		return count(func(row *Segment) *int { return &row.Result.SourceTokens })
	case sourceOOVColumn:
		return count(func(row *Segment) *int { return &row.Result.SourceOOV })
	case "status":
		return func(row *Segment, v pq.Value, _ int) error {
			name := string(v.ByteArray())
			i := slices.IndexFunc(metric.Statuses(), func(s metric.Status) bool { return s.String() == name })
			if i < 0 {
				return fmt.Errorf("found the unknown status %q", name)
			}
			row.Result.Status = metric.Statuses()[i]
			return nil
		}, pq.ByteArray
	case humanColumn:
		return func(row *Segment, v pq.Value, _ int) error {
			row.Human = new(v.Double())
			return nil
		}, pq.Double
	case alignmentColumn:
		return moveLeaf(last)
	case missingColumn:
		return func(row *Segment, v pq.Value, _ int) error {
			row.Result.Missing = append(row.Result.Missing, string(v.ByteArray()))
			return nil
		}, pq.ByteArray
	case inventedColumn:
		return func(row *Segment, v pq.Value, _ int) error {
			row.Result.Invented = append(row.Result.Invented, string(v.ByteArray()))
			return nil
		}, pq.ByteArray
	}
	for _, m := range metric.Measures() {
		for _, column := range m.Columns() {
			if column.String() == top {
				s.Columns = append(s.Columns, column)
				return func(row *Segment, v pq.Value, _ int) error {
					row.Result.SetValue(column, v.Double())
					return nil
				}, pq.Double
			}
		}
	}
	return nil, 0
}

// moveLeaf returns where the values of a member of the alignment go. Those of the first member make the moves.
func moveLeaf(member string) (leaf, pq.Kind) {
	move := func(row *Segment, at int) *metric.Move {
		for len(row.Result.Alignment) <= at {
			row.Result.Alignment = append(row.Result.Alignment, metric.Move{})
		}
		return &row.Result.Alignment[at]
	}
	switch member {
	case "candidate_token":
		return func(row *Segment, v pq.Value, at int) error {
			move(row, at).CandidateToken = string(v.ByteArray())
			return nil
		}, pq.ByteArray
	case "reference_token":
		return func(row *Segment, v pq.Value, at int) error {
			move(row, at).ReferenceToken = string(v.ByteArray())
			return nil
		}, pq.ByteArray
	case "mass":
		return func(row *Segment, v pq.Value, at int) error {
			move(row, at).Mass = v.Double()
			return nil
		}, pq.Double
	case "cost":
		return func(row *Segment, v pq.Value, at int) error {
			move(row, at).Cost = v.Double()
			return nil
		}, pq.Double
	}
	return nil, 0
}

// NumRows returns how many rows there are.
func (s *StoredSegments) NumRows() int64 { return s.parquet.NumRows() }

// Rows yields the rows in their order, each of its own. An error ends them. If columns are named, only those are read.
func (s *StoredSegments) Rows(columns ...string) iter.Seq2[Segment, error] {
	return func(yield func(Segment, error) bool) {
		stopped := false
		err := s.each(columns, func(row Segment) bool {
			stopped = !yield(row, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(Segment{}, fmt.Errorf("%s: %w", s.Path, err))
		}
	}
}

// each calls visit for each row until it says no.
func (s *StoredSegments) each(columns []string, visit func(Segment) bool) (err error) {
	n := int64(0)
	only, err := s.only(columns)
	if err != nil {
		return err
	}
	for _, group := range s.parquet.RowGroups() {
		going, err := only.eachOf(group, &n, visit)
		if err != nil || !going {
			return err
		}
	}
	return nil
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

// eachOf is each of a row group. n counts the rows of the file.
func (s *selection) eachOf(group pq.RowGroup, n *int64, visit func(Segment) bool) (going bool, err error) {
	if s.conversion != nil {
		group = pq.ConvertRowGroup(group, s.conversion)
	}
	rows := group.Rows()
	defer rows.Close()
	buffer := make([]pq.Row, 64)
	for {
		list, err := s.read(rows, buffer)
		for _, row := range list {
			*n++
			if !visit(row) {
				return false, nil
			}
		}
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("row %d: %w", *n+1, err)
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
	last, at := -1, 0
	for _, v := range values {
		column := v.Column()
		if at++; column != last {
			last, at = column, 0
		}
		if column >= len(s.leaves) || s.leaves[column] == nil || v.IsNull() {
			continue
		}
		if err := s.leaves[column](row, v, at); err != nil {
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
