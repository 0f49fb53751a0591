package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/agreement"
)

// A checkReport is what check found.
type checkReport struct {
	Verdict    checkVerdict   `json:"verdict"`
	Baseline   string         `json:"baseline,omitempty"` // the path; "" without one
	New        bool           `json:"new_baseline"`       // there was none
	Updated    bool           `json:"updated"`            // the scores of this run are the baseline now
	Forced     string         `json:"forced,omitempty"`   // why the old baseline could not be compared with
	Signature  string         `json:"signature"`
	Test       string         `json:"test"`
	Correction string         `json:"correction"`
	Samples    int            `json:"samples"`
	Seed       uint64         `json:"seed"`
	Alpha      float64        `json:"alpha"`
	Tests      []checkTest    `json:"tests"`
	Worst      []worseSegment `json:"worst"`

	pairs             map[string]string // system → that of the baseline
	candidateFiles    map[string]string // system → the file of its texts
	requireConclusive bool
	forced            bool // whether to pass whatever was found
}

// verdict sums the tests up: the worst of them counts.
func (r *checkReport) verdict() checkVerdict {
	verdict := verdictPass
	switch {
	case r.Forced != "":
		verdict = verdictForced
	case r.New:
		verdict = verdictNew
	}
	for _, t := range r.Tests {
		if t.Verdict == verdictRegression {
			return verdictRegression
		}
		if t.Verdict == verdictInconclusive {
			verdict = verdictInconclusive
		}
	}
	return verdict
}

// failed says whether the exit status is that of a regression.
func (r *checkReport) failed() bool {
	return r.regressed() && !r.forced
}

// regressed says whether the run may not become the baseline unless forced.
func (r *checkReport) regressed() bool {
	v := r.verdict()
	return v == verdictRegression || v == verdictInconclusive && r.requireConclusive
}

func (r *checkReport) writeJSON(w io.Writer) error {
	r.Verdict = r.verdict()
	if r.Tests == nil {
		r.Tests = []checkTest{}
	}
	if r.Worst == nil {
		r.Worst = []worseSegment{}
	}
	return writeJSON(w, r)
}

// rows returns the table of tests.
func (r *checkReport) rows() [][]string {
	rows := [][]string{{"system", "measure", "against", "before", "now", "drop", "95% interval", "p", "worse/equal/better", "verdict"}}
	for _, t := range r.Tests {
		against := t.Against
		if t.BaselineSystem != "" && t.BaselineSystem != t.System {
			against = t.BaselineSystem
		}
		rows = append(rows, []string{t.System, t.Measure, against, number(&t.Baseline), number(&t.Candidate), signed(&t.Drop),
			signedInterval(&t.Low, &t.High), probability(&t.Adjusted), fmt.Sprintf("%d/%d/%d", t.Worse, t.Equal, t.Better), string(t.Verdict)})
	}
	return rows
}

// leftAligned is how many columns of rows begin at the same place.
const leftAligned = 3

// reasons says why each test came to its verdict.
func (r *checkReport) reasons() (lines []string) {
	for _, t := range r.Tests {
		line := fmt.Sprintf("%s, %s against %s: %s", t.System, t.Measure, t.Against, t.Reason)
		if t.Without > 0 {
			line += fmt.Sprintf("; without a score on one side, and so not counted: %s", counted(t.Without, "segment"))
		}
		lines = append(lines, line+".")
	}
	return lines
}

// state says what became of the baseline.
func (r *checkReport) state() []string {
	var lines []string
	if r.Forced != "" {
		lines = append(lines, "The old baseline could not be compared with: "+r.Forced+".")
	}
	switch {
	case r.Updated && r.New:
		lines = append(lines, "There was no baseline: this run is stored as the first one.")
	case r.Updated:
		lines = append(lines, "This run is stored as the new baseline.")
	case r.New:
		lines = append(lines, "There is no baseline yet, and this run is not stored as one.")
	}
	return lines
}

