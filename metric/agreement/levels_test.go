package agreement_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

// leveledSpecs draws a statistic that draws compute from counts of levels.
func leveledSpecs(t *rapid.T) agreement.Spec {
	return agreement.Spec{
		Statistic: rapid.SampledFrom([]agreement.Statistic{"pearson", "spearman", "kendall_b", "kendall_c", "tau23",
			"acc23", "acc_eq"}).Draw(t, "statistic"),
		Averaging: rapid.SampledFrom(agreement.Averagings()).Draw(t, "averaging"), EpsilonKnown: true,
		Micro: rapid.Bool().Draw(t, "micro"), UndefinedAsZero: rapid.Bool().Draw(t, "zero"),
	}
}

// unitsOf draws documents and copies, or none.
func unitsOf(t *rapid.T, g agreement.Grid) (u agreement.Units) {
	if rapid.Bool().Draw(t, "documents") {
		u.Documents = rapid.SliceOfN(rapid.IntRange(0, 3), g.Segments, g.Segments).Draw(t, "of")
	}
	if rapid.Bool().Draw(t, "copies") {
		u.Copies = make([]int, g.Systems)
		for i := range u.Copies {
			u.Copies[i] = i / 2 * 2
		}
	}
	return u
}

func sameDraws(t *rapid.T, got, want agreement.Distribution) {
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("found %d draws, want %d and some", len(got), len(want))
	}
	for i, v := range want {
		if math.IsNaN(got[i]) != math.IsNaN(v) || math.Abs(got[i]-v) > 1e-12 {
			t.Fatalf("draw %d: %v, its grid gives %v", i, got[i], v)
		}
	}
}

// sameBootstrap fails if draws that count levels have other values than draws whose grids are formed; samePermutation, too.
func sameBootstrap(t *rapid.T, s agreement.Spec, human, metric agreement.Grid, b agreement.GridBootstrap) {
	got, err := s.Bootstrap(t.Context(), human, metric, b)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.BootstrapFormed(human, metric, b)
	if err != nil {
		t.Fatal(err)
	}
	sameDraws(t, got, want)
}

func samePermutation(t *rapid.T, s agreement.Spec, human, metric agreement.Grid, p agreement.GridPermutation) {
	got, err := s.Permute(t.Context(), human, metric, p)
	if err != nil {
		t.Fatal(err)
	}
	want, err := s.PermuteFormed(human, metric, p)
	if err != nil {
		t.Fatal(err)
	}
	sameDraws(t, got, want)
}

func TestLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		human, metric := grids(t)
		s, units := leveledSpecs(t), unitsOf(t, human)
		over := rapid.SampledFrom(agreement.ResampledUnits()).Draw(t, "over")
		sameBootstrap(t, s, human, metric, agreement.GridBootstrap{Draws: 4, Seed: 5, Units: units, Over: over})
		samePermutation(t, s, human, metric, agreement.GridPermutation{Draws: 4, Seed: 5, Units: units})
	})
}

// Of many cells they take a tree of the scores of one side: of people's, if these have far fewer values.
func TestManyLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(2, 6).Draw(t, "systems"), rapid.IntRange(20, 60).Draw(t, "segments")
		grid := func(name string) agreement.Grid {
			return agreement.Grid{Systems: systems, Segments: segments, Values: scores(systems*segments).Draw(t, name)}
		}
		human, metric := grid("human"), grid("metric")
		s := leveledSpecs(t)
		sameBootstrap(t, s, human, metric, agreement.GridBootstrap{Draws: 2, Seed: 5, Over: agreement.ResampleBoth})
		samePermutation(t, s, human, metric, agreement.GridPermutation{Draws: 2, Seed: 5})
	})
}
