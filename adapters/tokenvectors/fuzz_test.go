package tokenvectors

import (
	"bytes"
	"iter"
	"testing"

	"github.com/wordrotator/wrd/metric"
)

// sane holds what every reader promises: texts of one layout, a vector for each token, all of one length and finite.
func sane(t *testing.T, l layout, lines iter.Seq2[metric.Line, error]) {
	if len(l.systems) < 1 || l.references < 1 {
		t.Fatalf("layout %+v", l)
	}
	dim, number := 0, 0
	for line, err := range lines {
		if err != nil {
			return
		}
		if number++; number > 1000 { // a file of two hundred bytes can promise as many texts without tokens as it likes
			return
		}
		if len(line.CandidateVectors) != len(l.systems) || len(line.ReferenceVectors) != l.references {
			t.Fatalf("%d candidates and %d references in a layout %+v", len(line.CandidateVectors),
				len(line.ReferenceVectors), l)
		}
		for _, v := range append(line.CandidateVectors, line.ReferenceVectors...) {
			if len(v.Tokens) != len(v.Vectors) {
				t.Fatalf("%d tokens, %d vectors", len(v.Tokens), len(v.Vectors))
			}
			for _, x := range v.Vectors {
				if dim == 0 {
					dim = len(x)
				}
				if len(x) != dim || dim < 1 {
					t.Fatalf("%d components after %d", len(x), dim)
				}
				for _, c := range x {
					if c-c != 0 {
						t.Fatalf("component %v", c)
					}
				}
			}
		}
	}
}

func FuzzSafeTensors(f *testing.F) {
	names, arrays := small()
	f.Add(safeTensorsFile(f, names, arrays))
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		l, lines, err := openSafeTensors(bytes.NewReader(file), int64(len(file)), "x")
		if err == nil {
			sane(t, l, lines)
		}
	})
}

func FuzzParquet(f *testing.F) {
	f.Add(parquetFile(f, smallRows()...))
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, file []byte) {
		l, lines, err := openParquet(bytes.NewReader(file), int64(len(file)), "x", "x")
		if err == nil {
			sane(t, l, lines)
		}
	})
}
