package metric

import (
	"math"

	"github.com/wordrotator/wrd/metric/internal/texts"
)

// The centroid of a text is the mean of its directions by mass, c = Σ mᵢuᵢ. Because 1 − cos(u, u′) = ½‖u − u′‖² and
// the square is convex, no plan between two texts costs less than ½‖c − c′‖²: the centroid bound that Kusner et al.
// (2015, section 4) give for Word Mover's Distance, for the cost of Word Rotator's Distance. As mᵢ = λᵢ/Σλ, the
// centroid is the sum of the text's vectors over the sum of their norms.

// bounded says whether there is a bound on the similarity of a pair. What makes masses other than norms, costs less
// than rotations or other directions voids it; a spelling or surface weight λ leaves 1 − λ of it. For spelled words it takes as long
// as the distance.
func (d *decision) bounded() bool {
	e := &d.scorer.extension
	return !d.scorer.options.counts() && d.scorer.options.Measures[0] == MeasureWRD && d.scorer.options.Empty != EmptySkip &&
		e.massPower == 1 && e.spelling == SpellingNone && e.contextWeight == 0
}

// slack covers what rounding can take from a computed distance, whose inner products are summed in float32.
func (d *decision) slack() float64 {
	return float64((d.reader.Dim+15)/16+16) * 0x1p-24
}

// compareWhatMatters compares pairs until no candidate that was not compared with all can be the best: always the
// next pair of the candidate that may still be the best by the bounds.
func (d *decision) compareWhatMatters() error {
	for i := range d.a {
		d.reader.SumUp(&d.a[i], texts.VectorSum)
	}
	if !d.among {
		for j := range d.b {
			d.reader.SumUp(&d.b[j], texts.VectorSum)
		}
	}
	upper := make([]float64, len(d.a)) // bounds on the sums of similarities
	if err := d.bound(upper); err != nil {
		return err
	}
	closed := make([]bool, len(d.a)) // compared with all
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
		j := d.next(leader)
		if j < 0 {
			closed[leader] = true
			best = max(best, upper[leader]-1e-9*float64(len(d.group.Candidates)+len(d.group.References)))
			continue
		}
		at := leader*len(d.b) + j
		bound := d.similarity[at]
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if err := d.compare(leader, j); err != nil {
			return err
		}
		gain := d.similarity[at] - bound
		upper[leader] += float64(d.weight(leader, j)) * gain
		if d.among && leader != j {
			upper[j] += float64(d.weight(j, leader)) * gain
		}
	}
}

// bound fills in a bound on each similarity and, in upper, on the sum of each candidate's. Pairs without a distance get
// their value at once.
func (d *decision) bound(upper []float64) error {
	defined := d.scorer.definitions[0].defined
	slack := d.slack()
	for i := range d.a {
		for j := range d.b {
			at, weight := i*len(d.b)+j, d.weight(i, j)
			switch {
			case weight == 0 || d.known[at]:
			case d.among && j < i:
				d.similarity[at] = d.similarity[j*len(d.b)+i]
			case statusOf(&d.a[i], &d.b[j], defined) != OK:
				if err := d.compare(i, j); err != nil {
					return err
				}
			default:
				d.similarity[at] = 1 - float64((1-d.scorer.extension.spellingWeight-d.scorer.extension.surfaceWeight)*d.reader.CentroidBound(&d.a[i], &d.b[j])) + slack
			}
			if weight > 0 {
				upper[i] += float64(weight) * d.similarity[at]
			}
		}
	}
	return nil
}
