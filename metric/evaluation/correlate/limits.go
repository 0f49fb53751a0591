package correlate

import (
	"fmt"

	"github.com/wordrotator/wrd/metric/agreement"
)

const (
	// mostComparisons is how many differences of scores one value may look at: some ten seconds of work.
	mostComparisons = 10_000_000_000
	// mostDrawnComparisons is how many those of all draws of an interval or test may: some minutes of work.
	mostDrawnComparisons = 500_000_000_000
	// calibratedAs is how many comparisons one of tie calibration is reckoned as in draws: it sorts differences where
	// soft pairwise accuracy only counts them, and takes 14.5 ns to its 1.5.
	calibratedAs = 10
)

// tooLong says why a value is not computed that would take too long, and what is to be asked instead; "" if it is.
func tooLong(spec agreement.Spec, grid agreement.Grid) (reason string) {
	n := spec.Comparisons(grid.Systems, grid.Segments)
	if n <= mostComparisons {
		return ""
	}
	instead := "a given threshold needs none"
	if spec.Statistic.OfSystems() {
		instead = string(agreement.StatisticPairwiseAccuracy) + " needs none"
	}
	return fmt.Sprintf("it takes %d comparisons of scores, and more than %d would take too long; %s",
		n, int64(mostComparisons), instead)
}

// tooLongDrawn returns how many comparisons each draw takes where nothing is drawn as that would take too long; 0 if it is.
func (r *correlating) tooLongDrawn(spec agreement.Spec, grid agreement.Grid) (comparisons int64) {
	n := spec.Comparisons(grid.Systems, grid.Segments)
	most := int64(mostDrawnComparisons)
	if spec.Statistic == agreement.StatisticAccEq {
		most /= calibratedAs
	}
	if n > most/int64(r.Draws) {
		return n
	}
	return 0
}
