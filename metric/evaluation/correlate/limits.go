package correlate

import "github.com/wordrotator/wrd/metric/agreement"

const (
	// mostComparisons is how many differences of scores one value may look at: some ten seconds of work.
	mostComparisons = 10_000_000_000
	// mostDrawnComparisons is how many those of all draws of an interval or test may: some minutes of work.
	mostDrawnComparisons = 500_000_000_000
	// calibratedAs is how many comparisons one of tie calibration is reckoned as in draws: it sorts differences where
	// soft pairwise accuracy only counts them, and takes 14.5 ns to its 1.5.
	calibratedAs = 10
)

// tooLong says why a value is not computed that would take too long; nothing if it is.
func tooLong(spec agreement.Spec, grid agreement.Grid) Reason {
	if n := spec.Comparisons(grid.Systems, grid.Segments); n > mostComparisons {
		return Reason{Kind: ReasonTooLong, N: n, Of: mostComparisons}
	}
	return Reason{}
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
