package tokenvectors

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// A text is one row.
type text struct {
	row       int64
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

// A rowReader reads the rows of a Parquet file in order.
type rowReader struct {
	name   string // of the system where the rows name none
	number int64  // of the next row
	// How many candidates were read, and whether these name their systems.
	candidates int64
	named      bool
	dim        int   // components of every vector, 0 before the first
	ahead      *text // the first row of the next segment

	segments, sides, systems, references *column // the two last may be nil
	tokens                               *column
	vectors                              vectorColumn

	flat []float32 // the components of a row
	ends []int     // where each vector ends in it
}

func newRowReader(file *pq.File, name string) (*rowReader, error) {
	r := &rowReader{name: name}
	strings, floats := []pq.Kind{pq.ByteArray}, []pq.Kind{pq.Float, pq.Double}
	// pandas makes a column of integers with nulls one of double with NaN
	integers := []pq.Kind{pq.Int32, pq.Int64, pq.Double}
	var vectors *column
	for _, want := range []struct {
		to       **column
		name     string
		kinds    []pq.Kind
		lists    []int
		expected string
		optional bool
	}{
		{&r.segments, "segment", integers, []int{0}, "integers", false},
		{&r.sides, "side", strings, []int{0}, "strings", false},
		{&r.systems, "system", strings, []int{0}, "strings", true},
		{&r.references, "reference", integers, []int{0}, "integers", true},
		{&r.tokens, "tokens", strings, []int{1}, "lists of strings", false},
		{&vectors, "vectors", floats, []int{1, 2}, "lists of float or double, or lists of such lists", false},
	} {
		found, err := findColumn(file, want.name, want.lists, want.kinds, want.expected)
		if err != nil {
			return nil, err
		}
		if found == nil && !want.optional {
			return nil, fmt.Errorf("found no column %s, expected one of %s", want.name, want.expected)
		}
		*want.to = found
	}
	r.vectors.column = *vectors
	return r, nil
}

func (r *rowReader) close() {
	for _, c := range []*column{r.segments, r.sides, r.systems, r.references, r.tokens, &r.vectors.column} {
		if c != nil {
			c.close()
		}
	}
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
			r.ahead = &t
		}
		switch t := r.ahead; {
		case t.segment == n:
			if k := slices.IndexFunc(texts, func(o text) bool {
				return o.reference == t.reference &&
					o.system == t.system
			}); k >= 0 {
				return nil, fmt.Errorf("row %d: found a second %v in segment %d, the first is row %d", t.row, t, n,
					texts[k].row)
			}
			texts = append(texts, *t)
			r.ahead = nil
		case t.segment == n+1 && len(texts) > 0:
			return texts, nil
		default:
			return nil, fmt.Errorf("row %d: found segment %d where segment %d was expected: sort the rows by "+
				"segment, from 0 and without gaps", t.row, t.segment, n)
		}
	}
}

// text returns the next row, or io.EOF.
func (r *rowReader) text() (t text, err error) {
	t = text{row: r.number, reference: noReference, system: r.name}
	err = r.readRow(&t)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("row %d: %w", r.number, err)
	}
	r.number++
	return t, err
}

// readRow is read without the panics of the Parquet library.
func (r *rowReader) readRow(t *text) (err error) {
	defer parquet.Recover(&err)
	return r.read(t)
}

var errNull = errors.New("found null, expected a value")

