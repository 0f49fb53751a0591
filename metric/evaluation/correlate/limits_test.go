package correlate_test

import (
	"context"
	"testing"
	"time"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// What would take hours is left out, with the reason and what to ask instead; the rest is computed.
func TestCorrelateLimits(t *testing.T) {
	const spa, accuracy = agreement.StatisticSPA, agreement.StatisticPairwiseAccuracy
	t.Run("a value", func(t *testing.T) {
		report := run(t, asking{Statistics: statistics{spa, accuracy}, Levels: levels{correlate.LevelSystem},
			Interval: correlate.IntervalNone}, judged(1, 3500, 2, []string{""}, 1, 1, 0))
		for _, row := range report.Rows {
			if left := row.Value == nil; left != (row.Statistic == spa) ||
				left != (row.NoValue.Kind == correlate.ReasonTooLong) || left && row.NoValue.N <= row.NoValue.Of {
				t.Errorf("%s: value %v, reason %+v", row.Statistic, row.Value, row.NoValue)
			}
		}
	})
	t.Run("an interval, a test and the raters", func(t *testing.T) {
		report := run(t, asking{Statistics: statistics{spa}, Levels: levels{correlate.LevelSystem},
			Draws: 100_000_000, Compare: agreement.MetricTestPermBoth}, judged(1, 20, 2, []string{""}, 1, 2, 2))
		for _, row := range report.Rows {
			if row.Value == nil || row.CILow != nil || row.NoInterval.Kind != correlate.ReasonDrawsTooLong ||
				row.NoInterval.Of != 100_000_000 {
				t.Errorf("value %v, interval from %v, without it because %+v", row.Value, row.CILow, row.NoInterval)
			}
		}
		if len(report.Rows) != 2 || len(report.Pairs) != 0 || len(report.Warned) != 2 ||
			report.Warned[0].Kind != correlate.WarningComparedTooLong || report.Warned[1].Kind != correlate.WarningRatersTooLong {
			t.Errorf("%d rows, %d pairs, warnings %+v", len(report.Rows), len(report.Pairs), report.Warned)
		}
	})
	t.Run("tie calibration, which takes longer for each comparison", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		report, err := correlate.Run(ctx, asking{Statistics: statistics{agreement.StatisticAccEq},
			Levels: levels{correlate.LevelSegment}, Averagings: averagings{agreement.AverageItem}, Draws: 300_000},
			judged(1, 100, 40, []string{""}, 1, 1, 0))
		if err != nil {
			t.Fatal(err)
		}
		if row := report.Rows[0]; row.Value == nil || row.CILow != nil ||
			row.NoInterval.Kind != correlate.ReasonDrawsTooLong {
			t.Errorf("value %v, interval from %v, without it because %+v", row.Value, row.CILow, row.NoInterval)
		}
	})
}
