package metric_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/transport"
	"github.com/wordrotator/wrd/tokenize"
	"pgregory.net/rapid"
)

// defaultWords draws texts of words of the default vectors, some of them unknown.
func defaultWords(store *embedding.Store) *rapid.Generator[[]string] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(0, 9).Draw(t, "unknown") == 0 {
			return rapid.SampledFrom([]string{"zorkmid", "brellingen", "q7"}).Draw(t, "word")
		}
		word := store.Word(rapid.IntRange(0, 3000).Draw(t, "id"))
		if tokenize.NormalizeUnicode.Of(word) != word { // scored as another one
			return "q7"
		}
		return word
	}), 1, 25)
}

// scoreWords scores words against others.
func scoreWords(t *rapid.T, s *metric.Scorer, candidate, reference []string) metric.Result {
	r, err := s.Score(metric.Segment{Candidate: strings.Join(candidate, " "),
		References: []string{strings.Join(reference, " ")}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLaws(t *testing.T) {
	store := openDefault(t)
	s := newScorer(t, metric.Options{Tokenizer: "whitespace", Alignments: true, Certify: true})
	rapid.Check(t, func(t *rapid.T) {
		a, b := defaultWords(store).Draw(t, "a"), defaultWords(store).Draw(t, "b")
		score := func(candidate, reference []string) metric.Result { return scoreWords(t, s, candidate, reference) }
		r := score(a, b)
		d := value(r, metric.WRD)
		if r.Status != metric.OK || d < 0 || d > 2 {
			t.Fatalf("%v, distance %v", r.Status, d)
		}
		if r.Gap > 1e-9 {
			t.Fatalf("%v above the lower bound", r.Gap)
		}
		if back := value(score(b, a), metric.WRD); back != d {
			t.Fatalf("not symmetric: %v and %v", d, back)
		}
		if self := value(score(a, a), metric.WRD); self > 1e-15 {
			t.Fatalf("a text is %v from itself", self)
		}
		shuffled := rapid.Permutation(a).Draw(t, "shuffled")
		if p := value(score(shuffled, b), metric.WRD); math.Abs(p-d) > 1e-12 {
			t.Fatalf("the order of words counts: %v and %v", d, p)
		}
		twice := append(slices.Clone(a), a...)
		if p := value(score(twice, b), metric.WRD); math.Abs(p-d) > 1e-12 {
			t.Fatalf("saying everything twice counts: %v and %v", d, p)
		}
		var mass, cost float64
		for _, m := range r.Alignment {
			mass += m.Mass
			cost += m.Mass * m.Cost
		}
		if math.Abs(mass-1) > 1e-12 || math.Abs(cost-d) > 1e-12 {
			t.Fatalf("the alignment moves %v at a cost of %v, want 1 and %v", mass, cost, d)
		}
		e, err := s.Explain(strings.Join(a, " "), strings.Join(b, " "))
		if err != nil {
			t.Fatal(err)
		}
		if missing, invented := distinct(lacking(e.Reference)), distinct(lacking(e.Candidate)); !slices.Equal(missing, r.Missing) ||
			!slices.Equal(invented, r.Invented) || !slices.Equal(e.Missing, r.Missing) || e.Gap > 1e-9 {
			t.Fatalf("missing %q, invented %q, want those of an explanation, %q and %q", r.Missing, r.Invented, missing, invented)
		}
		// Its costs are computed in float64, the scorer's in float32 with an error of 1e-6 at worst.
		if plain := unmerged(t, store, a, b); math.Abs(plain-d) > 1e-6 {
			t.Fatalf("%v, but %v by Algorithm 1 without merging equal words", d, plain)
		}
	})
}

// distinct returns the words of a list in their order, each once.
func distinct(words []string) []string {
	var list []string
	for _, word := range words {
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// unmerged is Algorithm 1 of the paper word by word, with a place of its own for each token.
func unmerged(t *rapid.T, store *embedding.Store, a, b []string) float64 {
	masses := func(words []string) []float64 {
		m := make([]float64, len(words))
		var sum float64
		for i, word := range words {
			m[i] = store.MedianNorm()
			if id, ok := store.Index(word); ok {
				m[i] = store.Norm(id)
			}
			sum += m[i]
		}
		for i := range m {
			m[i] /= sum
		}
		return m
	}
	cost := make([]float64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			i, knownX := store.Index(x)
			j, knownY := store.Index(y)
			switch {
			case x == y:
				cost = append(cost, 0)
			case !knownX || !knownY:
				cost = append(cost, 1)
			default:
				var dot float64
				for k, v := range store.Row(i) {
					dot += float64(v) * float64(store.Row(j)[k])
				}
				cost = append(cost, max(0, 1-dot/store.Norm(i)/store.Norm(j)))
			}
		}
	}
	var solver transport.Solver
	d, err := solver.Distance(masses(a), masses(b), cost)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Converted vectors obey the laws that raw ones do, but that under S a word has another vector in each text.
func TestLawsOfConverters(t *testing.T) {
	store := openDefault(t)
	for _, letters := range []string{"AWR", "SUP", "SWC"} {
		t.Run(letters, func(t *testing.T) {
			converter := fit(t, letters, metric.Options{}, "a man plays the guitar", "the cat sat on the mat",
				"stocks fell in Tokyo",
				"she reads a book", "the weather is fine today", "he went home")
			s := newScorer(t, metric.Options{Converter: converter, Tokenizer: "whitespace", Certify: true})
			rapid.Check(t, func(t *rapid.T) {
				a, b := defaultWords(store).Draw(t, "a"), defaultWords(store).Draw(t, "b")
				score := func(candidate, reference []string) metric.Result { return scoreWords(t, s, candidate, reference) }
				r := score(a, b)
				d := value(r, metric.WRD)
				if r.Status != metric.OK || d < 0 || d > 2 || r.Gap > 1e-9 {
					t.Fatalf("%v, distance %v, gap %v", r.Status, d, r.Gap)
				}
				if back := value(score(b, a), metric.WRD); back != d {
					t.Fatalf("not symmetric: %v and %v", d, back)
				}
				if self := value(score(a, a), metric.WRD); self > 1e-7 {
					t.Fatalf("a text is %v from itself", self)
				}
				if p := value(score(rapid.Permutation(a).Draw(t, "shuffled"), b), metric.WRD); math.Abs(p-d) > 1e-6 {
					t.Fatalf("the order of words counts: %v and %v", d, p)
				}
			})
		})
	}
}
