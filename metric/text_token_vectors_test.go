package metric_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
	"pgregory.net/rapid"
)

var given = &metric.Origin{Name: "encoder", Digest: "0123456789abcdef"}

// staticVectors are what a lookup in store gives, as an encoder would hand it over. Unknown words are left out.
func staticVectors(t *testing.T, store *embedding.Store, text string) metric.TokenVectors {
	t.Helper()
	tokenizer, err := tokenize.New(tokenize.Default, tokenize.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var v metric.TokenVectors
	for _, token := range tokenizer.Append(nil, text) {
		if id, ok := store.Index(token.Text); ok {
			v.Tokens = append(v.Tokens, token.Text)
			v.Vectors = append(v.Vectors, slices.Clone(store.Row(id)))
		}
	}
	return v
}

// TestTokenVectorsStaticVectors holds the law that vectors looked up elsewhere score as those looked up here, by every
// measure, and that the order of the tokens changes nothing.
func TestTokenVectorsStaticVectors(t *testing.T) {
	store, err := embedding.Default()
	if err != nil {
		t.Fatal(err)
	}
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	corpus := []string{"the cat sat on the mat", "a dog barked", "the dog and the cat"}
	idf := learnIDF(t, metric.Options{}, corpus...)
	options := metric.Options{Measures: referenceMeasures(), Frequencies: frequencies, IDF: idf, Certify: true}
	external := options
	external.TokenVectors = given
	options.Vectors, options.OOV = store, metric.OOVSkip
	lookedUp, brought := newScorer(t, options), newScorer(t, external)
	words := []string{"the", "cat", "sat", "on", "mat", "dog", "barked", "and", "a", "quickly", "house"}
	text := rapid.SliceOfN(rapid.SampledFrom(words), 0, 70)
	rapid.Check(t, func(rt *rapid.T) {
		candidate, reference := text.Draw(rt, "candidate"), text.Draw(rt, "reference")
		segment := metric.Segment{Candidate: strings.Join(candidate, " "),
			References: []string{strings.Join(reference, " ")}}
		want, err := lookedUp.Score(segment)
		if err != nil {
			rt.Fatal(err)
		}
		segment.CandidateVectors = staticVectors(t, store,
			strings.Join(rapid.Permutation(candidate).Draw(rt, "order"), " "))
		segment.ReferenceVectors = []metric.TokenVectors{staticVectors(t, store, segment.References[0])}
		got, err := brought.Score(segment)
		if err != nil {
			rt.Fatal(err)
		}
		if got.Status != want.Status || got.CandidateTokens != want.CandidateTokens ||
			got.ReferenceTokens != want.ReferenceTokens || got.CandidateOOV != 0 || got.Gap > 1e-9 {
			rt.Fatalf("%+v\nwant %+v", got, want)
		}
		for _, c := range lookedUp.Columns() {
			if want.Defined(c) != got.Defined(c) || math.Abs(value(got, c)-value(want, c)) > 1e-12 {
				rt.Fatalf("%v: %v, want %v", c, value(got, c), value(want, c))
			}
		}
	})
}

// TestTokenVectorsVectors holds what static vectors cannot show: a word with two vectors, and no vocabulary.
func TestTokenVectorsVectors(t *testing.T) {
	s := newScorer(t, metric.Options{TokenVectors: given,
		Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureWMD, metric.MeasureBERTScore, metric.MeasureAdd}})
	r, err := s.Score(metric.Segment{
		CandidateVectors: metric.TokenVectors{Tokens: []string{"bank", "bank"}, Vectors: [][]float32{{3, 0}, {0, 1}}},
		ReferenceVectors: []metric.TokenVectors{{Tokens: []string{"bank"}, Vectors: [][]float32{{0, 2}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	// By hand: 3/4 of the mass moves at right angles; half of the words √13 far and half 1; precision (0+1)/2, recall
	// 1; the cosine of (3, 1) and (0, 2).
	for c, want := range map[metric.Column]float64{
		metric.WRD: 0.75, metric.WMD: (math.Sqrt(13) + 1) / 2,
		metric.BERTScoreP: 0.5, metric.BERTScoreR: 1, metric.BERTScoreF1: 2. / 3, metric.Add: 1 / math.Sqrt(10),
	} {
		if math.Abs(value(r, c)-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c, value(r, c), want)
		}
	}
	if got, want := s.Signature(1).String(),
		"wrd|token-vectors:encoder@01234567|convert:none|refs:1|empty:worst|version:"+metric.Version; got != want {
		t.Errorf("signature %s\nwant      %s", got, want)
	}
	empty, err := s.Score(metric.Segment{ReferenceVectors: []metric.TokenVectors{{}}})
	if err != nil || empty.Status != metric.BothEmpty {
		t.Errorf("two texts without tokens: %v, %v", empty.Status, err)
	}
	zero, err := s.Score(metric.Segment{
		CandidateVectors: metric.TokenVectors{Tokens: []string{"a"}, Vectors: [][]float32{{0, 0}}},
		ReferenceVectors: []metric.TokenVectors{{Tokens: []string{"b"}, Vectors: [][]float32{{1, 0}}}},
	})
	if err != nil || zero.Status != metric.NoKnownCandidate {
		t.Errorf("a vector of zeros: %v, %v", zero.Status, err)
	}
}

// TestTokenVectorsStopWords checks that the words of token vectors meet stop words and frequencies whatever their case.
func TestTokenVectorsStopWords(t *testing.T) {
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		t.Fatal(err)
	}
	s := newScorer(t, metric.Options{TokenVectors: given, Frequencies: frequencies,
		Measures: []metric.Measure{metric.MeasureWRDWithoutStopwords, metric.MeasureWMDSIFWeights}})
	score := func(the string) metric.Result {
		r, err := s.Score(metric.Segment{
			CandidateVectors: metric.TokenVectors{Tokens: []string{the, "cat"}, Vectors: [][]float32{{1, 0}, {0, 1}}},
			ReferenceVectors: []metric.TokenVectors{{Tokens: []string{"cat"}, Vectors: [][]float32{{0, 1}}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	upper, lower := score("The"), score("the")
	if !slices.Equal(values(upper), values(lower)) || value(upper, metric.WRDWithoutStopwords) != 0 {
		t.Errorf("The: %v, the: %v", values(upper), values(lower))
	}
	if got := value(upper, metric.WMDSIFWeights); got <= 0 || got > 0.3 {
		t.Errorf("the frequent word weighs %v of the text", got)
	}
}

func TestTokenVectorsErrors(t *testing.T) {
	nan := float32(math.NaN())
	one := metric.TokenVectors{Tokens: []string{"a"}, Vectors: [][]float32{{1, 0}}}
	store := toy(t)
	for _, c := range []struct {
		name    string
		options metric.Options
		segment metric.Segment
		want    string
	}{
		{"not there", metric.Options{TokenVectors: given}, metric.Segment{Candidate: "a", References: []string{"b"}},
			"found a text without token vectors, expected them for every text where Options.TokenVectors is set"},
		{"not asked for", metric.Options{Vectors: store},
			metric.Segment{CandidateVectors: one, ReferenceVectors: []metric.TokenVectors{one}},
			"found token vectors, expected none where Options.TokenVectors is not set"},
		{"no reference", metric.Options{TokenVectors: given}, metric.Segment{CandidateVectors: one},
			"found no reference, expected at least one"},
		{"fewer vectors than tokens", metric.Options{TokenVectors: given},
			metric.Segment{CandidateVectors: metric.TokenVectors{Tokens: []string{"a", "b"}, Vectors: [][]float32{{1}}},
				ReferenceVectors: []metric.TokenVectors{one}},
			"candidate 1: found 1 vectors, expected one for each of 2 tokens"},
		{"other dimension", metric.Options{TokenVectors: given},
			metric.Segment{CandidateVectors: one, ReferenceVectors: []metric.TokenVectors{one,
				{Tokens: []string{"b"}, Vectors: [][]float32{{1, 2, 3}}}}},
			`reference 2: token 1 ("b"): found a vector of 3 components, expected 2 as before it in the segment`},
		{"no components", metric.Options{TokenVectors: given},
			metric.Segment{CandidateVectors: metric.TokenVectors{Tokens: []string{"a"}, Vectors: [][]float32{{}}},
				ReferenceVectors: []metric.TokenVectors{one}},
			`candidate 1: token 1 ("a"): found a vector of 0 components, expected 1 as before it in the segment`},
		{"NaN", metric.Options{TokenVectors: given},
			metric.Segment{CandidateVectors: metric.TokenVectors{Tokens: []string{"a", "b"},
				Vectors: [][]float32{{1, 2}, {1, nan}}}, ReferenceVectors: []metric.TokenVectors{one}},
			`candidate: token 2 ("b"): component 2: found NaN, expected a finite number`},
		{"infinity", metric.Options{TokenVectors: given},
			metric.Segment{CandidateVectors: one, ReferenceVectors: []metric.TokenVectors{one,
				{Tokens: []string{"b"}, Vectors: [][]float32{{float32(math.Inf(-1)), 0}}}}},
			`reference 2: token 1 ("b"): component 1: found -Inf, expected a finite number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, c.options)
			if _, err := s.Score(c.segment); err == nil || err.Error() != c.want {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
		})
	}
	if _, err := metric.NewScorer(metric.Options{TokenVectors: given, Vectors: store}); err == nil {
		t.Error("vectors with token vectors: no error")
	}
}

// TestTokenVectorsStream shows that lines of token vectors give the same bits on any number of goroutines, and that a line
// that cannot be scored is named.
func TestTokenVectorsStream(t *testing.T) {
	store, err := embedding.Default()
	if err != nil {
		t.Fatal(err)
	}
	s := newScorer(t, metric.Options{TokenVectors: given, Measures: referenceMeasures()[:2]})
	texts := []string{"", "the cat sat on the mat", "a dog barked at a cat", "rain fell on the roof"}
	lines := func(yield func(metric.Line, error) bool) {
		for i := range 300 {
			line := metric.Line{CandidateVectors: []metric.TokenVectors{
				staticVectors(t, store, texts[i%4]), staticVectors(t, store, texts[i%3]),
			}, ReferenceVectors: []metric.TokenVectors{staticVectors(t, store, texts[(i+1)%4])}}
			if !yield(line, nil) {
				return
			}
		}
	}
	run := func(goroutines int) string {
		var all strings.Builder
		err := s.Stream(t.Context(), lines, goroutines, func(_ metric.Line, results []metric.Result) error {
			for _, r := range results {
				fmt.Fprintln(&all, r.Status, values(r))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return all.String()
	}
	want := run(1)
	if n := strings.Count(want, "\n"); n != 600 {
		t.Fatalf("%d results, want 600", n)
	}
	if got := run(4); got != want {
		t.Error("4 goroutines give other results than 1")
	}
	broken := func(yield func(metric.Line, error) bool) {
		for line := range lines {
			line.ReferenceVectors[0].Vectors = nil
			if !yield(line, nil) {
				return
			}
		}
	}
	err = s.Stream(context.Background(), broken, 2, func(metric.Line, []metric.Result) error { return nil })
	if want := "segment 1, candidate 1: reference 1: found 0 vectors, expected one for each of 6 tokens"; err == nil ||
		err.Error() != want {
		t.Errorf("error %v", err)
	}
}

func TestExplainVectors(t *testing.T) {
	s := newScorer(t, metric.Options{TokenVectors: given})
	e, err := s.ExplainVectors(
		metric.TokenVectors{Tokens: []string{"bank", "bank"}, Vectors: [][]float32{{3, 0}, {0, 1}}},
		metric.TokenVectors{Tokens: []string{"bank"}, Vectors: [][]float32{{0, 2}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(e.Candidate) != 2 || e.Candidate[0].Mass != 0.75 || e.Candidate[1].Mass != 0.25 ||
		e.Candidate[1].Norm != 1 || !e.Candidate[0].Known || e.Candidate[0].Text != "bank" {
		t.Errorf("words %+v", e.Candidate)
	}
	want := []metric.Move{{CandidateToken: "bank", ReferenceToken: "bank", Mass: 0.75, Cost: 1},
		{CandidateToken: "bank", ReferenceToken: "bank", Mass: 0.25, Cost: 0}}
	if !slices.Equal(e.Alignment, want) {
		t.Errorf("alignment %+v", e.Alignment)
	}
}
