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

// Eight scores have 256 swaps; the counts are by full enumeration outside of this project. Unless segments are averaged,
// p is that of a normal lead √(7/8) times as far out as the share's.
func TestPermBothEnumerated(t *testing.T) {
	human, m1, m2 := []any{1, 2, 3, 4, 5, 5, 7, 8}, []any{1, 2, 3, 3, 7, 3, 5, 5}, []any{2, 1, 2, 6, 8, 8, 7, 6}
	for _, c := range []struct {
		name    string
		spec    agreement.Spec
		systems int
		delta   float64 // of m2 over m1
		count   float64
	}{
		{"pearson none", agreement.Spec{Statistic: "pearson", Averaging: "none"}, 1, -0.0024838486599122, 131},
		{"kendall b none", agreement.Spec{Statistic: "kendall_b", Averaging: "none"}, 1, -0.24602025795, 252},
		{"pearson item", agreement.Spec{Statistic: "pearson", Averaging: "item"}, 4, -0.14853313073, 222},
		// The general way, which forms the swapped scores, gives the same.
		{"pearson none, formed", agreement.Spec{Statistic: "pearson", Averaging: "none", UndefinedAsZero: true}, 1,
			-0.0024838486599122, 131},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.spec.PermBoth(t.Context(), grid(c.systems, human...), grid(c.systems, m2...),
				grid(c.systems, m1...), agreement.Permutation{Draws: 7})
			if err != nil || !got.Defined || !got.Exact || got.Draws != 256 {
				t.Fatalf("%+v, %v", got, err)
			}
			want := c.count / 256
			if c.spec.Averaging != agreement.AverageItem {
				want = fartherOut(want, 8)
			}
			if !within(got.Difference, c.delta, 1e-11) || !within(got.P, want, 1e-14) {
				t.Errorf("lead %v with p %v, want %v with %v", got.Difference, got.P, c.delta, want)
			}
		})
	}
}

// fartherOut returns the p of a normal lead that is √((n−1)/n) times as far out as one with p.
func fartherOut(p, n float64) float64 { return math.Erfc(math.Erfcinv(2*p)*math.Sqrt((n-1)/n)) / 2 }

func TestWilliams(t *testing.T) {
	for _, c := range []struct {
		name                  string
		systems               int
		averaging             agreement.Averaging
		human, m1, m2         []any
		wantR1, wantR2, wantP float64
	}{
		{"none", 1, "none", []any{1, 2, 3, 4, 5}, []any{1.1, 2, 3.1, 4, 5.1}, []any{1.5, 2, 3.1, 4, 5.5}, 0.999, 0.987,
			0.019073687983160403},
		{"item, with a gap", 3, "item", []any{1, nil, 3, 4, 5, 6}, []any{1, 2, 3, 3, 7, 3}, []any{2, 1, 2, 6, 8, 8},
			0.982, 0.933, 0.12064246846223807},
	} {
		t.Run(c.name, func(t *testing.T) {
			spec := agreement.Spec{Statistic: "pearson", Averaging: c.averaging}
			human, m1, m2 := grid(c.systems, c.human...), grid(c.systems, c.m1...), grid(c.systems, c.m2...)
			r1, r2, r12 := spec.Correlate(human, m1), spec.Correlate(human, m2), spec.Correlate(m1, m2)
			p, ok := agreement.Williams(r1.Value, r2.Value, r12.Value, len(c.human))
			if !ok || !within(p, c.wantP, 1e-9) || !within(r1.Value, c.wantR1, 5e-4) ||
				!within(r2.Value, c.wantR2, 5e-4) {
				t.Errorf("p %v of %v and %v, want %v", p, r1, r2, c.wantP)
			}
		})
	}
	for _, c := range []struct {
		r1, r2, r12 float64
		n           int
		want        float64
	}{
		{-0.2858291510722974, 0.15950937602663998, 0.026555856893502434, 45, 0.0170667},
		{0.8, 0.7, 0.6, 30, 0.1532191400},
	} {
		if p, ok := agreement.Williams(c.r1, c.r2, c.r12, c.n); !ok || !within(p, c.want, 5e-8) {
			t.Errorf("%+v: p %v", c, p)
		}
	}
	for _, n := range []int{0, 3} {
		if p, ok := agreement.Williams(0.8, 0.7, 0.6, n); ok {
			t.Errorf("p %v of %d items", p, n)
		}
	}
	if p, ok := agreement.Williams(0.7, 0.7, 1, 30); ok {
		t.Errorf("p %v of a metric against itself", p)
	}
}

