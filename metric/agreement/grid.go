package agreement

import "fmt"

// A Grid holds the scores of several systems on the same segments, row-major: the score of system i on segment j is
// Values[i*Segments+j]. NaN stands where there is none, as people seldom judge every output.
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
