package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/agreement"
)

// footnotes are warnings, numbered in the order in which they were first said.
type footnotes struct {
	texts []string
	marks map[string][]int // of cells, by their keys
}

// add says a warning of a cell.
func (f *footnotes) add(cell, text string) {
	i := slices.Index(f.texts, text)
	if i < 0 {
		i = len(f.texts)
		f.texts = append(f.texts, text)
	}
	if f.marks == nil {
		f.marks = map[string][]int{}
	}
	if !slices.Contains(f.marks[cell], i) {
		f.marks[cell] = append(f.marks[cell], i)
	}
}

// mark returns the raised numbers of the footnotes of a cell.
func (f *footnotes) mark(cell string) string {
	var marks []string
	for _, i := range f.marks[cell] {
		marks = append(marks, raised(i+1))
	}
	return strings.Join(marks, " ")
}

// of returns the footnotes of a cell.
func (f *footnotes) of(cell string) []string {
	texts := []string{}
	for _, i := range f.marks[cell] {
		texts = append(texts, f.texts[i])
	}
	return texts
}

// raised writes a number with raised digits.
func raised(n int) string {
	return strings.Map(func(digit rune) rune { return []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'] }, fmt.Sprint(n))
}

// systemCell and pairCell are the keys of cells.
func systemCell(measure, system int) string { return fmt.Sprintf("system %d %d", measure, system) }
func pairCell(measure, pair int) string     { return fmt.Sprintf("pair %d %d", measure, pair) }

// gatherNotes finds what a reader must be warned of.
func (r *comparisonReport) gatherNotes() {
	for m, measure := range r.measures {
		for i, name := range r.systems {
			if text := r.missingNote(measure, i); text != "" {
				r.notes.add(systemCell(m, i), text)
			}
			if row := measure.grid.Row(i); measure.Systems[i].Segments > 1 && constantScores(row) {
				r.notes.add(systemCell(m, i), fmt.Sprintf("%s has the same score for all segments", name))
			}
		}
		for i, d := range measure.Differences {
			for _, text := range r.pairNotes(d) {
				r.notes.add(pairCell(m, i), text)
			}
		}
	}
}

// pairNotes are the warnings of one difference.
func (r *comparisonReport) pairNotes(d agreement.Difference) (notes []string) {
	if d.Segments < len(r.segments) {
		notes = append(notes, fmt.Sprintf("compared on the %d of %d segments that both systems have a score for", d.Segments, len(r.segments)))
	}
	switch {
	case d.Ties == d.Segments:
		notes = append(notes, "both systems have the same scores")
	case d.LeastP > r.Alpha:
		notes = append(notes, fmt.Sprintf("too few %s that differ: with them no test can give a p below %.4g", r.units(), d.LeastP))
	case d.Test == agreement.TestBootstrap && d.Detectable == nil:
		notes = append(notes, "all differences are equal: the bootstrap sees no spread, prefer another test")
	}
	if r.interval == intervalBCa && d.BCa == nil {
		notes = append(notes, "no BCa interval, as all draws lie on one side of the difference: the percentile interval stands in")
	}
	switch {
	case d.Units == 1 && d.Segments > 1:
		notes = append(notes, "all segments are of one document: there is no interval")
	case d.Units == 1:
		notes = append(notes, "one segment: there is no interval")
	}
	return notes
}

// missingNote counts and names the segments for which a system has no score, "" if there are none.
func (r *comparisonReport) missingNote(measure measureReport, system int) string {
	missing := r.missing(measure, system)
	if len(missing) == 0 {
		return ""
	}
	const examples = 3
	named := joined(missing[:min(len(missing), examples)])
	if len(missing) > examples {
		named += ", …"
	}
	return fmt.Sprintf("%s has no score for %d of %d segments: %s", r.systems[system], len(missing), len(r.segments), named)
}

// missing names the segments for which a system has no score.
func (r *comparisonReport) missing(measure measureReport, system int) []string {
	missing := []string{}
	for j, x := range measure.grid.Row(system) {
		if math.IsNaN(x) {
			missing = append(missing, r.segments[j])
		}
	}
	return missing
}

// constantScores says whether all scores that there are are equal.
func constantScores(row []float64) bool {
	first := math.NaN()
	for _, x := range row {
		if math.IsNaN(first) {
			first = x
		}
		if x != first && !math.IsNaN(x) {
			return false
		}
	}
	return true
}

// drawn returns how many units there are of a system to draw from: one alone says nothing of how far its mean may be off.
func (r *comparisonReport) drawn(measure measureReport, system int) int {
	if r.Documents == nil {
		return measure.Systems[system].Segments
	}
	documents := map[int]bool{}
	for j, x := range measure.grid.Row(system) {
		if !math.IsNaN(x) {
			documents[r.Documents[j]] = true
		}
	}
	return len(documents)
}

// units names what is resampled.
func (r *comparisonReport) units() string {
	if r.Documents != nil {
		return "documents"
	}
	return "segments"
}