// sacrerouge's constants, r = ½ of 20; for Kendall with t(0.975, 18) = 2.100922 in place of the normal 1.959964.
func TestFisherInterval(t *testing.T) {
	for _, c := range []struct {
		statistic agreement.Statistic
		low, high float64
	}{
		{"pearson", 0.073811, 0.771761}, {"spearman", 0.045079, 0.783164}, {"kendall_b", 0.199390, 0.714597},
		{"kendall_c", 0.199390, 0.714597},
	} {
		if got, ok := agreement.FisherInterval(c.statistic, 0.5, 20, 0.95); !ok || !within(got.Low, c.low, 1e-6) ||
			!within(got.High, c.high, 1e-6) {
			t.Errorf("%s: %v, want [%v, %v]", c.statistic, got, c.low, c.high)
		}
	}
	for _, perfect := range []float64{1, -1, 0.9999999999999998} { // the last is τ-b of five alike, by rounding
		if got, ok := agreement.FisherInterval("kendall_b", perfect, 5, 0.95); ok {
			t.Errorf("r = %v: %v", perfect, got)
		}
	}
	for _, c := range []struct {
		statistic agreement.Statistic
		n         int
	}{{"pearson", 3}, {"spearman", 3}, {"kendall_b", 4}, {"acc23", 100}, {"pearson", 0}} {
		if got, ok := agreement.FisherInterval(c.statistic, 0.5, c.n, 0.95); ok {
			t.Errorf("%s of %d: %v", c.statistic, c.n, got)
		}
	}
}

func TestClusters(t *testing.T) {
	for _, c := range []struct {
		name  string
		zeros [][2]int
		alpha float64
		want  []int
	}{
		{"none differ", nil, 0.5, []int{1, 1, 1, 1}},
		{"all differ, as a p of alpha is enough", nil, 1, []int{1, 2, 3, 4}},
		{"the third", [][2]int{{0, 2}}, 0.5, []int{1, 1, 2, 2}},
		{"the second and the fourth", [][2]int{{0, 1}, {2, 3}}, 0.5, []int{1, 2, 2, 3}},
	} {
		p := func(i, j int) float64 {
			if slices.Contains(c.zeros, [2]int{i, j}) {
				return 0
			}
			return 1
		}
		if got := agreement.Clusters(4, p, c.alpha); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// random returns a grid of normal numbers, some of them missing.
func random(rng *rand.Rand, systems, segments int, missing float64) agreement.Grid {
	values := make([]float64, systems*segments)
	for i := range values {
		values[i] = rng.NormFloat64()
		if rng.Float64() < missing {
			values[i] = math.NaN()
		}
	}
	g, _ := agreement.NewGrid(systems, segments, values)
	return g
}

// related returns a metric that follows human with noise.
func related(rng *rand.Rand, human agreement.Grid, noise float64) agreement.Grid {
	g, _ := agreement.NewGrid(human.Systems, human.Segments, slices.Clone(human.Values))
	for i := range g.Values {
		if math.IsNaN(g.Values[i]) {
			g.Values[i] = 0
		}
		g.Values[i] += noise * rng.NormFloat64()
	}
	return g
}

// The signed sums of PERM-BOTH for Pearson give what forming the swapped scores gives, to the last swap.
func TestPearsonSwapsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		score := rapid.SampledFrom([]float64{0, 1, 2, 3, -1.5, 100, math.NaN()})
		systems := rapid.IntRange(1, 4).Draw(t, "systems")
		segments := rapid.IntRange(1, 3).Draw(t, "segments")
		draw := func(name string) agreement.Grid {
			g, _ := agreement.NewGrid(systems, segments,
				rapid.SliceOfN(score, systems*segments, systems*segments).Draw(t, name))
			return g
		}
		human, a, b := draw("human"), draw("a"), draw("b")
		spec := agreement.Spec{Statistic: "pearson", Averaging: rapid.SampledFrom(agreement.Averagings()).Draw(t,
			"averaging"), Micro: rapid.Bool().Draw(t, "micro")}
		p := agreement.Permutation{Draws: 50, Seed: rapid.Uint64().Draw(t, "seed")}
		quick, _ := spec.PermBoth(context.Background(), human, a, b, p)
		formed, _ := spec.PermBothFormed(human, a, b, p)
		if quick.Defined != formed.Defined || quick.Difference != formed.Difference || quick.P != formed.P ||
			quick.PTwoSided != formed.PTwoSided {
			t.Fatalf("%+v, but %+v with the swapped scores formed", quick, formed)
		}
		back, _ := spec.PermBoth(context.Background(), human, b, a, p)
		if back.Defined != quick.Defined || back.Difference != -quick.Difference || back.PTwoSided != quick.PTwoSided {
			t.Fatalf("%+v, but %+v the other way round", quick, back)
		}
	})
}

