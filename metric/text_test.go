package metric

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
	"pgregory.net/rapid"
)

// TestSeparateOccurrences holds the law that equal words may be one place or several: every measure says the same.
func TestSeparateOccurrences(t *testing.T) {
	store, err := embedding.Default()
	if err != nil {
		t.Fatal(err)
	}
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	learn := func(letters string) *convert.Converter {
		parsed, err := convert.ParseLetters(letters)
		if err != nil {
			t.Fatal(err)
		}
		fit := Fit{Options: Options{Vectors: store, Frequencies: frequencies}}
		c, err := fit.Converter(t.Context(), parsed,
			func(yield func(string, error) bool) {
				_ = yield("the cat sat on the mat", nil) && yield("a dog barked", nil)
			})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	converters := []*convert.Converter{nil, learn("S"), learn("SUP"), learn("WR")}
	text := rapid.Custom(func(t *rapid.T) string {
		words := []string{"the", "cat", "sat", "on", "mat", "dog", "zorkx", "qqblub", "not"}
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 80).Draw(t, "text"), " ")
	})
	for _, converter := range converters {
		for _, oov := range OOVPolicies() {
			options := Options{Vectors: store, Measures: slices.DeleteFunc(Measures(), Measure.OfSource),
				Frequencies: frequencies, Converter: converter, OOV: oov, Tokenizer: "whitespace"}
			merged, err := NewScorer(options)
			if err != nil {
				t.Fatal(err)
			}
			separate, err := NewScorer(options)
			if err != nil {
				t.Fatal(err)
			}
			separate.space.Separate = true
			rapid.Check(t, func(t *rapid.T) {
				segment := Segment{Candidate: text.Draw(t, "candidate"),
					References: []string{text.Draw(t, "reference")}}
				want, err := merged.Score(segment)
				if err != nil {
					t.Fatal(err)
				}
				got, err := separate.Score(segment)
				if err != nil {
					t.Fatal(err)
				}
				if got.Status != want.Status || got.CandidateTokens != want.CandidateTokens ||
					got.CandidateOOV != want.CandidateOOV {
					t.Fatalf("%+v\nwant %+v", got, want)
				}
				for _, c := range merged.Columns() {
					// Sums are taken in another order, and a distance that cancels keeps half of the digits.
					x, okX := got.Value(c)
					y, okY := want.Value(c)
					if okX != okY || math.Abs(x-y) > 1e-9 {
						t.Fatalf("%v: %v, want %v", c, x, y)
					}
				}
			})
		}
	}
}

// TestPositions holds which tokens of a text the places of a side are.
func TestPositions(t *testing.T) {
	s, err := NewScorer(Options{Tokenizer: "whitespace"})
	if err != nil {
		t.Fatal(err)
	}
	const text = "zorkx cat the zorkx cat sat"
	for _, c := range []struct {
		name      string
		separate  bool
		oov       OOVPolicy
		words     string
		positions []int32
	}{
		{"merged", false, OOVOwn, "cat the sat zorkx", []int32{1, 2, 5, 0}},
		{"separate", true, OOVOwn, "cat the cat sat zorkx zorkx", []int32{1, 2, 4, 5, 0, 3}},
		{"separate, unknown ones left out", true, OOVSkip, "cat the cat sat", []int32{1, 2, 4, 5}},
	} {
		s.space.Separate, s.space.KeepUnknown = c.separate, c.oov == OOVOwn
		w, err := s.newWorker()
		if err != nil {
			t.Fatal(err)
		}
		w.reader.Read(&w.candidate, text)
		if got := strings.Join(w.candidate.Words, " "); got != c.words ||
			!slices.Equal(w.candidate.Positions, c.positions) {
			t.Errorf("%s: %s at %v, want %s at %v", c.name, got, w.candidate.Positions, c.words, c.positions)
		}
	}
}

// TestExplainSeparate checks that each token gets the mass of its own place.
func TestExplainSeparate(t *testing.T) {
	s, err := NewScorer(Options{Tokenizer: tokenize.Default})
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.Explain("a cat, a dog, a cat", "a cat")
	if err != nil {
		t.Fatal(err)
	}
	s.space.Separate = true
	got, err := s.Explain("a cat, a dog, a cat", "a cat")
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range want.Candidate {
		g := got.Candidate[i]
		if g.Text != w.Text || g.Norm != w.Norm || g.Known != w.Known || math.Abs(g.Mass-w.Mass) > 1e-12 {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
}
