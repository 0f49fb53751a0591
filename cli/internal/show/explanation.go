package show

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// An Explained is an explanation with what it depends on.
type Explained struct {
	metric.Explanation
	Run     parquet.Run
	Columns []metric.Column // of the scorer
	From    *ExplainedLine  // nil for texts that are in no files
}

// An ExplainedLine says where texts stand, and what they are.
type ExplainedLine struct {
	Files                []string // of the candidate and of the references; one if these are in a table together
	Unit                 string   // what Line counts: line or segment
	Line, Lines          int64    // from 1, and how many there are
	Asked                bool     // somebody asked for this line
	System               string   // "" for the only one
	Number, References   int      // of the reference, from 1, and how many the segment has
	Candidate, Reference string   // the texts, the latter the source if that is explained
}

// String says where the texts stand: line 1 of 40 of a.txt and ref.txt.
func (l *ExplainedLine) String() string {
	said := fmt.Sprintf("%s %d of %d of %s", l.Unit, l.Line, l.Lines, strings.Join(l.Files, " and "))
	if l.System != "" {
		said += ", system " + l.System
	}
	if l.References > 1 {
		said += fmt.Sprintf(", reference %d of %d", l.Number, l.References)
	}
	return said
}

// Explanation writes a line for each move, the distance, and the words without a vector; or all of it as JSON.
func Explanation(w io.Writer, format string, e Explained) error {
	if format == "json" {
		return render.JSON(w, e.record())
	}
	if l := e.From; l != nil {
		said := l.String()
		if !l.Asked && l.Lines > 1 {
			said += "; --line N explains another"
		}
		render.Lines(w, said)
		render.Entry(w, "candidate", l.Candidate)
		render.Entry(w, comparedWith(e.Explanation), l.Reference)
		fmt.Fprintln(w)
	}
	if e.Status == metric.OK {
		rows := [][]string{{"candidate", comparedWith(e.Explanation), "mass", "cost", "mass × cost"}}
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
		if distance, ok := e.Value(distanceOf(e.Explanation)); ok {
			row := []string{"", "", "", titleOf(e.Explanation), render.Number(&distance)}
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
		if distance, ok := e.Value(distanceOf(e.Explanation)); ok {
			render.Lines(w, titleOf(e.Explanation)+" "+render.Number(&distance))
		}
	}
	for _, side := range []struct {
		other string
		words []string
	}{{"candidate", e.Missing}, {comparedWith(e.Explanation), e.Invented}} {
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
	}{{"candidate", e.Candidate}, {comparedWith(e.Explanation), e.Reference}} {
		for _, word := range side.words {
			if !word.Known {
				render.ShownLines(w, fmt.Sprintf("without a vector: %s in the %s", wording.InLine(wording.Token(word.Text)),
					side.name))
			}
		}
	}
	return render.Lines(w, "", e.Run.Signature)
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

// record is the explanation as JSON has it.
func (e *Explained) record() *jobs.Explained {
	record := jobs.ExplainedOf(&e.Explanation, e.Run.Signature, e.Run.Settings, e.Columns)
	if l := e.From; l != nil {
		record.ExplainedLine = &jobs.ExplainedLine{Files: l.Files, Line: l.Line, Lines: l.Lines, System: l.System,
			CandidateText: l.Candidate}
		if e.OfSource {
			record.SourceText = &l.Reference
		} else {
			record.Number, record.ReferenceText = l.Number, &l.Reference
		}
	}
	return record
}
