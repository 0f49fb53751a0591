package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// The flags of explain that pick two texts from files.
var (
	pickedTokenVectorsFlag = &cli.StringFlag{Name: flags.TokenVectorsFlag, Category: flags.TextCategory,
		Usage: "`FILE`: tokens with vectors, as in wrd score, instead of CANDIDATE and REFERENCE"}
	pickedLineFlag = &cli.Int64Flag{Name: "line", Aliases: []string{"segment"}, Value: 1, Category: flags.TextCategory,
		Usage: "`N`: line of the files, or segment of the table, from 1"}
	pickedSystemFlag = &cli.StringFlag{Name: "system", DefaultText: "the only one", Category: flags.TextCategory,
		Usage: "`NAME`: system of the table"}
	pickedReferenceFlag = &cli.IntFlag{Name: "reference", DefaultText: "the closest; of token vectors 1", Category: flags.TextCategory,
		Usage: "`N`: reference of the table, from 1"}
	asTextsFlag = &cli.BoolFlag{Name: "text", Category: flags.TextCategory, Usage: "treat CANDIDATE and REFERENCE as texts, not files"}
)

var explainFormat = args.Format(flags.OutputFlags, "text", "json", "svg")

func explainCommand() *cli.Command {
	return &cli.Command{
		Name:  "explain",
		Usage: "show the alignment of two texts",
		UsageText: "wrd explain CANDIDATE REFERENCE [flags]\nwrd explain FILE FILE [--line N] [flags]\n" +
			"wrd explain RESULTS|TABLE [--line N] [flags]\nwrd explain --token-vectors FILE [--line N] [flags]\n\n" +
			"wrd explain 'a cat sat on the rug' 'the cat sat on a mat'\n" +
			"wrd explain candidate.txt reference.txt --line 14\n" +
			"wrd explain results --system new --line 14",
		ArgsUsage: "CANDIDATE REFERENCE",
		Description: "Prints how much mass moves from each word of the candidate to each word of the reference, and at what\n" +
			"cost. The distance is the sum of mass times cost. --format svg draws it. Files and tables are read as by\n" +
			"wrd score; results of wrd score -o keep their settings. A text of - is a line of standard input.",
		Flags: args.Often(slices.Concat([]cli.Flag{explainFormat, flags.LimitFlag, pickedTokenVectorsFlag, pickedLineFlag,
			pickedSystemFlag, pickedReferenceFlag, asTextsFlag, flags.TextColumnsFlag}, flags.ScoringFlags()),
			"line", "system", "text", "purpose", "format"),
		Action: flags.Verb(readExplain, runExplain),
	}
}

// explainOptions are what explain is asked: two texts, or two of files.
type explainOptions struct {
	settings  setup.Settings
	texts     []string           // the candidate and the reference, nil for files
	noFiles   []string           // those of them that look like names of files
	files     *flags.TextOptions // nil for texts and token vectors
	file      string             // of token vectors, "" for none
	line      int64
	lineGiven bool
	system    *string // nil for the only one
	reference int     // 0 where nobody says one
	format    string
}

// readExplain reads the flags.
func readExplain(c *cli.Context) (o explainOptions, err error) {
	o = explainOptions{file: c.String(flags.TokenVectorsFlag), line: pickedLineFlag.Get(c),
		lineGiven: c.IsSet(pickedLineFlag.Name), system: flags.Given(c, pickedSystemFlag.Name, c.String),
		reference: pickedReferenceFlag.Get(c), format: explainFormat.Get(c)}
	if o.settings, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	o.settings.Measures = explainedBy(o.settings)
	switch {
	case o.line < 1:
		return o, fmt.Errorf("--%s: found %d, expected 1 or more", pickedLineFlag.Name, o.line)
	case c.IsSet(pickedReferenceFlag.Name) && o.reference < 1:
		return o, fmt.Errorf("--%s: found %d, expected 1 or more", pickedReferenceFlag.Name, o.reference)
	case c.IsSet(flags.TokenVectorsFlag):
		_, err = args.Positional(c)
		return o, err
	}
	list := c.Args().Slice()
	kind := flags.IsText
	if !asTextsFlag.Get(c) {
		if kind, err = flags.TextsOrFiles(list, "--"+asTextsFlag.Name); err != nil {
			return o, err
		}
	}
	if kind == flags.IsFile && len(list) <= 2 {
		files, err := flags.FileArguments(c, list)
		o.files = &files
		return o, err
	}
	if o.texts, err = args.Positional(c, "CANDIDATE", "REFERENCE"); err != nil {
		return o, err
	}
	if !asTextsFlag.Get(c) {
		for _, text := range o.texts {
			if flags.LooksMissing(text) {
				o.noFiles = append(o.noFiles, args.Quote(text))
			}
		}
	}
	return o, refuseFlags(c, "with two texts, expected files or --"+flags.TokenVectorsFlag, []cli.Flag{pickedLineFlag,
		pickedSystemFlag, pickedReferenceFlag, flags.TextColumnsFlag})
}

