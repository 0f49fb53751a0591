package agreement_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
)

// drawsOf returns 100 draws: value, but for those that are given.
func drawsOf(value float64, others ...float64) agreement.Distribution {
	return append(slices.Repeat(agreement.Distribution{value}, 100-len(others)), others...)
}

func TestEstimateWithoutInterval(t *testing.T) {
	var spread agreement.Distribution
	for i := range 100 {
		spread = append(spread, float64(i)/200)
	}
	few := func(n, least int, unit string) agreement.Reason {
		return agreement.Reason{Kind: agreement.ReasonFewUnits, N: n, Of: least, Unit: unit}
	}
	for _, c := range []struct {
		name   string
		e      agreement.Estimate
		reason agreement.Reason
	}{
		{"an interval", agreement.Estimate{Value: 0.2, Draws: spread, Over: "inputs", Systems: 2, Segments: 5}, agreement.Reason{}},
		{"few segments", agreement.Estimate{Value: 0.2, Draws: spread, Over: "inputs", Systems: 9, Segments: 4},
			few(4, 5, "segment")},
		{"few segments to average", agreement.Estimate{Value: 0.2, Draws: spread, Over: "inputs", Systems: 9,
			Segments: 11, MeanOfSegments: true},
			few(11, 12, "segment")},
		{"few systems", agreement.Estimate{Value: 0.2, Draws: spread, Over: "both", Systems: 4, Segments: 40},
			few(4, 5, "system")},
		{"few segments of both", agreement.Estimate{Value: 0.2, Draws: spread, Over: "both", Systems: 5, Segments: 4},
			few(4, 5, "segment")},
		{"no values", agreement.Estimate{Value: 0.2, Draws: drawsOf(math.NaN(), 0.1, 0.2, 0.3), Over: "inputs",
			Systems: 9, Segments: 40}, agreement.Reason{Kind: agreement.ReasonUndefinedDraws, N: 97, Of: 100}},
		{"equal draws", agreement.Estimate{Value: 0.2, Draws: drawsOf(0.2), Over: "inputs", Systems: 9, Segments: 40},
			agreement.Reason{Kind: agreement.ReasonEqualDraws}},
		{"mostly equal draws", agreement.Estimate{Value: 0.2, Draws: drawsOf(0.2, spread[:45]...), Over: "inputs",
			Systems: 9, Segments: 40}, agreement.Reason{Kind: agreement.ReasonEqualDraws}},
		{"mostly equal draws of both", agreement.Estimate{Value: 0.2, Draws: drawsOf(0.2, spread[:45]...), Over: "both",
			Systems: 9, Segments: 40}, agreement.Reason{}},
		{"nearly all equal draws of both", agreement.Estimate{Value: 0.2, Draws: drawsOf(0.2, 0.1), Over: "both",
			Systems: 9, Segments: 40}, agreement.Reason{Kind: agreement.ReasonEqualDraws}},
		{"draws to one side", agreement.Estimate{Value: 0.8, Draws: spread, Over: "both", Systems: 9, Segments: 40},
			agreement.Reason{Kind: agreement.ReasonOneSidedDraws}},
	} {
		t.Run(c.name, func(t *testing.T) {
			interval, reason := c.e.Interval(0.95)
			if reason != c.reason {
				t.Errorf("reason %+v, want %+v", reason, c.reason)
			}
			if reason.Kind == "" && !(interval.Low < c.e.Value && c.e.Value < interval.High || interval.Low <= c.e.Value &&
				interval.High-interval.Low > 0.1) {
				t.Errorf("%+v about %v", interval, c.e.Value)
			}
		})
	}
}

// Fewer units make a wider interval of the same draws; many, the percentiles.
func TestEstimateWidens(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var draws agreement.Distribution
	for range 2000 {
		draws = append(draws, 0.5+0.1*rng.NormFloat64())
	}
	width := func(segments int, of func(*agreement.Estimate)) float64 {
		e := agreement.Estimate{Value: 0.5, Draws: draws, Over: "inputs", Systems: 3, Segments: segments}
		of(&e)
		interval, reason := e.Interval(0.95)
		if reason.Kind != "" {
			t.Fatal(reason)
		}
		return interval.High - interval.Low
	}
	plain := func(*agreement.Estimate) {}
	percentiles := draws.Percentiles(0.95)
	last := math.Inf(1)
	for _, segments := range []int{5, 10, 30, 100_000} {
		got := width(segments, plain)
		if got >= last {
			t.Errorf("%d segments: as wide as fewer, %v", segments, got)
		}
		last = got
	}
	if want := percentiles.High - percentiles.Low; !within(last, want, 1e-4) {
		t.Errorf("many segments: %v, percentiles %v", last, want)
	}
	if mean := width(12, func(e *agreement.Estimate) { e.MeanOfSegments = true }); mean <= width(12, plain) {
		t.Errorf("the interval of a mean over segments, %v, is not wider", mean)
	}
	if both := width(5, func(e *agreement.Estimate) {
		e.Over, e.Systems = "both",
			5
	}); both != percentiles.High-percentiles.Low {
		t.Errorf("both drawn: %v, percentiles %v", both, percentiles)
	}
}

func TestPermute(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	human := random(rng, 6, 30, 0.05)
	follows, other := related(rng, human, 0.5), random(rng, 6, 30, 0.05)
	ordered := agreement.Grid{Systems: 3, Segments: 30}
	for i := range 3 * 30 {
		ordered.Values = append(ordered.Values, float64(i/30)+0.01*rng.NormFloat64())
	}
	for _, averaging := range agreement.Averagings() {
		s := agreement.Spec{Statistic: agreement.StatisticKendallB, Averaging: averaging}
		p := func(human, metric agreement.Grid, workers int) float64 {
			draws, err := s.Permute(context.Background(), human, metric,
				agreement.GridPermutation{Draws: 199, Seed: 5, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			return draws.Beyond(s.Correlate(human, metric).Value)
		}
		if got := p(human, follows, 1); got != 1./200 {
			t.Errorf("%s: p %v of a metric that follows people, want 1/200", averaging, got)
		}
		if got := p(human, other, 1); got < 0.05 || got != p(human, other, 7) {
			t.Errorf("%s: p %v of one that does not, with other workers %v", averaging, got, p(human, other, 7))
		}
		if averaging == agreement.AverageSys {
			continue
		}
		// Three systems in the same order in every segment: one of the 6 orders, and one the other way round.
		if got := p(ordered, ordered, 1); averaging == agreement.AverageItem && !within(got, 1./3, 0.1) {
			t.Errorf("p %v of three systems in order, want about 1/3", got)
		}
	}
}

// Beyond counts the value itself, its mirror image and draws without a value.
func TestBeyond(t *testing.T) {
	for _, c := range []struct {
		draws agreement.Distribution
		value float64
		want  float64
	}{
		{agreement.Distribution{0, 0.1, -0.2}, 0.5, 1. / 4},
		{agreement.Distribution{0, 0.1, -0.5}, 0.5, 2. / 4},
		{agreement.Distribution{0, math.NaN(), -0.5}, 0.5, 3. / 4},
		{agreement.Distribution{0.3, 0.3 - 1e-15, 0.1}, 0.3, 3. / 4},
		{nil, 1, 1},
	} {
		if got := c.draws.Beyond(c.value); got != c.want {
			t.Errorf("%v beyond %v: %v, want %v", c.draws, c.value, got, c.want)
		}
	}
}
