package agreement_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

// A bootstrap of a correlation of many independent pairs spreads as Fisher's interval says.
func TestBootstrapNearFisher(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	human := random(rng, 1, 1000, 0)
	metric := related(rng, human, 1)
	for _, statistic := range []agreement.Statistic{"pearson", "spearman", "kendall_b"} {
		spec := agreement.Spec{Statistic: statistic, Averaging: "none"}
		values, err := spec.Bootstrap(t.Context(), human, metric,
			agreement.GridBootstrap{Draws: 500, Over: agreement.ResampleInputs, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		got := values.Percentiles(0.95)
		want, _ := agreement.FisherInterval(statistic, spec.Correlate(human, metric).Value, 1000, 0.95)
		if half := (want.High - want.Low) / 2; math.Abs(got.Low-want.Low) > 0.25*half ||
			math.Abs(got.High-want.High) > 0.25*half {
			t.Errorf("%s: %v, want about %v", statistic, got, want)
		}
	}
}

// An item paired with its own copy is neither right nor wrong: copies do not raise the accuracy of a resample above
// that of the sample.
func TestBootstrapCopies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	human := random(rng, 7, 60, 0.05)
	metric := related(rng, human, 1)
	for _, spec := range []agreement.Spec{
		{Statistic: "acc23", Averaging: "none"}, {Statistic: "acc23", Averaging: "item"},
		{Statistic: "acc23", Averaging: "sys"},
		{Statistic: "tau23", Averaging: "item"}, {Statistic: "kendall_b", Averaging: "item"},
		{Statistic: "acc_eq", Averaging: "item"},
		{Statistic: "pairwise_accuracy"}, {Statistic: "spa_midp"},
	} {
		for _, over := range agreement.ResampledUnits() {
			values, err := spec.Bootstrap(t.Context(), human, metric,
				agreement.GridBootstrap{Draws: 200, Over: over, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			mean, n := 0.0, 0
			for _, v := range values {
				if !math.IsNaN(v) {
					mean += v
					n++
				}
			}
			mean /= float64(n)
			whole := spec.Correlate(human, metric).Value
			tolerance := 0.03
			if spec.Statistic == "pairwise_accuracy" || spec.Statistic == "spa_midp" {
				tolerance = 0.12 // 21 pairs of systems
			}
			if math.Abs(mean-whole) > tolerance {
				t.Errorf("%s %s over %s: mean of resamples %v, of the sample %v", spec.Statistic, spec.Averaging, over,
					mean, whole)
			}
		}
	}
}

func TestBootstrapWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	human := random(rng, 5, 20, 0.1)
	metric := related(rng, human, 1)
	for _, statistic := range agreement.Statistics() {
		spec := agreement.Spec{Statistic: statistic, Averaging: "item"}
		var first agreement.Distribution
		for _, workers := range []int{1, 3, 16} {
			values, err := spec.Bootstrap(t.Context(), human, metric,
				agreement.GridBootstrap{Draws: 40, Over: "both", Seed: 8, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = values
			}
			if !slices.EqualFunc(values, first,
				func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
				t.Errorf("%s: %d workers give other numbers than one", statistic, workers)
			}
		}
		if one, _ := spec.Bootstrap(t.Context(), human, metric, agreement.GridBootstrap{Draws: 40, Over: "both",
			Seed: 9}); slices.Equal(one.Minus(first), make(agreement.Distribution, 40)) {
			t.Errorf("%s: another seed gives the same numbers", statistic)
		}
	}
}

func TestBootstrapUndefined(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		values agreement.Distribution
		ok     bool
	}{
		{agreement.Distribution{1, 2, nan, nan}, true}, {agreement.Distribution{1, nan, nan}, false},
		{agreement.Distribution{nan}, false},
	} {
		e := agreement.Estimate{Value: 1.5, Draws: c.values, Over: agreement.ResampleBoth, Systems: 9, Segments: 9}
		if got, reason := e.Interval(0.95); reason.Kind == "" != c.ok || math.IsNaN(got.Low) {
			t.Errorf("%v: interval %v, %v", c.values, got, reason)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := random(rand.New(rand.NewPCG(3, 4)), 2, 5, 0)
	if _, err := (agreement.Spec{Statistic: "pearson", Averaging: "none"}).Bootstrap(ctx, g,
		g, agreement.GridBootstrap{Draws: 5, Over: "both"}); err == nil {
		t.Error("a cancelled bootstrap ended well")
	}
}

func TestCeiling(t *testing.T) {
	raters := []agreement.Grid{grid(1, 1, 2, 3, 4), grid(1, 2, 4, 6, 8), grid(1, 4, 3, 2, 1)}
	spec := agreement.Spec{Statistic: "pearson", Averaging: "none"}
	got := spec.Ceiling(raters)
	// Pairs: 1, −1, −1. One against the mean of the others: (3, 3.5, 4, 4.5) rises, (2.5, 2.5, 2.5, 2.5) is constant,
	// and the third falls where the mean of the first two rises.
	if !got.Pairs.Defined || math.Abs(got.Pairs.Value+1./3) > 1e-12 || got.Pairs.Scores != 12 {
		t.Errorf("pairs %+v, want −1/3", got.Pairs)
	}
	if !got.LeaveOut.Defined || math.Abs(got.LeaveOut.Value-0) > 1e-12 || got.LeaveOut.Groups != 2 ||
		got.LeaveOut.Skipped != 1 {
		t.Errorf("one against the others %+v, want (1 − 1)/2 of two", got.LeaveOut)
	}
	if one := spec.Ceiling(raters[:1]); one.Pairs.Defined || one.Pairs.Reason.Kind == "" || one.LeaveOut.Defined {
		t.Errorf("%+v of one rater", one)
	}
	if apart := spec.Ceiling([]agreement.Grid{grid(1, 1, 2, nil, nil), grid(1, nil, nil, 1, 2)}); apart.Pairs.Defined ||
		apart.LeaveOut.Defined {
		t.Errorf("%+v of raters who judged different outputs", apart)
	}
}

// The draws of a ceiling spread about it.
func TestBootstrapCeiling(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	truth := random(rng, 6, 50, 0.05)
	raters := []agreement.Grid{related(rng, truth, 0.5), related(rng, truth, 0.5), related(rng, truth, 1)}
	spec := agreement.Spec{Statistic: "pearson", Averaging: "none"}
	ceiling := spec.Ceiling(raters)
	pairs, leaveOut, err := spec.BootstrapCeiling(t.Context(), raters,
		agreement.GridBootstrap{Draws: 200, Over: "both", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value agreement.Value
		draws agreement.Distribution
	}{{ceiling.Pairs, pairs}, {ceiling.LeaveOut, leaveOut}} {
		got := c.draws.Percentiles(0.95)
		if got.Low >= c.value.Value || got.High <= c.value.Value || got.High-got.Low > 0.3 {
			t.Errorf("interval %v of %v", got, c.value)
		}
	}
	if none, _, _ := spec.BootstrapCeiling(t.Context(), raters[:1],
		agreement.GridBootstrap{Draws: 3, Over: "both"}); none.Undefined() != 3 {
		t.Errorf("%v of one rater", none)
	}
}

func TestCollapse(t *testing.T) {
	human, metric := agreement.Collapse(grid(2, 1, 3, nil, 5, nil, 7, 8, 9), grid(2, 2, 4, 1, 6, 1, nil, 3, 5),
		[]int{0, 0, 0, 1}, 2)
	for i, want := range []float64{2, 5, 8, 9} {
		if human.Values[i] != want {
			t.Errorf("human %v, want 2, 5, 8, 9", human.Values)
		}
	}
	for i, want := range []float64{3, 6, 3, 5} {
		if metric.Values[i] != want {
			t.Errorf("metric %v, want 3, 6, 3, 5", metric.Values)
		}
	}
}

// One draw of each statistic at the size of a metrics task.
func BenchmarkBootstrap(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	human := random(rng, 14, 2000, 0.02)
	metric := related(rng, human, 1)
	for _, averaging := range []agreement.Averaging{"none", "item"} {
		for _, statistic := range []agreement.Statistic{"pearson", "spearman", "kendall_b", "acc_eq", "spa_midp"} {
			if averaging == "none" && statistic == "acc_eq" {
				continue // minutes
			}
			b.Run(string(averaging)+"/"+string(statistic), func(b *testing.B) {
				spec := agreement.Spec{Statistic: statistic, Averaging: averaging}
				bootstrap := agreement.GridBootstrap{Draws: 20, Over: "both", Seed: 1, Workers: 1}
				for b.Loop() {
					if _, err := spec.Bootstrap(b.Context(), human, metric, bootstrap); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Draws of segments are grids of those segments, whose statistic is the draw's, to the last bit.
func TestBootstrapOfSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(1, 5).Draw(t, "systems"), rapid.IntRange(1, 9).Draw(t, "segments")
		score := rapid.SampledFrom([]float64{0, 0.1, 0.5, 2, 2.3, math.NaN()})
		grid := func(name string) agreement.Grid {
			return agreement.Grid{Systems: systems, Segments: segments,
				Values: rapid.SliceOfN(score, systems*segments, systems*segments).Draw(t, name)}
		}
		human, metric := grid("human"), grid("metric")
		// Within segments: elsewhere pairs of a segment drawn twice count otherwise than pairs of two segments that are
		// alike. Draws of soft pairwise accuracy share their signs.
		within := slices.DeleteFunc(agreement.Statistics(), agreement.Statistic.OfSystems)
		spec := agreement.Spec{
			Statistic: rapid.SampledFrom(within).Draw(t, "statistic"), Averaging: agreement.AverageItem,
			Micro: rapid.Bool().Draw(t, "micro"), UndefinedAsZero: rapid.Bool().Draw(t, "zero"), Threshold: 0.3,
			Epsilon: 0.4, EpsilonKnown: rapid.Bool().Draw(t, "epsilon"), Draws: 7,
		}
		const draws, seed = 6, 3
		got, err := spec.Bootstrap(context.Background(), human, metric,
			agreement.GridBootstrap{Draws: draws, Over: agreement.ResampleInputs, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for draw := range draws {
			random := rand.New(rand.NewPCG(seed, 2*uint64(draw)+1))
			drawnHuman, drawnMetric := agreement.Grid{Systems: systems, Segments: segments,
				Values: make([]float64, systems*segments)},
				agreement.Grid{Systems: systems, Segments: segments, Values: make([]float64, systems*segments)}
			for k := range segments {
				from := random.IntN(segments)
				for i := range systems {
					drawnHuman.Values[i*segments+k], drawnMetric.Values[i*segments+k] = human.At(i, from),
						metric.At(i, from)
				}
			}
			want := spec.Correlate(drawnHuman, drawnMetric)
			if want.Defined != !math.IsNaN(got[draw]) || want.Defined && want.Value != got[draw] {
				t.Fatalf("draw %d is %v, the statistic of its grid %+v", draw, got[draw], want)
			}
		}
	})
}
