package html

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric/inspection"
)

// alignments returns the alignments as JSON: for each its row and system, the words of both sides, the moves between them,
// each as places in these lists with mass and cost, and the places of invented and of missing words. The words are in the
// order of the texts.
func (p *packer) alignments() ([]byte, error) {
	list := []any{}
	for k := range p.report.Rows {
		for i := range p.report.Systems {
			output := &p.report.Rows[k].Outputs[i]
			moves := output.Alignment
			if len(moves) == 0 {
				continue
			}
			var from, to []string
			var packed [][4]float64
			for _, m := range moves {
				from, to = append(from, m.CandidateToken), append(to, m.ReferenceToken)
			}
			from, to = inOrder(from, output.Candidate), inOrder(to, p.against(&p.report.Rows[k], output))
			for at := range from {
				from[at] = strings.ToValidUTF8(from[at], string(utf8.RuneError))
			}
			for at := range to {
				to[at] = strings.ToValidUTF8(to[at], string(utf8.RuneError))
			}
			for _, m := range moves {
				packed = append(packed, [4]float64{placeOf(&from, m.CandidateToken), placeOf(&to, m.ReferenceToken),
					rounded(m.Mass), rounded(m.Cost)})
			}
			invented, missing := []float64{}, []float64{}
			for _, word := range output.Invented {
				invented = append(invented, placeOf(&from, word))
			}
			for _, word := range output.Missing {
				missing = append(missing, placeOf(&to, word))
			}
			list = append(list, []any{k, i, from, to, packed, invented, missing})
		}
	}
	return json.Marshal(list)
}

// against returns the text that an output is aligned with.
func (p *packer) against(row *inspection.Row, output *inspection.Output) string {
	switch best := min(output.BestReference, len(row.References)-1); {
	case p.report.OfSources:
		return row.Source
	case best >= 0:
		return row.References[best]
	}
	return ""
}

// placeOf returns the place of a word in a list, where it is put if it is not there.
func placeOf(list *[]string, word string) float64 {
	word = strings.ToValidUTF8(word, string(utf8.RuneError))
	i := slices.Index(*list, word)
	if i < 0 {
		i = len(*list)
		*list = append(*list, word)
	}
	return float64(i)
}

// rounded leaves the digits that are shown. Five would take a quarter more bytes.
func rounded(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1e3) / 1e3
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
