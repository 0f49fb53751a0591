package evaluation_test

import (
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"pgregory.net/rapid"
)

// Sums by unit say what Compare says of the scores themselves.
func TestUnitSumsAsCompare(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		documents := rapid.IntRange(1, 6).Draw(rt, "documents")
		of := rapid.SliceOfN(rapid.IntRange(0, documents-1), documents, 40).Draw(rt, "of")
		for i := range documents {
			of[i] = i
		}
		n := len(of)
		score := rapid.Float64Range(-1, 2)
		values := rapid.SliceOfN(score, 2*n, 2*n).Draw(rt, "scores")
		grid, err := agreement.NewGrid(2, n, values)
		if err != nil {
			rt.Fatal(err)
		}
		want, err := significance.Compare(rt.Context(), grid, significance.Options{Documents: of, Draws: 1, Confidence: 0.9})
		if err != nil {
			rt.Fatal(err)
		}
		a := evaluation.UnitSums{Column: "x", Sums: make([]float64, documents), Sizes: make([]int64, documents)}
		b := make([]float64, documents)
		for i, d := range of {
			a.Sums[d] += values[i]
			b[d] += values[n+i]
			a.Sizes[d]++
		}
		check := func(what string, u evaluation.UnitSums, mean float64, interval agreement.Interval) {
			got, err := u.Mean(0.9)
			if err != nil {
				rt.Fatal(err)
			}
			if got.Units != documents || got.Segments != int64(n) || !near(got.Mean, mean) {
				rt.Errorf("%s: got %+v, want the mean %v of %d segments in %d documents", what, got, mean, n, documents)
			}
			if (got.CILow != nil) != (documents > 1) || (got.CIHigh != nil) != (documents > 1) {
				rt.Fatalf("%s: got %+v of %d documents", what, got, documents)
			}
			if documents > 1 && !(near(*got.CILow, interval.Low) && near(*got.CIHigh, interval.High)) {
				rt.Errorf("%s: got %v to %v, want %v", what, *got.CILow, *got.CIHigh, interval)
			}
		}
		check("alone", a, want.Systems[0].Mean, want.Systems[0].Interval)
		a.Against = b
		check("difference", a, want.Differences[0].Mean, want.Differences[0].Interval)
	})
}

// A difference is positive where the first sums are better, as Compare has it.
func TestSignOfUnitSums(t *testing.T) {
	for _, c := range []struct {
		column string
		lower  bool
		want   float64
	}{
		{"x", false, 0.25}, {"x", true, -0.25}, {"wrd", false, -0.25}, {"wrd", true, -0.25}, {"wrd_similarity", false, 0.25},
		{"wmd", false, -0.25}, {"TER", false, -0.25}, {"add", false, 0.25},
	} {
		u := evaluation.UnitSums{Column: c.column, Direction: evaluation.Direction{LowerIsBetter: c.lower}, Sums: []float64{0.5, 1.5}, Sizes: []int64{1, 2}}
		if alone, err := u.Mean(0.95); err != nil || alone.Mean != 2.0/3 {
			t.Errorf("%+v alone: got %+v, %v", c, alone, err)
		}
		u.Against = []float64{0, 1.25}
		got, err := u.Mean(0.95)
		if err != nil || got.Mean != c.want || !(*got.CILow <= c.want && c.want <= *got.CIHigh) {
			t.Errorf("%+v: got %+v, %v", c, got, err)
		}
	}
}

// near allows for another order of summation.
func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*(1+math.Abs(y)) }

// Intervals of few units end where no mean of such scores can be.
func TestIntervalsWithinTheRange(t *testing.T) {
	const ours = "wrd|tok:usif|version:0.1.0"
	for _, c := range []struct {
		name      string
		sums      evaluation.UnitSums
		low, high float64 // 0 for an end that is not cut
	}{
		{"a distance", evaluation.UnitSums{Column: "wrd", Signature: ours, Sums: []float64{0.1, 1.9}}, 0, 2},
		{"with order", evaluation.UnitSums{Column: "wrd", Signature: "wrd|order-weight:0.5", Sums: []float64{0.1, 1.9}}, 0, 2.5},
		{"a similarity", evaluation.UnitSums{Column: "add", Signature: ours, Sums: []float64{-0.5, 0.9}}, -1, 1},
		{"a difference", evaluation.UnitSums{Column: "add", Signature: ours, Sums: []float64{-0.9, 0.9},
			Against: []float64{0.9, -0.9}}, -2, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sums.Sizes = []int64{1, 1}
			got, err := c.sums.Mean(0.95)
			if err != nil {
				t.Fatal(err)
			}
			if *got.CILow != c.low || *got.CIHigh != c.high {
				t.Errorf("got %v to %v, want %v to %v", *got.CILow, *got.CIHigh, c.low, c.high)
			}
			c.sums.Signature = "" // it is not known what they are
			if got, _ = c.sums.Mean(0.95); *got.CILow >= c.low || *got.CIHigh <= c.high {
				t.Errorf("without a signature: got %v to %v, want more than %v to %v", *got.CILow, *got.CIHigh, c.low, c.high)
			}
		})
	}
}

func TestUnitSumsRefused(t *testing.T) {
	for want, sums := range map[string]evaluation.UnitSums{
		"found 0 sums, 0 against them and 0 sizes": {},
		"found 2 sums, 0 against them and 1 sizes": {Sums: []float64{1, 2}, Sizes: []int64{1}},
		"found 1 sums, 2 against them and 1 sizes": {Sums: []float64{1}, Against: []float64{1, 2}, Sizes: []int64{1}},
		"sizes: unit 1: found 0 segments":          {Sums: []float64{1, 2}, Sizes: []int64{1, 0}},
		"unit 0: found the sum 1e+101":             {Sums: []float64{1e101}, Sizes: []int64{1}},
		"unit 0: found the sum NaN":                {Sums: []float64{1}, Against: []float64{math.NaN()}, Sizes: []int64{1}},
	} {
		if _, err := sums.Mean(0.95); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	sums := evaluation.UnitSums{Sums: []float64{1, 1}, Sizes: []int64{math.MaxInt64, 1}}
	if _, err := sums.Mean(0.95); err == nil {
		t.Error("found no error for more than 2⁶³ segments")
	}
}
