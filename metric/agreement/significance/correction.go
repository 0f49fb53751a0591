package significance

import (
	"cmp"
	"slices"
)

// A Correction adjusts the p-values of several tests, so that they can be compared with one alpha.
type Correction string

const (
	// CorrectionHolm bounds the probability of one false discovery or more (Holm 1979), whatever the tests have to
	// do with each other.
	CorrectionHolm Correction = "holm"
	// CorrectionBH bounds the expected share of false ones among the discoveries (Benjamini and Hochberg 1995), for
	// independent or positively dependent tests.
	CorrectionBH Correction = "bh"
	// CorrectionNone leaves p-values as they are.
	CorrectionNone Correction = "none"
)

// Corrections returns all corrections, the default first.
func Corrections() []Correction {
	return []Correction{CorrectionHolm, CorrectionBH, CorrectionNone}
}

// Adjust returns the adjusted p-values in the order of p, which it does not change.
func (c Correction) Adjust(p []float64) []float64 {
	adjusted := slices.Clone(p)
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	n := float64(len(p))
	switch c {
	case CorrectionHolm:
		largest := 0.0
		for k, i := range order {
			largest = max(largest, min(1, (n-float64(k))*p[i]))
			adjusted[i] = largest
		}
	case CorrectionBH:
		least := 1.0
		for k, i := range slices.Backward(order) {
			least = min(least, n*p[i]/float64(k+1))
			adjusted[i] = least
		}
	}
	return adjusted
}
