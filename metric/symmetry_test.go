package metric_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"pgregory.net/rapid"
)

// directed are the columns that change places where candidate and reference do.
var directed = map[metric.Column]metric.Column{
	metric.WRDRecall: metric.WRDPrecision, metric.WRDPrecision: metric.WRDRecall,
	metric.BERTScoreP: metric.BERTScoreR, metric.BERTScoreR: metric.BERTScoreP,
}

// exchanged returns the column that says of (b, a) what c says of (a, b).
func exchanged(c metric.Column) metric.Column {
	if other, ok := directed[c]; ok {
		return other
	}
	return c
}

// madeTable returns words of 19 made components, some the opposite of others, very long, very short or zero, and a
// generator of texts of them, of unknown words and of stop words.
func madeTable(t testing.TB, seed uint64) (*embedding.Store, *rapid.Generator[string]) {
	t.Helper()
	const n, dim = 30, 19
	r := rand.New(rand.NewPCG(seed, 1))
	words, rows := make([]string, n), make([]float32, n*dim)
	for i := range words {
		words[i] = fmt.Sprint("word", i)
		if i < 3 {
			words[i] = []string{"the", "of", "and"}[i]
		}
		length := float32(1 + 3*r.Float64())
		switch i {
		case 10:
			length = 1e18
		case 11:
			length = 1e-18
		case 12:
			length = 0
		}
		row := rows[i*dim:][:dim]
		for k := range row {
			row[k] = length * float32(r.NormFloat64())
			if i == 14 {
				row[k] = -rows[13*dim+k]
			}
		}
	}
	store, err := embedding.New("made", words, dim, rows)
	if err != nil {
		t.Fatal(err)
	}
	word := rapid.SampledFrom(append(words, "unknown", "unknowns", "zork"))
	return store, rapid.Map(rapid.SliceOfN(word, 0, 40),
		func(words []string) string { return strings.Join(words, " ") })
}

// wantExchanged checks that back says of two texts to the last bit what there says of them the other way round.
func wantExchanged(t *rapid.T, there, back metric.Result) {
	for _, c := range allColumns() {
		value, ok := there.Value(c)
		turned, turnedOK := back.Value(exchanged(c))
		if value != turned || ok != turnedOK {
			t.Fatalf("%v is %v, %v; %v the other way round %v, %v", c, value, ok, exchanged(c), turned, turnedOK)
		}
	}
	moves := func(list []metric.Move, turn bool) (sorted []string) {
		for _, m := range list {
			from, to := m.CandidateToken, m.ReferenceToken
			if turn {
				from, to = to, from
			}
			sorted = append(sorted, fmt.Sprintf("%s→%s %b × %b", from, to, m.Mass, m.Cost))
		}
		slices.Sort(sorted)
		return sorted
	}
	if a, b := moves(there.Alignment, false), moves(back.Alignment, true); !slices.Equal(a, b) {
		t.Fatalf("alignment %v, the other way round %v", a, b)
	}
	if !slices.Equal(there.Missing, back.Invented) || !slices.Equal(there.Invented, back.Missing) {
		t.Fatalf("missing %q, invented %q; the other way round %q and %q", there.Missing, there.Invented, back.Missing,
			back.Invented)
	}
	if there.Gap != back.Gap {
		t.Fatalf("gap %v, the other way round %v", there.Gap, back.Gap)
	}
}

