package show

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// An Explained is an explanation with what it depends on.
type Explained struct {
	metric.Explanation
	Run  parquet.Run
	From *ExplainedLine // nil for texts that are in no files
}

// An ExplainedLine says where texts stand, and what they are.
type ExplainedLine struct {
	Files                []string // of the candidate and of the references; one if these are in a table together
	Unit                 string   // what Line counts: line or segment
	Line, Lines          int64    // from 1, and how many there are
	Asked                bool     // somebody asked for this line
	System               string   // "" for the only one
	Number, References   int      // of the reference, from 1, and how many the segment has
	Candidate, Reference string   // the texts
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
		return explanationJSON(w, e)
	}
	if l := e.From; l != nil {
		said := l.String()
		if !l.Asked && l.Lines > 1 {
			said += "; --line N explains another"
		}
		render.Lines(w, said)
		render.Entry(w, "candidate", l.Candidate)
		render.Entry(w, "reference", l.Reference)
		fmt.Fprintln(w)
	}
	if e.Status == metric.OK {
		rows := [][]string{{"candidate", "reference", "mass", "cost", "mass × cost"}}
		for _, m := range e.Alignment {
			rows = append(rows, []string{wording.Token(m.CandidateToken), wording.Token(m.ReferenceToken),
				render.Number(&m.Mass), render.Number(&m.Cost), render.Number(new(m.Mass * m.Cost))})
		}
		if distance, ok := e.Value(metric.WRD); ok {
			rows = append(rows, []string{"", "", "", "WRD", render.Number(&distance)})
		}
		if err := render.Columns(w, rows, 2); err != nil {
			return err
		}
	} else {
		render.Lines(w, "there is nothing to align: "+e.Status.String()+"; --empty says how that counts")
		if distance, ok := e.Value(metric.WRD); ok {
			render.Lines(w, "WRD "+render.Number(&distance))
		}
	}
	for _, side := range []struct {
		other string
		words []string
	}{{"candidate", e.Missing}, {"reference", e.Invented}} {
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
	}{{"candidate", e.Candidate}, {"reference", e.Reference}} {
		for _, word := range side.words {
			if !word.Known {
				render.ShownLines(w, fmt.Sprintf("without a vector: %s in the %s", wording.InLine(wording.Token(word.Text)),
					side.name))
			}
		}
	}
	return render.Lines(w, "", e.Run.Signature)
}

// explanationJSON writes the words of both texts and the moves.
func explanationJSON(w io.Writer, e Explained) error {
	out := struct {
		*explainedFrom
		Signature  string                     `json:"signature"`
		Settings   json.RawMessage            `json:"settings"`
		Status     string                     `json:"status"`
		WRD        *float64                   `json:"wrd"`
		Similarity *float64                   `json:"wrd_similarity"`
		Candidate  []evaluation.ExplainedWord `json:"candidate"`
		Reference  []evaluation.ExplainedWord `json:"reference"`
		Alignment  []evaluation.AlignedMove   `json:"alignment"`
		Missing    []string                   `json:"missing"`
		Invented   []string                   `json:"invented"`
	}{
		Signature: e.Run.Signature, Settings: json.RawMessage(e.Run.Settings), Status: e.Status.String(),
		Candidate: evaluation.ExplainedWords(e.Candidate), Reference: evaluation.ExplainedWords(e.Reference),
		Alignment: evaluation.AlignedMoves(e.Alignment),
		Missing:   append([]string{}, e.Missing...), Invented: append([]string{}, e.Invented...),
	}
	if l := e.From; l != nil {
		out.explainedFrom = &explainedFrom{Files: l.Files, Line: l.Line, Lines: l.Lines, System: l.System, Number: l.Number,
			CandidateText: l.Candidate, ReferenceText: l.Reference}
	}
	if distance, ok := e.Value(metric.WRD); ok {
		similarity, _ := e.Value(metric.WRDSimilarity)
		out.WRD, out.Similarity = &distance, &similarity
	}
	return render.JSON(w, out)
}

// explainedFrom is an ExplainedLine as JSON has it, beside the rest.
type explainedFrom struct {
	Files         []string `json:"files"`
	Line          int64    `json:"line"`
	Lines         int64    `json:"lines"`
	System        string   `json:"system,omitempty"`
	Number        int      `json:"reference_number"`
	CandidateText string   `json:"candidate_text"`
	ReferenceText string   `json:"reference_text"`
}