// explainedBy is the measure by which texts are explained: wrd, which moves mass, whatever the settings score by; where
// they score by sources first, the distance to the source, which the second text is then.
func explainedBy(s setup.Settings) setup.Measures {
	measure := metric.MeasureWRD
	if s.Measures == nil && s.Purpose != nil && metric.Purpose(*s.Purpose) == metric.PurposeEstimation ||
		len(s.Measures) > 0 && metric.Measure(s.Measures[0]).OfSource() {
		measure = metric.MeasureSource
	}
	return setup.Measures{string(measure)}
}

// runExplain prints which word went where.
func runExplain(ctx context.Context, h flags.Host, o explainOptions) error {
	if o.noFiles != nil {
		h.Notify("found no file " + strings.Join(o.noFiles, " and no file ") + ": taken as " +
			wording.Plural(len(o.noFiles), "text"))
	}
	how := explainPicked
	switch {
	case o.texts != nil:
		how = explainTexts
	case o.files != nil:
		how = explainFiles
	}
	explanation, err := how(ctx, h, &o)
	if err != nil {
		return err
	}
	long := 0
	for _, windows := range []int{explanation.CandidateWindows, explanation.ReferenceWindows, explanation.SourceWindows} {
		if windows > 1 {
			long++
		}
	}
	jobs.TellLongTexts(h.Notify, long)
	read := reading.SystemReading{Signature: explanation.Run.Signature}
	read.Add(&explanation.Result, !explanation.OfSource, explanation.OfSource)
	h.Tell(reading.Warnings(read))
	explanation.MostExpensiveFirst()
	if o.format == "svg" {
		var from []string
		if explanation.From != nil {
			from = []string{explanation.From.String()}
		}
		return svg.WriteAlignment(render.Exact(h.Out), explanation.Explanation, from...)
	}
	return show.Explanation(h.Out, o.format, explanation)
}

// aligner opens settings for a scorer.
func aligner(ctx context.Context, h flags.Host, s setup.Settings, m setup.Material) (*metric.Scorer, parquet.Run, error) {
	opened, err := h.Open(ctx, s, m)
	if err != nil {
		return nil, parquet.Run{}, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, parquet.Run{}, err
	}
	return scorer, parquet.Run{Signature: scorer.Signature(1).String(), Settings: opened.Settings.OfPairs().String()}, nil
}

// explainTexts explains the texts of the command line.
func explainTexts(ctx context.Context, h flags.Host, o *explainOptions) (e show.Explained, err error) {
	if err := readGiven(h.Stdin, o.texts); err != nil {
		return e, err
	}
	scorer, run, err := aligner(ctx, h, o.settings, setup.Material{References: o.texts[1:]})
	if err != nil {
		return e, err
	}
	e.Run, e.Columns = run, scorer.Columns()
	e.Explanation, err = scorer.Explain(o.texts[0], o.texts[1])
	return e, err
}

// explainPicked explains a candidate and a reference of a file of token vectors.
func explainPicked(ctx context.Context, h flags.Host, o *explainOptions) (e show.Explained, err error) {
	file, err := tokenvectors.Open(ctx, o.file)
	if err != nil {
		return e, err
	}
	defer file.Close()
	system, err := o.pickSystem(file.Systems())
	if err != nil {
		return e, err
	}
	reference := max(o.reference, 1)
	if n := file.References(); reference > n {
		return e, fmt.Errorf("--%s: found %d, expected 1 to %d", pickedReferenceFlag.Name, reference, n)
	}
	n := int64(0)
	for line, err := range file.Lines() {
		if err != nil {
			return e, err
		}
		if n++; n == o.line {
			scorer, run, err := aligner(ctx, h, o.settings, setup.Material{TokenVectors: file.Origin(),
				Tokens: file.ReferenceTokens()})
			if err != nil {
				return e, err
			}
			e.Run, e.Columns = run, scorer.Columns()
			e.Explanation, err = scorer.ExplainVectors(line.CandidateVectors[system], line.ReferenceVectors[reference-1])
			return e, err
		}
	}
	return e, fmt.Errorf("--segment: found %d, expected 1 to %d", o.line, n)
}

// pickSystem returns the place of the system that is asked for.
func (o *explainOptions) pickSystem(systems []string) (int, error) {
	switch {
	case o.system == nil && len(systems) == 1:
		return 0, nil
	case o.system == nil:
		return 0, fmt.Errorf("found the systems %s, expected one: --%s NAME", strings.Join(systems, ", "),
			pickedSystemFlag.Name)
	}
	i := slices.Index(systems, *o.system)
	if i < 0 {
		return 0, fmt.Errorf("--%s: found %q, expected one of: %s", pickedSystemFlag.Name, *o.system,
			strings.Join(systems, ", "))
	}
	return i, nil
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
