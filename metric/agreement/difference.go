package agreement

import "math"

// systemMean describes the system in one column.
func (d *drawing) systemMean(column int, o CompareOptions) SystemMean {
	segments := d.totals[d.columns-1]
	u := unitSums{sums: make([]float64, d.units), sizes: make([]float64, d.units), quantiles: &d.quantiles}
	u.rounding = d.rounding(column)
	for i := range d.units {
		row := d.row(i)
		u.sums[i], u.sizes[i] = row[column], row[d.columns-1]
	}
	mean := SystemMean{Segments: int(segments), Mean: d.totals[column] / segments, Units: d.units}
	mean.Interval, _ = u.interval(o.Confidence)
	return mean
}

// difference describes how the system in the first of two columns differs from that in the second. drawn is nil where
// the test draws nothing.
func (d *drawing) difference(columns [2]int, drawn *share, o CompareOptions) (Difference, error) {
	a, b := columns[0], columns[1]
	segments := d.totals[d.columns-1]
	pair := unitSums{sums: make([]float64, d.units), sizes: make([]float64, d.units), rounding: d.rounding(a, b),
		quantiles: &d.quantiles}
	for i := range d.units {
		row := d.row(i)
		pair.sums[i], pair.sizes[i] = row[a]-row[b], row[d.columns-1]
	}
	out := Difference{
		MeanA: d.totals[a] / segments, MeanB: d.totals[b] / segments,
		Mean:   d.observed(a, b),
		Units:  d.units,
		LeastP: leastP(pair.differing()),
		Test:   o.Test, P: 1,
	}
	if out.Test == TestRandomisation && drawn == nil {
		out.Test = TestExact
	}
	if math.Abs(out.Mean) <= pair.rounding {
		out.Mean = 0
	}
	var err error
	switch {
	case drawn != nil:
		out.Draws = drawn.of
		if pair.differing() > 0 {
			out.P = drawn.p()
		}
	case pair.differing() == 0:
	case out.Test == TestWilcoxon:
		out.P, _ = SignedRank(pair.means())
	default:
		if out.P, err = SignFlips(pair.sums); err != nil {
			return out, err
		}
	}
	out.Interval, _ = pair.interval(o.Confidence)
	out.CohenDz = pair.cohenDz()
	alpha := o.Alpha
	if o.Correction == CorrectionHolm {
		alpha /= float64(o.Family)
	}
	if leastP(d.units) <= alpha { // else no test of so few finds a difference, however large it is
		out.Detectable = detectable(pair, alpha)
	}
	return out, nil
}

// leastP is the least p that exchanging outputs can give where so many units differ.
func leastP(units int) float64 { return math.Min(1, math.Ldexp(2, -units)) }

// observed returns the difference of the means of two columns.
func (d *drawing) observed(a, b int) float64 {
	segments := d.totals[d.columns-1]
	return d.totals[a]/segments - d.totals[b]/segments
}

// roundingShare bounds how far two orders of adding the same numbers may take a sum apart, as a share of the sum of
// their absolute values: a million additions stay below it.
const roundingShare = 1e-12

// rounding bounds how far two ways of computing the mean of a column, or the difference of those of two, may be apart.
func (d *drawing) rounding(columns ...int) float64 {
	size := 0.0
	for i := range d.units {
		of := 0.0
		for _, column := range columns {
			of += math.Abs(d.row(i)[column])
		}
		size += of
	}
	return roundingShare * size / d.totals[d.columns-1]
}

// middle returns the interval that holds the middle share of sorted values.
func middle(sorted []float64, share float64) Interval {
	tail := (1 - share) / 2
	return Interval{Low: percentile(sorted, tail), High: percentile(sorted, 1-tail)}
}
