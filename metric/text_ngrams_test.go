package metric_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/ngrams"
	"pgregory.net/rapid"
)

// countedByHand gives the words of two texts the vectors that Options.Ngrams is defined by: a component for each
// n-gram of any of them, as strings, and one for each word.
func countedByHand(lengths ngrams.Range, texts ...[]string) []metric.TokenVectors {
	component := map[string]int{}
	counts := func(word string) map[int]float32 {
		row := map[int]float32{}
		count := func(feature string) {
			if _, ok := component[feature]; !ok {
				component[feature] = len(component)
			}
			row[component[feature]]++
		}
		marked := append([]string{"<start>"}, strings.Split(word, "")...)
		marked = append(marked, "<end>")
		for n := lengths.Shortest; n <= lengths.Longest; n++ {
			for i := 0; i+n <= len(marked); i++ {
				count(strings.Join(marked[i:i+n], "|"))
			}
		}
		count("word " + word)
		return row
	}
	sparse := make([][]map[int]float32, len(texts))
	for k, words := range texts {
		for _, word := range words {
			sparse[k] = append(sparse[k], counts(word))
		}
	}
	vectors := make([]metric.TokenVectors, len(texts))
	for k, words := range texts {
		vectors[k].Tokens = words
		for _, row := range sparse[k] {
			dense := make([]float32, len(component))
			for at, count := range row {
				dense[at] = count
			}
			vectors[k].Vectors = append(vectors[k].Vectors, dense)
		}
	}
	return vectors
}

// spelledWords draws words that are alike in many ways: inflected, of few characters, repeated, of all scripts.
func spelledWords(atLeast int) *rapid.Generator[[]string] {
	return rapid.SliceOfN(rapid.OneOf(
		rapid.SampledFrom([]string{"kočka", "kočky", "kočkou", "the", "of", "昨", "日", "は", "ครับ", "2008", "2009"}),
		rapid.StringOfN(rapid.RuneFrom([]rune("ab")), 1, 9, -1),
		rapid.StringOfN(rapid.RuneFrom([]rune{'a', 0, 1, '|', '本', '𝔸', '𝔹', utf8.MaxRune}), 1, 6, -1),
	), atLeast, 40)
}

// ngramsOptions are options of n-grams with a change.
func ngramsOptions(t testing.TB, change func(*metric.Options)) metric.Options {
	o := metric.Options{Ngrams: ngrams.Usual, Tokenizer: "whitespace", Measures: referenceMeasures(), Alignments: true,
		Certify: true}
	o.Frequencies, o.IDF = defaultCounts(t), learnIDF(t, o, "the 2008 昨 aa", "of kočka b", "a")
	change(&o)
	return o
}

// ngramsCases are options that change what is made of n-grams.
func ngramsCases(t testing.TB) map[string]metric.Options {
	return map[string]metric.Options{
		"plain":      ngramsOptions(t, func(*metric.Options) {}),
		"mass power": ngramsOptions(t, func(o *metric.Options) { o.MassPower = new(2.) }),
		"order":      ngramsOptions(t, func(o *metric.Options) { o.OrderWeight = 0.25 }),
		"spelling":   ngramsOptions(t, func(o *metric.Options) { o.SpellingWeight = 0.3 }),
		"context":    ngramsOptions(t, func(o *metric.Options) { o.ContextWeight = 0.7 }),
		"pairs":      ngramsOptions(t, func(o *metric.Options) { o.Ngrams = ngrams.Range{Shortest: 2, Longest: 2} }),
		"long": ngramsOptions(t, func(o *metric.Options) {
			o.Ngrams, o.MassPower, o.ContextWeight = ngrams.Range{Shortest: 4, Longest: 6}, new(1.5), 0.5
		}),
		"all": ngramsOptions(t, func(o *metric.Options) {
			o.ContextWeight, o.OrderWeight, o.MassPower, o.Spelling = 10, 0.25, new(0.5), metric.SpellingAll
		}),
	}
}

// Every measure says of n-grams what it says of the vectors that their definition gives, written out.
func TestNgramsAreTheDefinition(t *testing.T) {
	for name, options := range ngramsCases(t) {
		t.Run(name, func(t *testing.T) {
			byHand := options
			byHand.Ngrams, byHand.TokenVectors, byHand.Tokenizer = ngrams.Range{}, given, ""
			s, oracle := newScorer(t, options), newScorer(t, byHand)
			rapid.Check(t, func(t *rapid.T) {
				a, b := spelledWords(0).Draw(t, "a"), spelledWords(0).Draw(t, "b")
				rows := countedByHand(options.Ngrams, a, b)
				got, err := s.Score(segmentOf(a, b))
				if err != nil {
					t.Fatal(err)
				}
				want, err := oracle.Score(metric.Segment{CandidateVectors: rows[0], ReferenceVectors: rows[1:]})
				if err != nil {
					t.Fatal(err)
				}
				if got.Status != want.Status {
					t.Fatalf("status %v, want %v", got.Status, want.Status)
				}
				for _, c := range allColumns() {
					if x, y := value(got, c), value(want, c); math.Abs(x-y) > 1e-6 || scored(got, c) != scored(want, c) {
						t.Fatalf("%v is %v, want %v", c, x, y)
					}
				}
			})
		})
	}
}

func segmentOf(a, b []string) metric.Segment {
	return metric.Segment{Candidate: strings.Join(a, " "), References: []string{strings.Join(b, " ")}}
}

