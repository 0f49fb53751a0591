package texts

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/wordrotator/wrd/tokenize"
)

// Costs mixed with how pieces are written are those of testdata/conformance/oracle.py.
func TestSurfaceConformance(t *testing.T) {
	f, err := os.Open("../../../testdata/conformance/surface.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases := 0
	for lines := bufio.NewScanner(f); lines.Scan(); cases++ {
		var c struct {
			A, B         string
			Spans        [][2]int
			BSpans       [][2]int `json:"b_spans"`
			Weight       float64
			Cost, Expect []float64
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		a, from := textOf(t, c.A, c.Spans)
		b, to := textOf(t, c.B, c.BSpans)
		MixSurface(c.Cost, c.Weight, &a, &b, from, to, nil)
		for k, want := range c.Expect {
			if math.Abs(c.Cost[k]-want) > 2e-9 { // they are rounded to 9 digits
				i, j := k/len(to), k%len(to)
				t.Errorf("%q and %q, pieces %v and %v: %v, want %v", c.A, c.B, c.Spans[i], c.BSpans[j], c.Cost[k], want)
			}
		}
	}
	if cases < 10 {
		t.Errorf("found %d cases", cases)
	}
}

// textOf returns a text with a piece for each span, and the places of all of them.
func textOf(t *testing.T, text string, spans [][2]int) (s Text, places []int32) {
	t.Helper()
	r := NewReader(&Space{Separate: true, Spans: true, MassPower: 1, Normalize: tokenize.NormalizeNone}, nil, nil)
	given := Given{Spans: spans}
	for i := range spans {
		given.Tokens = append(given.Tokens, "piece")
		given.Vectors = append(given.Vectors, []float32{1})
		places = append(places, int32(i))
	}
	s = Text{}
	if err := r.ReadGiven(&s, &given, text); err != nil {
		t.Fatal(err)
	}
	return s, places
}
