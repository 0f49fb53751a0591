package adapters_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/findings"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

func TestFindingsHeading(t *testing.T) {
	s := check.WorseSegment{System: "a", Measure: "wrd", Segment: evaluation.Segment{ID: "7"}, Before: 0.25, Now: 0.5}
	if got, want := findings.Heading(s), "a, segment 7: wrd 0.5000, was 0.2500"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Segment.FromZero = true
	if got, want := findings.Heading(s), "a, segment 8: wrd 0.5000, was 0.2500"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Line, s.Doc = 8, "news"
	if got, want := findings.Heading(s), "a, line 8 of news: wrd 0.5000, was 0.2500"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFindingsBroken(t *testing.T) {
	r := &check.Report{Broken: []check.BrokenOutputs{
		{System: "a", New: 1, Reason: "1 of a"}, {System: "b", Reason: "none of b"},
		{System: "c", New: 3, Failed: true, Reason: "3 of c", List: []check.BrokenOutput{{System: "c"}}},
	}}
	if got, want := findings.Broken(r), []string{"3 of c.", "1 of a."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := findings.BrokenOutputs(r); len(got) != 1 {
		t.Errorf("listed %+v", got)
	}
	o := check.BrokenOutput{System: "a", Segment: evaluation.Segment{ID: "6", FromZero: true}, Reference: "ref"}
	for kind, want := range map[check.BrokenKind]string{
		check.BrokenEmpty: "a, segment 7: empty", check.BrokenNoWords: "a, segment 7: no words",
		check.BrokenRepeated: "a, segment 7: the same for different references",
		check.BrokenCopied:   "a, segment 7: a copy of its source",
	} {
		if o.Kind = kind; findings.BrokenHeading(o) != want {
			t.Errorf("got %q, want %q", findings.BrokenHeading(o), want)
		}
	}
	if got := findings.BrokenTexts(o); !slices.Equal(got, [][2]string{{"reference", "ref"}}) {
		t.Errorf("texts %q", got)
	}
	o.Kind, o.Reference, o.Source = check.BrokenRepeated, "", "src"
	if got, want := findings.BrokenHeading(o), "a, segment 7: the same for different sources"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := findings.BrokenTexts(o); !slices.Equal(got, [][2]string{{"source", "src"}}) {
		t.Errorf("texts %q", got)
	}
}

// Texts and names come from outside.
func TestFindingsWordingIsVisible(t *testing.T) {
	s := check.WorseSegment{System: "a\x1b", Measure: "wrd\n", Segment: evaluation.Segment{ID: "\x07"}, Doc: "\u202e", Candidate: "\x01",
		BaselineText: "\xff", Reference: "\u2066"}
	got := findings.Heading(s)
	for _, line := range findings.Texts(s) {
		got += " " + line[1]
	}
	got += " " + findings.Move(explained.Move{CandidateToken: "\x1b", ReferenceToken: "\n"})
	got += " " + findings.Drop(check.Test{Reason: "\x1b"})
	got += " " + findings.Baseline(&check.Report{Forced: "\x1b"})[0]
	o := check.BrokenOutput{System: "\x1b", Segment: evaluation.Segment{ID: "\n"}, Kind: "\x02", Candidate: "\x01"}
	got += " " + findings.BrokenHeading(o) + " " + findings.BrokenTexts(o)[0][1] + " " + findings.Broken(
		&check.Report{Broken: []check.BrokenOutputs{{New: 1, Reason: "\x1b"}}})[0]
	const want = `a\x1b, segment \x07 of \u202e: wrd\n 0.0000, was 0.0000 \x01 \xff \u2066 ` +
		`\x1b → \n  0.0000 × 0.0000 a drop of 0.0000, p < 0.0001: \x1b ` +
		`The old baseline could not be compared with: \x1b. \x1b, segment \n: \x02 \x01 \x1b.`
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestFindingsBaseline(t *testing.T) {
	for _, c := range []struct {
		name   string
		report check.Report
		want   []string
	}{
		{"compared with", check.Report{Baseline: "b"}, nil},
		{"replaced", check.Report{Baseline: "b", Updated: true},
			[]string{"This run is stored as the new baseline."}},
		{"the first", check.Report{New: true, Updated: true},
			[]string{"There was no baseline: this run is stored as the first one."}},
		{"none", check.Report{New: true},
			[]string{"There is no baseline yet, and this run is not stored as one."}},
		{"by force", check.Report{Baseline: "b", Forced: "damaged", Updated: true}, []string{
			"The old baseline could not be compared with: damaged.", "This run is stored as the new baseline."}},
	} {
		if got := findings.Baseline(&c.report); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
