package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/wording"
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
	job       jobs.Explain
	noFiles   []string          // texts that look like names of files
	files     flags.TextOptions // of the job, if it reads any
	lineGiven bool
	format    string
}

// readExplain reads the flags.
func readExplain(c *cli.Context) (o explainOptions, err error) {
	o = explainOptions{job: jobs.Explain{Vectors: c.String(flags.TokenVectorsFlag), Line: pickedLineFlag.Get(c),
		System: flags.Given(c, pickedSystemFlag.Name, c.String), Reference: pickedReferenceFlag.Get(c)},
		lineGiven: c.IsSet(pickedLineFlag.Name), format: explainFormat.Get(c)}
	if o.job.Settings, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	switch {
	case o.job.Line < 1:
		return o, fmt.Errorf("--%s: found %d, expected 1 or more", pickedLineFlag.Name, o.job.Line)
	case c.IsSet(pickedReferenceFlag.Name) && o.job.Reference < 1:
		return o, fmt.Errorf("--%s: found %d, expected 1 or more", pickedReferenceFlag.Name, o.job.Reference)
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
		o.files, err = flags.FileArguments(c, list)
		o.job.Files = &o.files.TextFiles
		return o, err
	}
	if o.job.Texts, err = args.Positional(c, "CANDIDATE", "REFERENCE"); err != nil {
		return o, err
	}
	if !asTextsFlag.Get(c) {
		for _, text := range o.job.Texts {
			if flags.LooksMissing(text) {
				o.noFiles = append(o.noFiles, args.Quote(text))
			}
		}
	}
	return o, refuseFlags(c, "with two texts, expected files or --"+flags.TokenVectorsFlag, []cli.Flag{pickedLineFlag,
		pickedSystemFlag, pickedReferenceFlag, flags.TextColumnsFlag})
}

// runExplain prints which word went where.
func runExplain(ctx context.Context, h flags.Host, o explainOptions) error {
	if o.noFiles != nil {
		h.Notify("found no file " + strings.Join(o.noFiles, " and no file ") + ": taken as " +
			wording.Plural(len(o.noFiles), "text"))
	}
	record, err := o.job.Run(ctx, h.Host)
	if err != nil {
		return o.files.Explain(err)
	}
	if o.format == "svg" {
		var from []string
		if record.ExplainedLine != nil {
			from = []string{record.ExplainedLine.String()}
		}
		return svg.WriteAlignment(render.Exact(h.Out), record.Explanation, from...)
	}
	return show.Explanation(h.Out, o.format, record, o.lineGiven)
}
