package agreement

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// An Interval is a range of plausible values, Low ≤ High.
type Interval struct{ Low, High float64 }

// MeanOfSums returns the mean of values that were added up by the unit that they come from, such as their document, and
// its interval as Mean.Interval has it, false if there are fewer than two units. Unit i has sizes[i] values, 1 or more,
// whose sum is sums[i]. If against is not nil, it has the sums of another system's values of the same segments, and the
// mean is that of the differences, as of Compare.
func MeanOfSums(sums, against []float64, sizes []int64, confidence float64) (mean float64, _ Interval, ok bool) {
	u := unitsums.Sums{Sums: slices.Clone(sums)}
	var sum unitsums.Neumaier
	var size, magnitude float64
	for i, n := range sizes {
		magnitude += math.Abs(sums[i])
		if against != nil {
			u.Sums[i] -= against[i]
			magnitude += math.Abs(against[i])
		}
		sum.Add(u.Sums[i])
		u.Sizes = append(u.Sizes, float64(n))
		size += float64(n)
	}
	u.Rounding = unitsums.RoundingShare * magnitude / size
	low, high, ok := u.Interval(confidence)
	return sum.Value() / size, Interval{low, high}, ok
}
