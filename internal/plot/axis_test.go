package plot_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/plot"
	"pgregory.net/rapid"
)

func labels(a plot.Axis) string {
	var list []string
	for _, tick := range a.Ticks() {
		list = append(list, tick.Label)
	}
	return strings.Join(list, " ")
}

func TestAxisLabels(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		ticks     int
		want      string
	}{
		{0, 5, 7, "0 1 2 3 4 5"},
		{0, 5, 5, "0 2 4 6"},
		{0.1, 0.3, 7, "0.10 0.15 0.20 0.25 0.30"}, // 0.1 and 0.3 are ticks, though neither is a float64
		{-0.08, 0.93, 7, "−0.2 0 0.2 0.4 0.6 0.8 1.0"},
		{-1, 1, 3, "−1 0 1"},
		{0, 100000, 7, "0 20000 40000 60000 80000 100000"},
		{0, 3e9, 7, "0 5e8 1e9 1.5e9 2e9 2.5e9 3e9"},
		{0, 2e-8, 5, "0 5e-9 1e-8 1.5e-8 2e-8"},
		{1e6, 1e6 + 2, 5, "1000000.0 1000000.5 1000001.0 1000001.5 1000002.0"},
		{3, 3, 7, "2.7 2.8 2.9 3.0 3.1 3.2 3.3"},
		{0, 0, 7, "−1.0 −0.5 0 0.5 1.0"},
		{-math.MaxFloat64, math.MaxFloat64, 7, "−2e308 −1e308 0 1e308 2e308"},
		{-math.MaxFloat64, math.MaxFloat64, 3, "−2e308 0 2e308"},
		{math.SmallestNonzeroFloat64, 1, 3, "0 0.5 1.0"},
	} {
		if got := labels(plot.NewAxis(c.low, c.high, c.ticks)); got != c.want {
			t.Errorf("%g to %g, %d ticks: %s, want %s", c.low, c.high, c.ticks, got, c.want)
		}
	}
}

// An axis covers its range between two ticks, has as many ticks as it may at most, all round and at their places.
func TestAxisProperties(t *testing.T) {
	numbers := rapid.OneOf(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), rapid.Float64Range(-100, 100),
		rapid.Map(rapid.IntRange(-1000, 1000), func(n int) float64 { return float64(n) / 1000 }))
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		if rapid.Bool().Draw(t, "near") { // many digits in common
			b = a + math.Abs(a)*rapid.Float64Range(0, 1e-6).Draw(t, "apart")
			if math.IsInf(b, 0) {
				b = a
			}
		}
		low, high, most := min(a, b), max(a, b), rapid.IntRange(3, 12).Draw(t, "ticks")
		axis := plot.NewAxis(low, high, most)
		ticks := axis.Ticks()
		if len(ticks) < 2 || len(ticks) > most {
			t.Fatalf("%d ticks, expected 2 to %d", len(ticks), most)
		}
		if ticks[0].At != 0 || ticks[len(ticks)-1].At != 1 {
			t.Fatalf("the ends are no ticks: %v", ticks)
		}
		if from, to := axis.At(low), axis.At(high); !(from >= -1e-5 && to >= from && to <= 1+1e-5) {
			t.Fatalf("%g to %g is %g to %g of the axis %s", low, high, from, to, labels(axis))
		}
		seen := map[string]bool{}
		for _, tick := range ticks {
			if seen[tick.Label] {
				t.Fatalf("two ticks read %s", tick.Label)
			}
			seen[tick.Label] = true
			v, err := strconv.ParseFloat(strings.Replace(tick.Label, "−", "-", 1), 64)
			if err == nil && !(math.Abs(axis.At(v)-tick.At) <= 1e-5) { // a tick beyond the largest float64 is an error
				t.Fatalf("%s stands at %g, expected %g", tick.Label, tick.At, axis.At(v))
			}
		}
		step := roundStep(t, ticks)
		// Finer steps, 2.5 times as many at most, would do for a range, unless it is too small to be one.
		isRange := high-low > max(1e-7*max(math.Abs(high), math.Abs(low)), 1e-299)
		if isRange && step > 0 && (high-low)/step < float64(most-2)/2.5-1e-3 {
			t.Fatalf("%g to %g in %d ticks or less: steps of %g are coarse", low, high, most, step)
		}
	})
}

// roundStep returns the difference of the first ticks, or 0 if it is beyond a float64, and wants 1, 2 or 5 times a
// power of ten.
func roundStep(t *rapid.T, ticks []plot.Tick) float64 {
	var v [2]float64
	for i := range v {
		var err error
		if v[i], err = strconv.ParseFloat(strings.Replace(ticks[i].Label, "−", "-", 1), 64); err != nil {
			return 0
		}
	}
	step := v[1] - v[0]
	if math.Abs(step) < 1e-6*math.Abs(v[0]) { // the labels' digits, not those of a float64, tell them apart
		return 0
	}
	if digits := fmt.Sprintf("%.3e", step); !strings.ContainsAny(digits[:1], "125") || digits[1:5] != ".000" {
		t.Fatalf("steps of %s, expected 1, 2 or 5 times a power of ten", digits)
	}
	return step
}
