package metric

import (
	"math"
	"slices"
	"strconv"
)

// Rounding is how far apart two scores of a measure of this package may be that are equal: equal texts in another order
// of words, say, whose sums round elsewhere.
const Rounding = 1e-12

// Ties returns how far apart two scores of a column with this signature may be that are equal: Rounding, and 0 for scores
// of other programs. A column without a signature is ours if it is called so: lines that were printed have none.
func (s Signature) Ties(column string) float64 {
	if s.Name == "" {
		s.Name = scoreName
	}
	if _, ours := s.column(column); ours {
		return Rounding
	}
	return 0
}

// column returns the column of a measure of this package with this name, and false if the signature is not that of its
// scores.
func (s Signature) column(name string) (_ Column, ours bool) {
	c := Column(slices.Index(columnNames[:], name))
	external := slices.ContainsFunc(s.Parts, func(p SignaturePart) bool { return p.Key == scoresKey })
	return c, s.Name == scoreName && c >= 0 && !external
}

// Range returns the bounds of the scores of a column with this signature, and so of their mean: -Inf and +Inf if they
// are unknown, as for scores of other programs.
func (s Signature) Range(column string) (low, high float64) {
	c, ours := s.column(column)
	if !ours {
		return math.Inf(-1), math.Inf(1)
	}
	order := 0.0 // Options.OrderWeight
	for _, part := range s.Parts {
		if part.Key == orderWeightKey {
			weight, err := strconv.ParseFloat(part.Value, 64)
			if err != nil {
				return math.Inf(-1), math.Inf(1)
			}
			order = weight
		}
	}
	switch c {
	case WRD, WRDWithoutStopwords, WRDSource:
		return 0, 2 + order
	case WMD, WMDWithoutStopwords, WMDSIFWeights:
		return 0, math.Inf(1)
	case WRDSimilarity, WRDSourceSimilarity, WRDRecall, WRDPrecision, WRDF1:
		return -1 - order, 1
	case DynaMax:
		return 0, 1
	case Points:
		return math.Inf(-1), 100
	}
	return -1, 1
}
