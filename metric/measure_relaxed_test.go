package metric

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/ngrams"
	"pgregory.net/rapid"
)

// Relaxed transport says the same to the last bit however many pairs of words it takes at once, and whatever else is
// asked for.
func TestRelaxedInParts(t *testing.T) {
	store := mixingStore(t)
	words := rapid.OneOf(rapid.SampledFrom([]string{"x", "y", "w77", "w78"}), rapid.Custom(func(t *rapid.T) string {
		return store.Word(rapid.IntRange(0, store.Len()-1).Draw(t, "id"))
	}))
	texts := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 40).Draw(t, "words"), " ")
	})
	converters := []*convert.Converter{nil}
	for _, name := range []string{"S", "R"} {
		letters, err := convert.ParseLetters(name)
		if err != nil {
			t.Fatal(err)
		}
		fit := Fit{Options: Options{Vectors: store, Tokenizer: "whitespace"}}
		converter, err := fit.Converter(t.Context(), letters,
			func(yield func(string, error) bool) { _ = yield("w0 w5 w7 w10", nil) && yield("w13 w2 w9 w30", nil) })
		if err != nil {
			t.Fatal(err)
		}
		converters = append(converters, converter)
	}
	rapid.Check(t, func(t *rapid.T) {
		power := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "power")
		o := Options{
			Vectors:   store,
			Tokenizer: "whitespace",
			OOV:       rapid.SampledFrom(OOVPolicies()).Draw(t, "policy"),
			Measures: rapid.SampledFrom([][]Measure{
				{MeasureRelaxed}, {MeasureWRD, MeasureRelaxed, MeasureBERTScore}, {MeasureWRDRecall, MeasureRelaxed},
			}).Draw(t, "measures"),
			Converter:     rapid.SampledFrom(converters).Draw(t, "converter"),
			MassPower:     &power,
			Spelling:      rapid.SampledFrom([]SpellingPolicy{SpellingNone, SpellingAll, SpellingUnknown}).Draw(t, "spelling"),
			OrderWeight:   rapid.SampledFrom([]float64{0, 0.25}).Draw(t, "order"),
			ContextWeight: rapid.SampledFrom([]float64{0, 0.7, 1}).Draw(t, "context"),
		}
		if o.Spelling == SpellingNone {
			o.SpellingWeight = rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "weight of spelling")
		}
		if o.Converter == nil && rapid.Bool().Draw(t, "n-grams") {
			o.Vectors, o.Ngrams = nil, ngrams.Usual
		}
		whole, err := NewScorer(o)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := NewScorer(o)
		if err != nil {
			t.Fatal(err)
		}
		parts.pairs.PairsAtOnce = rapid.IntRange(1, 400).Draw(t, "pairs at once")
		for range 3 { // the memory of the pair before does not matter
			segment := Segment{Candidate: texts.Draw(t, "candidate"), References: []string{texts.Draw(t, "reference")}}
			want, err := whole.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			got, err := parts.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range whole.Columns() {
				x, ok := want.Value(c)
				y, also := got.Value(c)
				if ok != also || math.Float64bits(x) != math.Float64bits(y) {
					t.Fatalf("%s of %+v: %v in parts, want %v", c, segment, y, x)
				}
			}
		}
	})
}

// The costs of many words in context take the place of their products, those of parts of a text never do: the bits are the same.
func TestCostsInPlaceOfProducts(t *testing.T) {
	var texts [2]strings.Builder
	for i := range 1100 {
		fmt.Fprintf(&texts[0], "a%dx ", i*i%701)
		fmt.Fprintf(&texts[1], "b%dx ", i*i%503)
	}
	segment := Segment{Candidate: texts[0].String(), References: []string{texts[1].String()}}
	for _, weight := range []float64{0, 0.7} {
		options := Options{Ngrams: ngrams.Usual, Tokenizer: "whitespace", Measures: []Measure{MeasureRelaxed},
			ContextWeight: weight, OrderWeight: 0.25}
		var values [2]float64
		for i, pairsAtOnce := range []int{1 << 22, 50_000} {
			s, err := NewScorer(options)
			if err != nil {
				t.Fatal(err)
			}
			s.pairs.PairsAtOnce = pairsAtOnce
			result, err := s.Score(segment)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = result.ValueOrNaN(WRDF1)
		}
		if values[0] != values[1] || !(values[0] > 0.01) {
			t.Errorf("context weight %v: got %v, %v in parts", weight, values[0], values[1])
		}
	}
}

// Texts of which the products of all words would not fit into memory are for measures that keep none.
func TestTextsTooLongForMemory(t *testing.T) {
	const words = 1<<14 + 1
	text := strings.Repeat("a ", words)
	for _, c := range []struct {
		measures []Measure
		want     string
	}{
		{[]Measure{MeasureAdd}, ""},
		{[]Measure{MeasureWRD}, "wrd: found texts of 16385 and 16385 different words, which take 3222 MB to compare, expected at most 1200 MB"},
		{[]Measure{MeasureAdd, MeasureBERTScore}, "bertscore: found texts of 16385"},
	} {
		s, err := NewScorer(Options{Measures: c.measures, Tokenizer: "whitespace", OrderWeight: 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Score(Segment{Candidate: text, References: []string{text}})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.measures, err, c.want)
		}
	}
}
