package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// How numbers are written for people, in every table and sentence. A nil number is absent.

// Absent stands in tables where there is no number.
const Absent = "-"

// Number writes a score, a correlation or a mean.
func Number(x *float64) string {
	if x == nil {
		return Absent
	}
	return wording.Score(*x)
}

// Signed writes a difference.
func Signed(x *float64) string {
	if x == nil {
		return Absent
	}
	return fmt.Sprintf("%+.4f", *x)
}

// Interval writes an interval of scores.
func Interval(low, high *float64) string {
	if low == nil || high == nil {
		return Absent
	}
	return Number(low) + " to " + Number(high)
}

// CloseInterval is Interval in less room: nothing below zero needs more than a dash between its ends.
func CloseInterval(low, high *float64) string {
	if low == nil || high == nil || *low < 0 {
		return Interval(low, high)
	}
	return Number(low) + "–" + Number(high)
}

// SignedInterval writes an interval of differences.
func SignedInterval(low, high *float64) string {
	if low == nil || high == nil {
		return Absent
	}
	return Signed(low) + " to " + Signed(high)
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

// Probability writes a p-value.
func Probability(p *float64) string {
	if p == nil {
		return Absent
	}
	return wording.Probability(*p)
}

// Percent writes a share.
func Percent(x *float64) string {
	if x == nil {
		return Absent
	}
	return fmt.Sprintf("%.1f%%", 100**x)
}

// Percents writes two shares of the same kind.
func Percents(x, y *float64) string {
	if y == nil {
		return Percent(x) + " / " + Absent
	}
	return strings.TrimSuffix(Percent(x), "%") + " / " + Percent(y)
}

// Share writes a probability that is no p-value.
func Share(x float64) string { return fmt.Sprintf("%.3f", x) }

// Effect writes a size of effect.
func Effect(x *float64) string {
	if x == nil {
		return Absent
	}
	return fmt.Sprintf("%+.3f", *x)
}

// Hundredths writes a correlation times 100.
func Hundredths(x *float64) string {
	if x == nil {
		return Absent
	}
	return fmt.Sprintf("%.2f", *x)
}

// SignedHundredths writes a difference of correlations times 100.
func SignedHundredths(x *float64) string {
	if x == nil {
		return Absent
	}
	return fmt.Sprintf("%+.2f", *x)
}

// Plain writes a number with as many digits as say something.
func Plain(x float64) string { return wording.Plain(x) }

// Counted writes a number and what it counts.
func Counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
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

// OrNull returns nil for NaN, which JSON has no number for.
func OrNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
