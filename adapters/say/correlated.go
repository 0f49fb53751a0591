package say

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// Correlated fills in the sentences of a report of correlate.Run.
func Correlated(r *correlate.Report) {
	for _, w := range r.Warned {
		r.Warnings = append(r.Warnings, ofGroup(w.Group)+correlateWarning(w))
	}
}

// ofGroup is how a message begins that concerns a group.
func ofGroup(group string) string {
	if group == "" {
		return ""
	}
	return group + ": "
}

func correlateWarning(w correlate.Warning) string {
	switch w.Kind {
	case correlate.WarningNoUnit:
		return fmt.Sprintf("%d of %d segments %s no %s and %s left out at level %s", w.N, w.Of, wording.Have(w.N), w.Level.Item(),
			are(int(w.N)), w.Level)
	case correlate.WarningRatersTooLong:
		return fmt.Sprintf("the agreement of raters is not computed by %s: %s", w.Statistic, drawsTooLong(w.Of, w.N))
	case correlate.WarningComparedTooLong:
		return fmt.Sprintf("measures are not compared with each other by %s: %s", w.Statistic, drawsTooLong(w.Of, w.N))
	case correlate.WarningBestThresholds:
		return "measures are compared with each other with the best thresholds on these scores, not with the learned ones"
	}
	return fmt.Sprintf("measures are compared with each other on the %d outputs that all of them and people scored", w.N)
}

func drawsTooLong(draws, comparisons int64) string {
	return fmt.Sprintf("%d draws of %d comparisons of scores each would take too long", draws, comparisons)
}

// Negative says which correlation is strongly negative.
func Negative(n correlate.NegativeCorrelation) string {
	return fmt.Sprintf("%s%s correlates strongly negatively with %s (%s %.3f at %s level)", ofGroup(n.Group), n.Measure, n.Human,
		n.Statistic, *n.Value, n.Level)
}
