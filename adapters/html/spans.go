package html

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/inspection"
)

// spans returns the outputs in which errors are marked, as JSON: for each its row, its system, and the pieces of its text
// one after another, each with what is said of it, "" where nothing is.
func (p *packer) spans() ([]byte, error) {
	list := []any{}
	for k := range p.report.Rows {
		for i := range p.report.Systems {
			if output := &p.report.Rows[k].Outputs[i]; len(output.Spans) > 0 {
				list = append(list, []any{k, i, cut(output.Candidate, output.Spans)})
			}
		}
	}
	return json.Marshal(list)
}

// cut cuts a text where spans begin and end.
func cut(text string, spans []inspection.Span) (pieces [][2]string) {
	letters := []rune(text)
	edges := []int{0, len(letters)}
	for _, s := range spans {
		edges = append(edges, s.Start, s.End)
	}
	slices.Sort(edges)
	edges = slices.Compact(edges)
	for k, start := range edges {
		end := len(letters)
		if k+1 < len(edges) {
			end = edges[k+1]
		}
		var said []string
		for _, s := range spans {
			what := strings.TrimSpace(s.Severity + " " + s.Category)
			if what == "" {
				what = "error"
			}
			if empty := s.Start == s.End && s.Start == start; empty {
				pieces = append(pieces, [2]string{"", what})
			} else if s.Start <= start && start < s.End && !slices.Contains(said, what) {
				said = append(said, what)
			}
		}
		if start < end {
			pieces = append(pieces, [2]string{string(letters[start:end]), strings.Join(said, "; ")})
		}
	}
	return pieces
}
