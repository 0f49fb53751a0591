package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/table"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// reportFile is what a report is called where nobody says.
const reportFile = "report.html"

// The flags of wrd report.
var (
	reportOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: reportFile, Category: outputFlags,
		Usage: "write the page to `FILE`"}
	titleFlag  = &cli.StringFlag{Name: "title", Category: outputFlags, Usage: "`TEXT` at the top of the page"}
	listedFlag = &cli.IntFlag{Name: "segments", Category: outputFlags,
		Usage:       "list at most `N` segments: the worst, and as many drawn at random",
		DefaultText: "as many as have 300000 outputs"}
	reportAlignmentsFlag = &cli.IntFlag{Name: "alignments", Category: outputFlags,
		Value: evaluation.DefaultInspectedAlignments, Usage: "show the alignments of the `N` worst outputs"}
	reportHumanFlag = &cli.StringFlag{Name: "human", DefaultText: "human, if there is one",
		Usage: "`COLUMN` of human scores, higher is better"}
	reportMeasureFlag = &cli.StringFlag{Name: "measure", Aliases: []string{"m"},
		DefaultText: "all other columns of numbers", Usage: "`LIST` of columns of scores; segments are sorted by the first"}
)

func reportCommand() *cli.Command {
	return &cli.Command{
		Name:  "report",
		Usage: "write a web page, one file, to search and compare the segments of scores",
		UsageText: "wrd report DIR|FILE… [-o report.html] [flags]\n\n" +
			"wrd report results -o report.html\n" +
			"wrd report --measure wrd,COMET results comet.json -o report.html",
		Description: "Reads results that wrd score -o wrote, or tables of scores as wrd correlate reads them, with texts if\n" +
			"they have any. The page needs no network and no other file: it shows the systems, how they compare and what\n" +
			"is odd about the texts, and lists the segments to be sorted, filtered, searched and exported. Alignments that\n" +
			"the results hold are shown; others are computed if the flags below are those of the scores.",
		Flags: slices.Concat([]cli.Flag{
			reportMeasureFlag,
			reportHumanFlag,
			compareBaselineFlag,
			testFlag,
			correctionFlag,
			differenceIntervalFlag,
			samplesFlag,
			seedFlag,
			alphaFlag,
			confidenceFlag,
			byDocumentFlag,
			threadsFlag,
			reportOutputFlag,
			titleFlag,
			listedFlag,
			reportAlignmentsFlag,
		}, layoutFlags(), scoringFlags()),
		Action: reportScores,
	}
}

// reportScores is the action of wrd report.
func reportScores(c *cli.Context) error {
	paths := c.Args().Slice()
	if len(paths) == 0 {
		return &hintedError{errors.New("found no results, expected the folder that wrd score -o wrote, or a table"),
			helpLine(c)}
	}
	for _, path := range paths {
		if err := onlyOnce(path, "the results are read for the scores and again for the texts", ""); err != nil {
			return err
		}
	}
	return writeReport(c, reportRequest{paths: paths, output: reportOutputFlag.Get(c), flag: reportOutputFlag.Name})
}

// A reportRequest says what a report is made of.
type reportRequest struct {
	paths  []string // of tables or results
	output string   // that is written
	flag   string   // that names output
}

// writeReport reads scores and texts, and writes the page.
func writeReport(c *cli.Context, r reportRequest) error {
	var inputs []string
	for _, path := range r.paths {
		inputs = append(inputs, tableFiles(c, []string{path})...)
	}
	if err := file.CheckInputs(r.output, inputs, c.App.Reader); err != nil {
		return fmt.Errorf("--%s: %w", r.flag, err)
	}
	settings, err := inspectSettings(c)
	if err != nil {
		return err
	}
	input, signatures, err := inspectInput(c, r.paths)
	if err != nil {
		return err
	}
	inspection, err := evaluation.Inspect(c.Context, settings, input)
	if err != nil {
		return err
	}
	report := &html.Report{Title: titleFlag.Get(c), Inspection: inspection, Signatures: signatures}
	for _, path := range r.paths {
		correlations, err := readCorrelations(path)
		if err != nil {
			return err
		}
		report.Correlations = append(report.Correlations, correlations...)
	}
	return writeHTML(r.output, report)
}

