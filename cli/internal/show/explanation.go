package show

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// Explanation writes a line for each move, the distance, and the words without a vector; or all of it as JSON. asked says
// that somebody asked for this line of files.
func Explanation(w io.Writer, format string, record *jobs.Explained, asked bool) error {
	if format == "json" {
		return render.JSON(w, record)
	}
	e := record.Explanation
	if l := record.ExplainedLine; l != nil {
		said := l.String()
		if !asked && l.Lines > 1 {
			said += "; --line N explains another"
		}
		render.Lines(w, said)
		render.Entry(w, "candidate", l.CandidateText)
		render.Entry(w, comparedWith(e), *cmp.Or(l.ReferenceText, l.SourceText))
		fmt.Fprintln(w)
	}
	if e.Status == metric.OK {
		rows := [][]string{{"candidate", comparedWith(e), "mass", "cost", "mass × cost"}}
		differs := slices.ContainsFunc(e.Alignment, func(m metric.Move) bool { return m.Differs != "" })
		if differs {
			rows[0] = append(rows[0], "differs in")
		}
		for _, m := range e.Alignment {
			row := []string{wording.Token(m.CandidateToken), wording.Token(m.ReferenceToken),
				render.Number(&m.Mass), render.Number(&m.Cost), render.Number(new(m.Mass * m.Cost))}
			if differs {
				row = append(row, m.Differs)
			}
			rows = append(rows, row)
		}
		if distance, ok := e.Value(distanceOf(e)); ok {
			row := []string{"", "", "", titleOf(e), render.Number(&distance)}
			if differs {
				row = append(row, "")
			}
			rows = append(rows, row)
		}
		if err := render.Columns(w, rows, 2); err != nil {
			return err
		}
	} else {
		render.Lines(w, "nothing to align: "+e.Status.String()+"; --empty decides how that counts")
		if distance, ok := e.Value(distanceOf(e)); ok {
			render.Lines(w, titleOf(e)+" "+render.Number(&distance))
		}
	}
	for _, side := range []struct {
		other string
		words []string
	}{{"candidate", e.Missing}, {comparedWith(e), e.Invented}} {
		var without []string
		for _, word := range side.words {
			without = append(without, wording.InLine(wording.Token(word)))
		}
		if without != nil {
			render.ShownLines(w, "without a counterpart in the "+side.other+": "+strings.Join(without, " "))
		}
	}
	for _, side := range []struct {
		name  string
		words []metric.Word
	}{{"candidate", e.Candidate}, {comparedWith(e), e.Reference}} {
		for _, word := range side.words {
			if !word.Known {
				render.ShownLines(w, fmt.Sprintf("without a vector: %s in the %s", wording.InLine(wording.Token(word.Text)),
					side.name))
			}
		}
	}
	return render.Lines(w, "", record.Signature)
}

// comparedWith is what the second text of an explanation is.
func comparedWith(e metric.Explanation) string {
	if e.OfSource {
		return "source"
	}
	return "reference"
}

// distanceOf is the column of the distance that an explanation explains, and titleOf what people call it.
func distanceOf(e metric.Explanation) metric.Column {
	if e.OfSource {
		return metric.WRDSource
	}
	return metric.WRD
}

func titleOf(e metric.Explanation) string {
	if e.OfSource {
		return measureTitle(metric.MeasureSource)
	}
	return measureTitle(metric.MeasureWRD)
}
