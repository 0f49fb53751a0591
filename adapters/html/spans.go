package html

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// inOrder returns words, each once, in the order in which a text has them first; those that it does not have come last.
func inOrder(words []string, text string) []string {
	text = strings.ToLower(text)
	places := map[string]int{}
	for _, word := range words {
		if _, known := places[word]; !known {
			places[word] = placeIn(text, strings.ToLower(word))
		}
	}
	list := slices.Sorted(maps.Keys(places))
	slices.SortStableFunc(list, func(a, b string) int { return places[a] - places[b] })
	return list
}

// placeIn returns where a text has a word first, rather not as a part of another one; behind its end if it does not have it.
func placeIn(text, word string) int {
	within := -1
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !isLetter(before) && !isLetter(after) {
			return at
		}
		if within < 0 {
			within = at
		}
		at += len(word)
	}
	if within < 0 {
		return len(text)
	}
	return within
}

func isLetter(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r))
}
