package tokenvectors

import (
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/parquetcolumn"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A parquetTexts reads the rows of a Parquet file as often as they are asked for. Its errors begin with its path.
type parquetTexts struct {
	in     io.ReaderAt
	size   int64
	path   string
	system string // whose candidates those are that name no system
	layout layout
}

// A text is one row.
type text struct {
	row       rows.Row
	segment   int64
	reference int    // its number, noReference for a candidate
	system    string // of a candidate
	vectors   metric.TokenVectors
}

const noReference = -1

func (t *text) String() string {
	if t.reference == noReference {
		return "candidate of system " + wording.Quote(t.system)
	}
	return fmt.Sprintf("reference %d", t.reference)
}

// openParquet reads the schema and the first segment, whose texts every other one must have too.
func openParquet(in io.ReaderAt, size int64, path, system string) (layout, iter.Seq2[metric.Line, error], error) {
	f := &parquetTexts{in: in, size: size, path: path, system: system}
	reader, err := f.open()
	if err != nil {
		return layout{}, nil, err
	}
	defer reader.rows.Close()
	first, err := reader.segment(0)
	if err == io.EOF {
		err = rows.NoRows(path)
	}
	if err != nil {
		return layout{}, nil, err
	}
	for _, t := range first {
		if t.reference == noReference {
			f.layout.systems = append(f.layout.systems, t.system)
		} else {
			f.layout.references++
		}
	}
	slices.Sort(f.layout.systems)
	if len(f.layout.systems) == 0 || f.layout.references == 0 {
		return layout{}, nil, fmt.Errorf("%s: found %d candidates and %d references in segment 0, expected at least one of each",
			path, len(f.layout.systems), f.layout.references)
	}
	_, err = f.layout.line(first)
	return f.layout, f.eachSegment, err
}

// eachSegment yields the segments from the first one.
func (f *parquetTexts) eachSegment(yield func(metric.Line, error) bool) {
	reader, err := f.open()
	if err != nil {
		yield(metric.Line{}, err)
		return
	}
	defer reader.rows.Close()
	for n := int64(0); ; n++ {
		texts, err := reader.segment(n)
		if err == io.EOF {
			return
		}
		var line metric.Line
		if err == nil {
			line, err = f.layout.line(texts)
		}
		if !yield(line, err) || err != nil {
			return
		}
	}
}

// line puts the texts of a segment in order. There must be those of the first segment, no more and no less.
func (l *layout) line(texts []text) (line metric.Line, err error) {
	line.CandidateVectors = make([]metric.TokenVectors, len(l.systems))
	line.ReferenceVectors = make([]metric.TokenVectors, l.references)
	for i := range texts {
		t := &texts[i]
		if t.reference != noReference {
			if t.reference >= l.references {
				return line, t.row.Errorf("found %v in segment %d, expected references 0 to %d as in segment 0", t,
					t.segment, l.references-1)
			}
			line.ReferenceVectors[t.reference] = t.vectors
			continue
		}
		k, ok := slices.BinarySearch(l.systems, t.system)
		if !ok {
			return line, t.row.Errorf("found a %v in segment %d, expected the systems of segment 0: %s", t, t.segment,
				wording.List(l.systems))
		}
		line.CandidateVectors[k] = t.vectors
	}
	if found, expected := len(texts), len(l.systems)+l.references; found != expected {
		last := &texts[found-1]
		return line, last.row.Errorf("found the end of segment %d after %d texts, expected %d as in segment 0",
			last.segment, found, expected)
	}
	return line, nil
}

// A rowReader reads the texts of a Parquet file in order.
type rowReader struct {
	rows    *rows.Rows
	vectors *parquetcolumn.Vectors
	system  string
	// How many candidates were read, and whether these name their systems.
	candidates int64
	named      bool
	dim        int   // components of every vector, 0 before the first
	ahead      *text // the first row of the next segment
}

func (f *parquetTexts) open() (*rowReader, error) {
	r, err := rows.ReadParquet(f.in, f.size, f.path)
	if err != nil {
		return nil, err
	}
	for _, column := range []string{"segment", "side", "tokens", "vectors"} {
		if !slices.Contains(r.Columns, column) {
			return nil, fmt.Errorf("%s: found the columns %s, expected among them segment, side, tokens and vectors", f.path,
				wording.List(r.Columns))
		}
	}
	r.Restrict("segment", "side", "system", "reference", "tokens")
	vectors, err := r.Vectors("vectors")
	return &rowReader{rows: r, vectors: vectors, system: f.system}, err
}

// segment returns the texts of segment n, which must come next; io.EOF at the end of the file.
func (r *rowReader) segment(n int64) (texts []text, err error) {
	for {
		if r.ahead == nil {
			t, err := r.text()
			if err == io.EOF && len(texts) > 0 {
				return texts, nil
			}
			if err != nil {
				return nil, err
			}
			r.ahead = t
		}
		switch t := r.ahead; {
		case t.segment == n:
			if k := slices.IndexFunc(texts, func(o text) bool {
				return o.reference == t.reference && o.system == t.system
			}); k >= 0 {
				return nil, t.row.Errorf("found a second %v in segment %d, the first is row %d", t, n, texts[k].row.Line)
			}
			texts = append(texts, *t)
			r.ahead = nil
		case t.segment == n+1 && len(texts) > 0:
			return texts, nil
		default:
			return nil, t.row.Errorf("found segment %d where segment %d was expected: sort the rows by segment, from 0 "+
				"and without gaps", t.segment, n)
		}
	}
}

// text returns the next row, or io.EOF.
func (r *rowReader) text() (*text, error) {
	row, err := r.rows.Next()
	if err != nil {
		return nil, err
	}
	t := &text{row: row, reference: noReference}
	segment, ok, err := number(row, "segment")
	if err == nil && !ok {
		err = row.Errorf("column segment: found null, expected a value")
	}
	if err != nil {
		return nil, err
	}
	t.segment = segment
	side, _, err := row.Text("side")
	if err != nil {
		return nil, err
	}
	reference, _, err := number(row, "reference")
	if err != nil {
		return nil, err
	}
	var named bool
	if t.system, named, err = row.Text("system"); err != nil {
		return nil, err
	}
	switch {
	case side == "reference" && (reference < 0 || reference > math.MaxInt32):
		return nil, row.Errorf("column reference: found %d, expected a number from 0", reference)
	case side == "reference":
		t.reference, t.system = int(reference), ""
	case side != "candidate":
		return nil, row.Errorf("column side: found %s, expected candidate or reference", wording.Quote(side))
	case named && t.system == "":
		return nil, row.Errorf("column system: found an empty name, expected that of a system")
	default:
		if r.candidates == 0 {
			r.named = named
		}
		if r.candidates++; named != r.named {
			return nil, row.Errorf("column system: found null for some candidates only, expected the name of each one's system")
		}
		if !named {
			t.system = r.system
		}
	}
	if t.vectors.Tokens, _, err = row.List("tokens"); err != nil {
		return nil, err
	}
	if err := r.takeVectors(&t.vectors); err != nil {
		return nil, row.Errorf("column vectors: %w", err)
	}
	return t, nil
}

// number returns the integer in a column; false if there is none. pandas makes a column of integers with nulls one of
// double with NaN.
func number(row rows.Row, column string) (n int64, ok bool, err error) {
	x, err := row.Number(column)
	if err != nil || math.IsNaN(x) {
		return 0, false, err
	}
	if n = int64(x); float64(n) != x {
		return 0, false, row.Errorf("column %s: found %v, expected an integer", column, x)
	}
	return n, true, nil
}

// takeVectors takes a vector of the row for each token.
func (r *rowReader) takeVectors(v *metric.TokenVectors) error {
	components, n := slices.Clone(r.vectors.Components), len(v.Tokens)
	if !r.vectors.Nested && len(components) > 0 && (n == 0 || len(components)%n != 0) {
		return fmt.Errorf("found %d components, expected the same number for each of %d tokens", len(components), n)
	}
	if r.vectors.Nested && len(r.vectors.Ends) != n || len(components) == 0 && n > 0 && !r.vectors.Nested {
		return fmt.Errorf("found %d vectors, expected one for each of %d tokens", len(r.vectors.Ends), n)
	}
	begin := 0
	for i, token := range v.Tokens {
		end := begin + len(components)/n
		if r.vectors.Nested {
			end = r.vectors.Ends[i]
		}
		vector := components[begin:end:end]
		if err := r.check(vector); err != nil {
			return fmt.Errorf("token %d (%s): %w", i, wording.Quote(token), err)
		}
		v.Vectors = append(v.Vectors, vector)
		begin = end
	}
	return nil
}

// check fails if a vector is not finite, or not as long as all others.
func (r *rowReader) check(vector []float32) error {
	if r.dim == 0 {
		r.dim = len(vector)
	}
	if d := len(vector); d != r.dim || d < 1 || d > maxDim {
		expected := fmt.Sprintf("%d as in the rows before", r.dim)
		if r.dim < 1 || r.dim > maxDim {
			expected = fmt.Sprintf("1 to %d", maxDim)
		}
		return fmt.Errorf("found %d components, expected %s", d, expected)
	}
	for k, x := range vector {
		if x-x != 0 {
			return fmt.Errorf("component %d: found %v, expected a finite number", k+1, x)
		}
	}
	return nil
}
