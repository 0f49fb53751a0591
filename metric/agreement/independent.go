package agreement

import "math"

// IndependentScores returns the columns that a statistic correlates, if it is one correlation of independent scores:
// of the means of systems, of the segments of one system, or of the systems on one segment. Scores of several systems
// on the same segments are not independent: those of a system have something in common, and those of a segment.
// [PValue] and [FisherInterval] are for independent scores; for others there are [Spec.Permute] and [Spec.Bootstrap].
func (s Spec) IndependentScores(human, metric Grid) (x, y []float64, ok bool) {
	whole := newSample(human, metric)
	if systems, segments := whole.extent(); !s.SystemLevel && systems > 1 && segments > 1 {
		return nil, nil, false
	}
	if s.SystemLevel {
		whole = whole.systemMeans()
	}
	var g grouper
	all := g.split(&whole, AverageNone)[0]
	return all.human, all.metric, true
}

// PValue is [PValue] of independent scores; it is undefined, and ok false, for others.
func (s Spec) PValue(human, metric Grid) (p float64, ok bool) {
	x, y, ok := s.IndependentScores(human, metric)
	if !ok {
		return 0, false
	}
	return PValue(s.Statistic, x, y)
}

// extent returns how many systems and how many segments have a cell with both scores.
func (s *sample) extent() (systems, segments int) {
	column := make([]bool, s.segments)
	for i := range s.systems {
		any := false
		for j := range s.segments {
			if at := i*s.segments + j; !math.IsNaN(s.human[at]) && !math.IsNaN(s.metric[at]) {
				any = true
				if !column[j] {
					column[j] = true
					segments++
				}
			}
		}
		if any {
			systems++
		}
	}
	return systems, segments
}
