package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// The flags of explain that pick two texts from a file of token vectors.
var (
	pickedTokenVectorsFlag = &cli.StringFlag{Name: flags.TokenVectorsFlag,
		Usage: "`FILE` of tokens, each with a vector, as for wrd score, instead of CANDIDATE and REFERENCE"}
	pickedSegmentFlag = &cli.Int64Flag{Name: "segment", Value: 1,
		Usage: "with --token-vectors: `N`, the number of the segment, from 1"}
	pickedSystemFlag = &cli.StringFlag{Name: "system", DefaultText: "the only one",
		Usage: "with --token-vectors: `NAME` of the candidate's system"}
	pickedReferenceFlag = &cli.IntFlag{Name: "reference", Value: 1,
		Usage: "with --token-vectors: `N`, the number of the reference, from 1"}
)

var explainFormat = args.Format(flags.OutputFlags, "text", "json", "svg")

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
		Flags: slices.Concat([]cli.Flag{explainFormat}, []cli.Flag{pickedTokenVectorsFlag, pickedSegmentFlag,
			pickedSystemFlag, pickedReferenceFlag}, flags.ScoringFlags()),
		Action: flags.Verb(readExplain, runExplain),
	}
}

// explainOptions are what explain is asked: two texts, or two of a file of token vectors.
type explainOptions struct {
	settings  setup.Settings
	texts     []string // the candidate and the reference
	file      string   // of token vectors, "" for texts
	segment   int64
	system    *string // nil for the only one
	reference int
	format    string
}

// readExplain reads the flags.
func readExplain(c *cli.Context) (o explainOptions, err error) {
	o = explainOptions{file: c.String(flags.TokenVectorsFlag), segment: pickedSegmentFlag.Get(c),
		system: flags.Given(c, pickedSystemFlag.Name, c.String), reference: pickedReferenceFlag.Get(c),
		format: explainFormat.Get(c)}
	if c.IsSet(flags.TokenVectorsFlag) {
		_, err = args.Positional(c)
	} else {
		o.texts, err = args.Positional(c, "CANDIDATE", "REFERENCE")
	}
	if err != nil {
		return o, err
	}
	o.settings, err = flags.SettingsOf(c)
	o.settings.Measures = setup.Measures{string(metric.MeasureWRD)} // it moves mass, whatever a purpose scores by
	return o, err
}

// runExplain prints which word went where.
func runExplain(ctx context.Context, h flags.Host, o explainOptions) error {
	how := explainTexts
	if o.texts == nil {
		how = explainPicked
	}
	explanation, run, err := how(ctx, h, &o)
	if err != nil {
		return err
	}
	if max(explanation.CandidateWindows, explanation.ReferenceWindows) > 1 {
		flags.TellLongTexts(h.Notify, min(explanation.CandidateWindows-1, 1)+min(explanation.ReferenceWindows-1, 1))
	}
	read := evaluation.SystemReading{Signature: run.Signature}
	read.Add(&explanation.Result)
	h.Tell(evaluation.ReadingWarnings(read))
	metric.MostExpensiveFirst(explanation.Alignment)
	if o.format == "svg" {
		return svg.WriteAlignment(h.Out, explanation)
	}
	return show.Explanation(h.Out, o.format, explanation, run)
}

// aligner opens settings for a scorer.
func aligner(ctx context.Context, h flags.Host, s setup.Settings) (*metric.Scorer, parquet.Run, error) {
	opened, err := h.Open(ctx, s)
	if err != nil {
		return nil, parquet.Run{}, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, parquet.Run{}, err
	}
	return scorer, runOf(scorer.Signature(1).String(), opened.Settings.OfPairs()), nil
}

// explainTexts explains the texts of the command line.
func explainTexts(ctx context.Context, h flags.Host, o *explainOptions) (e metric.Explanation, run parquet.Run, err error) {
	if err := readGiven(h.Stdin, o.texts); err != nil {
		return e, run, err
	}
	h.References = func(int) ([]string, error) { return o.texts[1:], nil }
	scorer, run, err := aligner(ctx, h, o.settings)
	if err != nil {
		return e, run, err
	}
	e, err = scorer.Explain(o.texts[0], o.texts[1])
	return e, run, err
}

// explainPicked explains a candidate and a reference of a file of token vectors.
func explainPicked(ctx context.Context, h flags.Host, o *explainOptions) (e metric.Explanation, run parquet.Run, err error) {
	file, err := tokenvectors.Open(ctx, o.file)
	if err != nil {
		return e, run, err
	}
	defer file.Close()
	systems, system := file.Systems(), 0
	if o.system != nil || len(systems) > 1 {
		name := ""
		if o.system != nil {
			name = *o.system
		}
		if system = slices.Index(systems, name); system < 0 {
			return e, run, fmt.Errorf("--system: found %q, expected one of: %s", name, strings.Join(systems, ", "))
		}
	}
	if n := file.References(); o.reference < 1 || o.reference > n {
		return e, run, fmt.Errorf("--reference: found %d, expected 1 to %d", o.reference, n)
	}
	n := int64(0)
	for line, err := range file.Lines() {
		if err != nil {
			return e, run, err
		}
		if n++; n == o.segment {
			h.TokenVectors, h.Tokens = file.Origin(), file.ReferenceTokens()
			scorer, run, err := aligner(ctx, h, o.settings)
			if err != nil {
				return e, run, err
			}
			e, err = scorer.ExplainVectors(line.CandidateVectors[system], line.ReferenceVectors[o.reference-1])
			return e, run, err
		}
	}
	return e, run, fmt.Errorf("--segment: found %d, expected 1 to %d", o.segment, n)
}

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
			wording.Counted(len(lines), "line"))
	}
	for i, at := range from {
		texts[at] = lines[i]
	}
	return nil
}

// mostGiven is how many lines one text from standard input may have; nobody reads the alignment of more.
const mostGiven = 1000