// For the tie-calibrated accuracy the verdicts on pairs are swapped, here each pair of each group in turn.
func TestSwappedVerdictsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := 3, rapid.IntRange(1, 4).Draw(t, "segments")
		draw := func(name string, values ...float64) agreement.Grid {
			g, _ := agreement.NewGrid(systems, segments,
				rapid.SliceOfN(rapid.SampledFrom(values), systems*segments, systems*segments).Draw(t, name))
			return g
		}
		human := draw("human", 0, 1, 2, math.NaN())
		metrics := []agreement.Grid{draw("a", 0, 1, 2, 3, 7), draw("b", 0, 1, 2, 3, 7)}
		spec := agreement.Spec{Statistic: "acc_eq", Averaging: "item"}
		got, _ := spec.PermBoth(context.Background(), human, metrics[0], metrics[1], agreement.Permutation{Draws: 5})
		var lead []float64 // of a for each pair, weighted
		groups := 0.0
		for k := range segments {
			var verdicts []float64
			for i := range systems {
				for j := range i {
					h := human.At(i, k) - human.At(j, k)
					if math.IsNaN(h) {
						continue
					}
					var right [2]float64
					for m, metric := range metrics {
						d := metric.At(i, k) - metric.At(j, k)
						if math.Abs(d) <= spec.Correlate(human, metric).Epsilon {
							d = 0
						}
						if (d > 0) == (h > 0) && (d < 0) == (h < 0) {
							right[m] = 1
						}
					}
					verdicts = append(verdicts, right[0]-right[1])
				}
			}
			if len(verdicts) > 0 {
				groups++
			}
			for _, v := range verdicts {
				lead = append(lead, v/float64(len(verdicts)))
			}
		}
		if got.Defined != (groups > 0) {
			t.Fatalf("%+v of %v groups", got, groups)
		}
		if groups == 0 {
			return
		}
		observed, more, beyond := 0.0, 0.0, 0.0
		for _, v := range lead {
			observed += v
		}
		for pattern := range 1 << len(lead) {
			sum := 0.0
			for i, v := range lead {
				sum += v * float64(1-2*(pattern>>i&1))
			}
			if sum >= observed-1e-9 {
				more++
			}
			if math.Abs(sum) >= math.Abs(observed)-1e-9 {
				beyond++
			}
		}
		all := float64(int(1) << len(lead))
		if !got.Exact || math.Abs(got.Difference-observed/groups) > 1e-12 || math.Abs(got.P-more/all) > 1e-12 ||
			math.Abs(got.PTwoSided-beyond/all) > 1e-12 {
			t.Fatalf("%+v, want a lead of %v with p %v and %v", got, observed/groups, more/all, beyond/all)
		}
	})
}

func TestCompareMetrics(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	human := random(rng, 6, 80, 0.1)
	metrics := []agreement.Grid{related(rng, human, 3), related(rng, human, 0.3), related(rng, human, 0.3),
		related(rng, human, 1)}
	for i := range metrics[0].Values { // constant: no value, no test
		metrics[0].Values[i] = 2
	}
	for _, test := range agreement.MetricTestKinds() {
		for _, statistic := range []agreement.Statistic{"pearson", "kendall_b", "acc_eq"} {
			if test == agreement.MetricTestWilliams && statistic != "pearson" {
				continue
			}
			averaging := agreement.AverageItem
			if test == agreement.MetricTestWilliams {
				averaging = agreement.AverageNone
			}
			spec := agreement.Spec{Statistic: statistic, Averaging: averaging}
			options := agreement.MetricComparisonOptions{Test: test, Draws: 200, Over: agreement.ResampleBoth,
				Confidence: 0.95, Alpha: 0.05, Seed: 3, Workers: 1}
			one, err := spec.CompareMetrics(t.Context(), human, metrics, options)
			if err != nil {
				t.Fatal(err)
			}
			options.Workers = 7
			many, err := spec.CompareMetrics(t.Context(), human, metrics, options)
			if err != nil {
				t.Fatal(err)
			}
			pairs := 3
			if statistic == "acc_eq" {
				pairs = 6 // a constant metric ties everything, and is right where people do
			}
			if len(one.Pairs) != pairs || !slices.EqualFunc(one.Pairs, many.Pairs,
				func(a, b agreement.MetricPair) bool { return a.MetricTest == b.MetricTest }) {
				t.Errorf("%s, %s: %+v with one worker, %+v with seven", test, statistic, one.Pairs, many.Pairs)
			}
			if statistic == "acc_eq" {
				continue
			}
			if one.Order[2] != 3 || one.Ranks[2] <= one.Ranks[1] || one.Ranks[0] != 1 {
				t.Errorf("%s, %s: order %v, ranks %v", test, statistic, one.Order, one.Ranks)
			}
			for _, pair := range one.Pairs {
				if !pair.Defined || pair.P <= 0 || pair.P > 1 {
					t.Errorf("%s, %s: %+v", test, statistic, pair)
				}
			}
		}
	}
}

func TestCompareMetricsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	human := random(rand.New(rand.NewPCG(1, 2)), 3, 10, 0)
	_, err := agreement.Spec{Statistic: "pearson", Averaging: "none"}.CompareMetrics(ctx, human,
		[]agreement.Grid{human, human}, agreement.MetricComparisonOptions{Test: "perm_both", Draws: 10})
	if err == nil {
		t.Error("a cancelled comparison ended well")
	}
}

// The size that a metrics task has: 30 metrics, 14 systems, 2,000 segments.
func BenchmarkPermBothItemPearson(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	human := random(rng, 14, 2000, 0.02)
	m1, m2 := related(rng, human, 1), related(rng, human, 1.1)
	for b.Loop() {
		if _, err := (agreement.Spec{Statistic: "pearson", Averaging: "item"}).PermBoth(b.Context(), human, m1, m2,
			agreement.Permutation{Draws: 1000, Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
