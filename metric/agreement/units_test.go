package agreement_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

// Units of one segment, or of one system, are none: draws and tests have the same bits.
func TestUnitsOfOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	human, a, b := random(rng, 3, 7, 0.1), random(rng, 3, 7, 0.1), random(rng, 3, 7, 0)
	spec := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageNone}
	alone := agreement.Units{Documents: []int{6, 5, 4, 3, 2, 1, 0}, Copies: []int{0, 1, 2}}
	for _, over := range agreement.ResampledUnits() {
		plain, _ := spec.Bootstrap(t.Context(), human, a, agreement.GridBootstrap{Draws: 30, Over: over})
		units, _ := spec.Bootstrap(t.Context(), human, a, agreement.GridBootstrap{Draws: 30, Over: over, Units: alone})
		if !slices.Equal(plain, units) {
			t.Errorf("%s: the draws differ", over)
		}
	}
	plain, _ := spec.Permute(t.Context(), human, a, agreement.GridPermutation{Draws: 30})
	units, _ := spec.Permute(t.Context(), human, a, agreement.GridPermutation{Draws: 30, Units: alone})
	if !slices.Equal(plain, units) {
		t.Error("the permutations differ")
	}
	one, _ := spec.PermBoth(t.Context(), human, a, b, agreement.Permutation{Draws: 50})
	other, _ := spec.PermBoth(t.Context(), human, a, b, agreement.Permutation{Draws: 50, Units: alone})
	if one != other {
		t.Errorf("PERM-BOTH: %+v, %+v", one, other)
	}
}

// A draw of documents has the value of a table in which these stand one after the other.
func TestBootstrapOfDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		documents := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 12).Draw(t, "documents")
		human, metric := random(rng, 2, len(documents), 0.2), random(rng, 2, len(documents), 0)
		spec := agreement.Spec{Statistic: agreement.StatisticPearson, Averaging: agreement.AverageNone}
		draws, err := spec.Bootstrap(t.Context(), human, metric, agreement.GridBootstrap{Draws: 20,
			Over: agreement.ResampleInputs, Units: agreement.Units{Documents: documents}, Seed: 3, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		var possible []float64
		names := slices.Clone(documents)
		slices.Sort(names)
		names = slices.Compact(names)
		list := make([]int, len(names))
		for range int(math.Pow(float64(len(names)), float64(len(names)))) {
			var columns []int
			for _, d := range list {
				for k, of := range documents {
					if of == names[d] {
						columns = append(columns, k)
					}
				}
			}
			if v := spec.Correlate(columnsOf(human, columns), columnsOf(metric, columns)); v.Defined {
				possible = append(possible, v.Value)
			}
			for k := range list { // the next list
				if list[k]++; list[k] < len(names) {
					break
				}
				list[k] = 0
			}
		}
		for _, v := range draws {
			if !math.IsNaN(v) && !slices.ContainsFunc(possible, func(p float64) bool { return math.Abs(p-v) < 1e-9 }) {
				t.Fatalf("a draw of %v, expected one of %v", v, possible)
			}
		}
	})
}

func columnsOf(g agreement.Grid, columns []int) agreement.Grid {
	part := agreement.Grid{Systems: g.Systems, Segments: len(columns)}
	for i := range g.Systems {
		for _, k := range columns {
			part.Values = append(part.Values, g.At(i, k))
		}
	}
	return part
}

// PERM-BOTH of few documents rests on the share of all swaps of whole documents, with all of their systems: for averages
// over segments it is that share, otherwise that of a normal lead √(3/4) times as far out, of four documents.
func TestPermBothOfDocuments(t *testing.T) {
	for _, c := range []struct {
		statistic agreement.Statistic
		averaging agreement.Averaging
	}{{"pearson", "none"}, {"kendall_b", "none"}, {"pearson", "item"}, {"spearman", "sys"}} {
		rng := rand.New(rand.NewPCG(8, 9))
		human, a, b := random(rng, 3, 8, 0), standard(random(rng, 3, 8, 0)), standard(random(rng, 3, 8, 0))
		documents := []int{0, 0, 0, 1, 1, 2, 3, 3}
		spec := agreement.Spec{Statistic: c.statistic, Averaging: c.averaging}
		lead := func(x, y agreement.Grid) float64 {
			return spec.Correlate(human, x).Value - spec.Correlate(human, y).Value
		}
		observed, more := lead(a, b), 0
		for swaps := range 1 << 4 {
			x, y := a, b
			x.Values, y.Values = slices.Clone(a.Values), slices.Clone(b.Values)
			for at := range x.Values {
				if swaps>>documents[at%8]&1 == 1 {
					x.Values[at], y.Values[at] = y.Values[at], x.Values[at]
				}
			}
			if lead(x, y) >= observed-1e-9 {
				more++
			}
		}
		want := float64(more) / 16
		if c.averaging != "item" {
			want = fartherOut(want, 4)
		}
		got, err := spec.PermBoth(t.Context(), human, a, b, agreement.Permutation{Draws: 10,
			Units: agreement.Units{Documents: documents}})
		if err != nil || !got.Exact || got.Draws != 16 || math.Abs(got.P-want) > 1e-12 {
			t.Errorf("%s %s: %+v, %v, want p %v of %d of 16", c.statistic, c.averaging, got, err, want, more)
		}
	}
}

// standard gives scores mean 0 and standard deviation 1.
func standard(g agreement.Grid) agreement.Grid {
	mean, squares, n := 0.0, 0.0, float64(len(g.Values))
	for _, v := range g.Values {
		mean += v / n
	}
	for _, v := range g.Values {
		squares += (v - mean) * (v - mean) / n
	}
	for i, v := range g.Values {
		g.Values[i] = (v - mean) / math.Sqrt(squares)
	}
	return g
}
