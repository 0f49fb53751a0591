package transport_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/transport"
)

func TestKnownOptima(t *testing.T) {
	tests := []struct {
		name string
		problem
		want float64
	}{
		{"one cell", problem{[]float64{1}, []float64{1}, []float64{0.75}}, 0.75},
		{"one row", problem{[]float64{1}, []float64{0.25, 0.75}, []float64{1, 2}}, 1.75},
		{"one column", problem{[]float64{0.25, 0.75}, []float64{1}, []float64{1, 2}}, 1.75},
		{"stay", problem{[]float64{0.5, 0.5}, []float64{0.5, 0.5}, []float64{0, 1, 1, 0}}, 0},
		{"swap", problem{[]float64{0.5, 0.5}, []float64{0.5, 0.5}, []float64{1, 0, 0, 1}}, 0},
		// The greedy start takes the 1 first and must then pay 10; 2 + 2 is better.
		{"greed is wrong", problem{[]float64{1, 1}, []float64{1, 1}, []float64{1, 2, 2, 10}}, 4},
		{"negative costs", problem{[]float64{1, 1}, []float64{1, 1}, []float64{-1, -2, -2, -10}}, -11},
		{"zero row", problem{[]float64{0, 1}, []float64{0.5, 0.5}, []float64{-9, -9, 1, 2}}, 1.5},
		{"zero column", problem{[]float64{0.5, 0.5}, []float64{0, 1}, []float64{-9, 1, -9, 2}}, 1.5},
		{"zeros on both sides", problem{[]float64{0, 3, 0}, []float64{0, 0, 3}, []float64{0, 0, 0, 0, 0, 7, 0, 0, 0}},
			21},
		{"all costs 0", problem{[]float64{1, 2}, []float64{2, 1}, make([]float64, 4)}, 0},
		{"all costs equal", problem{[]float64{1, 2}, []float64{2, 1}, []float64{5, 5, 5, 5}}, 15},
		// On a line the distance is the area between the cumulative sums: |0.5-0| + |0.75-0.5| = 0.75.
		{"on a line", problem{[]float64{0.5, 0.25, 0.25}, []float64{0, 0.5, 0.5},
			[]float64{0, 1, 2, 1, 0, 1, 2, 1, 0}}, 0.75},
		// The next three were solved again with SciPy 1.17 (HiGHS).
		{"Powerco, Winston, Operations Research, 7.1", problem{[]float64{35, 50, 40}, []float64{45, 20, 30, 30},
			[]float64{8, 6, 10, 9, 9, 12, 13, 7, 14, 9, 16, 5}}, 1020},
		{"SunRay, Taha, Operations Research, 5.3", problem{[]float64{15, 25, 10}, []float64{5, 15, 15, 15},
			[]float64{10, 2, 20, 11, 12, 7, 9, 20, 4, 14, 16, 18}}, 435},
		{"P & T, Hillier and Lieberman, 9.1", problem{[]float64{75, 125, 100}, []float64{80, 65, 70, 85},
			[]float64{464, 513, 654, 867, 352, 416, 690, 791, 995, 682, 388, 685}}, 152535},
	}
	var s transport.Solver
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := s.Solve(test.a, test.b, test.cost)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Cost-test.want) > 1e-12*max(1, test.want) {
				t.Errorf("cost %.17g, want %v", got.Cost, test.want)
			}
			if err := certify(test.problem, got); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPlan(t *testing.T) {
	var s transport.Solver
	// Taha's optimum is unique.
	got, err := s.Solve([]float64{15, 25, 10}, []float64{5, 15, 15, 15},
		[]float64{10, 2, 20, 11, 12, 7, 9, 20, 4, 14, 16, 18})
	if err != nil {
		t.Fatal(err)
	}
	want := []transport.Move{{0, 1, 5}, {0, 3, 10}, {1, 1, 10}, {1, 2, 15}, {2, 0, 5}, {2, 3, 5}}
	if len(got.Plan) != len(want) {
		t.Fatalf("plan %v, want %v", got.Plan, want)
	}
	for k, x := range got.Plan {
		if x.From != want[k].From || x.To != want[k].To || math.Abs(x.Mass-want[k].Mass) > 1e-13 {
			t.Errorf("move %v, want %v", x, want[k])
		}
	}
}

