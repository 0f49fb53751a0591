package correlate

import "github.com/wordrotator/wrd/metric/agreement"

// A Warning is what a reader should know of a report besides its numbers.
type Warning struct {
	Kind      WarningKind
	Group     string // of segments that it concerns; "" where there is one, or it concerns all
	Level     Level
	Statistic agreement.Statistic
	N, Of     int64 // as the kind says
}

// A WarningKind says what a warning is about.
type WarningKind string

// The kinds.
const (
	// WarningNoUnit: N Of so many segments have no document or domain, and are left out at Level.
	WarningNoUnit WarningKind = "no unit"
	// WarningRatersTooLong: the agreement of raters is not computed by Statistic, as Of draws of N comparisons of scores
	// each would take too long.
	WarningRatersTooLong WarningKind = "raters too long"
	// WarningComparedTooLong: for the same reason, measures are not compared with each other.
	WarningComparedTooLong WarningKind = "compared too long"
	// WarningBestThresholds: measures are compared with each other with the best thresholds on these scores, not with the
	// learned ones.
	WarningBestThresholds WarningKind = "best thresholds"
	// WarningSharedOutputs: measures are compared with each other on the N outputs that all of them and people scored.
	WarningSharedOutputs WarningKind = "shared outputs"
)
