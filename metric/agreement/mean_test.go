package agreement_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

var usual = agreement.Bootstrap{Draws: 1000, Confidence: 0.95, Seed: 12345}

func filled(values ...float64) *agreement.Mean {
	var m agreement.Mean
	for _, x := range values {
		m.Add(x)
	}
	return &m
}

func TestMean(t *testing.T) {
	for _, c := range []struct {
		name         string
		values       []float64
		mean, stddev float64 // by hand
	}{
		{"one", []float64{3}, 3, math.NaN()},
		{"two", []float64{1, 2}, 1.5, math.Sqrt(0.5)},
		{"textbook", []float64{2, 4, 4, 4, 5, 5, 7, 9}, 5, math.Sqrt(32. / 7)},
		{"cancellation", []float64{1e16, 1, -1e16}, 1. / 3, math.NaN()},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := filled(c.values...)
			if got, ok := m.Value(); !ok || math.Abs(got-c.mean) > 1e-15 {
				t.Errorf("mean %v, want %v", got, c.mean)
			}
			if got, ok := m.StdDev(); !math.IsNaN(c.stddev) && (!ok || math.Abs(got-c.stddev) > 1e-14) {
				t.Errorf("stddev %v, want %v", got, c.stddev)
			}
		})
	}
}

func TestAbsent(t *testing.T) {
	var empty agreement.Mean
	if _, ok := empty.Value(); ok {
		t.Error("the mean of nothing is present")
	}
	if _, ok := empty.Interval(usual); ok {
		t.Error("the interval of nothing is present")
	}
	if _, ok := filled(1).StdDev(); ok {
		t.Error("the standard deviation of one value is present")
	}
	if got, ok := filled(7).Interval(usual); ok {
		t.Errorf("the interval of one value is present: %v", got)
	}
}

// The bootstrap distribution of the mean of {0, 1} is ¼, ½, ¼ on 0, ½, 1, so the middle 95 % reaches from 0 to 1
// and the middle 20 % is the single point ½.
func TestIntervalOfTwo(t *testing.T) {
	m := filled(0, 1)
	if got, _ := m.Interval(usual); got.Low != 0 || got.High != 1 {
		t.Errorf("95 %% interval %v, want [0, 1]", got)
	}
	if got, _ := m.Interval(agreement.Bootstrap{Draws: 1000, Confidence: 0.2, Seed: 1}); got.Low != 0.5 ||
		got.High != 0.5 {
		t.Errorf("20 %% interval %v, want [0.5, 0.5]", got)
	}
}

// For many values the percentile interval approaches mean ± 1.96 standard errors, below and above the number
// of values from which neighbours are merged. 1,000 resamples place an end within about 5 % of its width.
func TestIntervalNearNormal(t *testing.T) {
	for _, n := range []int{2_000, 65_536, 65_537, 300_001} {
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		var m agreement.Mean
		for range n {
			m.Add(rng.ExpFloat64())
		}
		mean, _ := m.Value()
		stddev, _ := m.StdDev()
		half := 1.96 * stddev / math.Sqrt(float64(n))
		got, _ := m.Interval(usual)
		if math.Abs(got.Low-(mean-half)) > 0.15*half || math.Abs(got.High-(mean+half)) > 0.15*half {
			t.Errorf("n=%d: interval %v, want about [%v, %v]", n, got, mean-half, mean+half)
		}
	}
}

// Equal values have no spread, also when the last block is not full.
func TestIntervalOfEqualValues(t *testing.T) {
	for _, n := range []int{2, 3, 65_536, 65_537, 131_073, 200_003} {
		var m agreement.Mean
		for range n {
			m.Add(0.25)
		}
		if got, _ := m.Interval(agreement.Bootstrap{Draws: 20, Confidence: 0.95, Seed: 9}); got.Low != 0.25 ||
			got.High != 0.25 {
			t.Errorf("n=%d: interval %v, want [0.25, 0.25]", n, got)
		}
	}
}

func TestIntervalLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1), 2, 60).Draw(t, "values")
		b := agreement.Bootstrap{Draws: 50, Confidence: 0.9, Seed: rapid.Uint64().Draw(t, "seed")}
		m, negated := filled(values...), &agreement.Mean{}
		lowest, highest := math.Inf(1), math.Inf(-1)
		for _, x := range values {
			negated.Add(-x)
			lowest, highest = min(lowest, x), max(highest, x)
		}
		got, _ := m.Interval(b)
		if got.Low > got.High || got.Low < lowest-1e-15 || got.High > highest+1e-15 {
			t.Fatalf("interval %v of values in [%v, %v]", got, lowest, highest)
		}
		if again, _ := m.Interval(b); again != got {
			t.Fatalf("the same seed gave %v, then %v", got, again)
		}
		mirrored, _ := negated.Interval(b)
		if math.Abs(mirrored.Low+got.High) > 1e-12 || math.Abs(mirrored.High+got.Low) > 1e-12 {
			t.Fatalf("interval %v, of the negated values %v", got, mirrored)
		}
	})
}
