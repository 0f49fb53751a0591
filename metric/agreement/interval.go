package agreement

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"
)

// An Interval is a range of plausible values, Low ≤ High.
type Interval struct{ Low, High float64 }

// A meanSpread is how sure a mean of values is that come in k units, each independent of the others, such as documents:
// segments of one document may be as alike as they please. Unit i has nᵢ of the N values, their sum is sᵢ, and
// eᵢ = (sᵢ − mean·nᵢ)/√(1 − nᵢ/N) is how far it is from the mean, corrected for its own share in it.
type meanSpread struct {
	mean float64
	// standardError is √Σeᵢ²/N, the cluster-robust one named CR2 (Bell and McCaffrey 2002). For units of one value it
	// is the standard deviation over √k.
	standardError float64
	// freedom is how many degrees of freedom the standard error has, by Satterthwaite's approximation for independent
	// values (Bell and McCaffrey 2002; Imbens and Kolesár 2016): k−1 for units of equal size, fewer for others.
	freedom  float64
	skewness float64 // Σeᵢ³/(Σeᵢ²)^1.5, in [−1, 1]: that of the mean itself, up to its sign

	quantiles *quantiles // nil: none are kept
}

// interval returns Student's interval, mean ± t·SE with the quantile t of the degrees of freedom. Where units are
// skewed, the mean is too, and the end on the side of the longer tail goes further out by what the Edgeworth expansion
// of Student's t says (Hall 1983; Johnson 1978): |skewness|·(1 + 2z²)/6·SE with the normal quantile z. The other end,
// which the expansion moves in, stays: few units do not know their skewness well enough.
func (s meanSpread) interval(confidence float64) Interval {
	q := (1 + confidence) / 2
	z := distuv.UnitNormal.Quantile(q)
	t := z
	if s.freedom < normalFreedom {
		t = s.quantiles.student(s.freedom, q)
	}
	further := s.skewness * (1 + float64(2*z*z)) / 6
	return Interval{
		Low:  s.mean - float64(s.standardError*(t+max(0, -further))),
		High: s.mean + float64(s.standardError*(t+max(0, further))),
	}
}

// normalFreedom is from how many degrees of freedom Student's quantiles are taken to be normal ones: they differ by less
// than 0.00001.
const normalFreedom = 1e6

// quantiles keeps those of Student's distribution, which take longer than all else that is said of a pair of systems,
// and are the same for all pairs with units of the same sizes. Goroutines may share it.
type quantiles struct{ known sync.Map }

func (k *quantiles) student(freedom, p float64) float64 {
	at := [2]float64{freedom, p}
	if k != nil {
		if t, known := k.known.Load(at); known {
			return t.(float64)
		}
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(p)
	if k != nil {
		k.known.Store(at, t)
	}
	return t
}

// MeanOfSums returns the mean of values that were added up by the unit that they come from, such as their document, and
// its interval as Mean.Interval has it, false if there are fewer than two units. Unit i has sizes[i] values, 1 or more,
// whose sum is sums[i]. If against is not nil, it has the sums of another system's values of the same segments, and the
// mean is that of the differences, as of Compare.
func MeanOfSums(sums, against []float64, sizes []int64, confidence float64) (mean float64, _ Interval, ok bool) {
	u := unitSums{sums: slices.Clone(sums)}
	var sum neumaier
	var size, magnitude float64
	for i, n := range sizes {
		magnitude += math.Abs(sums[i])
		if against != nil {
			u.sums[i] -= against[i]
			magnitude += math.Abs(against[i])
		}
		sum.add(u.sums[i])
		u.sizes = append(u.sizes, float64(n))
		size += float64(n)
	}
	u.rounding = roundingShare * magnitude / size
	interval, ok := u.interval(confidence)
	return sum.value() / size, interval, ok
}

// unitSums are values, or differences of two systems, by the unit that they come from: the sum of each unit's, and
// their number. Means that are no further apart than rounding count as equal.
type unitSums struct {
	sums, sizes []float64
	rounding    float64
	quantiles   *quantiles // nil: none are kept
}

// interval returns the interval of the mean, or false if there are fewer than two units that hold values.
func (u unitSums) interval(confidence float64) (Interval, bool) {
	sum, size := u.totals()
	s := meanSpread{mean: sum / size, quantiles: u.quantiles}
	apart := func(i int) float64 { return u.sums[i] - float64(s.mean*u.sizes[i]) }
	units, largest := 0, 0.0 // the largest keeps powers from overflowing
	for i, n := range u.sizes {
		if n > 0 {
			units++
			largest = max(largest, math.Abs(apart(i)))
		}
	}
	if units < 2 {
		return Interval{}, false
	}
	if largest <= u.rounding*size {
		return Interval{s.mean, s.mean}, true
	}
	var squares, cubes, sizes, corrected, fourth float64
	for i, n := range u.sizes {
		rest := 1 - n/size
		e := apart(i) / largest / math.Sqrt(rest)
		squares += float64(e * e)
		cubes += float64(e * e * e)
		sizes += float64(n * n)
		corrected += float64(n * n / rest)
		fourth += float64(n * n / rest * (n * n / rest))
	}
	s.standardError = largest * math.Sqrt(squares) / size
	s.skewness = cubes / math.Pow(squares, 1.5)
	s.freedom = size * size / (sizes + (float64(corrected*corrected)-fourth)/(size*size))
	return s.interval(confidence), true
}
