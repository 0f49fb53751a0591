// Package findings writes for people what a check found, so that the command, its page, JUnit and GitHub say the same
// in the same words.
//
// It may change with any version; README lists the packages that do not.
package findings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

// Found writes what a test found, in sentences.
func Found(t check.Test) string {
	found := visible.Text(fmt.Sprintf("%s of %s is %s, against the %s %s: ", t.Measure, t.System, wording.Score(t.Candidate),
		t.Against, wording.Score(t.Baseline))) + Drop(t) + "."
	if said := t.Said(); said != "" {
		found += " " + said
	}
	return found
}

// Drop writes how large a drop, or a gain, a test found, and why it came to its verdict.
func Drop(t check.Test) string {
	what, drop, limits := "drop", t.Drop, t.ConfidenceLimits
	if drop < 0 {
		what, drop, limits = "gain", -drop, limits.Negated()
	}
	said := fmt.Sprintf("a %s of %s", what, wording.Score(drop))
	if limits.CILow != nil && limits.CIHigh != nil {
		said += fmt.Sprintf(" (%s to %s)", wording.Score(*limits.CILow), wording.Score(*limits.CIHigh))
	}
	return fmt.Sprintf("%s, %s: %s", said, wording.PEquals(t.Adjusted), visible.Text(t.Reason))
}

// Heading names a segment and its scores.
func Heading(s check.WorseSegment) string {
	return visible.Text(fmt.Sprintf("%s: %s %s, was %s", place(s.System, s.Segment, s.Line, s.Doc), s.Measure,
		wording.Score(s.Now), wording.Score(s.Before)))
}

// place names an output; line is 0 where there are no lines.
func place(system string, segment evaluation.Segment, line int64, doc string) string {
	where := "segment " + segment.String()
	if line > 0 {
		where = fmt.Sprintf("line %d", line)
	}
	if doc != "" {
		where += " of " + doc
	}
	return system + ", " + where
}

// Texts returns the texts of a segment that are known, each after what it is.
func Texts(s check.WorseSegment) (lines [][2]string) {
	for _, line := range [][2]string{
		{"now", s.Candidate}, {"before", s.BaselineText}, {"reference", s.Reference}, {"source", s.Source},
		{"status", s.Status},
	} {
		if line[1] != "" {
			lines = append(lines, [2]string{line[0], visible.Text(line[1])})
		}
	}
	if len(s.Alignment) > 0 {
		lines = append(lines, [2]string{"moved", fmt.Sprintf("the most expensive by %s: share of the text × cost", s.AlignedBy)})
	}
	return lines
}

// Move writes a move of an alignment, a visible.Line.
func Move(m explained.Move) string {
	return fmt.Sprintf("%s → %s  %.4f × %.4f", wording.InLine(wording.Token(m.CandidateToken)),
		wording.InLine(wording.Token(m.ReferenceToken)), m.Mass, m.Cost)
}

// People says in a sentence that it is not known how often people would agree with a difference that is shown; nothing
// where it is.
func People(r *check.Report) []string {
	if r.PeopleUnknown != "" {
		return []string{r.PeopleUnknown}
	}
	return nil
}

// Inconclusive says of a check that came to no conclusion whether that fails, and where to read on; nothing of others.
func Inconclusive(r *check.Report) []string {
	if r.Verdict != check.Inconclusive {
		return nil
	}
	fails := "An inconclusive check fails only with --require-conclusive."
	if r.RequireConclusive {
		fails = "An inconclusive check fails with --require-conclusive."
	}
	return []string{fmt.Sprintf("%s What to do: %s.", fails, odd.Inconclusive)}
}

// Linked writes where to read on as addresses, for what CI servers show.
func Linked(text string) string { return odd.Linked(text, metric.Version) }

// Baseline says what became of the baseline, a sentence each; nothing where it was only compared with.
func Baseline(r *check.Report) []string {
	var sentences []string
	if r.Forced != "" {
		sentences = append(sentences, "The old baseline could not be compared with: "+visible.Text(r.Forced)+".")
	}
	if r.BaselineScored {
		sentences = append(sentences, "The texts of the baseline, "+visible.Text(r.Baseline)+", were scored in this run, too.")
	}
	switch {
	case r.Updated && r.New:
		sentences = append(sentences, "There was no baseline: this run is stored as the first one.")
	case r.Updated:
		sentences = append(sentences, "This run is stored as the new baseline.")
	case r.New:
		sentences = append(sentences, "There is no baseline yet, and this run is not stored as one.")
	}
	return sentences
}

// Reasons says why a check failed, the largest reason first, each in a clause without its full stop.
func Reasons(r *check.Report) (said []string) {
	for _, reason := range r.Reasons {
		if clause := visible.Text(reason.Said); !slices.Contains(said, clause) {
			said = append(said, clause)
		}
	}
	return said
}

// Noticed says what is too little to fail, in a sentence; nothing where there is none, or where more failed.
func Noticed(r *check.Report) []string {
	if len(r.Reasons) > 0 {
		return nil
	}
	var said []string
	for _, notice := range r.Noticed {
		said = append(said, visible.Text(notice.Said))
	}
	if said == nil {
		return nil
	}
	return []string{"Too few to fail: " + strings.Join(said, "; ") + "."}
}
