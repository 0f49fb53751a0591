package transport_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/transport"
)

// The cases of testdata were solved by SciPy's HiGHS.
func TestSciPy(t *testing.T) {
	content, err := os.ReadFile("../../testdata/conformance/transport.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	s := newPaths()
	for lines := json.NewDecoder(bytes.NewReader(content)); lines.More(); {
		var c struct {
			A, B, Cost []float64
			Optimum    float64
		}
		if err := lines.Decode(&c); err != nil {
			t.Fatal(err)
		}
		got, err := s.solve(problem{a: c.A, b: c.B, cost: c.Cost})
		if err != nil || math.Abs(got.Cost-c.Optimum) > 1e-9 {
			t.Errorf("%d×%d: %.17g and error %v, want %.17g", len(c.A), len(c.B), got.Cost, err, c.Optimum)
		}
	}
}

// The golden cases were solved by POT 0.8.2 and cross-checked with SciPy's HiGHS.
func TestConformance(t *testing.T) {
	content := shareddata.Read(t, "conformance/emd.jsonl.gz")
	s := newPaths()
	cases := 0
	for lines := json.NewDecoder(bytes.NewReader(content)); ; cases++ {
		var c struct {
			Kind string
			A, B []float64
			Cost [][]float64
			EMD  float64
		}
		if err := lines.Decode(&c); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		p := problem{a: c.A, b: c.B}
		for _, row := range c.Cost {
			p.cost = append(p.cost, row...)
		}
		got, err := s.solve(p)
		if err != nil {
			t.Errorf("case %d (%s): %v", cases, c.Kind, err)
		}
		if math.Abs(got.Cost-c.EMD) > 1e-9 {
			t.Errorf("case %d (%s): %.17g, want %.17g", cases, c.Kind, got.Cost, c.EMD)
		}
	}
	if cases == 0 {
		t.Error("the file of golden cases is empty")
	}
}

// TestSimplexOracle compares with gonum's general simplex method, which may loop for ever on tied costs: so they get
// noise of 1e-9, which moves the optimum by no more, and a limit of time.
func TestSimplexOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	var s transport.Solver
	compared := 0
	for range 60 {
		n, m := 1+r.IntN(7), 1+r.IntN(7)
		p := problem{unit(fill(n, r.ExpFloat64)), unit(fill(m, r.ExpFloat64)), fill(n*m, func() float64 {
			return float64(r.IntN(7))/3 + 1e-9*r.Float64()
		})}
		want, ok := simplex(t, p)
		if !ok {
			continue
		}
		compared++
		got, err := s.Distance(p.a, p.b, p.cost)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got-want) > 1e-8 {
			t.Errorf("%d×%d: %v, want %v", n, m, got, want)
		}
	}
	if compared < 30 {
		t.Errorf("only %d of 60 problems were solved by the oracle", compared)
	}
}

// simplex solves p by gonum's general simplex method, or reports that it did not end.
func simplex(t *testing.T, p problem) (optimum float64, ok bool) {
	n, m := len(p.a), len(p.b)
	// The last column's equation follows from the others.
	sides := append(append([]float64{}, p.a...), p.b[:m-1]...)
	equations := mat.NewDense(n+m-1, n*m, nil)
	for i := range n {
		for j := range m {
			equations.Set(i, i*m+j, 1)
			if j < m-1 {
				equations.Set(n+j, i*m+j, 1)
			}
		}
	}
	type result struct {
		optimum float64
		err     error
	}
	done := make(chan result, 1)
	go func() {
		optimum, _, err := lp.Simplex(p.cost, equations, sides, 0, nil)
		done <- result{optimum, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			t.Logf("the oracle gave up on %d×%d: %v", n, m, r.err)
		}
		return r.optimum, r.err == nil
	case <-time.After(5 * time.Second):
		t.Logf("the oracle did not end on %d×%d", n, m)
		return 0, false
	}
}
