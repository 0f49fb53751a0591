package say_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// Each reason is a clause of its own, with the numbers that it is about.
func TestReasonOfATest(t *testing.T) {
	tail := func(failed bool, where ...string) *check.Tail {
		return &check.Tail{Far: 0.25, Down: len(where), Up: 1, Failed: failed, Where: where}
	}
	for _, c := range []struct {
		name string
		test check.Test
		want string
	}{
		{"nothing changed", check.Test{Mean: check.MeanConclusion{Reason: check.MeanUnchanged}}, "no score has changed"},
		{"outputs changed", check.Test{Segments: 58, Without: 2, Mean: check.MeanConclusion{Reason: check.MeanUnchanged, Changed: 3}},
			"3 of 60 outputs changed; no score did"},
		{"a drop", check.Test{Margin: 0.05, Mean: check.MeanConclusion{Reason: check.MeanDropped}},
			"the drop is significant and above the margin 0.05"},
		{"in points", check.Test{Margin: 0.02409, MarginPoints: new(3.), Mean: check.MeanConclusion{Reason: check.MeanDropped}},
			"the drop is significant and above the margin 0.0241 (3 points)"},
		{"in a point", check.Test{Margin: 0.00803, MarginPoints: new(1.), Mean: check.MeanConclusion{Reason: check.MeanWithin}},
			"any drop is within the margin 0.00803 (1 point)"},
		{"a drop within the margin", check.Test{Margin: 0.05, Mean: check.MeanConclusion{Reason: check.MeanDroppedWithin}},
			"the drop is significant but within the margin 0.05"},
		{"better", check.Test{Mean: check.MeanConclusion{Reason: check.MeanRose}}, "significantly better"},
		{"equal", check.Test{Mean: check.MeanConclusion{Reason: check.MeanEqual}}, "the means are equal"},
		{"too few", check.Test{Segments: 2, Mean: check.MeanConclusion{Reason: check.MeanTooFew, Differing: 1}},
			"too few segments differ to tell: 1 of 2"},
		{"too few documents", check.Test{Segments: 9, Documents: 3, Mean: check.MeanConclusion{Reason: check.MeanTooFew, Differing: 2}},
			"too few documents differ to tell: 2 of 3"},
		{"open", check.Test{Margin: 0.02, ConfidenceLimits: evaluation.ConfidenceLimits{CIHigh: new(0.04)},
			Mean: check.MeanConclusion{Reason: check.MeanOpen, Deciding: 540}},
			"the drop may be up to 0.04, above the margin 0.02; about 540 segments would decide"},
		{"open documents", check.Test{Margin: 0.02, Documents: 9, ConfidenceLimits: evaluation.ConfidenceLimits{CIHigh: new(0.04)},
			Mean: check.MeanConclusion{Reason: check.MeanOpen, Deciding: 54}},
			"the drop may be up to 0.04, above the margin 0.02; about 54 documents would decide"},
		{"a tail that passes", check.Test{Tail: tail(false, "7"), Mean: check.MeanConclusion{Reason: check.MeanRose}},
			"significantly better"},
		{"a tail", check.Test{Tail: tail(true, "7"), Mean: check.MeanConclusion{Verdict: check.Pass, Reason: check.MeanRose}},
			"1 outputs fell by 0.25 or more (line 7), and 1 rose as far; the mean: significantly better"},
		{"mean and tail", check.Test{Margin: 0.05, Tail: tail(true, "1", "2", "3", "4", "5", "6"),
			Mean: check.MeanConclusion{Verdict: check.Regression, Reason: check.MeanDropped}},
			"the drop is significant and above the margin 0.05; 6 outputs fell by 0.25 or more (lines 1, 2, 3, 4, 5, …), and 1 rose as far"},
	} {
		r := &check.Report{Tests: []check.Test{c.test}, Lines: true}
		if say.Check(r); r.Tests[0].Reason != c.want {
			t.Errorf("%s: found\n%s\nwant\n%s", c.name, r.Tests[0].Reason, c.want)
		}
	}
}
