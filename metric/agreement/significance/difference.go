package significance

import (
	"math"

	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// systemMean describes the system in one column.
func (d *drawing) systemMean(column int, o Options) SystemMean {
	segments := d.totals[d.columns-1]
	u := unitsums.Sums{Sums: make([]float64, d.units), Sizes: make([]float64, d.units), Quantiles: &d.quantiles}
	u.Rounding = d.rounding(column)
	for i := range d.units {
		row := d.row(i)
		u.Sums[i], u.Sizes[i] = row[column], row[d.columns-1]
	}
	mean := SystemMean{Segments: int(segments), Mean: d.totals[column] / segments, Units: d.units}
	mean.Interval.Low, mean.Interval.High, _ = u.Interval(o.Confidence)
	return mean
}

// apart is by how much a unit's sum in the first of two columns is above that in the second: 0 where its means tie.
func (d *drawing) apart(unit int, columns [2]int) float64 {
	row := d.row(unit)
	if x := row[columns[0]] - row[columns[1]]; math.Abs(x) > d.ties*row[d.columns-1] {
		return x
	}
	return 0
}

// enumerable says whether the exchanges of the units in which two columns differ are no more than the samples.
func (d *drawing) enumerable(columns [2]int, samples int) bool {
	differing := 0
	for i := range d.units {
		if d.apart(i, columns) == 0 {
			continue
		}
		if differing++; !enumerable(differing, samples) {
			return false
		}
	}
	return true
}

// difference describes how the system in the first of two columns differs from that in the second. drawn is nil where
// the test draws nothing.
func (d *drawing) difference(columns [2]int, drawn *share, o Options) (Difference, error) {
	a, b := columns[0], columns[1]
	segments := d.totals[d.columns-1]
	pair := unitsums.Sums{Sums: make([]float64, d.units), Sizes: make([]float64, d.units), Rounding: d.rounding(a, b),
		Quantiles: &d.quantiles}
	for i := range d.units {
		pair.Sums[i], pair.Sizes[i] = d.apart(i, columns), d.row(i)[d.columns-1]
	}
	out := Difference{
		MeanA: d.totals[a] / segments, MeanB: d.totals[b] / segments,
		Mean:   d.observed(a, b),
		Units:  d.units,
		LeastP: leastP(pair.Differing()),
		Test:   o.Test, P: 1,
	}
	if out.Test == TestRandomisation && drawn == nil {
		out.Test = TestExact
	}
	if math.Abs(out.Mean) <= pair.Rounding {
		out.Mean = 0
	}
	var err error
	switch {
	case drawn != nil:
		out.Draws = drawn.of
		if pair.Differing() > 0 {
			out.P = drawn.p()
		}
	case pair.Differing() == 0:
	case out.Test == TestWilcoxon:
		out.P, _ = signedRank(pair.Means(), d.ties)
	default:
		if out.P, err = signFlips(pair.Sums, segments*pair.Rounding); err != nil {
			return out, err
		}
	}
	out.Interval.Low, out.Interval.High, _ = pair.Interval(o.Confidence)
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

// rounding bounds how far two ways of computing the mean of a column, or the difference of those of two, may be apart;
// means that tie are no further.
func (d *drawing) rounding(columns ...int) float64 {
	size := 0.0
	for i := range d.units {
		of := 0.0
		for _, column := range columns {
			of += math.Abs(d.row(i)[column])
		}
		size += of
	}
	return max(d.ties, unitsums.RoundingShare*size/d.totals[d.columns-1])
}