// method says how the tests were done.
func (r *checkReport) method() string {
	var tests []string
	draws := " for the intervals" // of samples, unless a test draws some too
	for _, t := range r.Tests {
		name := ""
		switch agreement.Test(t.Test) {
		case agreement.TestExact:
			name = "exact paired randomisation test"
		case agreement.TestWilcoxon:
			name = "Wilcoxon's signed-rank test"
		default:
			name, draws = fmt.Sprintf("paired %s test", t.Test), ""
		}
		if !slices.Contains(tests, name) {
			tests = append(tests, name)
		}
	}
	how := strings.Join(tests, " or ")
	if n := r.Tests[0].Documents; n > 0 {
		how += fmt.Sprintf(" of whole documents (%d)", n)
	}
	if len(r.Tests) > 1 && r.Correction != "none" {
		how += fmt.Sprintf(", corrected for %d tests (%s)", len(r.Tests), r.Correction)
	}
	return fmt.Sprintf("A drop is positive where texts got worse. p: %s, %d samples%s, seed %d; significant at %s.", how, r.Samples, draws, r.Seed, plain(r.Alpha))
}

func (r *checkReport) writeText(w io.Writer) error {
	fmt.Fprintf(w, "%s\n", r.verdict())
	if len(r.Tests) > 0 {
		fmt.Fprintln(w)
		if err := writeColumns(w, r.rows(), leftAligned); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, line := range append(r.reasons(), r.state()...) {
		fmt.Fprintln(w, line)
	}
	if len(r.Worst) > 0 {
		fmt.Fprintln(w, "\nWhat got worse most:")
	}
	for _, s := range r.Worst {
		fmt.Fprintf(w, "\n%s\n", r.heading(s))
		for _, line := range s.texts() {
			fmt.Fprintf(w, "  %-10s %s\n", line[0], line[1])
		}
		for _, m := range s.Alignment {
			fmt.Fprintf(w, "             %s\n", m)
		}
	}
	if len(r.Tests) > 0 {
		fmt.Fprintf(w, "\n%s\n", r.method())
	}
	if r.Signature != "" {
		fmt.Fprintln(w, r.Signature)
	}
	return nil
}

// heading names a segment and its scores.
func (r *checkReport) heading(s worseSegment) string {
	where := "segment " + s.Segment
	if s.Line > 0 {
		where = fmt.Sprintf("line %d", s.Line)
	}
	if s.Doc != "" {
		where += " of " + s.Doc
	}
	return fmt.Sprintf("%s, %s: %s %s, was %s", s.System, where, s.Measure, number(&s.Now), number(&s.Before))
}

// texts returns the texts that are known, with what they are.
func (s worseSegment) texts() (lines [][2]string) {
	for _, line := range [][2]string{{"now", s.Candidate}, {"before", s.BaselineText}, {"reference", s.Reference}, {"status", s.Status}} {
		if line[1] != "" {
			lines = append(lines, line)
		}
	}
	if len(s.Alignment) > 0 {
		lines = append(lines, [2]string{"moved", fmt.Sprintf("the most expensive by %s, mass × cost", s.AlignedBy)})
	}
	return lines
}

func (m alignedMove) String() string {
	return fmt.Sprintf("%s → %s  %.4f × %.4f", shown(m.CandidateToken), shown(m.ReferenceToken), m.Mass, m.Cost)
}

// writeMarkdown writes a summary for a pull request: the verdict and the tests, and folded away the segments.
func (r *checkReport) writeMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "### wrd check: %s\n\n", r.verdict())
	if len(r.Tests) > 0 {
		if err := writeMarkdown(w, r.rows(), leftAligned); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, line := range append(r.reasons(), r.state()...) {
		fmt.Fprintf(w, "- %s\n", inMarkdown.Replace(line))
	}
	if len(r.Worst) > 0 {
		fmt.Fprintf(w, "\n<details><summary>What got worse most</summary>\n")
		for _, s := range r.Worst {
			fmt.Fprintf(w, "\n**%s**\n\n", inMarkdown.Replace(r.heading(s)))
			for _, line := range s.texts() {
				fmt.Fprintf(w, "- %s: %s\n", line[0], inMarkdown.Replace(line[1]))
			}
			for _, m := range s.Alignment {
				fmt.Fprintf(w, "  - %s\n", inMarkdown.Replace(m.String()))
			}
		}
		fmt.Fprintln(w, "\n</details>")
	}
	if len(r.Tests) > 0 {
		fmt.Fprintf(w, "\n%s\n", r.method())
	}
	if r.Signature != "" {
		fmt.Fprintf(w, "\n%s\n", codeSpan(r.Signature))
	}
	return nil
}

// codeSpan writes text so that Markdown shows it as it is.
func codeSpan(s string) string {
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}
