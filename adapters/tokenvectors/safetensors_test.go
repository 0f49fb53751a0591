package tokenvectors

import (
	"math"
	"strings"
	"testing"
)

func TestSafeTensorsErrors(t *testing.T) {
	change := func(name string, a array) []byte {
		names, arrays := small()
		arrays[name] = a
		return safeTensorsFile(t, names, arrays)
	}
	rename := func(from, to string) []byte {
		names, arrays := small()
		for i, name := range names {
			if strings.HasPrefix(name, from) {
				names[i] = to + name[len(from):]
				arrays[names[i]] = arrays[name]
			}
		}
		return safeTensorsFile(t, names, arrays)
	}
	names, arrays := small()
	good := safeTensorsFile(t, names, arrays)
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"other name", rename("candidate/vectors", "embeddings"),
			`found the tensor "embeddings", expected names such as "candidate/vectors" and "reference/0/lengths"`},
		{"other part", rename("candidate/vectors", "candidate/rows"),
			`found the tensor "candidate/rows", expected the last part of its name to be vectors, lengths or tokens`},
		{"part is missing", safeTensorsFile(t, names[1:], arrays),
			`found no tensor "candidate/vectors", expected candidate/vectors, candidate/lengths and candidate/tokens together`},
		{"no reference", safeTensorsFile(t, names[:3], arrays),
			"found the tensors of 1 systems and 0 references, expected at least one of each"},
		{"number of a reference", rename("reference", "reference/one"),
			"found the tensors reference/one/…, expected the number of a reference, from 0"},
		{"no reference 0", rename("reference", "reference/1"),
			"found the tensors reference/1/…, expected those of reference 0"},
		{"other type of vectors", change("candidate/vectors", array{"I8", []int{2, 2}, []int8{1, 2, 3, 4}}),
			`tensor "candidate/vectors": found I8 [2 2], expected two dimensions of F64, F32, F16 or BF16`},
		{"other type of lengths", change("candidate/lengths", array{"F32", []int{2}, []float32{2, 0}}),
			`tensor "candidate/lengths": found F32 [2], expected one dimension of I64 or I32`},
		{"other type of tokens", change("candidate/tokens", array{"I8", []int{1}, []int8{1}}),
			`tensor "candidate/tokens": found I8 [1] in 1 bytes, expected one dimension of U8`},
		{"other dimension", change("candidate/vectors", array{"F32", []int{2, 1}, []float32{1, 2}}),
			`tensor "reference/vectors": found vectors of 2 components, expected 1 as in "candidate/vectors"`},
		{"no dimension", change("candidate/vectors", array{"F32", []int{2, 0}, []float32{}}),
			`tensor "candidate/vectors": found vectors of 0 components, expected 1 to 65536`},
		{"more texts", change("candidate/lengths", array{"I64", []int{3}, []int64{1, 1, 0}}),
			`tensor "reference/lengths": found 2 texts, expected 3 as in "candidate/lengths"`},
		{"lengths too long", change("candidate/lengths", array{"I64", []int{2}, []int64{2, 1}}),
			"candidate: segment 1: found a length of 1, expected 0 to the 0 rows of vectors that are left"},
		{"negative length", change("candidate/lengths", array{"I64", []int{2}, []int64{-1, 1}}),
			"candidate: segment 0: found a length of -1, expected 0 to the 2 rows of vectors that are left"},
		{"lengths too short", change("reference/lengths", array{"I64", []int{2}, []int64{1, 1}}),
			"reference: found 1 rows of vectors after those of the last text, expected the lengths to sum up to 3"},
		{"fewer tokens", change("reference/tokens", array{"U8", []int{3}, []byte("c\nd")}),
			"reference: segment 1: token 1: found no token any more, expected one for each of 3 rows of vectors"},
		{"more tokens", change("reference/tokens", array{"U8", []int{6}, []byte("c\nd\ne\n")}),
			"reference: found more tokens than vectors, expected one for each"},
		{"not UTF-8", change("reference/tokens", array{"U8", []int{5}, []byte("c\nd\n\xff")}),
			`reference: segment 1: token 1: found "\xff", expected UTF-8`},
		{"endless token", change("reference/tokens", array{"U8", []int{4 << 20}, make([]byte, 4<<20)}),
			"reference: segment 0: token 0: found a token of more than 1048576 bytes"},
		{"infinity", change("reference/vectors", array{"F32", []int{3, 2},
			[]float32{5, 6, 7, 8, 9, float32(math.Inf(1))}}),
			`reference: segment 1: token 1 ("e"): component 2: found +Inf, expected a finite number`},
		{"cut off", good[:len(good)-2], `behind the header, expected at least 83: the file is cut off`},
		{"cut off in the header", good[:30], "cut off in the header: unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) { fails(t, c.file, c.want) })
	}
}