func TestRefusals(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	two, costs := []float64{0.5, 0.5}, []float64{0, 1, 1, 0}
	tests := []struct {
		name string
		problem
		want string
	}{
		{"empty a", problem{nil, two, nil}, "found 0 masses a that sum to 0"},
		{"empty b", problem{two, nil, nil}, "found 0 masses b that sum to 0"},
		{"no mass", problem{[]float64{0, 0}, two, costs}, "found 2 masses a that sum to 0"},
		{"negative mass", problem{two, []float64{1.5, -0.5}, costs}, "b[1]: found -0.5"},
		{"NaN mass", problem{[]float64{nan, 1}, two, costs}, "a[0]: found NaN"},
		{"infinite mass", problem{two, []float64{0, inf}, costs}, "b[1]: found +Inf"},
		{"infinite sum", problem{[]float64{1e308, 1e308}, two, costs}, "masses a that sum to +Inf"},
		{"unequal sums", problem{two, []float64{0.5, 0.500001}, costs},
			"masses a that sum to 1 and masses b that sum to 1.000001"},
		{"too few costs", problem{two, two, costs[:3]}, "found 3 costs, expected 2×2"},
		{"NaN cost", problem{two, two, []float64{0, 1, nan, 0}}, "cost[1,0]: found NaN"},
		{"infinite cost", problem{two, two, []float64{0, -inf, 1, 0}}, "cost[0,1]: found -Inf"},
	}
	var s transport.Solver
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := s.Distance(test.a, test.b, test.cost)
			_, again := s.Solve(test.a, test.b, test.cost)
			if err == nil || again == nil || err.Error() != again.Error() {
				t.Fatalf("errors %v and %v, want the same of both", err, again)
			}
			if !strings.HasPrefix(err.Error(), "transport: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %q, want one with %q", err, test.want)
			}
		})
	}
	if d, err := s.Distance(two, two, costs); d != 0 || err != nil {
		t.Errorf("after refusals the solver gives %v, %v; want 0", d, err)
	}
}

// Sums that differ by less than the tolerance are accepted, and count as a's.
func TestNearlyEqualSums(t *testing.T) {
	p := problem{[]float64{1, 1}, []float64{1, 1 + 1e-9}, []float64{0, 1, 1, 0}}
	var s transport.Solver
	got, err := s.Solve(p.a, p.b, p.cost)
	if err != nil {
		t.Fatal(err)
	}
	if err := certify(p, got); err != nil {
		t.Error(err)
	}
}

// Each call gives the bits that a fresh solver gives, whatever the solver did before.
func TestReuse(t *testing.T) {
	var used transport.Solver
	for _, size := range [][2]int{{30, 30}, {3, 50}, {50, 3}, {1, 9}, {64, 64}, {12, 11}, {2, 2}, {65, 63}} {
		p := texts(size[0], size[1], 1)
		p.b[0], p.b[len(p.b)-1] = 0, p.b[0]+p.b[len(p.b)-1]
		var fresh transport.Solver
		want, err := fresh.Solve(p.a, p.b, p.cost)
		if err != nil {
			t.Fatal(err)
		}
		distance, err := used.Distance(p.a, p.b, p.cost)
		if err != nil || distance != want.Cost {
			t.Errorf("%v: distance %v, %v; want the bits of %v", size, distance, err, want.Cost)
		}
		got, err := used.Solve(p.a, p.b, p.cost)
		if err != nil || got.Cost != want.Cost || len(got.Plan) != len(want.Plan) {
			t.Fatalf("%v: solution differs from that of a fresh solver", size)
		}
		for k := range got.Plan {
			if got.Plan[k] != want.Plan[k] {
				t.Fatalf("%v: move %v, fresh %v", size, got.Plan[k], want.Plan[k])
			}
		}
		for i := range got.U {
			if got.U[i] != want.U[i] {
				t.Fatalf("%v: potentials differ", size)
			}
		}
		for j := range got.V {
			if got.V[j] != want.V[j] {
				t.Fatalf("%v: potentials differ", size)
			}
		}
	}
}

func TestNoAllocations(t *testing.T) {
	problems := []problem{texts(12, 12, 1), texts(5, 40, 1), texts(40, 5, 1), texts(70, 70, 1)}
	var s transport.Solver
	solveAll := func() {
		for _, p := range problems {
			if _, err := s.Distance(p.a, p.b, p.cost); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Solve(p.a, p.b, p.cost); err != nil {
				t.Fatal(err)
			}
		}
	}
	solveAll()
	if n := testing.AllocsPerRun(20, solveAll); n != 0 {
		t.Errorf("%v allocations in the steady state, want none", n)
	}
}

// A solver that is interrupted gives up, and solves the next problem as if nothing had been.
func TestInterrupted(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := 600
	a, cost := make([]float64, n), make([]float64, n*n)
	for i := range a {
		a[i] = 1
	}
	for i := range cost {
		cost[i] = random.Float64()
	}
	var s transport.Solver
	want, err := s.Distance(a, a, cost)
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	close(closed)
	s.Interrupted = closed
	if _, err := s.Distance(a, a, cost); err != transport.ErrInterrupted {
		t.Errorf("got %v, want %v", err, transport.ErrInterrupted)
	}
	s.Interrupted = make(chan struct{})
	if got, err := s.Distance(a, a, cost); err != nil || got != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
