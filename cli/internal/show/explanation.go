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

// Explanation writes a line for each move, the distance, and the words without a vector; or all of it as JSON.
func Explanation(w io.Writer, format string, e metric.Explanation, run parquet.Run) error {
	if format == "json" {
		return explanationJSON(w, e, run)
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
		render.Lines(w, "there is nothing to align: "+e.Status.String())
		if distance, ok := e.Value(metric.WRD); ok {
			render.Lines(w, "WRD "+render.Number(&distance))
		}
	}
	for _, side := range []struct {
		what  string
		words []string
	}{{"missing in the candidate", e.Missing}, {"not from the reference", e.Invented}} {
		var without []string
		for _, word := range side.words {
			without = append(without, wording.InLine(wording.Token(word)))
		}
		if without != nil {
			render.ShownLines(w, side.what+": "+strings.Join(without, " "))
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
	return render.Lines(w, "", run.Signature)
}

// explanationJSON writes the words of both texts and the moves.
func explanationJSON(w io.Writer, e metric.Explanation, run parquet.Run) error {
	out := struct {
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
		Signature: run.Signature, Settings: json.RawMessage(run.Settings), Status: e.Status.String(),
		Candidate: evaluation.ExplainedWords(e.Candidate), Reference: evaluation.ExplainedWords(e.Reference),
		Alignment: evaluation.AlignedMoves(e.Alignment),
		Missing:   append([]string{}, e.Missing...), Invented: append([]string{}, e.Invented...),
	}
	if distance, ok := e.Value(metric.WRD); ok {
		similarity, _ := e.Value(metric.WRDSimilarity)
		out.WRD, out.Similarity = &distance, &similarity
	}
	return render.JSON(w, out)
}
