package agreement

import (
	"fmt"
	"math"
)

// A Grid holds the scores of several systems on the same segments, row-major: the score of system i on segment j is
// Values[i*Segments+j]. NaN means that there is no score, as people seldom judge every output.
type Grid struct {
	Systems, Segments int
	Values            []float64
}

// NewGrid returns a grid over values, which it keeps. It fails if their number is not systems × segments.
func NewGrid(systems, segments int, values []float64) (Grid, error) {
	if systems < 0 || segments < 0 || len(values) != systems*segments {
		return Grid{}, fmt.Errorf("agreement: found %d scores, expected %d systems × %d segments", len(values), systems,
			segments)
	}
	return Grid{Systems: systems, Segments: segments, Values: values}, nil
}

// Row returns the scores of one system, a view.
func (g Grid) Row(system int) []float64 {
	return g.Values[system*g.Segments:][:g.Segments:g.Segments]
}

// At returns one score.
func (g Grid) At(system, segment int) float64 { return g.Values[system*g.Segments+segment] }

// Rows returns some of the systems, in the given order.
func (g Grid) Rows(systems []int) Grid {
	part := Grid{Systems: len(systems), Segments: g.Segments, Values: make([]float64, 0, len(systems)*g.Segments)}
	for _, i := range systems {
		part.Values = append(part.Values, g.Row(i)...)
	}
	return part
}

// Share says whether there is a segment that two systems both have a score for.
func (g Grid) Share(a, b int) bool {
	for j := range g.Segments {
		if !math.IsNaN(g.At(a, j)) && !math.IsNaN(g.At(b, j)) {
			return true
		}
	}
	return false
}