// The same of texts either way round to the bit, 0 for equal texts, optimal distances, and a group says what its pairs do.
func TestLawsOfNgrams(t *testing.T) {
	for name, options := range ngramsCases(t) {
		t.Run(name, func(t *testing.T) {
			s := newScorer(t, options)
			rapid.Check(t, func(t *rapid.T) {
				a, b := spelledWords(1).Draw(t, "a"), spelledWords(1).Draw(t, "b")
				score := func(a, b []string) metric.Result {
					r, err := s.Score(segmentOf(a, b))
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				r := score(a, b)
				wantExchanged(t, r, score(b, a))
				if r.Gap > 1e-9 {
					t.Fatalf("%v above the lower bound", r.Gap)
				}
				if r.CandidateOOV != 0 || r.ReferenceOOV != 0 {
					t.Fatalf("words without a vector: %d and %d", r.CandidateOOV, r.ReferenceOOV)
				}
				checkIdentity(t, score(a, a), 1e-9)
				if self := value(score(a, a), metric.WRD); self != 0 {
					t.Fatalf("a text is %v from itself", self)
				}
				m, err := s.Matrix(metric.Group{
					Candidates: []string{strings.Join(a, " "), strings.Join(b, " ")}, References: segmentOf(a, b).References,
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range s.Columns() {
					if x, _ := m.Value(c, 0, 0); x != value(r, c) {
						t.Fatalf("%v is %v in a group, %v of the pair", c, x, value(r, c))
					}
				}
			})
		})
	}
}

// Long texts take other ways to the same numbers: a table of words, relaxed transport in parts.
func TestNgramsOfLongTexts(t *testing.T) {
	words := func(n, step int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprint("word", i*step%1013))
		}
		return list
	}
	a, b := words(700, 3), words(500, 7)
	o := ngramsOptions(t, func(o *metric.Options) { o.ContextWeight = 0.7 })
	r, err := newScorer(t, o).Score(segmentOf(a, b))
	if err != nil {
		t.Fatal(err)
	}
	rows := countedByHand(o.Ngrams, a, b)
	o.Ngrams, o.TokenVectors = ngrams.Range{}, given
	want, err := newScorer(t, o).Score(metric.Segment{CandidateVectors: rows[0], ReferenceVectors: rows[1:]})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range allColumns() {
		if x, y := value(r, c), value(want, c); math.Abs(x-y) > 1e-6 {
			t.Errorf("%v is %v, want %v", c, x, y)
		}
	}
}

func TestNgramsRefuseOtherVectors(t *testing.T) {
	for name, o := range map[string]metric.Options{
		"vectors":       {Vectors: toy(t)},
		"token vectors": {TokenVectors: given},
		"an encoder":    {Encoder: builtIn(t)},
		"a converter":   {Converter: fit(t, "R", metric.Options{}, "east north", "north")},
	} {
		o.Ngrams = ngrams.Usual
		if _, err := metric.NewScorer(o); err == nil || !strings.Contains(err.Error(), "expected n-grams alone") {
			t.Errorf("%s: %v", name, err)
		}
	}
	o := metric.Options{Ngrams: ngrams.Usual, Measures: []metric.Measure{metric.MeasureWMDSIFWeights}}
	if _, err := metric.NewScorer(o); err == nil || !strings.Contains(err.Error(), "needs word frequencies") {
		t.Errorf("without frequencies: %v", err)
	}
	o = metric.Options{Ngrams: ngrams.Usual, Tokenizer: "unicode"}
	want := "wrd|vectors:ngrams2-4|convert:" + convert.None + "|tok:unicode|case:lower|norm:unicode|refs:1|empty:worst|version:" +
		metric.Version
	if got := newScorer(t, o).Signature(1).String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The names of n-grams are what signatures show, and nothing else reads as one.
func TestParseNgrams(t *testing.T) {
	if n, ok := ngrams.Parse("ngrams"); !ok || n != ngrams.Usual {
		t.Errorf("got %v, %v", n, ok)
	}
	for shortest := 2; shortest <= ngrams.Longest; shortest++ {
		for longest := shortest; longest <= ngrams.Longest; longest++ {
			want := ngrams.Range{Shortest: shortest, Longest: longest}
			if got, ok := ngrams.Parse(want.String()); !ok || got != want {
				t.Errorf("%v: got %v, %v", want, got, ok)
			}
		}
	}
	for _, name := range []string{"", "ngrams-", "ngrams2", "ngrams1-4", "ngrams4-2", "ngrams2-7", "ngrams02-4", "ngrams2-4 ",
		"ngrams2-4.vec", "ngrams+2-4", "dir/ngrams2-4", "Ngrams2-4"} {
		if n, ok := ngrams.Parse(name); ok || n != (ngrams.Range{}) {
			t.Errorf("%q: got %v, %v, want none", name, n, ok)
		}
	}
}

func TestNgramsRefuseLengths(t *testing.T) {
	for name, c := range map[string]struct {
		options metric.Options
		want    string
	}{
		"of one character": {metric.Options{Ngrams: ngrams.Range{Shortest: 1, Longest: 3}}, "found runs of 1 to 3 characters"},
		"too long":         {metric.Options{Ngrams: ngrams.Range{Shortest: 2, Longest: 7}}, "found runs of 2 to 7 characters"},
		"turned round":     {metric.Options{Ngrams: ngrams.Range{Shortest: 4, Longest: 3}}, "found runs of 4 to 3 characters"},
		"other spelling": {metric.Options{Ngrams: ngrams.Range{Shortest: 4, Longest: 6}, Spelling: metric.SpellingAll},
			"expected ngrams2-4, which it compares"},
	} {
		if _, err := metric.NewScorer(c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
