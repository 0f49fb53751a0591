package main

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/file"
)

// The elements of JUnit XML that CI servers read.
type (
	junitSuites struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Errors   int      `xml:"errors,attr"`
		Suites   []junitSuite
	}
	junitSuite struct {
		XMLName    xml.Name        `xml:"testsuite"`
		Name       string          `xml:"name,attr"`
		Tests      int             `xml:"tests,attr"`
		Failures   int             `xml:"failures,attr"`
		Errors     int             `xml:"errors,attr"`
		Skipped    int             `xml:"skipped,attr"`
		Properties []junitProperty `xml:"properties>property"`
		Cases      []junitCase
	}
	junitProperty struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	junitCase struct {
		XMLName   xml.Name      `xml:"testcase"`
		ClassName string        `xml:"classname,attr"`
		Name      string        `xml:"name,attr"`
		Failure   *junitMessage `xml:"failure,omitempty"`
		Skipped   *junitMessage `xml:"skipped,omitempty"`
		Output    string        `xml:"system-out,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// junit makes a test case of each test; an inconclusive one is skipped, unless that fails too.
func (r *checkReport) junit() junitSuites {
	suite := junitSuite{Name: "wrd check", Properties: []junitProperty{
		{"verdict", string(r.verdict())}, {"signature", r.Signature}, {"seed", fmt.Sprint(r.Seed)}, {"alpha", plain(r.Alpha)},
	}}
	for _, t := range r.Tests {
		c := junitCase{ClassName: "wrd." + t.System, Name: t.Measure + " against " + t.Against}
		message := fmt.Sprintf("%s: %s, was %s, a drop of %.4f (%.4f to %.4f), p = %s: %s",
			t.Measure, number(&t.Candidate), number(&t.Baseline), t.Drop, t.Low, t.High, probability(&t.Adjusted), t.Reason)
		switch {
		case t.Verdict == verdictRegression || t.Verdict == verdictInconclusive && r.requireConclusive:
			c.Failure = &junitMessage{Message: message, Type: string(t.Verdict), Text: r.worstText(t)}
			suite.Failures++
		case t.Verdict == verdictInconclusive:
			c.Skipped = &junitMessage{Message: message}
			suite.Skipped++
		default:
			c.Output = message
		}
		suite.Cases = append(suite.Cases, c)
	}
	if len(suite.Cases) == 0 { // a suite without cases is an error to many readers
		suite.Cases = []junitCase{{ClassName: "wrd", Name: "baseline", Output: strings.Join(r.state(), " ")}}
	}
	suite.Tests = len(suite.Cases)
	return junitSuites{Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}}
}

// worstText lists the segments behind a test, with their alignments.
func (r *checkReport) worstText(t checkTest) string {
	var b strings.Builder
	for _, s := range r.Worst {
		if s.System != t.System || s.Measure != t.Measure || t.Against != "baseline" {
			continue
		}
		b.WriteString("\n" + r.heading(s) + "\n")
		for _, line := range s.texts() {
			b.WriteString("  " + line[0] + ": " + line[1] + "\n")
		}
		for _, m := range s.Alignment {
			b.WriteString("    " + m.String() + "\n")
		}
	}
	return b.String()
}

// writeJUnit writes the report as a file of JUnit XML.
func writeJUnit(path string, r *checkReport) error {
	out, err := file.Create(path)
	if err != nil {
		return err
	}
	defer out.Abort()
	content, err := xml.MarshalIndent(r.junit(), "", "  ")
	if err != nil {
		return err
	}
	if _, err := out.Write([]byte(xml.Header + string(content) + "\n")); err != nil {
		return err
	}
	return out.Commit()
}
