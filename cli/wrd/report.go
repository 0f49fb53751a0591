package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
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
		Usage: "`N`: alignments to show: of the systems side by side, of the worst outputs, and where systems differ most"}
	reportHumanFlag = &cli.StringFlag{Name: "human", Category: scoreCategory, DefaultText: "human, if there is one",
		Usage: "`COLUMN`: human scores, higher is better"}
	reportMeasureFlag = &cli.StringFlag{Name: "measure", Aliases: []string{"m"}, Category: scoreCategory,
		DefaultText: "all other columns of numbers", Usage: "`LIST`: columns of scores; the first sorts the segments"}
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:  "report",
		Usage: "write a web page to search and compare segments",
		UsageText: "wrd report DIR|FILE… [-o report.html] [flags]\nwrd report CANDIDATE REFERENCE [-o report.html] [flags]\n\n" +
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
	settings inspection.Settings
	scoring  setup.Settings // that flags name for alignments, beside the stored ones
	tables   flags.TableOptions
	texts    *flags.TextOptions // that are scored first, nil for tables
	measures []string           // columns, nil for all
	human    string             // the column of human scores, "" for the usual one
	title    string
	output   string // a file, or - for standard output
}

// readReport reads the flags.
func readReport(c *cli.Context) (o reportOptions, err error) {
	o = reportOptions{human: reportHumanFlag.Get(c), title: titleFlag.Get(c), output: reportOutputFlag.Get(c)}
	paths := c.Args().Slice()
	if len(paths) == 0 {
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
	if o.output != file.Stdin {
		if err := file.CheckInputs(o.output, flags.TableFiles(c, paths), c.App.Reader); err != nil {
			return o, fmt.Errorf("--%s: %w", reportOutputFlag.Name, err)
		}
	}
	if o.settings.Compare, err = compareSettings(c); err != nil {
		return o, err
	}
	if o.settings.Segments = listedFlag.Get(c); c.IsSet(listedFlag.Name) && o.settings.Segments < 1 {
		return o, fmt.Errorf("--%s: found %d, expected 1 or more", listedFlag.Name, o.settings.Segments)
	}
	if o.settings.Alignments = reportAlignmentsFlag.Get(c); o.settings.Alignments < 0 {
		return o, fmt.Errorf("--%s: found %d, expected 0 or more", reportAlignmentsFlag.Name, o.settings.Alignments)
	}
	if o.settings.Alignments == 0 {
		o.settings.Alignments = -1
	}
	if o.scoring, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	if o.measures, err = columnList(c, reportMeasureFlag.Name, "columns"); err != nil {
		return o, err
	}
	if o.tables, err = flags.ReadTables(c, paths); err != nil {
		return o, err
	}
	return o, o.readReportTexts(c, paths)
}

// runReport reads scores and texts, and writes the page.
func runReport(ctx context.Context, h flags.Host, o reportOptions) error {
	var paths []string
	page := html.Report{Title: o.title, Inputs: inputNames(o.tables.Paths())}
	if o.texts != nil {
		page.Inputs = inputNames(o.texts.Files())
	}
	kept, err := o.scoreTexts(ctx, h)
	if err != nil {
		return err
	}
	defer kept.close()
	for _, table := range o.tables.Tables {
		paths = append(paths, table.Path)
		list, err := readCorrelations(table.Path)
		if err != nil {
			return err
		}
		page.Correlations = append(page.Correlations, list...)
	}
	o.settings.Compare.Progress, o.settings.Scoring = h.ProgressOf(render.Shares), scoringOf(ctx, h, o.scoring, paths...)
	if kept != nil {
		o.settings.Scoring = func() (metric.Options, error) { return *kept.scoring, nil }
	}
	input, err := tabledInput(h, o.tables, o.measures, o.human)
	if err != nil {
		return err
	}
	kept.mark(input)
	if o.output != file.Stdin {
		if err := writePage(ctx, h, o.output, o.settings, input, page); err != nil {
			return err
		}
		if render.Width(h.Out) > 0 { // a terminal, whose user would see nothing else
			h.Notify(fmt.Sprintf("%s of %s in %s", wording.Counted(len(input.Segments), "segment"),
				wording.Counted(len(input.Systems), "system"), o.output))
		}
		return nil
	}
	o.settings.Progress, page.Progress = h.ProgressOf(render.Rows), h.ProgressOf(render.Rows)
	if err := inspect(ctx, o.settings, input, &page); err != nil {
		return err
	}
	return html.Write(render.Exact(h.Out), &page)
}

// scoringOf returns what opens the settings that stored scores were made with, as the first of some paths that holds
// settings says it; those of s beside them win. Where none of them holds any, s says all. Which measure is meant is for
// the column to say.
func scoringOf(ctx context.Context, h flags.Host, s setup.Settings, paths ...string) func() (metric.Options, error) {
	s.Measures = nil
	return func() (metric.Options, error) {
		for _, path := range paths {
			options, err := replay.Options(ctx, path, h.Environment, s, h.ProgressOf(render.Rows))
			if !errors.Is(err, replay.ErrNoSettings) {
				return options, err
			}
		}
		h.Sentences = nil
		opened, err := h.Open(ctx, s)
		return opened.Options, err
	}
}

// readCorrelations reads what wrd correlate -o wrote into a folder, nothing if there is no such file.
func readCorrelations(path string) ([]correlate.Correlation, error) {
	path = filepath.Join(path, correlationsFile)
	if !file.IsRegular(path) {
		return nil, nil
	}
	return parquet.ReadCorrelations(path)
}
