package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/metric"
)

// writeTable writes a line for each system, what the numbers mean, and the signature.
func (s *summary) writeTable(w io.Writer) error {
	write := s.writeOne
	if len(s.measures)+len(s.outside) > 1 {
		write = s.writeSeveral
	}
	if err := write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n%s\n", s.legend(), s.signature)
	return err
}

// writeOne writes all that is known of one measure in one table.
func (s *summary) writeOne(w io.Writer) error {
	measure := s.measures[0]
	header := []string{"system", title(measure), "95% interval"}
	for _, column := range measure.Columns() {
		if column != measure.Main() {
			header = append(header, strings.TrimPrefix(column.String(), "wrd_"))
		}
	}
	rows := [][]string{append(header, "candidate coverage", "reference coverage", "segments", "not ok")}
	for _, system := range s.systems {
		main := system.score(measure.Main())
		row := []string{system.name, number(main.Mean), interval(main.CILow, main.CIHigh)}
		for _, column := range measure.Columns() {
			if column != measure.Main() {
				row = append(row, number(system.score(column).Mean))
			}
		}
		rows = append(rows, append(row, system.coverage()...))
	}
	return writeColumns(w, rows, 1)
}

// writeSeveral writes a table with a column for each measure, and below it one of what all measures share, so that
// neither is wider than a terminal for the usual measures.
func (s *summary) writeSeveral(w io.Writer) error {
	header := []string{"system"}
	for _, measure := range s.measures {
		header = append(header, measure.Main().String())
	}
	header = append(header, s.outside...)
	scores := [][]string{header}
	texts := [][]string{{"system", "candidate coverage", "reference coverage", "segments", "not ok"}}
	for _, system := range s.systems {
		row := []string{system.name}
		for _, measure := range s.measures {
			row = append(row, plusMinusOf(system.score(measure.Main())))
		}
		for _, score := range system.outside() {
			row = append(row, plusMinusOf(score))
		}
		scores = append(scores, row)
		texts = append(texts, append([]string{system.name}, system.coverage()...))
	}
	if err := writeColumns(w, scores, 1); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return writeColumns(w, texts, 1)
}

// coverage returns the cells of what all measures share.
func (s *systemSummary) coverage() []string {
	return []string{
		percent(share(s.candidateTokens, s.candidateOOV)), percent(share(s.referenceTokens, s.referenceOOV)),
		fmt.Sprint(s.segments), fmt.Sprint(s.segments - s.status[metric.OK]),
	}
}

// legend says which way each measure goes.
func (s *summary) legend() string {
	var distances, similarities []string
	for _, measure := range s.measures {
		name := measure.Main().String()
		if len(s.measures)+len(s.outside) == 1 {
			name = title(measure)
		}
		if measure.Main().Distance() {
			distances = append(distances, name)
		} else {
			similarities = append(similarities, name)
		}
	}
	var sentences []string
	for _, group := range []struct {
		names            []string
		singular, plural string
	}{
		{distances, "is a distance: lower is closer.", "are distances: lower is closer."},
		{similarities, "is a similarity: higher is closer.", "are similarities: higher is closer."},
	} {
		switch len(group.names) {
		case 0:
		case 1:
			sentences = append(sentences, group.names[0]+" "+group.singular)
		default:
			sentences = append(sentences, listed(group.names)+" "+group.plural)
		}
	}
	switch len(s.outside) {
	case 0:
	case 1:
		sentences = append(sentences, s.outside[0]+" is another program's, as it was given.")
	default:
		sentences = append(sentences, listed(s.outside)+" are other programs', as they were given.")
	}
	if len(s.measures)+len(s.outside) > 1 {
		sentences = append(sentences, "± is half the width of the 95% interval.")
	}
	return strings.Join(sentences, "\n")
}

// listed writes two or more names as a sentence does.
func listed(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// title is what people call the main column of a measure that stands alone.
func title(m metric.Measure) string {
	if m == metric.MeasureWRD {
		return "WRD"
	}
	return m.Main().String()
}

func plusMinusOf(s score95) string { return plusMinus(s.Mean, s.CILow, s.CIHigh) }
