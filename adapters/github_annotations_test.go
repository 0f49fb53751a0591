package adapters_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/github"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

func annotation(level github.Level, file string, line int64, title, message string) github.Annotation {
	return github.Annotation{Level: level, File: file, Line: line, Title: title, Message: message}
}

func TestGitHubAnnotation(t *testing.T) {
	for _, c := range []struct {
		name string
		of   github.Annotation
		want string
	}{
		{"all", annotation(github.Error, "out.txt", 7, "title", "text"),
			"::error file=out.txt,line=7,title=title::text"},
		{"no line", annotation(github.Warning, "out.txt", 0, "title", "text"),
			"::warning file=out.txt,title=title::text"},
		{"no file", annotation(github.Error, "", 7, "title", "text"), "::error title=title::text"},
		{"standard input", annotation(github.Error, "-", 7, "title", "text"), "::error title=title::text"},
		{"no verdict", github.NoVerdict(errors.New("a: b, 100 %\nc")),
			"::error title=wrd check%3A no verdict::a: b, 100 %25%0Ac"},
		{"where to read on", annotation(github.Warning, "", 0, "t", "a (docs/odd-output.md#no-words)"),
			"::warning title=t::a (https://github.com/wordrotator/wrd/blob/v" + metric.Version + "/docs/odd-output.md#no-words)"},
		{"what would end a property",
			annotation(github.Error, "a,b:c%d\r\n::error::x", 1, "a,b:c%d\r\n::x", ""),
			`::error file=a%2Cb%3Ac%25d\r\n%3A%3Aerror%3A%3Ax,line=1,title=a%2Cb%3Ac%25d\r\n%3A%3Ax::`},
		{"what would end a message", annotation(github.Error, "", 0, "t", "a,b:c%d\r\n::error::x"),
			`::error title=t::a,b:c%25d\r%0A:\u003aerror::x`},
		{"a command of another server", annotation(github.Error, "##[a", 0, "##vso[b", "x ##[add-mask]c\n ##vso[d]"),
			`::error file=##\u005ba,title=##vso\u005bb::x ##\u005badd-mask]c%0A ##vso\u005bd]`},
		{"what a terminal or a page would obey",
			annotation(github.Error, "a\x1b", 1, "b\u202e", "c\x01\u2066\xff"),
			`::error file=a\x1b,line=1,title=b\u202e::c\x01\u2066\xff`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.of.String(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// What is newly broken comes before the tests: an error at each line, or a warning where so many may be.
func TestGitHubBrokenAnnotations(t *testing.T) {
	output := check.BrokenOutput{System: "a", Segment: evaluation.Segment{ID: "3"}, Line: 4,
		Kind: check.BrokenRepeated, Candidate: "I am\nsorry", BaselineText: "old"}
	r := &check.Report{
		Broken: []check.BrokenOutputs{
			{System: "a", New: 1, Failed: true, Reason: "1 of 3\x1b", List: []check.BrokenOutput{output}},
			{System: "b", New: 1, Reason: "1 of 4"},
			{System: "c", Reason: "none"},
		},
		Tests: []check.Test{{System: "b", Verdict: check.Inconclusive}},
	}
	want := []github.Annotation{
		annotation(github.Error, "a.txt", 0, "wrd check: broken outputs", `1 of 3\x1b.`),
		annotation(github.Error, "a.txt", 4, "wrd check: broken output",
			"a, line 4: the same for different references\nnow: I am\\nsorry\nbefore: old"),
		annotation(github.Warning, "b.txt", 0, "wrd check: broken outputs", "1 of 4."),
	}
	got := github.Annotations(r, map[string]string{"a": "a.txt", "b": "b.txt"})
	if len(got) != 4 || got[3].Title != "wrd check: inconclusive" || !slices.Equal(got[:3], want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGitHubAnnotations(t *testing.T) {
	r := &check.Report{
		Warnings: []string{"2 % of it"},
		Tests: []check.Test{
			{System: "a", Measure: "wrd", Against: "baseline", Baseline: 0.25, Candidate: 0.5,
				Drop: 0.25, ConfidenceLimits: evaluation.ConfidenceLimits{CILow: new(0.125), CIHigh: new(0.375)}, Adjusted: 0.0125,
				Verdict: check.Regression, Reason: "why"},
			{System: "a", Measure: "wrd", Against: "floor", Verdict: check.Regression},
			{System: "b", Measure: "wrd", Against: "baseline", Verdict: check.Inconclusive},
			{System: "c", Measure: "wrd", Against: "baseline", Verdict: check.Pass},
		},
		Worst: []check.WorseSegment{
			{System: "a", Measure: "wrd", Segment: evaluation.Segment{ID: "3"}, Line: 4, Before: 0, Now: 1,
				Candidate: "new", Status: "no_known_candidate"},
			{System: "b", Measure: "wrd", Segment: evaluation.Segment{ID: "3"}, Line: 4},
		},
	}
	want := []string{
		"::warning title=wrd check%3A warning::2 %25 of it",
		"::error file=a.txt,title=wrd check%3A regression::wrd of a is 0.5000, against the baseline 0.2500: " +
			"a drop of 0.2500 (0.1250 to 0.3750), p = 0.0125: why",
		"::error file=a.txt,line=4,title=wrd check%3A got worse::a, line 4: wrd 1.0000, was 0.0000%0A" +
			"now: new%0Astatus: no_known_candidate",
		"::error file=a.txt,title=wrd check%3A regression::wrd of a is 0.0000, against the floor 0.0000: a drop of ",
		"::warning title=wrd check%3A inconclusive::wrd of b ",
	}
	var b bytes.Buffer
	if err := github.Write(&b, github.Annotations(r, map[string]string{"a": "a.txt"})...); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("got %d annotations, want %d:\n%s", len(got), len(want), b.String())
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got %q, want %q", got[i], want[i])
		}
	}
	r.Worst[0].Candidate = "two\nlines"
	if list := github.Annotations(r, nil); !strings.Contains(list[2].Message, `now: two\nlines`) {
		t.Errorf("a text of two lines: %q", list[2].Message)
	}
	r.RequireConclusive = true
	if list := github.Annotations(r, nil); list[4].Level != github.Error {
		t.Errorf("inconclusive where a conclusion is required: %+v", list[4])
	}
}
