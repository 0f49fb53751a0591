package say_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

// What is broken is counted by kind, then come the findings that failed; where there are none, that is said.
func TestBrokenReason(t *testing.T) {
	const empty, wordless, repeated, copied = check.BrokenEmpty, check.BrokenNoWords, check.BrokenRepeated, check.BrokenCopied
	type where = map[check.BrokenKind][]string
	html := check.Finding{Kind: "html", New: 6, Gone: 2, Where: []string{"1", "2", "3", "4", "5", "6"}}
	number := check.Finding{Kind: "number", New: 1, Where: []string{"9"}}
	for _, c := range []struct {
		name   string
		report check.Report
		broken check.BrokenOutputs
		want   string
	}{
		{"none", check.Report{}, check.BrokenOutputs{BaselineSystem: "b"}, "no output of a is newly broken"},
		{"none without a baseline", check.Report{}, check.BrokenOutputs{}, "no output of a is broken"},
		{"one as before", check.Report{}, check.BrokenOutputs{BaselineSystem: "b", Before: 1},
			"no output of a is newly broken; 1 is broken as before"},
		{"others as before", check.Report{Lines: true}, check.BrokenOutputs{BaselineSystem: "b", Before: 2, New: 1, NoWords: 1, Over: true,
			Where: where{wordless: {"4"}}},
			"1 of 9 outputs of a is newly broken, more than the 0 allowed: 1 without words (line 4); 2 more are broken as before"},
		{"within what is allowed", check.Report{}, check.BrokenOutputs{BaselineSystem: "b", New: 2, Allowed: 3, Empty: 2,
			Where: where{empty: {"x", "y"}}}, "2 of 9 outputs of a are newly broken, within the 3 allowed: 2 empty (segments x, y)"},
		{"of a first baseline", check.Report{New: true}, check.BrokenOutputs{New: 1, Empty: 1, Where: where{empty: {"x"}}},
			"1 of 9 outputs of a is broken: 1 empty (segment x)"},
		{"by force", check.Report{Forced: "damaged"}, check.BrokenOutputs{New: 1, Empty: 1, Where: where{empty: {"x"}}},
			"1 of 9 outputs of a is broken: 1 empty (segment x)"},
		{"beside references", check.Report{}, check.BrokenOutputs{New: 4, Repeated: 3, Copied: 1,
			Where: where{repeated: {"1", "2", "3"}, copied: {"4"}}},
			"4 of 9 outputs of a are broken, within the 0 allowed: 3 the same for different references (segments 1, 2, 3), " +
				"1 copy of its source (segment 4)"},
		{"beside sources", check.Report{BySource: true, SourcesScored: true}, check.BrokenOutputs{New: 5, Repeated: 3, Copied: 2,
			Where: where{repeated: {"1", "2", "3"}, copied: {"4", "5"}}},
			"5 of 9 outputs of a are broken, within the 0 allowed: 3 the same for different sources (segments 1, 2, 3), " +
				"2 copies of their source, which wrd_source takes for the best translation (segments 4, 5)"},
		{"findings", check.Report{Lines: true}, check.BrokenOutputs{Told: []check.Finding{html, number}},
			"6 of 9 outputs of a newly have HTML tags, against 2 of the baseline (lines 1, 2, 3, 4, 5, …), " +
				"1 newly has another number (line 9)"},
		{"findings beside", check.Report{Lines: true}, check.BrokenOutputs{New: 1, Empty: 1, Where: where{empty: {"7"}},
			Told: []check.Finding{number}},
			"1 of 9 outputs of a is broken, within the 0 allowed: 1 empty (line 7); 1 of 9 outputs of a newly has another number (line 9)"},
		{"shifted by one", check.Report{Lines: true}, check.BrokenOutputs{Told: []check.Finding{html}, Shift: &finding.Shift{From: 16, By: 1}},
			"the outputs of a are shifted down by 1 line from line 17 on"},
		{"shifted up", check.Report{Lines: true}, check.BrokenOutputs{Told: []check.Finding{html}, Shift: &finding.Shift{From: 16, By: -2}},
			"the outputs of a are shifted up by 2 lines from line 17 on"},
		{"shifted segments", check.Report{}, check.BrokenOutputs{Told: []check.Finding{html}, Shift: &finding.Shift{By: 3}},
			"the outputs of a are shifted down by 3 segments from segment 1 on"},
		{"shifted, and nothing failed", check.Report{}, check.BrokenOutputs{Shift: &finding.Shift{By: 3}}, "no output of a is broken"},
	} {
		c.broken.System, c.broken.Segments = "a", 9
		c.report.Broken = []check.BrokenOutputs{c.broken}
		if say.Check(&c.report); c.report.Broken[0].Reason != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.name, c.report.Broken[0].Reason, c.want)
		}
	}
}

// Each reason is said of its system: of what is newly broken for all kinds, of findings one by one.
func TestReasonsOfACheck(t *testing.T) {
	said := "2 of 9 outputs of b are broken, more than the 0 allowed: 1 empty (line 1), 1 without words (line 2)"
	r := &check.Report{Lines: true,
		Broken: []check.BrokenOutputs{{System: "a", Segments: 9, Shift: &finding.Shift{From: 3, By: 1}},
			{System: "b", Segments: 9, New: 2, Empty: 1, NoWords: 1, Over: true,
				Where: map[check.BrokenKind][]string{check.BrokenEmpty: {"1"}, check.BrokenNoWords: {"2"}}}},
		Noticed: []check.Reason{{Question: check.AboutFindings, System: "b", Kind: "html", Outputs: 1, Of: 9, Where: []string{"3"}}},
	}
	var want []string
	for _, c := range []struct {
		reason check.Reason
		want   string
	}{
		{check.Reason{Question: check.AboutMean, System: "a", Measure: "wrd", Against: check.AgainstBaseline, Before: 0.5, Now: 0.55},
			"the mean wrd of a went from 0.5000 to 0.5500"},
		{check.Reason{Question: check.AboutMean, System: "a", Measure: "wrd", Against: check.AgainstFloor, Before: 0.5, Now: 0.55},
			"the mean wrd of a is 0.5500, the floor 0.5000"},
		{check.Reason{Question: check.AboutTail, System: "a", Measure: "wrd", Outputs: 6, Of: 9, Where: []string{"1", "2", "3", "4", "5", "6"}},
			"6 of 9 outputs of a fell far by wrd (lines 1, 2, 3, 4, 5, …)"},
		{check.Reason{Question: check.AboutFindings, System: "a", Kind: check.Shifted},
			"the outputs of a are shifted down by 1 line from line 4 on"},
		{check.Reason{Question: check.AboutFindings, System: "b", Kind: "empty"}, said},
		{check.Reason{Question: check.AboutFindings, System: "b", Kind: "no_words"}, said},
		{check.Reason{Question: check.AboutFindings, System: "b", Kind: "chat", Outputs: 2, Of: 9, Where: []string{"3", "4"}},
			"2 of 9 outputs of b newly have marks of a chat, such as <think> (lines 3, 4)"},
	} {
		r.Reasons, want = append(r.Reasons, c.reason), append(want, c.want)
	}
	say.Check(r)
	for i, reason := range r.Reasons {
		if reason.Said != want[i] {
			t.Errorf("found\n%s\nwant\n%s", reason.Said, want[i])
		}
	}
	if got, want := r.Noticed[0].Said, "1 of 9 outputs of b newly has HTML tags (line 3)"; got != want {
		t.Errorf("noticed\n%s\nwant\n%s", got, want)
	}
}
