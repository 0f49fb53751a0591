package tokenvectors

import (
	"bytes"
	"math"
	"testing"
)

func TestParquetErrors(t *testing.T) {
	nan := float32(math.NaN())
	change := func(f func(rows []row) []row) []byte { return parquetFile(t, f(smallRows())...) }
	type noVectors struct {
		Segment int64    `parquet:"segment"`
		Side    string   `parquet:"side"`
		Tokens  []string `parquet:"tokens,list"`
	}
	type otherKind struct {
		Segment string    `parquet:"segment"`
		Side    string    `parquet:"side"`
		Tokens  []string  `parquet:"tokens,list"`
		Vectors []float32 `parquet:"vectors,list"`
	}
	type noNumbers struct {
		Segment int64    `parquet:"segment"`
		Side    string   `parquet:"side"`
		Tokens  []string `parquet:"tokens,list"`
		Vectors []string `parquet:"vectors,list"`
	}
	type fraction struct {
		Segment float64     `parquet:"segment"`
		Side    string      `parquet:"side"`
		Tokens  []string    `parquet:"tokens,list"`
		Vectors [][]float32 `parquet:"vectors,list"`
	}
	type flat struct {
		Segment int32     `parquet:"segment"`
		Side    string    `parquet:"side"`
		Tokens  []string  `parquet:"tokens"`
		Vectors []float64 `parquet:"vectors"`
	}
	type nulls struct {
		Segment int64      `parquet:"segment"`
		Side    string     `parquet:"side"`
		Tokens  []*string  `parquet:"tokens,list"`
		Vectors []*float64 `parquet:"vectors,list"`
	}
	type twins struct {
		Segment int64  `parquet:"segment"`
		Sida    string `parquet:"sida"`
		Side    string `parquet:"side"`
	}
	type named struct {
		Segment int64       `parquet:"segment"`
		Side    string      `parquet:"side"`
		System  *string     `parquet:"system,optional"`
		Tokens  []string    `parquet:"tokens,list"`
		Vectors [][]float32 `parquet:"vectors,list"`
	}
	one, a := 1., "a"
	good := parquetFile(t, smallRows()...)
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"a token is null", parquetFile(t, nulls{0, "candidate", []*string{nil}, []*float64{&one}}),
			`parquet:1: column "tokens": found null in a list of texts, expected texts only`},
		{"a component is null", parquetFile(t, nulls{0, "candidate", []*string{&a}, []*float64{&one, nil}}),
			`row 1: column "vectors": found null, expected a number`},
		{"no rows", parquetFile[row](t), "found no rows, expected at least one"},
		{"a column is missing", parquetFile(t, noVectors{}),
			"found the columns segment, side, tokens, expected among them segment, side, tokens and vectors"},
		{"a column of another type", parquetFile(t, otherKind{"a", "candidate", []string{"a"}, []float32{1}}),
			`parquet:1: column "segment": found the text "a", expected a number, or null where there is none`},
		{"vectors of another type", parquetFile(t, noNumbers{Tokens: []string{"a"}, Vectors: []string{"a"}}),
			`column "vectors": found STRING in 1 lists, expected lists of float or double, or lists of such lists`},
		{"a fraction", parquetFile(t, fraction{Segment: 0.5}), "parquet:1: column segment: found 0.5, expected an integer"},
		{"null", parquetFile(t, fraction{Segment: math.NaN()}), "parquet:1: column segment: found null, expected a value"},
		{"not from 0", change(func(r []row) []row { return r[2:] }),
			"parquet:1: found segment 1 where segment 0 was expected: sort the rows by segment, from 0 and without gaps"},
		{"not sorted", change(func(r []row) []row { r[3].Segment = 0; return r }),
			"parquet:4: found segment 0 where segment 1 was expected: sort the rows by segment, from 0 and without gaps"},
		{"gap", change(func(r []row) []row { r[2].Segment, r[3].Segment = 2, 2; return r }),
			"parquet:3: found segment 2 where segment 0 was expected: sort the rows by segment, from 0 and without gaps"},
		{"twice", change(func(r []row) []row { r[3] = r[2]; return r }),
			"parquet:4: found a second reference 0 in segment 1, the first is row 3"},
		{"no reference", change(func(r []row) []row { return r[:1] }),
			"found 1 candidates and 0 references in segment 0, expected at least one of each"},
		{"other system", change(func(r []row) []row { r[3].System = "y"; return r }),
			`parquet:4: found a candidate of system "y" in segment 1, expected the systems of segment 0: x`},
		{"other reference", change(func(r []row) []row { r[2].Reference = 1; return r }),
			"parquet:3: found reference 1 in segment 1, expected references 0 to 0 as in segment 0"},
		{"text is missing", change(func(r []row) []row { return r[:3] }),
			"parquet:3: found the end of segment 1 after 1 texts, expected 2 as in segment 0"},
		{"other side", change(func(r []row) []row { r[0].Side = "hypothesis"; return r }),
			`parquet:1: column side: found "hypothesis", expected candidate or reference`},
		{"negative reference", change(func(r []row) []row { r[1].Reference = -1; return r }),
			"parquet:2: column reference: found -1, expected a number from 0"},
		{"fewer vectors", change(func(r []row) []row { r[2].Vectors = r[2].Vectors[:1]; return r }),
			"parquet:3: column vectors: found 1 vectors, expected one for each of 2 tokens"},
		{"other dimension", change(func(r []row) []row { r[2].Vectors[1] = []float32{1}; return r }),
			`parquet:3: column vectors: token 1 ("e"): found 1 components, expected 2 as in the rows before`},
		{"no components", change(func(r []row) []row { r[0].Vectors[0] = nil; return r }),
			`parquet:1: column vectors: token 0 ("é"): found 0 components, expected 1 to 65536`},
		{"NaN", change(func(r []row) []row { r[2].Vectors[1][1] = nan; return r }),
			`parquet:3: column vectors: token 1 ("e"): component 2: found NaN, expected a finite number`},
		{"not UTF-8", change(func(r []row) []row { r[2].Tokens[1] = "\xff"; return r }),
			`parquet:3: column "tokens": found "\xff", expected UTF-8`},
		{"no name", change(func(r []row) []row { r[0].System = ""; return r }),
			"parquet:1: column system: found an empty name, expected that of a system"},
		{"null for some names", parquetFile(t, named{0, "candidate", &a, nil, nil},
			named{0, "candidate", nil, nil, nil}),
			"parquet:2: column system: found null for some candidates only, expected the name of each one's system"},
		{"two columns of one name", bytes.ReplaceAll(parquetFile(t, twins{}), []byte("sida"), []byte("side")),
			`found the column "side" twice, expected different names`},
		{"encrypted", append([]byte("PARE"), append(good[4:len(good)-4:len(good)-4], "PARE"...)...),
			"found an encrypted Parquet file, expected one without encryption"},
		{"flat and uneven", parquetFile(t, flat{0, "candidate", []string{"a", "b"}, []float64{1, 2, 3}}),
			"parquet:1: column vectors: found 3 components, expected the same number for each of 2 tokens"},
		{"too large for float32", parquetFile(t, flat{0, "candidate", []string{"a"}, []float64{1e300}}),
			`parquet:1: column vectors: token 0 ("a"): component 1: found +Inf, expected a finite number`},
		{"cut off", good[:len(good)-3], `expected the mark PAR1: it is cut off, or still being written`},
		{"footer that lies", append(append([]byte(nil), good[:len(good)-8]...), "\xff\xff\xff\x7fPAR1"...),
			"with a footer of 2147483647, expected it to fit: the file is damaged"},
		{"only a mark", []byte("PAR1"), "found a Parquet file of 4 bytes, expected 12 or more: it is cut off"},
		{"empty", nil, `found a file that begins with "", expected Parquet (PAR1) or safetensors`},
		{"gzip", []byte("\x1f\x8b\x08xxxxxxx"), "found gzip, expected Parquet or safetensors as it is: unpack " +
			"it first"},
		{"text", []byte("the cat 0.1 0.2"),
			`found a file that begins with "the cat 0", expected Parquet (PAR1) or safetensors`},
	} {
		t.Run(c.name, func(t *testing.T) { fails(t, c.file, c.want) })
	}
}
