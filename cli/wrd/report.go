package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/inspection"
)

// reportFile is what a report is called where nobody says.
const reportFile = "report.html"

// The flags of wrd report.
var (
	reportOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: reportFile, Category: flags.OutputFlags,
		Usage: "`FILE`: where to write the page; - is standard output"}
	titleFlag  = &cli.StringFlag{Name: "title", Category: flags.OutputFlags, Usage: "`TEXT`: title of the page"}
	listedFlag = &cli.IntFlag{Name: "segments", Category: flags.OutputFlags,
		Usage:       "`N`: list at most N segments, half the worst, half at random",
		DefaultText: "300000 outputs"}
	reportAlignmentsFlag = &cli.IntFlag{Name: "alignments", Category: flags.OutputFlags,
		Value: inspection.DefaultAlignments,
		Usage: "`N`: how many alignments to show"}
	reportHumanFlag = &cli.StringFlag{Name: "human", Category: scoreCategory, DefaultText: "human, if there is one",
		Usage: "`COLUMN`: human scores, higher is better"}
	reportMeasureFlag = &cli.StringFlag{Name: "measure", Aliases: []string{"m"}, Category: scoreCategory,
		DefaultText: "all other columns of numbers", Usage: "`LIST`: columns of scores; the first sorts the segments"}
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:  "report",
		Usage: "write a web page to search and compare segments",
		UsageText: "wrd report DIR|FILE… [-o report.html] [flags]\nwrd report -c FILE… -r FILE… [-s FILE] [-o report.html] [flags]\n\n" +
			"wrd report results -o report.html\n" +
			"wrd report output.txt reference.txt\n" +
			"wrd report --measure wrd,COMET results comet.json -o report.html",
		Description: "Reads results of wrd score -o, or tables of scores, with texts if they have any; files of texts are scored\n" +
			"first. The page is one file without network access: it compares the systems, shows what is odd about the texts,\n" +
			"and lists the segments to sort, filter, search and export. Missing alignments are computed with the stored\n" +
			"settings, or with these flags if they give the signature of the scores.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			reportMeasureFlag,
			reportHumanFlag,
			flags.CandidateFlag,
			flags.ReferenceFlag,
			flags.SourceFlag,
			flags.CommonFlag,
			compareBaselineFlag,
			flags.TestFlag,
			flags.CorrectionFlag,
			flags.SamplesFlag,
			flags.SeedFlag,
			flags.AlphaFlag,
			flags.ConfidenceFlag,
			byDocumentFlag,
			flags.ThreadsFlag, flags.LimitFlag,
			reportOutputFlag,
			titleFlag,
			listedFlag,
			reportAlignmentsFlag,
		}, flags.LayoutFlags(), flags.ScoringFlags()), "output", "measure", "human", "baseline", "title"),
		Action: flags.Verb(readReport, runReport),
	}
}

// reportOptions are what report is asked.
type reportOptions struct {
	job   jobs.Report
	texts *flags.TextOptions // those of the job; nil for tables
}

// readReport reads the flags.
func readReport(c *cli.Context) (o reportOptions, err error) {
	o.job = jobs.Report{Human: reportHumanFlag.Get(c), Title: titleFlag.Get(c), Output: reportOutputFlag.Get(c)}
	paths := c.Args().Slice()
	texts := c.IsSet(flags.CandidateFlag.Name) || c.IsSet(flags.ReferenceFlag.Name) || c.IsSet(flags.SourceFlag.Name)
	if len(paths) == 0 && !texts {
		return o, args.Hint(errors.New("found no results, expected the folder that wrd score -o wrote, or a table"),
			args.HelpLine(c))
	}
	if err := flags.CheckFiles(c); err != nil {
		return o, err
	}
	for _, path := range paths {
		if err := flags.OnlyOnce(path, "the results are read for the scores and again for the texts", ""); err != nil {
			return o, err
		}
	}
	if o.job.Output == file.Stdin {
		o.job.Output, o.job.Out = "", render.Exact(c.App.Writer)
	} else {
		read := flags.TableFiles(c, paths)
		for _, input := range flags.Inputs(c) {
			read = append(read, input.Path)
		}
		if err := file.CheckInputs(o.job.Output, read, c.App.Reader); err != nil {
			return o, fmt.Errorf("--%s: %w", reportOutputFlag.Name, err)
		}
	}
	if o.job.Contents.Compare, err = compareDesign(c); err != nil {
		return o, err
	}
	if o.job.Contents.Segments = listedFlag.Get(c); c.IsSet(listedFlag.Name) && o.job.Contents.Segments < 1 {
		return o, fmt.Errorf("--%s: found %d, expected 1 or more", listedFlag.Name, o.job.Contents.Segments)
	}
	if o.job.Contents.Alignments = reportAlignmentsFlag.Get(c); o.job.Contents.Alignments < 0 {
		return o, fmt.Errorf("--%s: found %d, expected 0 or more", reportAlignmentsFlag.Name, o.job.Contents.Alignments)
	}
	if o.job.Contents.Alignments == 0 {
		o.job.Contents.Alignments = -1
	}
	if o.job.Scoring, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	if o.job.Measures, err = columnList(c, reportMeasureFlag.Name, "columns"); err != nil {
		return o, err
	}
	if texts {
		return o, o.readTextsOfFlags(c)
	}
	if o.job.Tables, err = flags.ReadTables(c, paths); err != nil {
		return o, err
	}
	return o, o.readReportTexts(c, paths)
}

// runReport writes the page.
func runReport(ctx context.Context, h flags.Host, o reportOptions) error {
	if o.texts != nil {
		o.job.Texts = &o.texts.TextFiles
	}
	reported, err := o.job.Run(ctx, h.Host)
	if err != nil {
		if o.texts != nil {
			err = o.texts.Explain(err)
		}
		return err
	}
	if o.job.Output != "" && render.Width(h.Out) > 0 { // a terminal, whose user would see nothing else
		h.Notify(fmt.Sprintf("%s of %s in %s", wording.Counted(reported.Segments, "segment"),
			wording.Counted(len(reported.Systems), "system"), o.job.Output))
	}
	return nil
}
