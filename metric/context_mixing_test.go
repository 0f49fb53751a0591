package metric

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/internal/texts"
	"pgregory.net/rapid"
)

// mixingStore returns vectors of which some are nearly or exactly opposite to others, very long or zero.
func mixingStore(t testing.TB) *embedding.Store {
	t.Helper()
	const n, dim = 40, 20
	r := rand.New(rand.NewPCG(5, 8))
	words, rows := make([]string, n), make([]float32, 0, n*dim)
	for i := range words {
		words[i] = fmt.Sprint("w", i)
		row := make([]float32, dim)
		for k := range row {
			switch {
			case i%5 == 1: // opposite to the one before
				row[k] = -rows[(i-1)*dim+k]
			case i%5 == 2: // nearly so, and longer
				row[k] = -2*rows[(i-2)*dim+k] + float32(1e-4*r.NormFloat64())
			default:
				row[k] = float32(r.NormFloat64())
			}
			if i == 3 {
				row[k] = 0
			}
		}
		rows = append(rows, row...)
	}
	store, err := embedding.New("mixing", words, dim, rows)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// mixedDirections mixes the rows of a text as the definition says, with a component of its own for each unknown word.
func mixedDirections(w *worker, s *texts.Text, weight float64, axes []string) [][]float64 {
	dim := w.reader.Table.Dim()
	directions := make([][]float64, len(s.Words))
	at := map[int32]int{}
	for i, row := range s.Rows {
		at[s.Positions[i]] = i
		u := make([]float64, dim+len(axes))
		for k, x := range row {
			if s.Norms[i] > 0 {
				u[k] = float64(x) / s.Norms[i]
			}
		}
		for k, axis := range axes {
			if row == nil && axis == s.Words[i] {
				u[dim+k] = 1
			}
		}
		directions[i] = u
	}
	mean := 0.0
	for i := range w.reader.Table.Len() {
		mean += w.reader.Table.Norm(i) / float64(w.reader.Table.Len())
	}
	leaned := make([][]float64, len(s.Words))
	for i, position := range s.Positions {
		v, most := append([]float64(nil), directions[i]...), 1.0
		for _, near := range []int32{position - 1, position + 1} {
			if j, ok := at[near]; ok {
				for k, x := range directions[j] {
					v[k] += weight * s.Norms[j] / mean * x
				}
				most += weight * s.Norms[j] / mean
			}
		}
		length := math.Sqrt(texts.Dot64(v, v))
		if length <= 1e-9*most {
			v, length = directions[i], 1
		}
		for k := range v {
			v[k] /= length
		}
		leaned[i] = v
	}
	return leaned
}

// The sums of inner products are the cosines of directions that are mixed as the definition says, also where a sum
// nearly or exactly vanishes.
func TestContextMixingIsTheDefinition(t *testing.T) {
	store := mixingStore(t)
	axes := []string{"x", "y"}
	words := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(axes), rapid.Custom(func(t *rapid.T) string {
		return store.Word(rapid.IntRange(0, store.Len()-1).Draw(t, "id"))
	})), 1, 14)
	for _, policy := range OOVPolicies() {
		t.Run(string(policy), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				// Weights with which the vector before, of the same length as its opposite, makes the sum vanish.
				id := rapid.IntRange(0, store.Len()-1).Draw(t, "vanishing")
				vanishing := rapid.Just(min(store.MeanNorm()/max(store.Norm(id), 1), 10))
				weight := rapid.OneOf(rapid.SampledFrom([]float64{0.7, 1, 10}), vanishing).Draw(t, "weight")
				w := workerOf(t, Options{Vectors: store, Tokenizer: "whitespace", OOV: policy, ContextWeight: weight})
				reference := texts.Text{}
				w.reader.Read(&w.candidate, strings.Join(words.Draw(t, "candidate"), " "))
				w.reader.Read(&reference, strings.Join(words.Draw(t, "reference"), " "))
				a, b := w.current.Problem(*w.scorer.definitions[0].plan, &w.candidate, &reference)
				x, y := mixedDirections(w, &w.candidate, weight, axes), mixedDirections(w, &reference, weight, axes)
				for r, i := range a.Words {
					for c, j := range b.Words {
						got, want := w.current.Cost[r*len(b.Words)+c], 1-texts.Dot64(x[i], y[j])
						if math.Abs(got-want) > 1e-6 {
							t.Fatalf("%s at %d onto %s at %d costs %.9f, want %.9f", w.candidate.Words[i],
								w.candidate.Positions[i], reference.Words[j], reference.Positions[j], got, want)
						}
					}
				}
			})
		})
	}
}
