package metric

import "math"

// The centroid of a text is the mean of its directions by mass, c = Σ mᵢuᵢ. Because 1 − cos(u, u′) = ½‖u − u′‖² and the
// square is convex, no plan between two texts costs less than ½‖c − c′‖²: the centroid bound that Kusner et al. (2015,
// section 4) give for Word Mover's Distance, for the cost of Word Rotator's Distance. As mᵢ = λᵢ/Σλ, the centroid is the
// sum of the text's vectors over the sum of their norms.

// bounded says whether there is a bound on the similarity of a pair. What makes masses other than norms or costs less than
// rotations voids it.
func (e *election) bounded() bool {
	return e.options.Measures[0] == MeasureWRD && e.options.Empty != EmptySkip && e.extension.massPower == 1 && !e.extension.spelling
}

// slack covers what rounding can take from a computed distance, whose inner products are summed in float32.
func (e *election) slack() float64 {
	return float64(e.table.Stride()/16+16) * 0x1p-24
}

// compareWhatMatters compares pairs until no candidate that was not compared with all can be the best: always the
// next pair of the candidate that may still be the best by the bounds.
func (e *election) compareWhatMatters() error {
	for i := range e.a {
		e.a[i].sumUp(vectorSum, e.table.Dim())
	}
	if !e.among {
		for j := range e.b {
			e.b[j].sumUp(vectorSum, e.table.Dim())
		}
	}
	upper := make([]float64, len(e.a)) // bounds on the sums of similarities
	if err := e.bound(upper); err != nil {
		return err
	}
	closed := make([]bool, len(e.a)) // compared with all
	best := math.Inf(-1)             // of the closed
	for {
		leader := -1
		for i, bound := range upper {
			if !closed[i] && (leader < 0 || bound > upper[leader]) {
				leader = i
			}
		}
		if leader < 0 || upper[leader] < best {
			return nil
		}
		j := e.next(leader)
		if j < 0 {
			closed[leader] = true
			best = max(best, upper[leader]-1e-9*float64(len(e.group.Candidates)+len(e.group.References)))
			continue
		}
		at := leader*len(e.b) + j
		bound := e.similarity[at]
		if err := e.compare(leader, j); err != nil {
			return err
		}
		gain := e.similarity[at] - bound
		upper[leader] += float64(e.votes(leader, j)) * gain
		if e.among && leader != j {
			upper[j] += float64(e.votes(j, leader)) * gain
		}
	}
}

// next returns a reference that candidate i was not compared with and that votes for it, or -1.
func (e *election) next(i int) int {
	for j := range e.b {
		if !e.known[i*len(e.b)+j] && e.votes(i, j) > 0 {
			return j
		}
	}
	return -1
}

// bound fills in a bound on each similarity and, in upper, on the sum of each candidate's. Pairs without a distance get
// their value at once.
func (e *election) bound(upper []float64) error {
	defined := e.kinds[0].defined
	slack := e.slack()
	for i := range e.a {
		for j := range e.b {
			at, votes := i*len(e.b)+j, e.votes(i, j)
			switch {
			case votes == 0 || e.known[at]:
			case e.among && j < i:
				e.similarity[at] = e.similarity[j*len(e.b)+i]
			case statusOf(&e.a[i], &e.b[j], defined) != OK:
				if err := e.compare(i, j); err != nil {
					return err
				}
			default:
				e.similarity[at] = 1 - centroidBound(&e.a[i], &e.b[j]) + slack
			}
			if votes > 0 {
				upper[i] += float64(votes) * e.similarity[at]
			}
		}
	}
	return nil
}

// centroidBound returns ½‖c − c′‖² of two texts that have a distribution and whose vectors are summed up.
func centroidBound(a, b *side) float64 {
	na, nb := a.distributions[byNorm].total, b.distributions[byNorm].total
	ca, cb := a.sums[vectorSum].norm/na, b.sums[vectorSum].norm/nb
	return (ca*ca+cb*cb)/2 - productOfSums(vectorSum, a, b)/(na*nb)
}
