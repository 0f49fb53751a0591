package metric

import (
	"math"
	"slices"
	"strconv"
)

// Range returns the bounds of the scores of a column with this signature, and so of their mean: -Inf and +Inf if they
// are unknown, as for scores of other programs.
func (s Signature) Range(column string) (low, high float64) {
	c := Column(slices.Index(columnNames[:], column))
	if s.Name != scoreName || c < 0 {
		return math.Inf(-1), math.Inf(1)
	}
	order := 0.0 // Options.OrderWeight
	for _, part := range s.Parts {
		switch part.Key {
		case scoresKey:
			return math.Inf(-1), math.Inf(1)
		case orderWeightKey:
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
	}
	return -1, 1
}
