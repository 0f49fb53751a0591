// Package junit writes what a check found as JUnit XML, which CI servers show next to the results of other tests.
//
// Each test of a system and column is a test case of one suite, and so are the newly broken outputs of a system. A
// regression is a failure, with the segments that got worse most in its text, and so are too many broken outputs; an
// inconclusive test is skipped, or a failure where the check demands a conclusion; what passes says how.
//
// It may change with any version; README lists the packages that do not.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/findings"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// The elements of JUnit XML that CI servers read.
type (
	testSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Suites   []testSuite
	}
	testSuite struct {
		XMLName    xml.Name   `xml:"testsuite"`
		Name       string     `xml:"name,attr"`
		Tests      int        `xml:"tests,attr"`
		Failures   int        `xml:"failures,attr"`
		Errors     int        `xml:"errors,attr"`
		Skipped    int        `xml:"skipped,attr"`
		Properties []property `xml:"properties>property"`
		Cases      []testCase
	}
	property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	testCase struct {
		XMLName   xml.Name `xml:"testcase"`
		ClassName string   `xml:"classname,attr"`
		Name      string   `xml:"name,attr"`
		Failure   *message `xml:"failure,omitempty"`
		Skipped   *message `xml:"skipped,omitempty"`
		Output    string   `xml:"system-out,omitempty"`
	}
	message struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// Write writes a report to w. Characters that cannot be seen, some of which XML cannot hold, are written as escapes, and
// no text is a command to a CI server whose log shows it.
// Its errors are those of w.
func Write(w io.Writer, r *check.Report) error {
	content, err := xml.MarshalIndent(suites(r), "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(content)+"\n")
	return err
}

// suites makes a test case of the broken outputs of each system, and of each test.
func suites(r *check.Report) testSuites {
	suite := testSuite{Name: "wrd check", Properties: []property{
		{"verdict", string(r.Verdict)}, {"signature", visible.Uncommanded(visible.Text(r.Signature))},
		{"seed", fmt.Sprint(r.Seed)}, {"alpha", wording.Plain(r.Alpha)},
	}}
	for i := range r.Broken {
		b := &r.Broken[i]
		c := testCase{ClassName: "wrd." + visible.Text(b.System), Name: "broken outputs"}
		if found := findings.BrokenFound(b); b.Failed {
			c.Failure = &message{Message: found, Type: string(check.Broken), Text: broken(b.List)}
			suite.Failures++
		} else {
			c.Output = found
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, t := range r.Tests {
		c := testCase{ClassName: "wrd." + visible.Text(t.System),
			Name: visible.Text(t.Measure + " against " + t.Against)}
		found := findings.Found(t)
		switch {
		case r.Fails(t.Verdict):
			c.Failure = &message{Message: found, Type: string(t.Verdict), Text: segments(r.WorstOf(t))}
			suite.Failures++
		case t.Verdict == check.Inconclusive:
			c.Skipped = &message{Message: found}
			suite.Skipped++
		default:
			c.Output = found
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(r.Tests) == 0 { // a suite without cases is an error to many readers
		suite.Cases = append(suite.Cases, testCase{ClassName: "wrd", Name: "baseline",
			Output: strings.Join(findings.Baseline(r), " ")})
	}
	for i := range suite.Cases {
		suite.Cases[i].uncommand()
	}
	suite.Tests = len(suite.Cases)
	return testSuites{Tests: suite.Tests, Failures: suite.Failures, Suites: []testSuite{suite}}
}

// uncommand takes from the texts of a case what the log of a CI server would obey, and writes where to read on as addresses.
func (c *testCase) uncommand() {
	texts := []*string{&c.ClassName, &c.Name, &c.Output}
	for _, m := range []*message{c.Failure, c.Skipped} {
		if m != nil {
			texts = append(texts, &m.Message, &m.Text)
		}
	}
	for _, text := range texts {
		*text = visible.Uncommanded(findings.Linked(*text))
	}
}

// broken lists broken outputs with their texts.
func broken(list []check.BrokenOutput) string {
	var b strings.Builder
	for _, o := range list {
		b.WriteString("\n" + findings.BrokenHeading(o) + "\n")
		for _, line := range findings.BrokenTexts(o) {
			b.WriteString("  " + line[0] + ": " + line[1] + "\n")
		}
	}
	return b.String()
}

// segments lists segments with their texts and alignments.
func segments(worst []check.WorseSegment) string {
	var b strings.Builder
	for _, s := range worst {
		b.WriteString("\n" + findings.Heading(s) + "\n")
		for _, line := range findings.Texts(s) {
			b.WriteString("  " + line[0] + ": " + line[1] + "\n")
		}
		for _, m := range s.Alignment {
			b.WriteString("    " + findings.Move(m) + "\n")
		}
	}
	return b.String()
}
