package main

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// How numbers are written for people, in every table and sentence. A nil number is absent.

// absent stands in tables where there is no number.
const absent = "-"

// number writes a score, a correlation or a mean.
func number(x *float64) string {
	if x == nil {
		return absent
	}
	return wording.Score(*x)
}

// signed writes a difference.
func signed(x *float64) string {
	if x == nil {
		return absent
	}
	return fmt.Sprintf("%+.4f", *x)
}

// interval writes an interval of scores.
func interval(low, high *float64) string {
	if low == nil || high == nil {
		return absent
	}
	return number(low) + " to " + number(high)
}

// closeInterval is interval in less room: nothing below zero needs more than a dash between its ends.
func closeInterval(low, high *float64) string {
	if low == nil || high == nil || *low < 0 {
		return interval(low, high)
	}
	return number(low) + "–" + number(high)
}

// signedInterval writes an interval of differences.
func signedInterval(low, high *float64) string {
	if low == nil || high == nil {
		return absent
	}
	return signed(low) + " to " + signed(high)
}

// intervalTitle heads a column of intervals.
func intervalTitle(confidence float64) string { return fmt.Sprintf("%.6g%% interval", 100*confidence) }

// plusMinus writes a mean and half the width of its interval, if it has one.
func plusMinus(mean, low, high *float64) string {
	if mean == nil || low == nil || high == nil {
		return number(mean)
	}
	return fmt.Sprintf("%.4f ±%.4f", *mean, (*high-*low)/2)
}

// probability writes a p-value.
func probability(p *float64) string {
	if p == nil {
		return absent
	}
	return wording.Probability(*p)
}

// percent writes a share.
func percent(x *float64) string {
	if x == nil {
		return absent
	}
	return fmt.Sprintf("%.1f%%", 100**x)
}

// percents writes two shares of the same kind.
func percents(x, y *float64) string {
	if y == nil {
		return percent(x) + " / " + absent
	}
	return strings.TrimSuffix(percent(x), "%") + " / " + percent(y)
}

// share writes a probability that is no p-value.
func share(x float64) string { return fmt.Sprintf("%.3f", x) }

// effect writes a size of effect.
func effect(x *float64) string {
	if x == nil {
		return absent
	}
	return fmt.Sprintf("%+.3f", *x)
}

// hundredths writes a correlation times 100.
func hundredths(x *float64) string {
	if x == nil {
		return absent
	}
	return fmt.Sprintf("%.2f", *x)
}

// signedHundredths writes a difference of correlations times 100.
func signedHundredths(x *float64) string {
	if x == nil {
		return absent
	}
	return fmt.Sprintf("%+.2f", *x)
}

// plain writes a number with as many digits as say something.
func plain(x float64) string { return wording.Plain(x) }

// counted writes a number and what it counts.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
