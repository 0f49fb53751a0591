package agreement

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// systemMean describes the system in one column.
func (d *drawing) systemMean(column int, o CompareOptions) SystemMean {
	segments := d.totals[d.columns-1]
	means := make([]float64, o.Draws)
	for r := range means {
		sums := d.resampled[r*d.columns:][:d.columns]
		means[r] = sums[column] / sums[d.columns-1]
	}
	slices.Sort(means)
	return SystemMean{Segments: int(segments), Mean: d.totals[column] / segments, Interval: middle(means, o.Confidence)}
}

// difference describes how the system in column a differs from that in column b.
func (d *drawing) difference(a, b int, o CompareOptions) (Difference, error) {
	segments := d.totals[d.columns-1]
	pair := pairedUnits{sums: make([]float64, d.units), sizes: make([]float64, d.units), rounding: d.rounding(a, b)}
	for i := range d.units {
		row := d.row(i)
		pair.sums[i], pair.sizes[i] = row[a]-row[b], row[d.columns-1]
	}
	resampled := make([]float64, o.Draws)
	for r := range resampled {
		sums := d.resampled[r*d.columns:][:d.columns]
		resampled[r] = sums[a]/sums[d.columns-1] - sums[b]/sums[d.columns-1]
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
			out.P = bootstrapP(resampled, out.Mean)
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
	slices.Sort(resampled)
	out.Percentile = middle(resampled, o.Confidence)
	out.BCa = bca(resampled, out.Mean, pair.rounding, pair.jackknife(), o.Confidence)
	out.CohenDz = pair.cohenDz()
	alpha := o.Alpha
	if o.Correction == CorrectionHolm {
		alpha /= float64(len(o.Pairs))
	}
	out.Detectable = detectable(pair, alpha)
	return out, nil
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
	samples, atLeast := len(d.exchanged)/d.columns, 0
	for r := range samples {
		sums := d.exchanged[r*d.columns:][:d.columns]
		if math.Abs(sums[a]-sums[b]) >= least {
			atLeast++
		}
	}
	return float64(atLeast+1) / float64(samples+1)
}

// roundingShare bounds how far two orders of adding the same numbers may take a sum apart, as a share of the sum of
// their absolute values: a million additions stay below it.
const roundingShare = 1e-12

// rounding bounds how far two ways of computing one difference of means may be apart.
func (d *drawing) rounding(a, b int) float64 {
	size := 0.0
	for i := range d.units {
		size += math.Abs(d.row(i)[a]) + math.Abs(d.row(i)[b])
	}
	return roundingShare * size / d.totals[d.columns-1]
}

// middle returns the interval that holds the middle share of sorted values.
func middle(sorted []float64, share float64) Interval {
	tail := (1 - share) / 2
	return Interval{Low: percentile(sorted, tail), High: percentile(sorted, 1-tail)}
}

// bca returns the bias-corrected and accelerated interval (Efron 1987; Efron and Tibshirani 1993, chapter 14) from the
// sorted resampled values of an estimate and its jackknife: the estimates without one unit each. Draws that equal the
// estimate up to rounding count half, as in SciPy. It is nil where all draws lie on one side.
func bca(sorted []float64, estimate, rounding float64, jackknife []float64, confidence float64) *Interval {
	below, _ := slices.BinarySearch(sorted, estimate-rounding)
	upTo := below
	for upTo < len(sorted) && sorted[upTo] <= estimate+rounding {
		upTo++
	}
	share := float64(below+upTo) / 2 / float64(len(sorted))
	if share == 0 || share == 1 {
		return nil
	}
	acceleration := skew(jackknife) / 6
	bias := distuv.UnitNormal.Quantile(share)
	end := func(q float64) (float64, bool) {
		z := bias + distuv.UnitNormal.Quantile(q)
		denominator := 1 - acceleration*z
		return percentile(sorted, distuv.UnitNormal.CDF(bias+z/denominator)), denominator > 0
	}
	low, lowOK := end((1 - confidence) / 2)
	high, highOK := end((1 + confidence) / 2)
	if !lowOK || !highOK {
		return nil
	}
	return &Interval{Low: low, High: high}
}

// skew returns Σuᵢ³/(Σuᵢ²)^1.5 of the distances uᵢ of values below their mean, 0 where they do not vary.
func skew(values []float64) float64 {
	var mean, largest, sum2, sum3 float64
	for _, x := range values {
		mean += x
	}
	mean /= float64(len(values))
	for _, x := range values {
		largest = max(largest, math.Abs(mean-x))
	}
	if largest == 0 {
		return 0
	}
	for _, x := range values {
		u := (mean - x) / largest // so that no power of it underflows
		sum2 += float64(u * u)
		sum3 += float64(u * u * u)
	}
	return sum3 / math.Pow(sum2, 1.5)
}
