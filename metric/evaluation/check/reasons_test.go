package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// inputOf scores lines of texts: 0.5 where they are those of system-a, and 0.1 less or more in turn as the lines go, and worse
// by a drop where they are not.
func inputOf(t *testing.T, name string, lines []string, drop float64) *check.Version {
	sound, references := linesOf(t, "system-a.txt"), linesOf(t, "reference.txt")
	scores := make([]float64, len(lines))
	var list []evaluation.Texts
	for i, line := range lines {
		scores[i] = 0.4 + 0.05*float64(i%5)
		if line != sound[i] {
			scores[i] += drop
		}
		list = append(list, text("a", fmt.Sprint(i), line, references[i]))
	}
	in := side(t, name, "wrd", scores)
	in.Texts, in.Lines = texts(list...), true
	return in
}

// Each of the questions fails alone, and what is too little to fail is named.
func TestReasons(t *testing.T) {
	sound := linesOf(t, "system-a.txt")
	damaged := func(every int, damage func(i int) string) []string {
		lines := slices.Clone(sound)
		for i := range lines {
			if i%every == every-1 {
				lines[i] = damage(i)
			}
		}
		return lines
	}
	wrapped := func(i int) string { return "<p>" + sound[i] + "</p>" }
	other := func(i int) string { return sound[(i+20)%40] }
	reworded := func(i int) string { return strings.TrimSuffix(sound[i], ".") + "!" }
	shifted := slices.Concat(sound[:16], sound[15:39])
	for _, c := range []struct {
		name    string
		now     []string
		drop    float64
		verdict check.Verdict
		reasons []string // question and kind
		said    string   // begins the first reason
		noticed int
	}{
		{"the same", sound, 0, check.Pass, nil, "", 0},
		{"HTML in five", damaged(8, wrapped), 0, check.Broken, []string{"findings html"},
			"5 of 40 outputs of a newly have HTML tags (lines 8, 16, 24, 32, 40)", 0},
		{"HTML in one", damaged(40, wrapped), 0, check.Pass, nil, "", 1},
		{"one mark of a chat", damaged(40, func(i int) string { return "<think>" + sound[i] }), 0, check.Broken, []string{"findings chat"},
			"1 of 40 outputs of a newly has marks of a chat, such as <think> (line 40)", 0},
		{"texts of other lines in five", damaged(8, other), 0.3, check.Broken, []string{"findings other_line", "tail "}, "5 of 40 outputs", 0},
		{"five fall far, and nothing else shows", damaged(8, reworded), 0.4, check.Regression, []string{"tail "},
			"5 of 40 outputs of a fell far by wrd (lines 8, 16, 24, 32, 40)", 0},
		{"all a little worse", damaged(1, reworded), 0.05, check.Regression, []string{"mean "}, "the mean wrd of a went from 0.5000 to 0.5500", 0},
		{"shifted", shifted, 0.2, check.Broken, []string{"findings shifted", "mean ", "tail "},
			"the outputs of a are shifted down by 1 line from line 17 on", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, check.Rules{Margins: map[string]float64{"wrd": 0.04}}, inputOf(t, "before", sound, 0), inputOf(t, "now", c.now, c.drop))
			var reasons []string
			for _, reason := range r.Reasons {
				reasons = append(reasons, string(reason.Question)+" "+reason.Kind)
			}
			if r.Verdict != c.verdict || !slices.Equal(reasons, c.reasons) || len(r.Noticed) != c.noticed {
				t.Errorf("%s: %q, noticed %+v; want %s: %q", r.Verdict, reasons, r.Noticed, c.verdict, c.reasons)
			}
			if len(r.Reasons) > 0 && !strings.HasPrefix(r.Reasons[0].Said, c.said) {
				t.Errorf("said %q", r.Reasons[0].Said)
			}
		})
	}
}

// Outputs with a flaw fail where they are more than those of the baseline with the same flaw elsewhere.
func TestFindingsNextToTheBaseline(t *testing.T) {
	sound := linesOf(t, "system-a.txt")
	with := func(from, to int) []string {
		lines := slices.Clone(sound)
		for i := from; i < to; i++ {
			lines[i] = "<p>" + sound[i] + "</p>"
		}
		return lines
	}
	for _, c := range []struct {
		before, now []string
		verdict     check.Verdict
	}{
		{with(0, 0), with(10, 13), check.Broken},
		{with(0, 0), with(10, 12), check.Pass},
		{with(0, 4), with(10, 14), check.Pass},
		{with(0, 4), with(10, 17), check.Pass},
		{with(0, 2), with(10, 22), check.Broken},
		{with(5, 30), with(5, 30), check.Pass},
	} {
		r := run(t, check.Rules{Margins: map[string]float64{"wrd": 0.1}}, inputOf(t, "before", c.before, 0), inputOf(t, "now", c.now, 0))
		if r.Verdict != c.verdict {
			t.Errorf("%s, want %s: %+v", r.Verdict, c.verdict, r.Broken[0].Findings)
		}
	}
}
