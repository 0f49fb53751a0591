package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:  "explain",
		Usage: "show which word went where for one pair of texts",
		UsageText: "wrd explain [flags] CANDIDATE REFERENCE\nwrd explain --token-vectors FILE [--segment N] [flags]\n\n" +
			"wrd explain 'a cat sat on the rug' 'the cat sat on a mat'",
		Description: "Prints the alignment: how much mass moved from which word of the candidate to which word of\n" +
			"the reference, and at what cost. Mass times cost, summed up, is the distance. --format svg draws it.",
		Flags:  append(append([]cli.Flag{formatFlag("text", "json", "svg")}, pickFlags()...), scoringFlags()...),
		Action: explain,
	}
}

func explain(c *cli.Context) error {
	format, err := oneOf(c, "format", "text", "json", "svg")
	if err != nil {
		return err
	}
	explain := explainTexts
	if c.IsSet(tokenVectorsFlag) {
		explain = explainPicked
	}
	explanation, signature, err := explain(c)
	if err != nil {
		return err
	}
	metric.MostExpensiveFirst(explanation.Alignment)
	switch format {
	case "json":
		return writeExplanationJSON(c.App.Writer, explanation, signature)
	case "svg":
		return svg.WriteAlignment(c.App.Writer, explanation)
	}
	return writeExplanation(c.App.Writer, explanation, signature)
}

// explainTexts explains the texts of the command line.
func explainTexts(c *cli.Context) (e metric.Explanation, signature string, err error) {
	texts, err := positional(c, "CANDIDATE", "REFERENCE")
	if err != nil {
		return e, "", err
	}
	options, err := scoringOptions(c, nil)
	if err != nil {
		return e, "", err
	}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return e, "", err
	}
	e, err = scorer.Explain(texts[0], texts[1])
	return e, scorer.Signature(1).String(), err
}

func writeExplanation(w io.Writer, e metric.Explanation, signature string) error {
	if e.Status == metric.OK {
		rows := [][]string{{"candidate", "reference", "mass", "cost", "mass × cost"}}
		for _, m := range e.Alignment {
			rows = append(rows, []string{wording.Token(m.CandidateToken), wording.Token(m.ReferenceToken),
				fmt.Sprintf("%.4f", m.Mass), fmt.Sprintf("%.4f", m.Cost), fmt.Sprintf("%.4f", m.Mass*m.Cost)})
		}
		if distance, ok := e.Value(metric.WRD); ok {
			rows = append(rows, []string{"", "", "", "WRD", fmt.Sprintf("%.4f", distance)})
		}
		if err := writeColumns(w, rows, 2); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(w, "there is nothing to align: %s\n", e.Status)
		if distance, ok := e.Value(metric.WRD); ok {
			fmt.Fprintf(w, "WRD %.4f\n", distance)
		}
	}
	for _, side := range []struct {
		name  string
		words []metric.Word
	}{{"candidate", e.Candidate}, {"reference", e.Reference}} {
		for _, word := range side.words {
			if !word.Known {
				fmt.Fprintf(w, "without a vector: %s in the %s\n", wording.Token(word.Text), side.name)
			}
		}
	}
	_, err := fmt.Fprintf(w, "\n%s\n", signature)
	return err
}

func writeExplanationJSON(w io.Writer, e metric.Explanation, signature string) error {
	type word struct {
		Token string  `json:"token"`
		Start int     `json:"start"` // bytes of the original text
		End   int     `json:"end"`
		Known bool    `json:"known"`
		Norm  float64 `json:"norm"`
		Mass  float64 `json:"mass"`
	}
	type move struct {
		CandidateToken string  `json:"candidate_token"`
		ReferenceToken string  `json:"reference_token"`
		Mass           float64 `json:"mass"`
		Cost           float64 `json:"cost"`
	}
	words := func(from []metric.Word) []word {
		to := make([]word, len(from))
		for i, f := range from {
			to[i] = word{f.Text, f.Start, f.End, f.Known, f.Norm, f.Mass}
		}
		return to
	}
	out := struct {
		Signature  string   `json:"signature"`
		Status     string   `json:"status"`
		WRD        *float64 `json:"wrd"`
		Similarity *float64 `json:"wrd_similarity"`
		Candidate  []word   `json:"candidate"`
		Reference  []word   `json:"reference"`
		Alignment  []move   `json:"alignment"`
	}{Signature: signature, Status: e.Status.String(), Candidate: words(e.Candidate), Reference: words(e.Reference), Alignment: []move{}}
	if distance, ok := e.Value(metric.WRD); ok {
		similarity, _ := e.Value(metric.WRDSimilarity)
		out.WRD, out.Similarity = &distance, &similarity
	}
	for _, m := range e.Alignment {
		out.Alignment = append(out.Alignment, move(m))
	}
	return writeJSON(w, out)
}
