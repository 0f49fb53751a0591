package agreement_test

import (
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"pgregory.net/rapid"
)

func TestCorrelations(t *testing.T) {
	for _, c := range []struct {
		name              string
		x, y              []float64
		pearson, spearman float64 // by hand
	}{
		{"rising", []float64{1, 2, 3}, []float64{10, 20, 30}, 1, 1},
		{"falling", []float64{1, 2, 3}, []float64{3, 2, 1}, -1, -1},
		{"two pairs", []float64{1, 2}, []float64{5, 7}, 1, 1},
		{"unrelated", []float64{1, 2, 3}, []float64{1, 0, 1}, 0, 0},
		{"curved", []float64{0, 1, 2}, []float64{0, 1, 4}, 4 / math.Sqrt(2*78./9), 1},
		// Ranks 1, 2½, 2½, 4 and 1, 2, 3, 4: deviations −3/2, 0, 0, 3/2 and −3/2, −½, ½, 3/2.
		{"ties", []float64{1, 2, 2, 5}, []float64{1, 2, 3, 4}, 6 / math.Sqrt(9*5), 4.5 / math.Sqrt(4.5*5)},
		{"far from zero", []float64{1e15 + 1, 1e15 + 2, 1e15 + 3}, []float64{1, 2, 3}, 1, 1},
		{"huge", []float64{-1.7e308, 1.7e308, 1.7e308}, []float64{1, 2, 2}, 1, 1},
		{"tiny", []float64{1e-320, 2e-320, 3e-320}, []float64{1, 2, 3}, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, ok := agreement.Pearson(c.x, c.y); !ok || math.Abs(got-c.pearson) > 1e-12 {
				t.Errorf("Pearson %v, %v, want %v", got, ok, c.pearson)
			}
			if got, ok := agreement.Spearman(c.x, c.y); !ok || math.Abs(got-c.spearman) > 1e-12 {
				t.Errorf("Spearman %v, %v, want %v", got, ok, c.spearman)
			}
		})
	}
}

func TestUndefinedCorrelations(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y []float64
	}{
		{"no pair", nil, nil},
		{"one pair", []float64{1}, []float64{2}},
		{"constant x", []float64{0.1, 0.1, 0.1}, []float64{1, 2, 3}},
		{"constant y", []float64{1, 2, 3}, []float64{0.1, 0.1, 0.1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r, ok := agreement.Pearson(c.x, c.y); ok {
				t.Errorf("Pearson %v", r)
			}
			if r, ok := agreement.Spearman(c.x, c.y); ok {
				t.Errorf("Spearman %v", r)
			}
		})
	}
}

func TestRanks(t *testing.T) {
	if got, want := agreement.Ranks([]float64{3, 1, 3, 2, 3}), []float64{4, 1, 4, 2, 4}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLawsOfCorrelations(t *testing.T) {
	values := rapid.SliceOfN(rapid.Float64Range(-100, 100), 2, 30)
	rapid.Check(t, func(t *rapid.T) {
		x := values.Draw(t, "x")
		y := rapid.SliceOfN(rapid.Float64Range(-100, 100), len(x), len(x)).Draw(t, "y")
		r, ok := agreement.Pearson(x, y)
		if back, okBack := agreement.Pearson(y, x); ok != okBack || back != r {
			t.Fatalf("not symmetric: %v and %v", r, back)
		}
		rho, _ := agreement.Spearman(x, y)
		if !ok {
			return
		}
		if math.IsNaN(r) || r < -1 || r > 1 || math.IsNaN(rho) || rho < -1 || rho > 1 {
			t.Fatalf("r %v, rho %v", r, rho)
		}
		negated := make([]float64, len(y))
		cubed := make([]float64, len(y))
		for i, v := range y {
			negated[i], cubed[i] = -v, math.Atan(v/50)
		}
		if other, _ := agreement.Pearson(x, negated); math.Abs(other+r) > 1e-12 {
			t.Fatalf("r %v, with y negated %v", r, other)
		}
		if slices.Equal(agreement.Ranks(y), agreement.Ranks(cubed)) { // unless rounding made two of them equal
			if other, _ := agreement.Spearman(x, cubed); other != rho {
				t.Fatalf("rho %v, but %v after a rising function of y", rho, other)
			}
		}
	})
}