func (r *rowReader) read(t *text) error {
	if err := r.segments.row(func(v pq.Value) (err error) { t.segment, err = integerOf(v); return err }); err != nil {
		return err
	}
	side := ""
	if err := r.sides.must(func(v pq.Value) (err error) { side, err = stringOf(v); return err }); err != nil {
		return err
	}
	named := false
	if r.systems != nil {
		err := r.systems.must(func(v pq.Value) (err error) {
			if !v.IsNull() {
				named = true
				t.system, err = stringOf(v)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	number := int64(0)
	if r.references != nil {
		err := r.references.must(func(v pq.Value) (err error) {
			if number, err = integerOf(v); err == errNull {
				return nil
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	switch {
	case side == "reference" && (number < 0 || number > math.MaxInt32):
		return fmt.Errorf("column reference: found %d, expected a number from 0", number)
	case side == "reference":
		t.reference, t.system = int(number), ""
	case side != "candidate":
		return fmt.Errorf("column side: found %s, expected candidate or reference", wording.Quote(side))
	case named && t.system == "":
		return errors.New("column system: found an empty name, expected that of a system")
	default:
		if r.candidates == 0 {
			r.named = named
		}
		if r.candidates++; named != r.named {
			return errors.New("column system: found null for some candidates only, expected the name of each one's " +
				"system")
		}
	}
	return r.readVectors(&t.vectors)
}

// readVectors reads the tokens of a row and their vectors.
func (r *rowReader) readVectors(v *metric.TokenVectors) error {
	err := r.tokens.must(func(value pq.Value) error {
		if value.DefinitionLevel() < r.tokens.lists[0] {
			return nil // no tokens
		}
		token, err := stringOf(value)
		v.Tokens = append(v.Tokens, token)
		return err
	})
	if err != nil {
		return err
	}
	if r.flat, r.ends, err = r.vectors.next(r.flat[:0], r.ends[:0]); err != nil {
		return r.vectors.ended(err)
	}
	if !r.vectors.nested() {
		if err := r.divide(len(v.Tokens)); err != nil {
			return err
		}
	}
	if len(r.ends) != len(v.Tokens) {
		return fmt.Errorf("column vectors: found %d vectors, expected one for each of %d tokens", len(r.ends),
			len(v.Tokens))
	}
	flat, begin := slices.Clone(r.flat), 0
	for i, end := range r.ends {
		vector := flat[begin:end:end]
		if err := r.check(vector); err != nil {
			return fmt.Errorf("column vectors: token %d (%s): %w", i, wording.Quote(v.Tokens[i]), err)
		}
		v.Vectors = append(v.Vectors, vector)
		begin = end
	}
	return nil
}

// divide finds where the vectors of n tokens end that are one list.
func (r *rowReader) divide(n int) error {
	if len(r.flat) == 0 {
		return nil
	}
	if n == 0 || len(r.flat)%n != 0 {
		return fmt.Errorf("column vectors: found %d components, expected as many for each of %d tokens", len(r.flat), n)
	}
	for i := range n {
		r.ends = append(r.ends, (i+1)*(len(r.flat)/n))
	}
	return nil
}

// check holds that a vector is finite and as long as all others.
func (r *rowReader) check(vector []float32) error {
	if r.dim == 0 {
		r.dim = len(vector)
	}
	if d := len(vector); d != r.dim || d < 1 || d > maxDim {
		return fmt.Errorf("found %d components, expected %s", d, expectedDim(r.dim))
	}
	for k, x := range vector {
		if x-x != 0 {
			return fmt.Errorf("component %d: found %v, expected a finite number", k+1, x)
		}
	}
	return nil
}

// expectedDim says how many components a vector should have had.
func expectedDim(dim int) string {
	if dim < 1 || dim > maxDim {
		return fmt.Sprintf("1 to %d", maxDim)
	}
	return fmt.Sprintf("%d as in the rows before", dim)
}

// integerOf returns an integer; errNull for null and NaN.
func integerOf(v pq.Value) (int64, error) {
	switch {
	case v.IsNull():
		return 0, errNull
	case v.Kind() == pq.Int64:
		return v.Int64(), nil
	case v.Kind() == pq.Int32:
		return int64(v.Int32()), nil
	}
	x := v.Double()
	switch n := int64(x); {
	case math.IsNaN(x):
		return 0, errNull
	case float64(n) != x:
		return 0, fmt.Errorf("found %v, expected an integer", x)
	default:
		return n, nil
	}
}

// stringOf returns a string of its own.
func stringOf(v pq.Value) (string, error) {
	if v.IsNull() {
		return "", errNull
	}
	s := string(v.ByteArray())
	if !utf8.ValidString(s) {
		return "", fmt.Errorf("found %s, expected UTF-8", wording.Quote(s))
	}
	return s, nil
}

// must is row for a column that has to be as long as the first one.
func (c *column) must(each func(pq.Value) error) error {
	return c.ended(c.row(each))
}

// ended makes a mistake of the end of the column.
func (c *column) ended(err error) error {
	if err == io.EOF {
		return c.explain(errors.New("found its end, expected a value for this row"))
	}
	return err
}
