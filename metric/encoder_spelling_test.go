package metric_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/transport"
	"pgregory.net/rapid"
)

// TestSpellingOfPieces computes the distance with a spelling weight from its definition, of the states and texts of the
// pieces, and shows what --spelling all does not: that the same words in another order are another text.
func TestSpellingOfPieces(t *testing.T) {
	model := multilingual(t)
	e, err := model.NewEncoder(model.DefaultLayer())
	if err != nil {
		t.Fatal(err)
	}
	// The others of sourceTexts have pieces without a vector.
	words := slices.DeleteFunc([]string{"the", "cat", "Katze", "kočka", "naïve", "3.5", "猫が", "座った", ","}, func(word string) bool {
		return slices.ContainsFunc(model.Pieces(nil, word), func(p encoder.Piece) bool { return p.Unknown != "" })
	})
	if len(words) < 4 {
		t.Fatalf("the model knows %q alone", words)
	}
	grams := func(piece string) map[string]bool {
		characters, set := strings.Split("^"+piece+"$", ""), map[string]bool{}
		for n := 2; n <= 4; n++ {
			for i := range max(0, len(characters)-n+1) {
				set[strings.Join(characters[i:i+n], "")] = true
			}
		}
		return set
	}
	unlike := func(x, y string) float64 {
		a, b, shared := grams(x), grams(y), 0
		for gram := range a {
			if b[gram] {
				shared++
			}
		}
		return 1 - 2*float64(shared)/float64(len(a)+len(b))
	}
	norm := func(row []float32) (sum float64) {
		for _, x := range row {
			sum += float64(x) * float64(x)
		}
		return math.Sqrt(sum)
	}
	rapid.Check(t, func(t *rapid.T) {
		weight := rapid.SampledFrom([]float64{0.05, 0.1, 0.5, 1}).Draw(t, "weight")
		s, err := metric.NewScorer(metric.Options{Encoder: model, SpellingWeight: weight})
		if err != nil {
			t.Fatal(err)
		}
		var texts [2]metric.TokenVectors
		var written [2]string
		var masses [2][]float64
		for k := range texts {
			written[k] = strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 9).Draw(t, "text"), " ")
			var states encoder.HiddenStates
			if err := e.Encode(written[k], &states); err != nil {
				t.Fatal(err)
			}
			total := 0.
			for i, piece := range states.Pieces {
				texts[k].Tokens = append(texts[k].Tokens, piece.Text)
				texts[k].Vectors = append(texts[k].Vectors, states.Vectors[i])
				masses[k] = append(masses[k], norm(states.Vectors[i]))
				total += norm(states.Vectors[i])
			}
			for i := range masses[k] {
				masses[k][i] /= total
			}
		}
		var costs []float64
		for i, x := range texts[0].Vectors {
			for j, y := range texts[1].Vectors {
				product := 0.
				for c := range x {
					product += float64(x[c]) * float64(y[c])
				}
				costs = append(costs, (1-weight)*(1-product/norm(x)/norm(y))+
					weight*unlike(texts[0].Tokens[i], texts[1].Tokens[j]))
			}
		}
		var solver transport.Solver
		want, err := solver.Distance(masses[0], masses[1], costs)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Score(metric.Segment{Candidate: written[0], References: written[1:]})
		if err != nil {
			t.Fatal(err)
		}
		if found := value(got, metric.WRD); math.Abs(found-want) > 1e-6 { // vectors are multiplied in float32
			t.Fatalf("%q and %q with %v: %v, want %v", written[0], written[1], weight, found, want)
		}
	})
	distance := func(o metric.Options) float64 {
		o.Encoder = model
		r, err := newScorer(t, o).Score(metric.Segment{
			Candidate: "the cat saw Katze", References: []string{"Katze saw the cat"}})
		if err != nil {
			t.Fatal(err)
		}
		return value(r, metric.WRD)
	}
	all, mixed := distance(metric.Options{Spelling: metric.SpellingAll}), distance(metric.Options{SpellingWeight: 0.1})
	if mixed < 10*all {
		t.Errorf("the same pieces in another order: %v with --spelling all, %v with a spelling weight", all, mixed)
	}
}
