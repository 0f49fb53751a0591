package say

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// testReason says why a test came to its verdict.
func testReason(r *check.Report, t *check.Test) string {
	mean := meanReason(t)
	if t.Tail == nil || !t.Tail.Failed {
		return mean
	}
	far := fmt.Sprintf("%d outputs fell by %.3g or more (%s), and %d rose as far", t.Tail.Down, t.Tail.Far,
		namedOutputs(r, t.Tail.Where, t.Tail.Down), t.Tail.Up)
	if t.Mean.Verdict == check.Regression {
		return mean + "; " + far
	}
	return far + "; the mean: " + mean
}

// meanReason says why a test came to its conclusion about the mean.
func meanReason(t *check.Test) string {
	n, documents := t.Independent()
	unit := "segment"
	if documents {
		unit = "document"
	}
	switch t.Mean.Reason {
	case check.MeanUnchanged:
		if t.Mean.Changed > 0 {
			return fmt.Sprintf("%d of %d outputs changed; no score did", t.Mean.Changed, t.Segments+t.Without)
		}
		return "no score has changed"
	case check.MeanDropped:
		return fmt.Sprintf("the drop is significant and above the margin %s", margin(t))
	case check.MeanRose:
		return "significantly better"
	case check.MeanEqual:
		return "the means are equal"
	case check.MeanDroppedWithin:
		return fmt.Sprintf("the drop is significant but within the margin %s", margin(t))
	case check.MeanWithin:
		return fmt.Sprintf("any drop is within the margin %s", margin(t))
	case check.MeanTooFew:
		return fmt.Sprintf("too few %ss differ to tell: %d of %d", unit, t.Mean.Differing, n)
	case check.MeanOpen:
		return fmt.Sprintf("the drop may be up to %.3g, above the margin %s; about %d %ss would decide", *t.CIHigh, margin(t),
			t.Mean.Deciding, unit)
	}
	return ""
}

// margin says how large the margin is, also in points if it was given so.
func margin(t *check.Test) string {
	if t.MarginPoints == nil {
		return fmt.Sprintf("%.3g", t.Margin)
	}
	unit := "points"
	if *t.MarginPoints == 1 {
		unit = "point"
	}
	return fmt.Sprintf("%.3g (%g %s)", t.Margin, *t.MarginPoints, unit)
}

// mostNamed is how many outputs of a kind a sentence names.
const mostNamed = 5

// namedOutputs names the first of n outputs, of which the first are known.
func namedOutputs(r *check.Report, first []string, n int) string {
	what := "segment"
	if r.Lines {
		what = "line"
	}
	if n > 1 {
		what += "s"
	}
	names := strings.Join(first[:min(len(first), mostNamed)], ", ")
	if n > mostNamed {
		names += ", …"
	}
	return what + " " + names
}
