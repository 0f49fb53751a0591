package quantized

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// small is a table of two vectors and three counts.
func small() (Content, Header) {
	c := Content{
		Dim: 2, Values: make([]int8, 4), Scales: make([]float32, 2),
		Words: []string{"the", "é", "rare"}, Counts: []int64{900, 300, 5}, TotalTokens: 2000,
	}
	c.Scales[0] = Quantize([]float32{1.27, -0.5}, c.Values[:2])
	c.Scales[1] = Quantize([]float32{0, 0}, c.Values[2:])
	return c, Header{MedianNorm: 0.7, VectorDigest: [32]byte{1, 2}, FrequenciesDigest: [32]byte{3}}
}

func encoded(t testing.TB) string {
	t.Helper()
	b, err := Encode(small())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRoundTrip(t *testing.T) {
	content, header := small()
	table, err := Open(encoded(t))
	if err != nil {
		t.Fatal(err)
	}
	want := header
	want.Dim, want.Rows, want.Words, want.TotalTokens = 2, 2, 3, 2000
	want.TextBytes, want.CountBytes = len("theérare"), 6 // 900, 600 and 295 take two bytes each
	if table.Header != want {
		t.Errorf("header %+v\nwant   %+v", table.Header, want)
	}
	offsets, err := table.Offsets(3)
	if err != nil || !slices.Equal(offsets, []uint32{0, 3, 5, 9}) || table.Text != "theérare" {
		t.Errorf("offsets %v of %q, error %v", offsets, table.Text, err)
	}
	if offsets, err := table.Offsets(2); err != nil || !slices.Equal(offsets, []uint32{0, 3, 5}) {
		t.Errorf("first offsets %v, error %v", offsets, err)
	}
	if counts, err := table.Counts(); err != nil || !slices.Equal(counts, content.Counts) {
		t.Errorf("counts %v, error %v", counts, err)
	}
	rows := []float32{9, 9, 9, 9, 9, 9} // stride 3: the third of a row stays
	table.Dequantize(0, 2, rows, 3)
	scale := content.Scales[0]
	if want := []float32{127 * scale, -50 * scale, 9, 0, 0, 9}; !slices.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if want := math.Hypot(float64(rows[0]), float64(rows[1])); math.Abs(table.Norm(0)-want) > 1e-15 || table.Norm(1) != 0 {
		t.Errorf("norms %v and %v, want %v and 0", table.Norm(0), table.Norm(1), want)
	}
	table.Dequantize(1, 2, rows, 3)
	if rows[0] != 0 {
		t.Errorf("the second row alone begins with %v", rows[0])
	}
}

// TestQuantizeExact holds the promises of the format: values within ±127, components within half a step,
// products and squared lengths exact.
func TestQuantizeExact(t *testing.T) {
	component := rapid.Float32Range(-100, 100)
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(component, 1, MaxDim).Draw(t, "row")
		values := make([]int8, len(row))
		scale := Quantize(row, values)
		if !goodScale(scale) {
			t.Skip("components that are nearly zero: Encode refuses them")
		}
		sum, squares := 0.0, 0.0
		for k, x := range row {
			if values[k] == math.MinInt8 {
				t.Fatalf("component %d became -128", k)
			}
			exact := float64(values[k]) * float64(scale)
			if math.Abs(exact-float64(x)) > 0.5*float64(scale)*(1+1e-12) {
				t.Fatalf("component %d: %v became %v, scale %v", k, x, exact, scale)
			}
			if float64(float32(values[k])*scale) != exact {
				t.Fatalf("component %d: %v times %v is rounded", k, values[k], scale)
			}
			sum += exact * exact
			squares += float64(values[k]) * float64(values[k])
		}
		if sum != float64(scale)*float64(scale)*squares {
			t.Fatalf("squared length %v, want %v", sum, float64(scale)*float64(scale)*squares)
		}
	})
}

func TestQuantizeHalfToEven(t *testing.T) {
	values := make([]int8, 5)
	scale := Quantize([]float32{127, 2.5, 3.5, -2.5, -0.5}, values)
	if want := []int8{127, 2, 4, -2, 0}; scale != 1 || !slices.Equal(values, want) {
		t.Errorf("scale %v, values %v, want 1, %v", scale, values, want)
	}
}

