package transport_test

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/transport"
)

func ExampleSolver_Distance() {
	// Two words against three: masses are norms, costs are one minus cosines.
	a := []float64{0.5, 0.5}
	b := []float64{0.25, 0.5, 0.25}
	cost := []float64{
		0, 0.5, 1,
		1, 0.5, 0,
	}
	var s transport.Solver
	distance, err := s.Distance(a, b, cost)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(distance)
	// Output: 0.25
}

func ExampleSolver_Solve() {
	from := []string{"cat", "sleeps"}
	to := []string{"kitten", "dozes", "deeply"}
	var s transport.Solver
	solution, err := s.Solve([]float64{0.625, 0.375}, []float64{0.5, 0.25, 0.25}, []float64{
		0.25, 1, 1,
		1, 0.25, 0.75,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range solution.Plan {
		fmt.Printf("%.3f of %s to %s\n", move.Mass, from[move.From], to[move.To])
	}
	fmt.Printf("cost %.3f\n", solution.Cost)

	// No plan can cost less than this sum, whatever the potentials, as long as none of U[i]+V[j] exceeds its cost.
	bound := 0.625*solution.U[0] + 0.375*solution.U[1] +
		0.5*solution.V[0] + 0.25*solution.V[1] + 0.25*solution.V[2]
	fmt.Printf("bound %.3f\n", bound)
	// Output:
	// 0.500 of cat to kitten
	// 0.125 of cat to deeply
	// 0.250 of sleeps to dozes
	// 0.125 of sleeps to deeply
	// cost 0.406
	// bound 0.406
}