// writeHTML writes a page to a file.
func writeHTML(path string, report *html.Report) error {
	out, err := file.Create(path)
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := html.Write(out, report); err != nil {
		return errors.Join(out.Failed(), err)
	}
	return out.Commit()
}

// inspectSettings reads the flags.
func inspectSettings(c *cli.Context) (s evaluation.InspectSettings, err error) {
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
	s.Scoring = func() (metric.Options, error) { return scoringOptions(c, nil) }
	return s, nil
}

// derivedColumn follows from the column wrd, so it is left out unless somebody asks for it.
const derivedColumn = "wrd_similarity"

// inspectInput opens tables.
func inspectInput(c *cli.Context, paths []string) (*evaluation.InspectInput, []string, error) {
	wanted, err := columnList(c, reportMeasureFlag.Name)
	if err != nil {
		return nil, nil, err
	}
	human := reportHumanFlag.Get(c)
	columns := wanted
	if wanted != nil && human != "" {
		columns = append(slices.Clone(wanted), human)
	}
	t, err := joinTables(c, paths, columns)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case human != "" && !t.Has(human):
		return nil, nil, fmt.Errorf("--%s: found no column %s of scores, expected one of: %s", reportHumanFlag.Name,
			quote(human), joined(t.Columns()))
	case human == "" && t.Has("human"):
		human = "human"
	}
	if columns == nil {
		for _, name := range t.Columns() {
			if !table.IsDetail(name) && (name != derivedColumn || !t.Has(metric.WRD.String())) {
				columns = append(columns, name)
			}
		}
	}
	if len(columns) == 0 {
		return nil, nil, errors.New("found no column of scores, expected one")
	}
	input := &evaluation.InspectInput{Human: human, Scores: evaluation.Scores{
		Name: joined(paths), Systems: t.Systems, Segments: t.Segments, ByLine: t.ByLine,
	}}
	if input.Columns, err = tabledColumns(c, t, columns); err != nil {
		return nil, nil, err
	}
	var signatures []string
	for _, column := range input.Columns {
		if column.Signature != "" && !slices.Contains(signatures, column.Signature) {
			signatures = append(signatures, column.Signature)
		}
	}
	input.Texts = func(yield func(evaluation.InspectTexts, error) bool) {
		stopped := errors.New("stopped")
		for i, path := range paths {
			err := eachOutput(c, i, paths, path, func(o table.Output) error {
				texts := evaluation.InspectTexts{Details: o.Details, Alignment: o.Alignment, Texts: evaluation.Texts{
					Output:    evaluation.Output{System: o.System, Segment: o.Segment},
					Candidate: o.Candidate, References: o.References,
				}}
				if !yield(texts, nil) {
					return stopped
				}
				return nil
			})
			if errors.Is(err, stopped) {
				return
			}
			if err != nil {
				yield(evaluation.InspectTexts{}, err)
				return
			}
		}
	}
	return input, signatures, nil
}

// eachOutput calls visit for the texts of each row of one of several tables.
func eachOutput(c *cli.Context, i int, paths []string, arg string, visit func(table.Output) error) error {
	options, err := tableOptions(c, i, len(paths), nil)
	if err != nil {
		return err
	}
	options.Details = true
	path := arg
	if name, file, ok := strings.Cut(arg, "="); ok && !strings.ContainsAny(name, `/\`) {
		options.System, path = name, file
	}
	return table.Outputs(path, c.App.Reader, options, visit)
}

// readCorrelations reads what wrd correlate -o wrote into a folder, nothing if there is no such file.
func readCorrelations(path string) ([]evaluation.Correlation, error) {
	path = filepath.Join(path, correlationsFile)
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	return parquet.ReadCorrelations(path)
}
