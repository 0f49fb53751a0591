package adapters_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/junit"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

// suites is what a reader sees.
type suites struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Suite    struct {
		Name       string `xml:"name,attr"`
		Tests      int    `xml:"tests,attr"`
		Failures   int    `xml:"failures,attr"`
		Skipped    int    `xml:"skipped,attr"`
		Properties []struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
		} `xml:"properties>property"`
		Cases []struct {
			Class   string   `xml:"classname,attr"`
			Name    string   `xml:"name,attr"`
			Failure *message `xml:"failure"`
			Skipped *message `xml:"skipped"`
			Output  string   `xml:"system-out"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type message struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func write(t *testing.T, r *check.Report) (s suites) {
	t.Helper()
	var b bytes.Buffer
	if err := junit.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(b.Bytes(), &s); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	return s
}

func TestJUnitWrite(t *testing.T) {
	r := &check.Report{
		Verdict: check.Regression, Signature: "wrd|refs:1", Seed: 7, Alpha: 0.05,
		Tests: []check.Test{
			{System: "a", Measure: "wrd", Against: "baseline", Baseline: 0.25, Candidate: 0.5,
				Drop: 0.25, ConfidenceLimits: evaluation.ConfidenceLimits{CILow: new(0.125), CIHigh: new(0.375)},
				Adjusted: 0.00001, Verdict: check.Regression, Reason: "why"},
			{System: "a", Measure: "wrd", Against: "floor", Verdict: check.Regression},
			{System: "b", Measure: "wrd", Against: "baseline",
				Verdict: check.Inconclusive, Reason: "too few"},
			{System: "c", Measure: "wrd", Against: "baseline", Verdict: check.Pass, Reason: "better"},
		},
		Worst: []check.WorseSegment{
			{System: "a", Measure: "wrd", Segment: evaluation.Segment{ID: "3"}, Line: 4, Doc: "d", Before: 0, Now: 1,
				Candidate: "new", BaselineText: "old", Reference: "ref", AlignedBy: "wrd",
				Alignment: []explained.Move{{CandidateToken: "new", ReferenceToken: "", Mass: 1, Cost: 0.5}}},
			{System: "c", Measure: "wrd", Segment: evaluation.Segment{ID: "4"}},
		},
	}
	s := write(t, r)
	if s.Tests != 4 || s.Failures != 2 ||
		s.Suite.Tests != 4 || s.Suite.Failures != 2 || s.Suite.Skipped != 1 || s.Suite.Name != "wrd check" {
		t.Errorf("counts: %+v", s)
	}
	var properties []string
	for _, p := range s.Suite.Properties {
		properties = append(properties, p.Name+"="+p.Value)
	}
	if got, want := strings.Join(properties, " "), "verdict=regression signature=wrd|refs:1 seed=7 "+
		"alpha=0.05"; got != want {
		t.Errorf("properties: %s, want %s", got, want)
	}
	first := s.Suite.Cases[0]
	if first.Class != "wrd.a" || first.Name != "wrd against baseline" {
		t.Errorf("called %s, %s", first.Class, first.Name)
	}
	const found = "wrd of a is 0.5000, against the baseline 0.2500: a drop of 0.2500 (0.1250 to 0.3750), p < 0.0001: why."
	if f := first.Failure; f.Type != "regression" || f.Message != found {
		t.Errorf("%+v", f)
	}
	const want = `
a, line 4 of d: wrd 1.0000, was 0.0000
  now: new
  before: old
  reference: ref
  moved: the most expensive by wrd: share of the text × cost
    new → ""  1.0000 × 0.5000
`
	if got := first.Failure.Text; got != want {
		t.Errorf("segments: %q, want %q", got, want)
	}
	if got := s.Suite.Cases[1].Failure.Text; got != "" {
		t.Errorf("a floor has the segments %q", got)
	}
	c := s.Suite.Cases[2]
	if c.Failure != nil || c.Skipped == nil || !strings.HasSuffix(c.Skipped.Message, ": too few.") {
		t.Errorf("inconclusive: %+v", c)
	}
	if c := s.Suite.Cases[3]; c.Failure != nil || c.Skipped != nil || !strings.HasSuffix(c.Output, ": better.") {
		t.Errorf("passed: %+v", c)
	}
	r.RequireConclusive = true
	if s := write(t, r); s.Failures != 3 || s.Suite.Skipped != 0 || s.Suite.Cases[2].Failure.Type != "inconclusive" {
		t.Errorf("where a conclusion is required: %+v", s)
	}
}

// The outputs of each system that are newly broken are a case of their own, before the tests.
func TestJUnitWriteBroken(t *testing.T) {
	r := &check.Report{
		Verdict: check.Broken,
		Broken: []check.BrokenOutputs{
			{System: "a", New: 2, Failed: true, Reason: "2 of 3 outputs\x1b", List: []check.BrokenOutput{
				{System: "a", Segment: evaluation.Segment{ID: "3"}, Line: 4, Doc: "d", Kind: check.BrokenEmpty,
					BaselineText: "old", Reference: "ref"},
				{System: "a", Segment: evaluation.Segment{ID: "s"}, Kind: check.BrokenNoWords, Candidate: "\x00"},
			}},
			{System: "b", New: 1, Allowed: 1, Reason: "1 of 3 outputs"},
		},
		Tests: []check.Test{{System: "a", Measure: "wrd", Against: "baseline", Verdict: check.Pass}},
	}
	s := write(t, r)
	if s.Tests != 3 || s.Failures != 1 || len(s.Suite.Cases) != 3 {
		t.Fatalf("%+v", s)
	}
	first, second := s.Suite.Cases[0], s.Suite.Cases[1]
	if first.Class != "wrd.a" || first.Name != "broken outputs" || first.Failure.Type != "broken" ||
		first.Failure.Message != `2 of 3 outputs\x1b.` {
		t.Errorf("%+v", first)
	}
	const want = "\na, line 4 of d: empty\n  before: old\n  reference: ref\n\na, segment s: no words\n  now: \\x00\n"
	if first.Failure.Text != want {
		t.Errorf("got %q, want %q", first.Failure.Text, want)
	}
	if second.Failure != nil || second.Skipped != nil || second.Output != "1 of 3 outputs." {
		t.Errorf("so many may be: %+v", second)
	}
	r.New, r.Tests = true, nil
	if s := write(t, r); len(s.Suite.Cases) != 3 || s.Suite.Cases[2].Name != "baseline" {
		t.Errorf("the first baseline: %+v", s.Suite.Cases)
	}
}

// A suite without cases is an error to many readers.
func TestJUnitWriteFirstBaseline(t *testing.T) {
	s := write(t, &check.Report{Verdict: check.New, New: true, Updated: true})
	const want = "There was no baseline: this run is stored as the first one."
	if len(s.Suite.Cases) != 1 || s.Tests != 1 || s.Suite.Cases[0].Output != want {
		t.Errorf("%+v", s)
	}
}

// What a text holds cannot end the XML.
func TestJUnitWriteEscapes(t *testing.T) {
	nasty := "a,b:c%d\r\n::error::x\x00\x1b<]]>&\"\xff"
	r := &check.Report{
		Forced: nasty, Signature: nasty,
		Tests: []check.Test{{System: nasty, Measure: "wrd", Against: "baseline",
			Verdict: check.Regression, Reason: nasty}},
		Worst: []check.WorseSegment{{System: nasty, Measure: "wrd", Segment: evaluation.Segment{ID: "1"}, Line: 2,
			Candidate: nasty, Reference: nasty, Alignment: []explained.Move{{CandidateToken: nasty}}}},
	}
	var b bytes.Buffer
	if err := junit.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	}
	const replaced = `now: a,b:c%d\r\n::error::x\x00\x1b<]]>&"\xff`
	if s := write(t, r); len(s.Suite.Cases) != 1 || !strings.Contains(s.Suite.Cases[0].Failure.Text, replaced) {
		t.Errorf("%+v", s)
	}
}

