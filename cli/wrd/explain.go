package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

var explainFormats = []string{"text", "json", "svg"}

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:  "explain",
		Usage: "show which word went where for one pair of texts",
		UsageText: "wrd explain CANDIDATE REFERENCE [flags]\nwrd explain --token-vectors FILE [--segment N] " +
			"[flags]\n\n" +
			"wrd explain 'a cat sat on the rug' 'the cat sat on a mat'\n" +
			"paste -d '\\n' candidate.txt reference.txt | head -2 | wrd explain - -",
		ArgsUsage: "CANDIDATE REFERENCE",
		Description: "Prints the alignment: how much mass moved from which word of the candidate to which word of\n" +
			"the reference, and at what cost. The distance is the sum of mass times cost. --format svg draws it.\n" +
			"A text of - is read from standard input; two of them are its two lines, the candidate first.",
		Flags:  slices.Concat([]cli.Flag{formatFlag(explainFormats...)}, pickFlags(), scoringFlags()),
		Action: explain,
	}
}

func explain(c *cli.Context) error {
	format, err := formatOf(c, explainFormats)
	if err != nil {
		return err
	}
	explain := explainTexts
	if c.IsSet(tokenVectorsFlag) {
		explain = explainPicked
	}
	explanation, aligner, err := explain(c)
	if err != nil {
		return err
	}
	var read evaluation.SystemReading
	read.Add(&explanation.Result)
	for _, warning := range evaluation.ReadingWarnings(read) {
		notify(c)(warning)
	}
	metric.MostExpensiveFirst(explanation.Alignment)
	if format == "svg" {
		return svg.WriteAlignment(c.App.Writer, explanation)
	}
	return show.Explanation(c.App.Writer, format, explanation, aligner.run())
}

// explainTexts explains the texts of the command line.
func explainTexts(c *cli.Context) (e metric.Explanation, a aligner, err error) {
	texts, err := positional(c, "CANDIDATE", "REFERENCE")
	if err != nil {
		return e, a, err
	}
	if err := readGiven(c.App.Reader, texts); err != nil {
		return e, a, err
	}
	if a, err = newAligner(c); err != nil {
		return e, a, err
	}
	e, err = a.Explain(texts[0], texts[1])
	if long := max(e.CandidateWindows, e.ReferenceWindows); long > 1 {
		tellLongTexts(notify(c), min(e.CandidateWindows-1, 1)+min(e.ReferenceWindows-1, 1))
	}
	return e, a, err
}

// An aligner is a scorer of the measure that moves mass, whatever a purpose scores by, with its settings.
type aligner struct {
	*metric.Scorer
	settings setup.Settings
}

// newAligner opens the settings that the flags give.
func newAligner(c *cli.Context) (a aligner, err error) {
	s, err := settingsOf(c)
	if err != nil {
		return a, err
	}
	s.Measures = setup.Measures{string(metric.MeasureWRD)}
	opened, err := openSettings(c, s, nil)
	if err != nil {
		return a, err
	}
	a.settings = opened.Settings.OfPairs()
	a.Scorer, err = metric.NewScorer(opened.Options)
	return a, err
}

func (a aligner) run() parquet.Run { return runOf(a.Signature(1).String(), a.settings) }

// readGiven replaces - among the texts by what standard input holds: all of it for one, a line each for two.
func readGiven(stdin io.Reader, texts []string) error {
	var from []int
	for i, text := range texts {
		if text == file.Stdin {
			from = append(from, i)
		}
	}
	if from == nil {
		return nil
	}
	var lines []string
	for line, err := range text.Lines([]string{file.Stdin}, stdin, func(string) {}) {
		if err != nil {
			return err
		}
		if lines = append(lines, line); len(lines) > mostGiven {
			return fmt.Errorf("standard input: found more than %d lines, expected two texts to explain", mostGiven)
		}
	}
	if len(from) == 1 {
		texts[from[0]] = strings.Join(lines, "\n")
		return nil
	}
	if len(lines) != len(from) {
		return fmt.Errorf("standard input: found %s, expected 2: the candidate and the reference",
			render.Counted(len(lines), "line"))
	}
	for i, at := range from {
		texts[at] = lines[i]
	}
	return nil
}

// mostGiven is how many lines one text from standard input may have; nobody reads the alignment of more.
const mostGiven = 1000
