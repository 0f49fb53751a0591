package evaluation

import (
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/internal/bounds"
)

// UnitSums are the scores of a system in one column, summed for each unit that is treated as independent: document or
// segment. They are for corpora too large for one place: sums of parts of a corpus can be added.
type UnitSums struct {
	Column    string    `json:"column"`    // and
	Signature string    `json:"signature"` // of the scores, "" if that is not known
	Sums      []float64 `json:"sums"`      // of each unit
	Against   []float64 `json:"against"`   // those of another system on the same segments, to compare with
	Sizes     []int64   `json:"sizes"`     // how many segments each unit has, 1 or more
	Direction
}

// A UnitMean is the mean of UnitSums or, with UnitSums.Against, of the differences, which are positive where Sums are
// better.
type UnitMean struct {
	Mean float64 `json:"mean"` // with against, of the differences, positive where sums are better
	ConfidenceLimits
	Segments int64 `json:"segments"`
	Units    int   `json:"units"`
}

// largestSum is in size the largest sum of a unit: squares of such sums are finite.
const largestSum = 1e100

// Mean returns the mean and its interval, of the given confidence in (0, 1).
func (u *UnitSums) Mean(confidence float64) (UnitMean, error) {
	mean := UnitMean{Units: len(u.Sizes)}
	if len(u.Sizes) == 0 || len(u.Sums) != len(u.Sizes) || u.Against != nil && len(u.Against) != len(u.Sizes) {
		return mean, fmt.Errorf("found %d sums, %d against them and %d sizes, expected one of each unit, of one or more",
			len(u.Sums), len(u.Against), len(u.Sizes))
	}
	for i, n := range u.Sizes {
		if n < 1 || n > math.MaxInt64-mean.Segments {
			return mean, fmt.Errorf("sizes: unit %d: found %d segments, expected 1 or more, and less than 2⁶³ in all", i, n)
		}
		mean.Segments += n
		for _, sums := range [][]float64{u.Sums, u.Against} {
			if sums != nil && !(math.Abs(sums[i]) <= largestSum) {
				return mean, fmt.Errorf("unit %d: found the sum %v, expected one of at most %g in size", i, sums[i], largestSum)
			}
		}
	}
	var interval agreement.Interval
	var ok bool
	sums, against := u.Sums, u.Against
	if against != nil && (u.LowerIsBetter || slices.Contains(LowerColumns(), u.Column)) {
		sums, against = against, sums
	}
	mean.Mean, interval, ok = agreement.MeanOfSums(sums, against, u.Sizes, confidence)
	within := bounds.Of(u.Column, u.Signature)
	if u.Against != nil {
		within = within.Differences()
	}
	if ok {
		mean.ConfidenceLimits = Limits(within.Cut(interval))
	}
	return mean, nil
}
