package wording_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"a score", wording.Score(0.12345), "0.1235"},
		{"a score below 0", wording.Score(-0.5), "-0.5000"},
		{"no sign is left of rounding", wording.Score(-0.00004), "0.0000"},
		{"a p-value", wording.Probability(0.0001), "0.0001"},
		{"a p-value below the last digit", wording.Probability(0.00009), "<0.0001"},
		{"no digits that say nothing", wording.Plain(0.0500), "0.05"},
		{"three digits", wording.Plain(0.28764), "0.288"},
		{"the empty token", wording.Token(""), `""`},
		{"a token", wording.Token("a"), "a"},
		{"a token of another script", wording.Token("猫é"), "猫é"},
		{"an Arabic token", wording.Token("قط"), "\u200eقط\u200e"},
		{"a Hebrew token among others", wording.Token("ab-חתול"), "\u200eab-חתול\u200e"},
		{"no mark is set twice", wording.InLine(wording.Token("قط")), "\u200eقط\u200e"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
}

func TestHeading(t *testing.T) {
	s := evaluation.WorseSegment{System: "a", Measure: "wrd", Segment: "7", Before: 0.25, Now: 0.5}
	if got, want := wording.Heading(s), "a, segment 7: wrd 0.5000, was 0.2500"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Line, s.Doc = 8, "news"
	if got, want := wording.Heading(s), "a, line 8 of news: wrd 0.5000, was 0.2500"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBaseline(t *testing.T) {
	for _, c := range []struct {
		name   string
		report evaluation.CheckReport
		want   []string
	}{
		{"compared with", evaluation.CheckReport{Baseline: "b"}, nil},
		{"replaced", evaluation.CheckReport{Baseline: "b", Updated: true},
			[]string{"This run is stored as the new baseline."}},
		{"the first", evaluation.CheckReport{New: true, Updated: true},
			[]string{"There was no baseline: this run is stored as the first one."}},
		{"none", evaluation.CheckReport{New: true},
			[]string{"There is no baseline yet, and this run is not stored as one."}},
		{"by force", evaluation.CheckReport{Baseline: "b", Forced: "damaged", Updated: true}, []string{
			"The old baseline could not be compared with: damaged.", "This run is stored as the new baseline."}},
	} {
		if got := wording.Baseline(&c.report); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
