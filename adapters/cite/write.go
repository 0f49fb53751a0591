package cite

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/internal/markup"
)

// The formats of Write.
const (
	FormatBibTeX = "bibtex"
	FormatText   = "text"
)

// Write writes works with the signature of the run, "" for none.
func Write(w io.Writer, format string, works []Work, signature string) error {
	out := bufio.NewWriter(w)
	for i, work := range works {
		if format == FormatText {
			fmt.Fprintf(out, "For %s: %s\n", work.For, work.line())
			continue
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		note := ""
		if work.Kind == "software" && signature != "" {
			note = "Signature: " + markup.LaTeXCode(signature)
		}
		work.bibTeX(out, note)
	}
	if format == FormatText && signature != "" {
		fmt.Fprintf(out, "Signature of the scores: %s\n", signature)
	}
	return out.Flush()
}

// line is the work as a list of references has it.
func (w *Work) line() string {
	authors := strings.ReplaceAll(strings.Join(w.Authors, ", "), ", "+others, " et al.")
	if w.Year != "" {
		authors += " (" + w.Year + ")"
	}
	parts := []string{authors, w.Title}
	if in := w.In; in != "" {
		if w.Pages != "" {
			in += ", pages " + w.Pages
		}
		parts = append(parts, in)
	}
	return strings.Join(append(parts, w.URL), ". ")
}

// bibTeX writes the work as an entry.
func (w *Work) bibTeX(out io.Writer, note string) {
	authors := strings.Join(w.Authors, " and ")
	in := "booktitle"
	switch {
	case len(w.Authors) == 1:
		authors = "{" + authors + "}"
	case w.Kind == "article":
		in = "journal"
	}
	fmt.Fprintf(out, "@%s{%s,\n", w.Kind, w.Key)
	for _, field := range [][2]string{{"author", authors}, {"title", "{" + w.Title + "}"}, {in, w.In},
		{"pages", strings.ReplaceAll(w.Pages, "–", "--")}, {"year", w.Year}, {"url", w.URL}, {"note", note}} {
		if field[1] != "" {
			fmt.Fprintf(out, "  %s = {%s},\n", field[0], field[1])
		}
	}
	fmt.Fprintln(out, "}")
}
