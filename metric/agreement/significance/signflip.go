package significance

import (
	"fmt"
	"math"

	"github.com/wordrotator/wrd/metric/agreement/internal/unitsums"
)

// MaxExact is the largest number of differences, those of zero aside, whose signs SignFlips enumerates.
const MaxExact = 40

// A TooManyError says that an exact test would have to enumerate the signs of more than MaxExact differences.
type TooManyError struct{ Differences int }

func (e *TooManyError) Error() string {
	return fmt.Sprintf("agreement: found %d differences that are not zero, expected at most %d for an exact test",
		e.Differences, MaxExact)
}

// enumerable says whether the assignments of signs to so many units that differ are no more than the samples to be drawn.
// An assignment and its mirror image say the same, so 2ᵏ of them are 2ᵏ⁻¹ samples. Where they are more, no p-value of
// samples is below leastP.
func enumerable(differing, samples int) bool {
	return differing <= MaxExact && math.Ldexp(0.5, differing) <= float64(samples)
}

// SignFlips returns the two-sided p-value of the exact paired permutation test (Fisher 1935): the share of the 2ᵏ
// assignments of signs to the differences whose sum is at least as far from zero as the observed one. Sums that
// differ by rounding count as equal. It fails with a *TooManyError for more than MaxExact differences that are not
// zero.
//
// Signs are not enumerated one by one: the sums of each half of the differences are sorted, and pairs of sums are
// counted by walking one list up and the other down.
func SignFlips(differences []float64) (p float64, err error) { return signFlips(differences, 0) }

// signFlips is SignFlips where sums no further apart than rounding count as equal, too.
func signFlips(differences []float64, rounding float64) (p float64, err error) {
	var nonzero []float64
	var sum, size float64
	for _, d := range differences {
		if d != 0 {
			nonzero = append(nonzero, d)
			sum += d
			size += math.Abs(d)
		}
	}
	k := len(nonzero)
	if k > MaxExact {
		return 0, &TooManyError{k}
	}
	least := math.Abs(sum) - max(rounding, size*unitsums.RoundingShare)
	if least <= 0 {
		return 1, nil
	}
	low, high := sortedFlips(nonzero[:k/2]), sortedFlips(nonzero[k/2:])
	// Changing all signs mirrors every sum, so those at or above least are half of those wanted.
	above, from := 0, len(high)
	for _, x := range low {
		for from > 0 && x+high[from-1] >= least {
			from--
		}
		above += len(high) - from
	}
	return math.Ldexp(2*float64(above), -k), nil
}

// sortedFlips returns the 2ⁿ sums ±d₁ ± … ± dₙ, ascending. Each further difference makes two sorted lists, which are
// merged.
func sortedFlips(differences []float64) []float64 {
	sums := []float64{0}
	for _, d := range differences {
		d = math.Abs(d)
		merged := make([]float64, 0, 2*len(sums))
		i := 0
		for _, up := range sums {
			for i < len(sums) && sums[i]-d <= up+d {
				merged = append(merged, sums[i]-d)
				i++
			}
			merged = append(merged, up+d)
		}
		sums = append(merged, sums[i:]...)
	}
	return sums
}
