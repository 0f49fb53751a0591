package render

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// How numbers are written for people, in every table and sentence. A nil number is absent.

// Absent stands in tables where there is no number.
const Absent = "-"

// present writes a number, if there is one.
func present(x *float64, write func(float64) string) string {
	if x == nil {
		return Absent
	}
	return write(*x)
}

// formatted writes a number, if there is one, by a format of package fmt.
func formatted(format string, x *float64) string {
	return present(x, func(x float64) string { return fmt.Sprintf(format, x) })
}

// Number writes a score, a correlation or a mean.
func Number(x *float64) string { return present(x, wording.Score) }

// Points writes a score in points.
func Points(x *float64) string { return present(x, wording.Points) }

// Signed writes a difference.
func Signed(x *float64) string { return present(x, wording.Signed) }

// Probability writes a p-value.
func Probability(p *float64) string { return present(p, wording.Probability) }

// Effect writes a size of effect.
func Effect(x *float64) string { return formatted("%+.3f", x) }

// Hundredths writes a correlation times 100.
func Hundredths(x *float64) string { return formatted("%.2f", x) }

// SignedHundredths writes a difference of correlations times 100.
func SignedHundredths(x *float64) string { return formatted("%+.2f", x) }

// Share writes a probability that is no p-value.
func Share(x float64) string { return fmt.Sprintf("%.3f", x) }

// percent writes a share.
func percent(x *float64) string {
	return present(x, func(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) })
}

// Percents writes shares of the same kind.
func Percents(shares ...*float64) string {
	written := make([]string, len(shares))
	for i, share := range shares {
		written[i] = percent(share)
		if i > 0 && share != nil { // one sign for all
			written[i-1] = strings.TrimSuffix(written[i-1], "%")
		}
	}
	return strings.Join(written, " / ")
}

// Interval writes an interval of scores.
func Interval(low, high *float64) string { return interval(low, high, " to ", Number) }

// CloseInterval is Interval in less room: nothing below zero needs more than a dash between its ends.
func CloseInterval(low, high *float64) string {
	if low == nil || *low < 0 {
		return Interval(low, high)
	}
	return interval(low, high, "–", Number)
}

// SignedInterval writes an interval of differences.
func SignedInterval(low, high *float64) string { return interval(low, high, " to ", Signed) }

func interval(low, high *float64, between string, write func(*float64) string) string {
	if low == nil || high == nil {
		return Absent
	}
	return write(low) + between + write(high)
}

// IntervalTitle heads a column of intervals.
func IntervalTitle(confidence float64) string { return fmt.Sprintf("%.6g%% interval", 100*confidence) }

// PlusMinus writes a mean and half the width of its interval, if it has one.
func PlusMinus(mean, low, high *float64) string {
	if mean == nil || low == nil || high == nil {
		return Number(mean)
	}
	return fmt.Sprintf("%.4f ±%.4f", *mean, (*high-*low)/2)
}

// Bytes writes a size as people read it.
func Bytes(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}
