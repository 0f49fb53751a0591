package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/replay"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// reportFile is what a report is called where nobody says.
const reportFile = "report.html"

// The flags of wrd report.
var (
	reportOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: reportFile, Category: flags.OutputFlags,
		Usage: "write the page to `FILE`; - is standard output"}
	titleFlag  = &cli.StringFlag{Name: "title", Category: flags.OutputFlags, Usage: "`TEXT` at the top of the page"}
	listedFlag = &cli.IntFlag{Name: "segments", Category: flags.OutputFlags,
		Usage:       "list at most `N` segments: the worst, and as many drawn at random",
		DefaultText: "as many as have 300000 outputs"}
	reportAlignmentsFlag = &cli.IntFlag{Name: "alignments", Category: flags.OutputFlags,
		Value: inspection.DefaultAlignments, Usage: "show the alignments of the `N` worst outputs"}
	reportHumanFlag = &cli.StringFlag{Name: "human", DefaultText: "human, if there is one",
		Usage: "`COLUMN` of human scores, higher is better"}
	reportMeasureFlag = &cli.StringFlag{Name: "measure", Aliases: []string{"m"},
		DefaultText: "all other columns of numbers", Usage: "`LIST` of columns of scores; segments are sorted by the first"}
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:  "report",
		Usage: "write a web page, one file, to search and compare segments",
		UsageText: "wrd report DIR|FILE… [-o report.html] [flags]\n\n" +
			"wrd report results -o report.html\n" +
			"wrd report --measure wrd,COMET results comet.json -o report.html",
		Description: "Reads results that wrd score -o wrote, or tables of scores as wrd correlate reads them, with texts if\n" +
			"they have any. The page needs no network and no other file: it shows the systems, how they compare and what\n" +
			"is odd about the texts, and lists the segments to be sorted, filtered, searched and exported. Alignments that\n" +
			"the results hold are shown; others are computed by the settings that the results hold, or if the flags below\n" +
			"are those of the scores.",
		Flags: slices.Concat([]cli.Flag{
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
			flags.ThreadsFlag,
			reportOutputFlag,
			titleFlag,
			listedFlag,
			reportAlignmentsFlag,
		}, flags.LayoutFlags(), flags.ScoringFlags()),
		Action: reportScores,
	}
}

// reportScores is the action of wrd report.
func reportScores(c *cli.Context) error {
	paths := c.Args().Slice()
	if len(paths) == 0 {
		return args.Hint(errors.New("found no results, expected the folder that wrd score -o wrote, or a table"),
			args.HelpLine(c))

	}
	for _, path := range paths {
		if err := flags.OnlyOnce(path, "the results are read for the scores and again for the texts", ""); err != nil {
			return err
		}
	}
	return writeReport(c, paths)
}

// writeReport reads scores and texts, and writes the page.
func writeReport(c *cli.Context, paths []string) error {
	var inputs []string
	for _, path := range paths {
		inputs = append(inputs, flags.TableFiles(c, []string{path})...)
	}
	output := reportOutputFlag.Get(c)
	if output != file.Stdin {
		if err := file.CheckInputs(output, inputs, c.App.Reader); err != nil {
			return fmt.Errorf("--%s: %w", reportOutputFlag.Name, err)
		}
	}
	settings, err := reportSettings(c, paths)
	if err != nil {
		return err
	}
	wanted, err := columnList(c, reportMeasureFlag.Name, "columns")
	if err != nil {
		return err
	}
	var correlations []evaluation.Correlation
	for _, path := range paths {
		list, err := readCorrelations(path)
		if err != nil {
			return err
		}
		correlations = append(correlations, list...)
	}
	input, err := tabledInput(c, paths, wanted, reportHumanFlag.Get(c))
	if err != nil {
		return err
	}
	page := html.Report{Title: titleFlag.Get(c), Correlations: correlations}
	if output != file.Stdin {
		return writePage(c, output, settings, input, page)
	}
	if err := inspect(c, settings, input, &page); err != nil {
		return err
	}
	return html.Write(c.App.Writer, &page)
}

// reportSettings reads the flags.
func reportSettings(c *cli.Context, paths []string) (s inspection.Settings, err error) {
	if s.Compare, err = compareSettings(c); err != nil {
		return s, err
	}
	if s.Segments = listedFlag.Get(c); c.IsSet(listedFlag.Name) && s.Segments < 1 {
		return s, fmt.Errorf("--%s: found %d, expected 1 or more", listedFlag.Name, s.Segments)
	}
	if s.Alignments = reportAlignmentsFlag.Get(c); s.Alignments < 0 {
		return s, fmt.Errorf("--%s: found %d, expected 0 or more", reportAlignmentsFlag.Name, s.Alignments)
	}
	if s.Alignments == 0 {
		s.Alignments = -1
	}
	s.Scoring = scoringOf(c, paths...)
	return s, nil
}

// scoringOf returns what opens the settings that stored scores were made with, as the first of some paths that holds
// settings says it; a flag beside them wins. Where none of them holds any, the flags say all. Which measure is meant is
// for the column to say.
func scoringOf(c *cli.Context, paths ...string) func() (metric.Options, error) {
	return func() (metric.Options, error) {
		s, err := flags.SettingsOf(c)
		if err != nil {
			return metric.Options{}, err
		}
		s.Measures = nil
		for _, path := range paths {
			options, err := replay.Options(c.Context, path, flags.EnvironmentOf(c), s)
			if !errors.Is(err, replay.ErrNoSettings) {
				return options, err
			}
		}
		opened, err := flags.OpenSettings(c, s, nil)
		return opened.Options, err
	}
}

// readCorrelations reads what wrd correlate -o wrote into a folder, nothing if there is no such file.
func readCorrelations(path string) ([]evaluation.Correlation, error) {
	path = filepath.Join(path, correlationsFile)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	return parquet.ReadCorrelations(path)
}
