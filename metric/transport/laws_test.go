package transport_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// lawTol is how far two routes to one optimum may differ, for masses of sum 1 and costs in [-2, 2].
const lawTol = 1e-13

// drawProblem draws masses of sum 1, and costs in [-2, 2], with many ties and zeros or with none.
func drawProblem(t *rapid.T) problem {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	m := rapid.IntRange(1, 12).Draw(t, "m")
	mass := rapid.SampledFrom([]*rapid.Generator[float64]{
		rapid.Just(1.0),
		rapid.Map(rapid.IntRange(0, 3), func(k int) float64 { return float64(k) }),
		rapid.Float64Range(0.1, 1),
		rapid.Map(rapid.Float64Range(-12, 0), func(e float64) float64 { return math.Pow(10, e) }),
	})
	cost := rapid.SampledFrom([]*rapid.Generator[float64]{
		rapid.Just(0.25),
		rapid.Map(rapid.IntRange(0, 1), func(k int) float64 { return float64(k) }),
		rapid.Map(rapid.IntRange(-3, 6), func(k int) float64 { return float64(k) / 3 }),
		rapid.Float64Range(0, 2),
	}).Draw(t, "kind of cost")
	side := func(n int, label string) []float64 {
		x := rapid.SliceOfN(mass.Draw(t, "kind of mass"), n, n).Draw(t, label)
		if sum(x) == 0 {
			x[0] = 1
		}
		return unit(x)
	}
	return problem{side(n, "a"), side(m, "b"), rapid.SliceOfN(cost, n*m, n*m).Draw(t, "cost")}
}

// distance is the optimum of p, certified.
func distance(t *rapid.T, p problem) float64 {
	got, err := newPaths().solve(p)
	if err != nil {
		t.Fatal(err)
	}
	return got.Cost
}

func wantDistance(t *rapid.T, law string, got, want, tol float64) {
	if !(math.Abs(got-want) <= tol) {
		t.Fatalf("%s: %.17g, want %.17g", law, got, want)
	}
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		n, m := len(p.a), len(p.b)
		d := distance(t, p)

		transposed := problem{p.b, p.a, make([]float64, n*m)}
		for i := range n {
			for j := range m {
				transposed.cost[j*n+i] = p.cost[i*m+j]
			}
		}
		wantDistance(t, "symmetry", distance(t, transposed), d, lawTol)

		rows := rapid.Permutation(upTo(n)).Draw(t, "row order")
		columns := rapid.Permutation(upTo(m)).Draw(t, "column order")
		wantDistance(t, "permutation", distance(t, p.pick(rows, columns)), d, lawTol)

		// A place given twice, with its mass divided, is one place.
		twin := rapid.IntRange(0, n-1).Draw(t, "twin")
		share := rapid.Float64Range(0, 1).Draw(t, "share")
		split := p.pick(append(upTo(n), twin), upTo(m))
		split.a[twin], split.a[n] = share*p.a[twin], (1-share)*p.a[twin]
		wantDistance(t, "merging", distance(t, split), d, lawTol)

		massScale := math.Exp(rapid.Float64Range(-300, 300).Draw(t, "log of mass scale"))
		scaled := problem{times(p.a, massScale), times(p.b, massScale), p.cost}
		wantDistance(t, "scale of masses", distance(t, scaled)/massScale, d, lawTol)

		costScale := math.Exp(rapid.Float64Range(-300, 300).Draw(t, "log of cost scale"))
		scaled = problem{p.a, p.b, times(p.cost, costScale)}
		wantDistance(t, "scale of costs", distance(t, scaled)/costScale, d, lawTol)

		extra := rapid.Float64Range(-2, 2).Draw(t, "extra")
		costlier := problem{p.a, p.b, slices.Clone(p.cost)}
		for j := range m {
			costlier.cost[twin*m+j] += extra
		}
		wantDistance(t, "a more expensive row", distance(t, costlier), d+p.a[twin]*extra, lawTol)
	})
}

// No plan that anyone thinks of is cheaper.
func TestNoPlanIsCheaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		n, m := len(p.a), len(p.b)
		d := distance(t, p)

		independent := 0.0
		for i, x := range p.a {
			for j, y := range p.b {
				independent += x * y * p.cost[i*m+j]
			}
		}
		if d > independent+lawTol {
			t.Fatalf("distance %v is above the independent coupling's %v", d, independent)
		}

		// Ship what fits, cell by cell in any order.
		a, b, cost := slices.Clone(p.a), slices.Clone(p.b), 0.0
		for _, cell := range rapid.Permutation(upTo(n*m)).Draw(t, "order of cells") {
			i, j := cell/m, cell%m
			mass := min(a[i], b[j])
			a[i], b[j], cost = a[i]-mass, b[j]-mass, cost+mass*p.cost[cell]
		}
		if d > cost+lawTol {
			t.Fatalf("distance %v is above a plan's %v", d, cost)
		}
	})
}

// A distribution is at distance zero from itself if staying is free and nothing is cheaper, but for costs too small
// to count compared with the largest, up to 2.
func TestIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		n := len(p.a)
		cost := make([]float64, n*n)
		for k := range cost {
			if k/n != k%n {
				cost[k] = math.Abs(p.cost[k%len(p.cost)])
			}
		}
		if d := distance(t, problem{p.a, p.a, cost}); !(d >= 0 && d <= 0x1p-50) {
			t.Fatalf("distance %v from itself", d)
		}
	})
}

// Among equal masses an optimum is a permutation; all are tried.
func TestAssignment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		cost := fill(n*n, func() float64 { return float64(rapid.IntRange(-2, 5).Draw(t, "cost")) })
		best := math.Inf(1)
		var try func(i, used int, cost0 float64)
		try = func(i, used int, cost0 float64) {
			if i == n {
				best = min(best, cost0)
				return
			}
			for j := range n {
				if used&(1<<j) == 0 {
					try(i+1, used|1<<j, cost0+cost[i*n+j])
				}
			}
		}
		try(0, 0, 0)
		wantDistance(t, "best permutation", distance(t, problem{same(n), same(n), cost}), best/float64(n), 1e-12)
	})
}

// On a line the optimum is the area between the cumulative sums.
func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(1, 40).Draw(t, "n")
		r := rand.New(rand.NewPCG(seed, 0))
		at, a, b := fill(n, r.Float64), unit(fill(n, r.ExpFloat64)), unit(fill(n, r.ExpFloat64))
		slices.Sort(at)
		cost := make([]float64, n*n)
		for k := range cost {
			cost[k] = math.Abs(at[k/n] - at[k%n])
		}
		area, ahead := 0.0, 0.0
		for i := range n - 1 {
			ahead += a[i] - b[i]
			area += math.Abs(ahead) * (at[i+1] - at[i])
		}
		wantDistance(t, "area", distance(t, problem{a, b, cost}), area, lawTol)
	})
}

// pick returns the problem of the given rows and columns of p.
func (p problem) pick(rows, columns []int) problem {
	var q problem
	for _, i := range rows {
		q.a = append(q.a, p.a[i])
		for _, j := range columns {
			q.cost = append(q.cost, p.cost[i*len(p.b)+j])
		}
	}
	for _, j := range columns {
		q.b = append(q.b, p.b[j])
	}
	return q
}

func upTo(n int) []int {
	x := make([]int, n)
	for i := range x {
		x[i] = i
	}
	return x
}

func times(x []float64, factor float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * factor
	}
	return y
}
