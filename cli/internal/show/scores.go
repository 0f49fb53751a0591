package show

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Summary writes which of several systems is best, a line for each system, what the numbers mean, and the signature.
func Summary(w io.Writer, s *evaluation.Summary, order Order) error {
	s = order.summary(s)
	said := say.Plain(say.Summary(s))
	if len(said) > 0 {
		said[0] += " wrd compare tests whether they differ."
	}
	if said = append(said, say.Plain(say.JudgedNotes(s.Judged, false))...); len(said) > 0 {
		render.Prose(w, said...)
		render.Lines(w, "")
	}
	write := writeOneMeasure
	if columnsOf(s) > 1 {
		write = writeMeasures
	}
	if err := write(w, s); err != nil {
		return err
	}
	render.Lines(w, "")
	render.Prose(w, summaryNote(s))
	return render.Lines(w, s.Signature)
}

// Systems writes a row for each system in one of say.SystemFormats: of several ones with the tests of their differences.
func Systems(w io.Writer, format string, scored *jobs.Scored, digits int, order Order) error {
	table := say.SystemsOf(order.summary(scored.Summary))
	if scored.Compared != nil {
		table = say.Systems(order.comparison(scored.Compared.Report), scored.Compared.People)
	}
	return table.Write(w, format, digits)
}

// columnsOf counts the scores that have a column of their own: one of each measure, and those of other programs.
func columnsOf(s *evaluation.Summary) int { return len(s.Measures) + len(s.External) }

// writeOneMeasure writes all that is known of one measure in one table.
func writeOneMeasure(w io.Writer, s *evaluation.Summary) error {
	measure := s.Measures[0]
	header := []string{"system", measureTitle(measure), "95% interval"}
	scaled := hasPoints(s)
	if scaled {
		header = append(header, metric.Points.String())
	}
	var beside []string
	for _, column := range measure.Columns() {
		if name := column.String(); column != measure.Main() && !(scaled && column == metric.WRDSimilarity) {
			beside, header = append(beside, name), append(header, strings.TrimPrefix(name, measure.Main().String()+"_"))
		}
	}
	rows := [][]string{append(header, coverageHeader()...)}
	for i := range s.Systems {
		system := &s.Systems[i]
		main := system.Scores[measure.Main().String()]
		row := []string{system.System, render.Number(main.Mean), render.CloseInterval(main.CILow, main.CIHigh)}
		if scaled {
			row = append(row, render.Points(main.Points))
		}
		for _, name := range beside {
			row = append(row, render.Number(system.Scores[name].Mean))
		}
		rows = append(rows, append(row, coverageCells(s, system)...))
	}
	return render.Columns(w, rows, 1)
}

// hasPoints says whether the means of the first measure are known in points, which are shown in place of similarity.
func hasPoints(s *evaluation.Summary) bool {
	main := s.Measures[0].Main().String()
	return slices.ContainsFunc(s.Systems, func(system evaluation.SystemSummary) bool {
		return system.Scores[main].Points != nil
	})
}

// writeMeasures writes a table with a column for each measure, and below it one of what all measures share, so that
// neither is wider than a terminal for the usual measures.
func writeMeasures(w io.Writer, s *evaluation.Summary) error {
	var columns []string
	for _, measure := range s.Measures {
		columns = append(columns, measure.Main().String())
	}
	columns = append(columns, s.External...)
	scores := [][]string{append([]string{"system"}, columns...)}
	texts := [][]string{append([]string{"system"}, coverageHeader()...)}
	for i := range s.Systems {
		system := &s.Systems[i]
		row := []string{system.System}
		for _, column := range columns {
			score := system.Scores[column]
			row = append(row, render.PlusMinus(score.Mean, score.CILow, score.CIHigh))
		}
		scores = append(scores, row)
		texts = append(texts, append([]string{system.System}, coverageCells(s, system)...))
	}
	if err := render.Columns(w, scores, 1); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return render.Columns(w, texts, 1)
}

// coverageHeader heads the columns of what all measures share, and coverageCells fills them.
func coverageHeader() []string {
	return []string{"coverage", "segments", "not ok"}
}

func coverageCells(s *evaluation.Summary, system *evaluation.SystemSummary) []string {
	shares := []*float64{system.Coverage.Candidate}
	references, sources := reads(s)
	if references {
		shares = append(shares, system.Coverage.Reference)
	}
	if sources {
		shares = append(shares, system.Coverage.Source)
	}
	return []string{
		render.Percents(shares...),
		fmt.Sprint(system.Segments), fmt.Sprint(system.Segments - system.Status[metric.OK]),
	}
}

// reads says what candidates were compared with.
func reads(s *evaluation.Summary) (references, sources bool) {
	for _, m := range s.Measures {
		references, sources = references || !m.OfSource(), sources || m.OfSource()
	}
	return references, sources
}

// summaryNote says in one line which way each measure goes, and what the columns are.
func summaryNote(s *evaluation.Summary) string {
	var lower, higher []string
	for _, measure := range s.Measures {
		if measure.Main().Distance() {
			lower = append(lower, measure.Main().String())
		} else {
			higher = append(higher, measure.Main().String())
		}
	}
	parts := []string{say.Better(lower, higher)}
	if len(s.External) > 0 {
		parts = append(parts, "As given by other programs: "+strings.Join(s.External, ", "))
	}
	if hasPoints(s) && columnsOf(s) == 1 {
		parts = append(parts, say.Points)
	}
	var interval string
	switch {
	case !hasInterval(s):
		interval = fmt.Sprintf("No interval: that needs two %s or more", s.Unit)
	case columnsOf(s) > 1:
		interval = fmt.Sprintf("±: half the 95%% interval, which takes the %d %s as independent", s.Units, s.Unit)
	default:
		interval = fmt.Sprintf("Intervals take the %d %s as independent", s.Units, s.Unit)
	}
	sides := "candidates"
	references, sources := reads(s)
	if references {
		sides += " / references"
	}
	if sources {
		sides += " / sources"
	}
	return strings.Join(append(parts, interval, "coverage: share of tokens with a vector ("+sides+")", notOK(s)), ". ") + "."
}

// hasInterval says whether any mean has one.
func hasInterval(s *evaluation.Summary) bool {
	for _, system := range s.Systems {
		for _, mean := range system.Scores {
			if mean.CILow != nil {
				return true
			}
		}
	}
	return false
}

// notOK explains the column, and which kinds are in it.
func notOK(s *evaluation.Summary) string {
	counts := map[metric.Status]int64{}
	for _, system := range s.Systems {
		for status, n := range system.Status {
			counts[status] += n
		}
	}
	var kinds []string
	for _, status := range metric.Statuses() {
		if n := counts[status]; n > 0 && status != metric.OK {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, status))
		}
	}
	if kinds == nil {
		return "not ok: empty, or without a known word"
	}
	return "not ok: " + strings.Join(kinds, ", ") + " (--empty decides how they count)"
}

// measureTitle is what people call the main column of a measure that stands alone.
func measureTitle(m metric.Measure) string {
	if m == metric.MeasureWRD {
		return "WRD"
	}
	return m.Main().String()
}
