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

// difference describes how the system in column a differs from that in column b.
func (d *drawing) difference(a, b int, o CompareOptions) (Difference, error) {
	segments := d.totals[d.columns-1]
	pair := unitSums{sums: make([]float64, d.units), sizes: make([]float64, d.units), rounding: d.rounding(a, b),
		quantiles: &d.quantiles}
	for i := range d.units {
		row := d.row(i)
		pair.sums[i], pair.sizes[i] = row[a]-row[b], row[d.columns-1]
	}
	out := Difference{
		MeanA: d.totals[a] / segments, MeanB: d.totals[b] / segments,
		Mean:   d.totals[a]/segments - d.totals[b]/segments,
		Units:  d.units,
		LeastP: math.Min(1, math.Ldexp(2, -pair.differing())),
		Test:   o.Test, P: 1,
	}
	if out.Test == TestRandomisation && d.exchanged == nil {
		out.Test = TestExact
	}
	if pair.differing() > 0 {
		var err error
		switch out.Test {
		case TestBootstrap:
			out.P = bootstrapP(d.resampledDifferences(a, b), out.Mean)
		case TestWilcoxon:
			out.P, _ = SignedRank(pair.means())
		case TestExact:
			out.P, err = SignFlips(pair.sums)
		case TestRandomisation:
			out.P = d.randomisationP(a, b, pair.rounding)
		}
		if err != nil {
			return out, err
		}
	}
	out.Interval, _ = pair.interval(o.Confidence)
	out.CohenDz = pair.cohenDz()
	alpha := o.Alpha
	if o.Correction == CorrectionHolm {
		alpha /= float64(len(o.Pairs))
	}
	out.Detectable = detectable(pair, alpha)
	return out, nil
}

// resampledDifferences returns the difference of the means of two columns in each draw of the bootstrap.
func (d *drawing) resampledDifferences(a, b int) []float64 {
	differences, sizes := make([]float64, d.samples), d.drawn(d.resampled, d.columns-1)
	first, second := d.drawn(d.resampled, a), d.drawn(d.resampled, b)
	for r := range differences {
		differences[r] = first[r]/sizes[r] - second[r]/sizes[r]
	}
	return differences
}

// drawn returns the sums of one column in all samples, a view.
func (d *drawing) drawn(sums []float64, column int) []float64 {
	return sums[column*d.samples:][:d.samples:d.samples]
}

// bootstrapP is sacreBLEU's p-value: the resampled differences without their signs are moved so that their mean is 0,
// and p is (1 + how many of them are above the observed one) / (1 + how many there are).
func bootstrapP(resampled []float64, observed float64) float64 {
	mean := 0.0
	for _, x := range resampled {
		mean += math.Abs(x)
	}
	mean /= float64(len(resampled))
	above := 0
	for _, x := range resampled {
		if math.Abs(x)-mean > math.Abs(observed) {
			above++
		}
	}
	return float64(above+1) / float64(len(resampled)+1)
}

// randomisationP is (1 + the number of samples whose difference is at least the observed one) / (1 + their number).
// Differences that rounding takes apart count as equal.
func (d *drawing) randomisationP(a, b int, rounding float64) float64 {
	segments := d.totals[d.columns-1]
	least := math.Abs(d.totals[a]-d.totals[b]) - segments*rounding
	first, second := d.drawn(d.exchanged, a), d.drawn(d.exchanged, b)
	second = second[:len(first)]
	below := uint64(0) // counted by the sign of what is left: no processor foresees a branch
	for r, sum := range first {
		below += math.Float64bits(math.Abs(sum-second[r])-least) >> 63
	}
	return float64(d.samples-int(below)+1) / float64(d.samples+1)
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
