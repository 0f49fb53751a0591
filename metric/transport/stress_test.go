package transport_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/transport"
)

// paths are solvers that use each set of instructions of the machine.
type paths []*transport.Solver

func newPaths() paths {
	var list paths
	for _, k := range transport.ISAs() {
		list = append(list, transport.NewSolver(k))
	}
	return list
}

// solve certifies the optimum of p, and checks that all paths give the same bits.
func (list paths) solve(p problem) (transport.Solution, error) {
	want, err := list[0].Solve(p.a, p.b, p.cost)
	if err != nil {
		return want, err
	}
	if err := certify(p, want); err != nil {
		return want, err
	}
	byRow, byColumn := slices.Clone(want.Plan), slices.Clone(want.Plan)
	slices.SortStableFunc(byColumn, func(x, y transport.Move) int { return x.To - y.To })
	for k, s := range list {
		if distance, err := s.Distance(p.a, p.b, p.cost); err != nil || distance != want.Cost {
			return want, fmt.Errorf("%v: distance %v, %v; want the bits of %v", transport.ISAs()[k], distance, err,
				want.Cost)
		}
		if plan := s.PlanByColumn(); !slices.Equal(plan, byColumn) {
			return want, fmt.Errorf("%v: plan by column %v, want %v", transport.ISAs()[k], plan, byColumn)
		}
		if plan := s.Plan(); !slices.Equal(plan, byRow) { // which is in the memory of want's again
			return want, fmt.Errorf("%v: plan %v, want %v", transport.ISAs()[k], plan, byRow)
		}
	}
	for k, s := range list[1:] {
		got, err := s.Solve(p.a, p.b, p.cost)
		if err != nil || got.Cost != want.Cost || !slices.Equal(got.Plan, want.Plan) || !slices.Equal(got.U, want.U) ||
			!slices.Equal(got.V, want.V) {
			return want, fmt.Errorf("%v: %v, %v; want the bits of %v", transport.ISAs()[k+1], got, err, want)
		}
	}
	return want, nil
}

// solve certifies the optimum of p.
func solve(t *testing.T, s paths, p problem) transport.Solution {
	t.Helper()
	got, err := s.solve(p)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestLarge(t *testing.T) {
	s := newPaths()
	for _, n := range []int{500, 1000, 2000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			if n > 500 && testing.Short() {
				t.Skip("long")
			}
			if n > 1000 {
				parts.Need(t, parts.Thorough)
			}
			solve(t, s, texts(n, n, 1))
		})
	}
}

// Shapes from a point to a long strip, on both sides of a machine word's 64 nodes.
func TestShapes(t *testing.T) {
	s := newPaths()
	for _, shape := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 2000}, {2000, 1}, {2, 700}, {700, 2}, {5, 11}, {5, 10},
		{16, 16}, {17, 16}, {16, 17}, {31, 32}, {32, 32}, {32, 33}, {48, 16}, {33, 17}, {64, 1},
		{63, 2}, {64, 64}, {7, 300}, {300, 7},
		{3, 2000}, {2000, 3}, {128, 127}, {255, 257}} {
		t.Run(fmt.Sprintf("%dx%d", shape[0], shape[1]), func(t *testing.T) {
			solve(t, s, texts(shape[0], shape[1], 2))
		})
	}
}

// TestDegenerate runs problems made of ties, on which a simplex method without a rule against it cycles or stalls.
func TestDegenerate(t *testing.T) {
	masses := map[string]func(r *rand.Rand) float64{
		"equal":    func(r *rand.Rand) float64 { return 1 },
		"integers": func(r *rand.Rand) float64 { return float64(1 + r.IntN(3)) },
		"zeros":    func(r *rand.Rand) float64 { return float64(r.IntN(2)) },
		"powers":   func(r *rand.Rand) float64 { return math.Ldexp(1, -r.IntN(40)) },
		"giants":   func(r *rand.Rand) float64 { return math.Ldexp(1, -60*r.IntN(2)) },
		"skewed":   func(r *rand.Rand) float64 { return math.Pow(10, -12*r.Float64()) },
	}
	costs := map[string]func(r *rand.Rand, i, j int) float64{
		"all equal":  func(r *rand.Rand, i, j int) float64 { return 1 },
		"0 or 1":     func(r *rand.Rand, i, j int) float64 { return float64(r.IntN(2)) },
		"thirds":     func(r *rand.Rand, i, j int) float64 { return float64(r.IntN(7)) / 3 },
		"diagonal":   func(r *rand.Rand, i, j int) float64 { return min(1, math.Abs(float64(i-j))) },
		"line":       func(r *rand.Rand, i, j int) float64 { return math.Abs(float64(i - j)) },
		"product":    func(r *rand.Rand, i, j int) float64 { return float64(i * j) },
		"antidiag":   func(r *rand.Rand, i, j int) float64 { return -float64(i * j) },
		"hair apart": func(r *rand.Rand, i, j int) float64 { return 1 + 1e-15*float64(r.IntN(3)) },
		"sizes":      func(r *rand.Rand, i, j int) float64 { return math.Pow(10, 12*(r.Float64()-1)) },
	}
	s := newPaths()
	for massName, mass := range masses {
		for costName, cost := range costs {
			t.Run(massName+" masses, costs "+costName, func(t *testing.T) {
				r := rand.New(rand.NewPCG(3, 0))
				for _, shape := range [][2]int{{2, 2}, {3, 3}, {8, 8}, {21, 21}, {60, 60}, {130, 130}, {1, 40},
					{40, 1}, {3, 150}, {150, 3},
					{17, 33}, {33, 16}} {
					n, m := shape[0], shape[1]
					p := problem{
						a:    fill(n, func() float64 { return mass(r) }),
						b:    fill(m, func() float64 { return mass(r) }),
						cost: make([]float64, n*m),
					}
					p.a[0], p.b[m-1] = 1, 1 // not all zero
					p.a, p.b = unit(p.a), unit(p.b)
					for k := range p.cost {
						p.cost[k] = cost(r, k/m, k%m)
					}
					solve(t, s, p)
					if n == m {
						p.b = p.a
						solve(t, s, p)
					}
				}
			})
		}
	}
}

// Costs of any size are solved to the same relative accuracy.
func TestExtremeScales(t *testing.T) {
	s := newPaths()
	for _, scale := range []float64{1e-280, 1e-6, 1e6, 1e290} {
		p := texts(20, 25, 4)
		want := solve(t, s, p).Cost
		p.cost = times(p.cost, scale)
		if got := solve(t, s, p).Cost / scale; math.Abs(got-want) > 1e-13 {
			t.Errorf("costs × %v: %v, want %v", scale, got, want)
		}
		p = texts(20, 25, 4)
		p.a, p.b = times(p.a, scale), times(p.b, scale)
		if got := solve(t, s, p).Cost / scale; math.Abs(got-want) > 1e-13 {
			t.Errorf("masses × %v: %v, want %v", scale, got, want)
		}
	}
}
