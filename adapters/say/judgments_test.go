package say_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation"
)

func TestAbsence(t *testing.T) {
	output := func(system string, segment evaluation.Segment) evaluation.Output {
		return evaluation.Output{System: system, Segment: segment}
	}
	one, two := evaluation.Segment{ID: "1"}, evaluation.Segment{ID: "2", Group: "g"}
	for _, c := range []struct {
		name string
		of   evaluation.Absence
		want string
	}{
		{"all named", evaluation.Absence{Column: "h", Human: true, Absent: 2, Of: 6,
			Examples: []evaluation.Output{output("s", two), output("t", two)}},
			"h: no score for 2 of 6 outputs that a measure scored: system s, segment g:2; system t, segment g:2"},
		{"one of one", evaluation.Absence{Column: "k", Human: true, Absent: 1, Of: 1, Examples: []evaluation.Output{output("t", one)}},
			"k: no score for 1 of 1 output that a measure scored: system t, segment 1"},
		{"some named", evaluation.Absence{Column: "n", Absent: 4, Of: 5,
			Examples: []evaluation.Output{output("s", one), output("s", two), output("t", one)}},
			"n: no score for 4 of 5 outputs that people judged: system s, segment 1; system s, segment g:2; system t, segment 1; …"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := say.Absence(c.of); got != c.want {
				t.Errorf("found %q\nwant  %q", got, c.want)
			}
		})
	}
}

func TestLeftOut(t *testing.T) {
	for _, c := range []struct {
		name string
		of   evaluation.LeftOut
		want string
	}{
		{"none", evaluation.LeftOut{}, ""},
		{"outliers alone", evaluation.LeftOut{Outliers: []string{"b"}}, ""},
		{"one", evaluation.LeftOut{Human: []string{"refA"}, Outliers: []string{"b"}}, "left out the system refA, taken to be human"},
		{"two", evaluation.LeftOut{Human: []string{"refA", "refB"}}, "left out the systems refA, refB, taken to be human"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := say.LeftOut(c.of); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}
