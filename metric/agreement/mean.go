package agreement

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// maxBlocks is how many block sums a Mean keeps. Up to this many values, each is a block of its own and the
// bootstrap is the textbook one; beyond it neighbours are merged, which keeps at least half as many blocks:
// more than any interval of a mean needs.
const maxBlocks = 1 << 16

// A Mean accumulates values x₁…xₙ and gives their mean, standard deviation and bootstrap interval. The zero
// value is empty and ready. It must not be shared between goroutines.
type Mean struct {
	n          int64
	sum        neumaier
	mean, m2   float64 // Welford's running mean and sum of squared deviations
	blockSize  int64   // values in a full block, a power of two
	blockSums  []float64
	inLast     int64 // values in the last block, up to blockSize
	resampling []float64
}

// A neumaier is a compensated sum (Neumaier 1974): equal values in another order give the same sum, but for the last
// bit.
type neumaier struct {
	sum, lost float64 // lost is what rounding took from sum
}

func (s *neumaier) add(x float64) {
	sum := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.lost += (s.sum - sum) + x
	} else {
		s.lost += (x - sum) + s.sum
	}
	s.sum = sum
}

func (s *neumaier) value() float64 { return s.sum + s.lost }

// Add adds a value, which must be finite.
func (m *Mean) Add(x float64) {
	m.n++
	m.sum.add(x)
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.m2 += float64(d * (x - m.mean))
	m.addToBlock(x)
}

func (m *Mean) addToBlock(x float64) {
	if m.blockSize == 0 {
		m.blockSize = 1
	}
	if len(m.blockSums) > 0 && m.inLast < m.blockSize {
		m.blockSums[len(m.blockSums)-1] += x
		m.inLast++
		return
	}
	if len(m.blockSums) == maxBlocks {
		for i := range maxBlocks / 2 {
			m.blockSums[i] = m.blockSums[2*i] + m.blockSums[2*i+1]
		}
		m.blockSums = m.blockSums[:maxBlocks/2]
		m.blockSize *= 2
	}
	m.blockSums = append(m.blockSums, x)
	m.inLast = 1
}

// N returns the number of values.
func (m *Mean) N() int64 { return m.n }

// Value returns the arithmetic mean, and false if there are no values.
func (m *Mean) Value() (mean float64, ok bool) {
	if m.n == 0 {
		return 0, false
	}
	return m.sum.value() / float64(m.n), true
}

// StdDev returns the sample standard deviation, with n−1 in the denominator, and false if there are fewer
// than two values.
func (m *Mean) StdDev() (stddev float64, ok bool) {
	if m.n < 2 {
		return 0, false
	}
	return math.Sqrt(max(0, m.m2/float64(m.n-1))), true
}

// An Interval is a range of plausible values, Low ≤ High.
type Interval struct{ Low, High float64 }

// Bootstrap describes a percentile bootstrap (Efron 1979).
type Bootstrap struct {
	Draws      int     // how often the values are drawn, at least 1
	Confidence float64 // the share of resampled means inside the interval, in (0, 1)
	Seed       uint64  // equal seeds draw equal positions, so systems of one run are resampled together
	Workers    int     // goroutines; 0 means GOMAXPROCS. Results do not depend on it
}

// Interval returns the percentile bootstrap interval of the mean: the values are drawn with replacement
// b.Draws times, and the interval spans the middle b.Confidence of the resampled means, interpolated as
// NumPy's percentile does. It returns false if there are fewer than two values, which say nothing of their spread.
// Beyond 65,536 values, runs of 2ᵏ consecutive values are drawn instead of single ones, so that memory stays bounded.
func (m *Mean) Interval(b Bootstrap) (Interval, bool) {
	if m.n < 2 {
		return Interval{}, false
	}
	m.resampling = slices.Grow(m.resampling[:0], b.Draws)[:b.Draws]
	means := m.resampling
	// It fails only if the context ends, which this one does not.
	_ = inParallel(context.Background(), b.Draws, b.Workers, func() func(int) {
		var rng rand.PCG
		return func(r int) {
			rng.Seed(b.Seed, uint64(r))
			means[r] = m.resampledMean(&rng)
		}
	})
	slices.Sort(means)
	tail := (1 - b.Confidence) / 2
	return Interval{Low: percentile(means, tail), High: percentile(means, 1-tail)}, true
}

// resampledMean returns the mean of as many blocks as there are, drawn with replacement.
func (m *Mean) resampledMean(rng *rand.PCG) float64 {
	blocks := uint64(len(m.blockSums))
	n := int64(blocks) * m.blockSize
	short := m.blockSize - m.inLast // what the last block lacks
	var sum float64
	for range blocks {
		// The high word of a product maps 32 random bits to a position, with a bias below 2⁻¹⁶.
		i := (rng.Uint64() >> 32) * blocks >> 32
		sum += m.blockSums[i]
		if i == blocks-1 {
			n -= short
		}
	}
	return sum / float64(n)
}

// percentile returns the q-quantile of sorted values by linear interpolation between the closest ranks.
func percentile(sorted []float64, q float64) float64 {
	rank := q * float64(len(sorted)-1)
	below := min(int(rank), len(sorted)-1)
	above := min(below+1, len(sorted)-1)
	share := rank - float64(below)
	return sorted[below] + float64(share*(sorted[above]-sorted[below]))
}
