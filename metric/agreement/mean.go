package agreement

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// A Mean accumulates values x₁…xₙ and gives their mean, standard deviation and interval. The zero value is empty and
// ready. It must not be shared between goroutines.
type Mean struct {
	n            int64
	sum          unitsums.Neumaier
	mean, m2, m3 float64   // Welford's running mean and sums of squared and cubed deviations
	documents    []unitSum // nil if values are of no document
	alone        bool      // a value is of no document, so that none counts
}

// A unitSum is the sum of a document's values, and their number.
type unitSum struct{ sum, n float64 }

// Add adds a value, which must be finite. It is independent of all others: documents that others are of are forgotten.
func (m *Mean) Add(x float64) {
	m.ForgetDocuments()
	m.add(x)
}

// AddOf adds a value, which must be finite, of a document, 0, 1, …. Memory grows with the largest of them.
func (m *Mean) AddOf(document int, x float64) {
	m.add(x)
	if m.alone {
		return
	}
	if lacking := document + 1 - len(m.documents); lacking > 0 {
		m.documents = append(m.documents, make([]unitSum, lacking)...)
	}
	m.documents[document].sum += x
	m.documents[document].n++
}

// ForgetDocuments takes all values, also those to come, for independent ones.
func (m *Mean) ForgetDocuments() { m.documents, m.alone = nil, true }

// MergeDocuments gives documents new numbers: i becomes numbers[i]. Those of one number are one document from now on.
func (m *Mean) MergeDocuments(numbers []int) {
	var merged []unitSum
	if m.documents != nil {
		merged = make([]unitSum, 1+slices.Max(numbers))
	}
	for i, of := range m.documents {
		merged[numbers[i]].sum += of.sum
		merged[numbers[i]].n += of.n
	}
	m.documents = merged
}

func (m *Mean) add(x float64) {
	m.n++
	m.sum.Add(x)
	n, d := float64(m.n), x-m.mean
	step := d / n
	squared := float64(d * step * (n - 1))
	m.mean += step
	m.m3 += float64(squared*step*(n-2)) - float64(3*step*m.m2)
	m.m2 += squared
}

// N returns the number of values.
func (m *Mean) N() int64 { return m.n }

// Value returns the arithmetic mean, and false if there are no values.
func (m *Mean) Value() (mean float64, ok bool) {
	if m.n == 0 {
		return 0, false
	}
	return m.sum.Value() / float64(m.n), true
}

// StdDev returns the sample standard deviation, with n−1 in the denominator, and false if there are fewer
// than two values.
func (m *Mean) StdDev() (stddev float64, ok bool) {
	if m.n < 2 {
		return 0, false
	}
	return math.Sqrt(max(0, m.m2/float64(m.n-1))), true
}

// Interval returns the interval that holds the share confidence of what the mean of all such values could be:
// Student's, a little wider where they are skewed. Documents are independent of each other, and their values need not
// be; without documents the values are. It depends on the order of the values no more than rounding does. ok is false if
// there are fewer than two documents, or values without them, which say nothing of their spread.
func (m *Mean) Interval(confidence float64) (_ Interval, ok bool) {
	if m.n < 2 {
		return Interval{}, false
	}
	mean, _ := m.Value()
	if m.documents != nil {
		u, size := unitsums.Sums{Sums: make([]float64, len(m.documents)), Sizes: make([]float64, len(m.documents))}, 0.0
		for i, of := range m.documents {
			u.Sums[i], u.Sizes[i] = of.sum, of.n
			size += math.Abs(of.sum)
		}
		u.Rounding = unitsums.RoundingShare * size / float64(m.n)
		low, high, ok := u.Interval(confidence)
		return Interval{low, high}, ok
	}
	n, skewness := float64(m.n), m.m3/math.Pow(m.m2, 1.5)
	if !(math.Abs(skewness) <= 1) { // by rounding, and where powers of the values under- or overflow
		skewness = 0
	}
	low, high := unitsums.Spread{Mean: mean, StandardError: math.Sqrt(max(0, m.m2) / (n - 1) / n), Freedom: n - 1,
		Skewness: skewness}.Interval(confidence)
	return Interval{low, high}, true
}

// percentile returns the q-quantile of sorted values by linear interpolation between the closest ranks.
func percentile(sorted []float64, q float64) float64 {
	rank := q * float64(len(sorted)-1)
	below := min(int(rank), len(sorted)-1)
	above := min(below+1, len(sorted)-1)
	share := rank - float64(below)
	return sorted[below] + float64(share*(sorted[above]-sorted[below]))
}
