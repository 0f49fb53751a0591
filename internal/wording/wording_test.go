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
		{"a p-value in a sentence", wording.PEquals(0.0125), "p = 0.0125"},
		{"one below the last digit", wording.PEquals(0.00009), "p < 0.0001"},
		{"no digits that say nothing", wording.Plain(0.0500), "0.05"},
		{"three digits", wording.Plain(0.28764), "0.288"},
		{"the empty token", wording.Token(""), `""`},
		{"a token", wording.Token("a"), "a"},
		{"a token of another script", wording.Token("猫é"), "猫é"},
		{"an Arabic token in a line", wording.InLine(wording.Token("قط")), "\u200eقط\u200e"},
		{"a Hebrew token among others", wording.InLine(wording.Token("ab-חתול")), "\u200eab-חתול\u200e"},
		{"no mark is set twice", wording.InLine(wording.InLine("قط")), "\u200eقط\u200e"},
		{"a mark of the input", wording.InLine(wording.Token("\u200eقط")), "\u200e\\u200eقط\u200e"},
		{"a token that cannot be seen", wording.Token("\x1b\u202e"), `\x1b\u202e`},
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

// Texts and names come from outside.
func TestWordingIsVisible(t *testing.T) {
	s := evaluation.WorseSegment{System: "a\x1b", Measure: "wrd\n", Segment: "\x07", Doc: "\u202e", Candidate: "\x01",
		BaselineText: "\xff", Reference: "\u2066"}
	got := wording.Heading(s)
	for _, line := range wording.Texts(s) {
		got += " " + line[1]
	}
	got += " " + wording.Move(evaluation.AlignedMove{CandidateToken: "\x1b", ReferenceToken: "\n"})
	got += " " + wording.Drop(evaluation.CheckTest{Reason: "\x1b"})
	got += " " + wording.Baseline(&evaluation.CheckReport{Forced: "\x1b"})[0]
	const want = `a\x1b, segment \x07 of \u202e: wrd\n 0.0000, was 0.0000 \x01 \xff \u2066 ` +
		`\x1b → \n  0.0000 × 0.0000 a drop of 0.0000 (0.0000 to 0.0000), p < 0.0001: \x1b ` +
		`The old baseline could not be compared with: \x1b.`
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
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
