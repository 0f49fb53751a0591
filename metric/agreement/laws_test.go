package agreement_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	_ "github.com/wordrotator/wrd/internal/parts" // fewer cases of laws
	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

// scores draws n scores: of a few values, so that many are tied, or of many.
func scores(n int) *rapid.Generator[[]float64] {
	few := rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0, 0.5, 1, 2}), n, n)
	many := rapid.SliceOfN(rapid.Float64Range(-100, 100), n, n)
	return rapid.OneOf(few, many)
}

// grids draws two grids of one shape with gaps.
func grids(t *rapid.T) (human, metric agreement.Grid) {
	systems, segments := rapid.IntRange(1, 6).Draw(t, "systems"), rapid.IntRange(1, 8).Draw(t, "segments")
	draw := func(name string) agreement.Grid {
		values := scores(systems*segments).Draw(t, name)
		for i := range values {
			if rapid.IntRange(0, 9).Draw(t, "gap") == 0 {
				values[i] = math.NaN()
			}
		}
		g, err := agreement.NewGrid(systems, segments, values)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	return draw("human"), draw("metric")
}

// countByHand compares all pairs.
func countByHand(human, metric []float64, epsilon float64) (c agreement.PairCounts) {
	for i := range human {
		for j := range i {
			h, m := human[i]-human[j], metric[i]-metric[j]
			if math.Abs(m) <= epsilon {
				m = 0
			}
			switch {
			case h == 0 && m == 0:
				c.TiesBoth++
			case h == 0:
				c.TiesHuman++
			case m == 0:
				c.TiesMetric++
			case (h > 0) == (m > 0):
				c.Concordant++
			default:
				c.Discordant++
			}
		}
	}
	return c
}

func TestCountPairsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 80).Draw(t, "n")
		human, metric := scores(n).Draw(t, "human"), scores(n).Draw(t, "metric")
		epsilon := rapid.SampledFrom([]float64{0, 0.5, 1, 30}).Draw(t, "epsilon")
		got, want := agreement.CountPairs(human, metric, epsilon), countByHand(human, metric, epsilon)
		if got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
		least := rapid.SampledFrom([]float64{0, 0.5, 1, 30}).Draw(t, "least")
		concordant, pairs := 0, 0
		for i := range human {
			for j := range human {
				if human[i] > human[j] && human[i]-human[j] >= least {
					pairs++
					if metric[i] > metric[j] {
						concordant++
					}
				}
			}
		}
		tau, gotPairs, ok := agreement.KendallLike(human, metric, least)
		if gotPairs != pairs || ok != (pairs > 0) || ok &&
			math.Abs(tau-float64(2*concordant-pairs)/float64(pairs)) > 1e-15 {
			t.Fatalf("Kendall-like %v of %d pairs, want %d concordant of %d", tau, gotPairs, concordant, pairs)
		}
	})
}

// All thresholds that could matter are tried one by one.
func TestTieCalibrationLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		human, metric := grids(t)
		spec := agreement.Spec{Statistic: "acc_eq", Averaging: rapid.SampledFrom(agreement.Averagings()).Draw(t,
			"averaging"), Micro: rapid.Bool().Draw(t, "micro")}
		var thresholds []float64
		for _, a := range metric.Values {
			for _, b := range metric.Values {
				if d := math.Abs(a - b); !math.IsNaN(d) {
					thresholds = append(thresholds, d)
				}
			}
		}
		slices.Sort(thresholds)
		best, epsilon, defined := math.Inf(-1), 0.0, false
		for _, threshold := range append([]float64{0}, thresholds...) {
			fixed := spec
			fixed.Epsilon, fixed.EpsilonKnown = threshold, true
			if v := fixed.Correlate(human, metric); v.Defined && v.Value > best+1e-12 {
				best, epsilon, defined = v.Value, threshold, true
			}
		}
		got := spec.Correlate(human, metric)
		if got.Defined != defined || defined && (math.Abs(got.Value-best) > 1e-12 || got.Epsilon != epsilon) {
			t.Fatalf("%+v, want %v at %v", got, best, epsilon)
		}
		if cut := spec.CorrelateCut(human, metric, 1); cut != got {
			t.Fatalf("%+v, but %+v where the range is cut", got, cut)
		}
	})
}

// Cutting the range into thousands of parts, most of which are never sorted, misses nothing.
func TestTieCalibrationCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, levels := range []float64{3, 20, 1e9} {
		human := random(rng, 4, 100, 0.1)
		for i, v := range human.Values {
			human.Values[i] = math.Round(2 * v)
		}
		metric := related(rng, human, 1)
		for i, v := range metric.Values {
			metric.Values[i] = math.Round(v*levels) / levels
		}
		for _, averaging := range agreement.Averagings() {
			spec := agreement.Spec{Statistic: "acc_eq", Averaging: averaging}
			whole, cut := spec.Correlate(human, metric), spec.CorrelateCut(human, metric, 1)
			if whole != cut || whole.Epsilon == 0 && levels > 1000 {
				t.Errorf("%v levels, %s: %+v, cut %+v", levels, averaging, whole, cut)
			}
		}
	}
}