func TestEncodeErrors(t *testing.T) {
	tests := []struct {
		name   string
		change func(c *Content)
		want   string
	}{
		{"values", func(c *Content) { c.Values = c.Values[1:] }, "3 values for 2 rows of 2, 3 counts for 3 words"},
		{"counts", func(c *Content) { c.Counts = c.Counts[1:] }, "4 values for 2 rows of 2, 2 counts for 3 words"},
		{"empty word", func(c *Content) { c.Words[1] = "" }, `word 2, "": found 0 bytes, expected 1 to 255`},
		{"long word", func(c *Content) { c.Words[0] = strings.Repeat("x", 256) }, "found 256 bytes, expected 1 to 255"},
		{"rising count", func(c *Content) { c.Counts[2] = 301 }, `word 3, "rare": the counts do not fall`},
		{"negative count", func(c *Content) { c.Counts[0] = -1 }, `word 1, "the": the counts do not fall`},
		{"scale with too many bits", func(c *Content) { c.Scales[1] = 0.1 }, "row 2 has the scale 0.1"},
		{"NaN", func(c *Content) { c.Scales[0] = float32(math.NaN()) }, "row 1 has the scale NaN"},
		{"no tokens", func(c *Content) { c.TotalTokens = 0 }, "no tokens in the corpus"},
		{"more rows than words", func(c *Content) { c.Words, c.Counts = c.Words[:1], c.Counts[:1] },
			"2 rows for 1 words"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, h := small()
			test.change(&c)
			if _, err := Encode(c, h); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// TestOpenErrors changes one place of a good table.
func TestOpenErrors(t *testing.T) {
	put32 := func(at int, x uint32) func([]byte) []byte {
		return func(b []byte) []byte { binary.LittleEndian.PutUint32(b[at:], x); return b }
	}
	const lengths = headerSize + 2*(4+4+2)
	tests := []struct {
		name   string
		change func([]byte) []byte
		want   string
	}{
		{"empty", func(b []byte) []byte { return nil }, "found 0 bytes, expected at least 120"},
		{"cut off", func(b []byte) []byte { return b[:len(b)-1] }, "bytes, expected"},
		{"longer", func(b []byte) []byte { return append(b, 0) }, "bytes, expected"},
		{"foreign", put32(0, 0), "at the beginning, expected"},
		{"later version", put32(8, 2), "found version 2, expected 1"},
		{"no dimensions", put32(12, 0), "found 0 dimensions, expected 1 to 512"},
		{"too many dimensions", put32(12, 513), "found 513 dimensions, expected 1 to 512"},
		{"no rows", put32(16, 0), "0 rows for 3 words"},
		{"more rows than words", put32(16, 4), "4 rows for 3 words"},
		{"huge", put32(16, 0xffffffff), "number 3 of the header: found 4294967295, expected at most"},
		{"no tokens", put32(32, 0), "no tokens in the corpus"},
		{"empty word", func(b []byte) []byte { b[lengths+1] = 0; return b }, "word 2 is empty"},
		{"long word", func(b []byte) []byte { b[lengths] = 200; return b }, "9 bytes of words, lengths add up to 206"},
		{"short word", func(b []byte) []byte { b[lengths] = 1; return b }, "9 bytes of words, lengths add up to 7"},
		{"rising count", func(b []byte) []byte { b[len(b)-1] = 127; return b }, "count 3 is damaged"},
		{"endless count", func(b []byte) []byte { b[len(b)-1] |= 0x80; return b }, "count 3 is damaged"},
		{"short count", func(b []byte) []byte { b[len(b)-2] &= 0x7f; return b }, "1 bytes after the last count"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := openAll(string(test.change([]byte(encoded(t)))))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// openAll opens data and uses every section.
func openAll(data string) error {
	table, err := Open(data)
	if err != nil {
		return err
	}
	if _, err := table.Offsets(table.Words); err != nil {
		return err
	}
	if _, err := table.Offsets(table.Rows); err != nil {
		return err
	}
	for i := range table.Rows {
		table.Norm(i)
	}
	table.Dequantize(0, table.Rows, make([]float32, table.Rows*table.Dim), table.Dim)
	_, err = table.Counts()
	return err
}

func FuzzOpen(f *testing.F) {
	good := encoded(f)
	f.Add([]byte(good))
	f.Add([]byte(good[:headerSize]))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, data []byte) {
		openAll(string(data)) // must not panic, whatever it says
	})
}