// Every measure says the same of (a, b) and (b, a), to the last bit, whatever the options, and so does the alignment.
func TestSymmetryToTheBit(t *testing.T) {
	store, texts := madeTable(t, 1)
	everything := withEverything(t)
	with := func(change func(*metric.Options)) metric.Options {
		o := metric.Options{
			Vectors: store, Tokenizer: "whitespace", Measures: referenceMeasures(), Frequencies: everything.Frequencies,
			IDF: everything.IDF, Alignments: true, Certify: true,
		}
		change(&o)
		return o
	}
	for _, c := range []struct {
		name    string
		options metric.Options
	}{
		{"own", with(func(*metric.Options) {})},
		{"skip", with(func(o *metric.Options) { o.OOV = metric.OOVSkip })},
		{"no value", with(func(o *metric.Options) { o.Empty = metric.EmptySkip })},
		{"mass power", with(func(o *metric.Options) { o.MassPower = new(0.6) })},
		{"spelling", with(func(o *metric.Options) { o.Spelling = metric.SpellingAll })},
		{"spelling weight", with(func(o *metric.Options) { o.SpellingWeight = 0.1 })},
		{"order", with(func(o *metric.Options) { o.OrderWeight = 0.25 })},
		{"context", with(func(o *metric.Options) { o.ContextWeight = 0.7 })},
		{"all extensions", with(func(o *metric.Options) {
			o.MassPower, o.Spelling, o.OrderWeight, o.ContextWeight = new(0.6), metric.SpellingUnknown, 0.25, 0.7
		})},
		{"converted", with(func(o *metric.Options) {
			o.Converter = fit(t, "WR", *o, "word3 word4 the word5", "word6 of word7", "word8 and word9 word20")
		})},
		{"converted in each text", with(func(o *metric.Options) { o.Converter = fit(t, "S", *o) })},
		{"converted in each text, in context", with(func(o *metric.Options) {
			o.Converter, o.ContextWeight, o.OrderWeight = fit(t, "S", *o), 0.7, 0.25
		})},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScorer(t, c.options)
			rapid.Check(t, func(t *rapid.T) {
				a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
				score := func(a, b string) metric.Result {
					r, err := s.Score(metric.Segment{Candidate: a, References: []string{b}})
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				wantExchanged(t, score(a, b), score(b, a))
			})
		})
	}
}

// The same of texts that bring their vectors, of which two of the same words are still two.
func TestSymmetryOfGivenVectors(t *testing.T) {
	everything := withEverything(t)
	for _, o := range []metric.Options{{}, {OrderWeight: 0.25, Spelling: metric.SpellingAll}, {SpellingWeight: 0.1},
		{ContextWeight: 0.7}} {
		o.Measures, o.Frequencies, o.TokenVectors = referenceMeasures(), everything.Frequencies, given
		o.Alignments, o.Certify = true, true
		s := newScorer(t, o)
		rapid.Check(t, func(t *rapid.T) {
			r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			text := func(label string) (v metric.TokenVectors) {
				for range rapid.IntRange(0, 4).Draw(t, label) {
					v.Tokens = append(v.Tokens, []string{"one", "another"}[r.IntN(2)])
					row := make([]float32, 19)
					for k := range row {
						row[k] = float32(r.NormFloat64())
					}
					v.Vectors = append(v.Vectors, row)
				}
				return v
			}
			a, b := text("a"), text("b")
			score := func(a, b metric.TokenVectors) metric.Result {
				r, err := s.Score(metric.Segment{CandidateVectors: a, ReferenceVectors: []metric.TokenVectors{b}})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			wantExchanged(t, score(a, b), score(b, a))
		})
	}
}

// A matrix of texts with themselves is its own transpose.
func TestSymmetryOfGroups(t *testing.T) {
	store, texts := madeTable(t, 2)
	s := newScorer(t, metric.Options{
		Vectors: store, Tokenizer: "whitespace", Measures: referenceMeasures(),
		Frequencies: withEverything(t).Frequencies,
	})
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(texts, 1, 8).Draw(t, "texts")
		m, err := s.Matrix(metric.Group{Candidates: list, References: list})
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			for j := range list {
				for _, c := range s.Columns() {
					value, _ := m.Value(c, i, j)
					if turned, _ := m.Value(exchanged(c), j, i); value != turned {
						t.Fatalf("%v of %d, %d is %v; %v of %d, %d is %v", c, i, j, value, exchanged(c), j, i, turned)
					}
				}
			}
		}
	})
}