// No text of a case, as a reader prints it, is a command to a CI server, and neither is a line of the file.
func TestJUnitWriteCommands(t *testing.T) {
	const bad = "::error title=x::y ##[add-mask]z"
	r := &check.Report{Signature: "##[x", Broken: []check.BrokenOutputs{
		{System: bad, New: 1, Failed: true, Reason: bad, List: []check.BrokenOutput{
			{System: bad, Line: 1, Kind: check.BrokenEmpty, Candidate: bad, BaselineText: bad}}},
		{System: bad, Reason: bad},
	}, Tests: []check.Test{{System: bad, Measure: bad, Against: "baseline", Verdict: check.Regression, Reason: bad},
		{System: bad, Measure: bad, Against: "floor", Verdict: check.Inconclusive, Reason: bad},
		{System: bad, Measure: bad, Against: "floor", Verdict: check.Pass, Reason: bad}}}
	s := write(t, r)
	texts := []string{s.Suite.Properties[1].Value}
	for _, c := range s.Suite.Cases {
		texts = append(texts, c.Class, c.Name, c.Output)
		for _, m := range []*message{c.Failure, c.Skipped} {
			if m != nil {
				texts = append(texts, m.Message, m.Text)
			}
		}
	}
	shown := 0
	for _, text := range texts {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
				t.Errorf("a reader prints %q", line)
			}
			shown += strings.Count(line, `##\u005b`)
		}
	}
	if shown < 10 {
		t.Errorf("found %d of the texts", shown)
	}
}
