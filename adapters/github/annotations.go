// Package github says what a check found in the way of GitHub Actions: as workflow commands, which become annotations
// of the files of a change.
//
//	::error file=output.txt,line=7,title=wrd check%3A got worse::…
//
// The summary of a job takes Markdown, as wrd check --format markdown writes it for any host.
//
// It may change with any version; README lists the packages that do not.
package github

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/findings"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// A Level says how serious an annotation is.
type Level string

const (
	Error   Level = "error"
	Warning Level = "warning"
)

// An Annotation is a message about a run, a file or a line of it.
type Annotation struct {
	Level   Level
	File    string // "" for none; standard input, "-", is none either
	Line    int64  // of File, from 1; 0 for none
	Title   string
	Message string // may have several lines, in which what is from outside is visible already
}

// inMessage and inProperty escape what would end a message or a property, as GitHub's toolkit does.
var (
	inMessage  = strings.NewReplacer("%", "%25", "\n", "%0A")
	inProperty = strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C")
)

// String returns the workflow command, one line without its end. Characters that cannot be seen are written as escapes,
// and nothing in its message is a further command.
func (a Annotation) String() string {
	var properties []string
	if a.File != "" && a.File != "-" {
		properties = append(properties, "file="+inProperty.Replace(visible.Uncommanded(visible.Text(a.File))))
		if a.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", a.Line))
		}
	}
	properties = append(properties, "title="+inProperty.Replace(visible.Uncommanded(visible.Text(a.Title))))
	var lines []string
	for line := range strings.SplitSeq(findings.Linked(a.Message), "\n") {
		lines = append(lines, visible.Line(line))
	}
	return fmt.Sprintf("::%s %s::%s", a.Level, strings.Join(properties, ","),
		inMessage.Replace(visible.Uncommanded(strings.Join(lines, "\n"))))
}

// Write writes annotations to w, a line each. Its errors are those of w.
func Write(w io.Writer, annotations ...Annotation) error {
	for _, a := range annotations {
		if _, err := fmt.Fprintln(w, a); err != nil {
			return err
		}
	}
	return nil
}

// Annotations returns one annotation for each warning of the report, each system that has newly broken outputs and each
// test that did not pass, and at its line one for each broken output and, for a regression, each segment that is listed.
// files has the file of the texts of each system, as far as there are some.
func Annotations(r *check.Report, files map[string]string) (list []Annotation) {
	for _, warning := range r.Warnings {
		list = append(list, Annotation{Level: Warning, Title: "wrd check: warning",
			Message: visible.Text(warning)})
	}
	for i := range r.Broken {
		b := &r.Broken[i]
		if b.New == 0 {
			continue
		}
		level := Warning
		if b.Failed {
			level = Error
		}
		list = append(list, Annotation{level, files[b.System], 0, "wrd check: broken outputs", findings.BrokenFound(b)})
		for _, o := range b.List {
			list = append(list, Annotation{level, files[o.System], o.Line, "wrd check: broken output",
				lines(findings.BrokenHeading(o), findings.BrokenTexts(o))})
		}
	}
	for _, t := range r.Tests {
		level := Warning
		switch {
		case r.Fails(t.Verdict):
			level = Error
		case t.Verdict != check.Inconclusive:
			continue
		}
		list = append(list, Annotation{level, files[t.System], 0, "wrd check: " + string(t.Verdict), findings.Found(t)})
		if t.Verdict != check.Regression {
			continue
		}
		for _, s := range r.WorstOf(t) {
			list = append(list, Annotation{Error, files[s.System], s.Line, "wrd check: got worse", segment(s)})
		}
	}
	return list
}

// NoVerdict returns the annotation of a check that failed before it came to a verdict.
func NoVerdict(err error) Annotation {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		lines = append(lines, visible.Text(line))
	}
	return Annotation{Level: Error, Title: "wrd check: no verdict", Message: strings.Join(lines, "\n")}
}

// segment says of a segment what there is room for.
func segment(s check.WorseSegment) string {
	said := lines(findings.Heading(s), findings.Texts(s))
	for _, m := range s.Alignment {
		said += "\n" + findings.Move(m)
	}
	return said
}

// lines writes a heading and texts, each after what it is.
func lines(heading string, texts [][2]string) string {
	for _, line := range texts {
		heading += "\n" + line[0] + ": " + line[1]
	}
	return heading
}