// What holds of every statistic: bounds, no dependence on the order of systems and segments, none of rank statistics on
// a rising function of either side, and none at all on cells that one side lacks.
func TestLawsOfStatistics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		human, metric := grids(t)
		statistic := rapid.SampledFrom(agreement.Statistics()).Draw(t, "statistic")
		spec := agreement.Spec{Statistic: statistic, Averaging: rapid.SampledFrom(agreement.Averagings()).Draw(t,
			"averaging"),
			Micro: rapid.Bool().Draw(t, "micro"), SystemLevel: rapid.Bool().Draw(t, "system level")}
		got := spec.Correlate(human, metric)
		if !got.Defined {
			if got.Reason.Kind == "" || got.Value != 0 {
				t.Fatalf("%+v", got)
			}
			return
		}
		if math.IsNaN(got.Value) || got.Value > 1 || got.Value < -1 {
			t.Fatalf("%+v", got)
		}
		if statistic == agreement.StatisticSPA || statistic == agreement.StatisticSPAMidP {
			return // whose draws belong to segments by their place; see below
		}
		masked := metric
		masked.Values = slices.Clone(metric.Values)
		for i, h := range human.Values {
			if math.IsNaN(h) {
				masked.Values[i] = 17
			}
		}
		if other := spec.Correlate(human, masked); other != got {
			t.Fatalf("%+v, but %+v with scores where people gave none", got, other)
		}
		shuffle := func(g agreement.Grid) agreement.Grid {
			turned := agreement.Grid{Systems: g.Systems, Segments: g.Segments, Values: make([]float64, len(g.Values))}
			for i := range g.Systems {
				for j := range g.Segments {
					turned.Values[(g.Systems-1-i)*g.Segments+(j+1)%g.Segments] = g.At(i, j)
				}
			}
			return turned
		}
		if other := spec.Correlate(shuffle(human), shuffle(metric)); !other.Defined ||
			math.Abs(other.Value-got.Value) > 1e-9 || other.Epsilon != got.Epsilon && !spec.SystemLevel {
			t.Fatalf("%+v, but %+v in another order", got, other)
		}
		switch statistic {
		case agreement.StatisticSpearman, agreement.StatisticKendallB, agreement.StatisticKendallC,
			agreement.StatisticTau23, agreement.StatisticAcc23, agreement.StatisticKendallLike:
		default:
			return
		}
		if spec.SystemLevel {
			return // means do not keep their order
		}
		risen := agreement.Grid{Systems: metric.Systems, Segments: metric.Segments}
		ranks := agreement.Ranks(metric.Values) // of NaN, some rank, which the human gap or the next line hides
		for i, v := range metric.Values {
			risen.Values = append(risen.Values, 1000*ranks[i]-1)
			if math.IsNaN(v) {
				risen.Values[i] = math.NaN()
			}
		}
		if other := spec.Correlate(human, risen); other != got {
			t.Fatalf("%+v, but %+v after a rising function of the metric", got, other)
		}
		if spec.Micro || statistic == agreement.StatisticKendallLike {
			return
		}
		if other := spec.Correlate(metric, human); !other.Defined || math.Abs(other.Value-got.Value) > 1e-12 {
			t.Fatalf("%+v, but %+v the other way round", got, other)
		}
	})
}

// softByHand enumerates all patterns of signs.
func softByHand(human, metric agreement.Grid) float64 {
	p := func(g agreement.Grid, a, b int) float64 {
		observed, more := 0.0, 0.0
		for j := range g.Segments {
			observed += g.At(a, j) - g.At(b, j)
		}
		for pattern := range 1 << g.Segments {
			sum := 0.0
			for j := range g.Segments {
				sum += float64(2*(pattern>>j&1)-1) * (g.At(a, j) - g.At(b, j))
			}
			switch {
			case sum > observed+1e-9:
				more++
			case sum >= observed-1e-9:
				more += 0.5
			}
		}
		return more / float64(int(1)<<g.Segments)
	}
	var sum, pairs float64
	for a := range human.Systems {
		for b := range a {
			sum += math.Abs(p(human, a, b) - p(metric, a, b))
			pairs++
		}
	}
	return 1 - sum/pairs
}

func TestSoftPairwiseLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(2, 5).Draw(t, "systems"), rapid.IntRange(1, 7).Draw(t, "segments")
		few := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.1, 0.2, 1, 3}), systems*segments, systems*segments)
		human, _ := agreement.NewGrid(systems, segments, few.Draw(t, "human"))
		metric, _ := agreement.NewGrid(systems, segments, few.Draw(t, "metric"))
		got := agreement.Spec{Statistic: "spa_midp"}.Correlate(human, metric)
		if want := softByHand(human, metric); !got.Defined || math.Abs(got.Value-want) > 1e-12 {
			t.Fatalf("%+v, want %v", got, want)
		}
	})
}

// Beyond enumeration, the mid-p form does not depend on the order of systems either, and mt-metrics-eval's does.
func TestSoftPairwiseOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	human, metric := random(rng, 5, 30, 0), random(rng, 5, 30, 0)
	for i := range human.Values {
		human.Values[i], metric.Values[i] = math.Round(human.Values[i]), math.Round(metric.Values[i])
	}
	backwards := func(g agreement.Grid) (turned agreement.Grid) {
		turned = agreement.Grid{Systems: g.Systems, Segments: g.Segments}
		for i := range g.Systems {
			turned.Values = append(turned.Values, g.Row(g.Systems-1-i)...)
		}
		return turned
	}
	midP, plain := agreement.Spec{Statistic: "spa_midp"}, agreement.Spec{Statistic: "spa"}
	if a, b := midP.Correlate(human, metric), midP.Correlate(backwards(human),
		backwards(metric)); math.Abs(a.Value-b.Value) > 1e-12 {
		t.Errorf("mid-p %v, backwards %v", a, b)
	}
	if a, b := plain.Correlate(human, metric), plain.Correlate(backwards(human),
		backwards(metric)); a.Value == b.Value {
		t.Errorf("%v both ways: the test sees nothing", a)
	}
}
