package main

import (
	"fmt"
	"io"
	"strings"
)

// writeAnnotations writes workflow commands of GitHub Actions: one for each test that did not pass, and for a regression
// one for each segment listed, at its line of the file of candidates. A check that comes to no verdict has one of its own.
//
//	::error file=output.txt,line=7,title=wrd check::…
func writeAnnotations(w io.Writer, r *checkReport) {
	for _, t := range r.Tests {
		kind := ""
		switch t.Verdict {
		case verdictRegression:
			kind = "error"
		case verdictInconclusive:
			kind = "warning"
			if r.requireConclusive {
				kind = "error"
			}
		default:
			continue
		}
		annotate(w, kind, r.candidateFiles[t.System], 0, "wrd check: "+string(t.Verdict),
			fmt.Sprintf("%s of %s is %s, against %s: a drop of %.4f (%.4f to %.4f), p = %s: %s", t.Measure, t.System,
				number(&t.Candidate), number(&t.Baseline), t.Drop, t.Low, t.High, probability(&t.Adjusted), t.Reason))
		if t.Verdict != verdictRegression || t.Against != "baseline" {
			continue
		}
		for _, s := range r.Worst {
			if s.System == t.System && s.Measure == t.Measure {
				annotate(w, "error", r.candidateFiles[s.System], s.Line, "wrd check: got worse", s.annotation(r))
			}
		}
	}
}

// annotation says of a segment what there is room for.
func (s worseSegment) annotation(r *checkReport) string {
	lines := []string{r.heading(s)}
	for _, line := range s.texts() {
		lines = append(lines, line[0]+": "+line[1])
	}
	for _, m := range s.Alignment {
		lines = append(lines, m.String())
	}
	return strings.Join(lines, "\n")
}

// inCommand and inProperty escape what would end a message or a property, as GitHub's toolkit does.
var (
	inCommand  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	inProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// annotate writes one command; file may be "" and line 0.
func annotate(w io.Writer, kind, file string, line int64, title, message string) {
	var properties []string
	if file != "" && file != "-" {
		properties = append(properties, "file="+inProperty.Replace(file))
		if line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", line))
		}
	}
	properties = append(properties, "title="+inProperty.Replace(title))
	fmt.Fprintf(w, "::%s %s::%s\n", kind, strings.Join(properties, ","), inCommand.Replace(message))
}
