package say

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// Check fills in the sentences of a report of check.Run.
func Check(r *check.Report) {
	r.Warnings = append(Reading(r.Read...), r.Warnings...)
	checkWarnings(r)
	for i := range r.Tests {
		r.Tests[i].Reason = testReason(r, &r.Tests[i])
	}
	for i := range r.Broken {
		r.Broken[i].Reason = brokenReason(r, &r.Broken[i])
	}
	for _, reasons := range [][]check.Reason{r.Reasons, r.Noticed} {
		for i := range reasons {
			reasons[i].Said = reasonSaid(r, &reasons[i])
		}
	}
}

// CheckReasons says why each test came to its verdict, and where it is known, what the largest difference in each measure
// means to people.
func CheckReasons(r *check.Report) (lines []string) {
	largest := map[string]int{} // test of a measure
	for i, t := range r.Tests {
		if k, ok := largest[t.Measure]; t.Agree != nil && (!ok || math.Abs(t.Drop) > math.Abs(r.Tests[k].Drop)) {
			largest[t.Measure] = i
		}
	}
	for i, t := range r.Tests {
		line := fmt.Sprintf("%s, %s against %s: %s", t.System, t.Measure, t.Against, t.Reason)
		if t.Without > 0 {
			line += fmt.Sprintf("; without a score on one side, and so not counted: %s", wording.Counted(t.Without, "segment"))
		}
		line += "."
		if k, ok := largest[t.Measure]; ok && k == i {
			line += " " + t.Sentence
		}
		lines = append(lines, line)
	}
	return lines
}

// CheckMethod says how the tests were done.
func CheckMethod(r *check.Report) string {
	var tests []string
	draws := "" // of the tests that draw some
	for _, t := range r.Tests {
		name := ""
		switch t.Test {
		case significance.TestExact:
			name = "exact paired randomisation test"
		case significance.TestWilcoxon:
			name = "Wilcoxon's signed-rank test"
		default:
			name = fmt.Sprintf("paired %s test", t.Test)
			draws = Drawn("samples", r.Draws, r.Halves, r.Seed)
		}
		if !slices.Contains(tests, name) {
			tests = append(tests, name)
		}
	}
	how := strings.Join(tests, " or ")
	independent := "segments"
	if n := r.Tests[0].Documents; n > 0 {
		how += fmt.Sprintf(" of whole documents (%d)", n)
		independent = "documents"
	}
	if len(r.Tests) > 1 && r.Correction != significance.CorrectionNone {
		how += fmt.Sprintf(", corrected for %d tests (%s)", len(r.Tests), r.Correction)
	}
	said := fmt.Sprintf("%s p: %s%s; significant at %s. better/equal/worse: segments.", wording.Sign("now", "before"), how,
		draws, wording.Plain(r.Alpha))
	if slices.ContainsFunc(r.Tests, func(t check.Test) bool { return t.CILow != nil }) {
		said += fmt.Sprintf(" The intervals treat %s as independent.", independent)
	}
	return said
}

// CheckNotice says what a check could not look at, or how it paired segments.
func CheckNotice(n check.Notice) string {
	switch n.Of {
	case check.NoticeUncounted:
		return "broken outputs of " + wording.Listed(n.Systems) + " are not counted: neither their texts nor statuses are known"
	case check.NoticeRepeatsUnknown:
		do := " repeat a text"
		if n.Copies {
			do += " or copy their source"
		}
		return "whether outputs of " + wording.Listed(n.Systems) + do + " is not known: the texts are not stored"
	case check.NoticeOneSided:
		return fmt.Sprintf("only one of the two files has %s: whether they are the same is unknown", n.Texts)
	case check.NoticeByNumber:
		return pairing.ByNumber(n.With, n.Without)
	case check.NoticeUnaligned:
		return "alignments are left out: " + n.Difference
	}
	return string(n.Of)
}
