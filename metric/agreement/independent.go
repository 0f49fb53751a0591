package agreement

import "math"

// IndependentScores returns the columns that a statistic correlates, if it is one correlation of independent scores:
// of the means of systems, of the segments of one system, or of the systems on one segment. Scores of several systems
// on the same segments are not independent: those of a system have something in common, and those of a segment. Nor are
// those of one unit.
// [PValue] and [FisherInterval] are for independent scores; for others there are [Spec.Permute] and [Spec.Bootstrap].
func (s Spec) IndependentScores(human, metric Grid, u Units) (x, y []float64, ok bool) {
	whole := newSample(human, metric)
	systems, segments := whole.extent(Units{})
	documents, copies := u.dependent()
	if !s.SystemLevel && systems > 1 && segments > 1 || copies && systems > 1 || documents && !s.SystemLevel {
		return nil, nil, false
	}
	if s.SystemLevel {
		whole = whole.systemMeans()
	}
	var g grouper
	all := g.split(&whole, AverageNone)[0]
	return all.human, all.metric, true
}

// extent returns how many units of systems and of segments have a cell with both scores.
func (s *sample) extent(u Units) (systems, segments int) {
	rows, columns := make([]bool, s.systems), make([]bool, s.segments)
	for i := range s.systems {
		for j := range s.segments {
			if at := i*s.segments + j; !math.IsNaN(s.human[at]) && !math.IsNaN(s.metric[at]) {
				rows[i], columns[j] = true, true
			}
		}
	}
	return unitsUsed(rows, u.Copies), unitsUsed(columns, u.Documents)
}
