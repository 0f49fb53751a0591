package say

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// reasonSaid says why a check failed, or what is too little to fail.
func reasonSaid(r *check.Report, reason *check.Reason) string {
	switch {
	case reason.Question == check.AboutMean && reason.Against == check.AgainstFloor:
		return fmt.Sprintf("the mean %s of %s is %.4f, the floor %.4f", reason.Measure, reason.System, reason.Now, reason.Before)
	case reason.Question == check.AboutMean:
		return fmt.Sprintf("the mean %s of %s went from %.4f to %.4f", reason.Measure, reason.System, reason.Before, reason.Now)
	case reason.Question == check.AboutTail:
		return fmt.Sprintf("%d of %d outputs of %s fell far by %s (%s)", reason.Outputs, reason.Of, reason.System, reason.Measure,
			namedOutputs(r, reason.Where, reason.Outputs))
	}
	i := slices.IndexFunc(r.Broken, func(b check.BrokenOutputs) bool { return b.System == reason.System })
	switch {
	case i >= 0 && reason.Kind == check.Shifted:
		return shifted(r, &r.Broken[i])
	case i >= 0 && slices.Contains(check.BrokenKinds(), check.BrokenKind(reason.Kind)):
		return newlyBroken(r, &r.Broken[i]) // of all kinds
	}
	return fmt.Sprintf("%d of %d outputs of %s newly %s (%s)", reason.Outputs, reason.Of, reason.System,
		OutputsDo(reason.Kind, reason.Outputs), namedOutputs(r, reason.Where, reason.Outputs))
}

// brokenReason says what was found of a system's outputs and, where it is judged, how that is.
func brokenReason(r *check.Report, b *check.BrokenOutputs) string {
	found := findingsTold(r, b)
	switch {
	case b.New > 0 && found != "":
		return newlyBroken(r, b) + "; " + found
	case b.New > 0:
		return newlyBroken(r, b)
	case found != "":
		return found
	}
	return fmt.Sprintf("no output of %s is %s", b.System, broken(b)) + brokenBefore(b)
}

// broken is what outputs of a system are that count.
func broken(b *check.BrokenOutputs) string {
	if b.BaselineSystem != "" {
		return "newly broken"
	}
	return "broken"
}

// newlyBroken says how many outputs are newly broken, of which there are some, and how.
func newlyBroken(r *check.Report, b *check.BrokenOutputs) string {
	allowed := ""
	switch {
	case b.Over:
		allowed = fmt.Sprintf(", more than the %d allowed", b.Allowed)
	case r.Judged():
		allowed = fmt.Sprintf(", within the %d allowed", b.Allowed)
	}
	var found []string
	for _, kind := range check.BrokenKinds() {
		if n := b.Of(kind); n > 0 {
			found = append(found, fmt.Sprintf("%d %s (%s)", n, brokenAs(r, kind, n), namedOutputs(r, b.Where[kind], n)))
		}
	}
	return fmt.Sprintf("%d of %d outputs of %s %s %s%s: %s", b.New, b.Segments, b.System, are(b.New), broken(b), allowed,
		strings.Join(found, ", ")) + brokenBefore(b)
}

// brokenAs says what n outputs are that are newly broken in a way.
func brokenAs(r *check.Report, kind check.BrokenKind, n int) string {
	switch kind {
	case check.BrokenNoWords:
		return "without words"
	case check.BrokenRepeated:
		if r.BySource {
			return "the same for different sources"
		}
		return "the same for different references"
	case check.BrokenCopied:
		copied := "copy of its source"
		if n > 1 {
			copied = "copies of their source"
		}
		if r.SourcesScored {
			copied += fmt.Sprintf(", which %s takes for the best translation", metric.MeasureSource)
		}
		return copied
	}
	return string(kind)
}

// findingsTold says which findings failed, "" where none did.
func findingsTold(r *check.Report, b *check.BrokenOutputs) string {
	if len(b.Told) > 0 && b.Shift != nil {
		return shifted(r, b)
	}
	var said []string
	for i, f := range b.Told {
		whose := fmt.Sprint(f.New)
		if i == 0 {
			whose = fmt.Sprintf("%d of %d outputs of %s", f.New, b.Segments, b.System)
		}
		of := ""
		if f.Gone > 0 {
			of = fmt.Sprintf(", against %d of the baseline", f.Gone)
		}
		said = append(said, fmt.Sprintf("%s newly %s%s (%s)", whose, OutputsDo(f.Kind, f.New), of, namedOutputs(r, f.Where, f.New)))
	}
	return strings.Join(said, ", ")
}

// shifted says from where on outputs stand at other lines than they should, and by how many.
func shifted(r *check.Report, b *check.BrokenOutputs) string {
	what, way, by := "segment", "down", b.Shift.By
	if r.Lines {
		what = "line"
	}
	if by < 0 {
		way, by = "up", -by
	}
	lines := what
	if by != 1 {
		lines += "s"
	}
	return fmt.Sprintf("the outputs of %s are shifted %s by %d %s from %s %d on", b.System, way, by, lines, what, b.Shift.From+1)
}

// brokenBefore says how many others are broken as they were before, "" for none.
func brokenBefore(b *check.BrokenOutputs) string {
	if b.Before == 0 {
		return ""
	}
	more := ""
	if b.New > 0 {
		more = " more"
	}
	return fmt.Sprintf("; %d%s %s broken as before", b.Before, more, are(b.Before))
}
