package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

const (
	deltaAbsolute = "absolute"
	deltaPercent  = "percent"
)

var (
	documentsFlag = &cli.StringFlag{Name: "documents", Category: flags.TextCategory,
		Usage: "`FILE`: document of each segment, one per line"}
	compareBaselineFlag = &cli.StringFlag{Name: "baseline", Category: flags.TestCategory, Usage: "`NAME`: compare each system with this one",
		DefaultText: "all pairs"}
	// compareConfidenceFlag is flags.ConfidenceFlag, which compare once called --level.
	compareConfidenceFlag = &cli.Float64Flag{Name: flags.ConfidenceFlag.Name, Aliases: []string{"level"},
		Value: flags.ConfidenceFlag.Value, Category: flags.ConfidenceFlag.Category, Usage: flags.ConfidenceFlag.Usage}
	byDocumentFlag = &cli.BoolFlag{Name: "by-document", Category: flags.TestCategory,
		Usage:       "treat documents as independent; --by-document=false: segments",
		DefaultText: "if every segment has a document"}
	// compareMeasureFlag is flags.MeasureFlag for measures that may be columns of a table as well.
	compareMeasureFlag = &cli.StringFlag{Name: flags.MeasureFlag.Name, Value: flags.MeasureFlag.Value, Category: flags.MeasureCategory,
		Usage:       "`LIST`: measures of texts, or columns of tables",
		DefaultText: "wrd, or the only column"}
	compareFormat = flags.SystemFormat("text", "json")
	deltaFlag     = args.OneOf(&cli.StringFlag{Name: "delta", Value: deltaAbsolute, Category: flags.OutputFlags,
		Usage: "`KIND`: --details with differences in the matrix: absolute or percent"},
		deltaAbsolute, deltaPercent)
	detailsFlag = &cli.BoolFlag{Name: "details", Category: flags.OutputFlags,
		Usage: "show all pairs, effect sizes, an example, and what each column means"}
	matrixFlag = &cli.BoolFlag{Name: "matrix", Category: flags.OutputFlags,
		Usage: "--details with a matrix of more than eight systems, too"}
)

func compareCommand() *cli.Command {
	return &cli.Command{
		Name:  "compare",
		Usage: "test which of several systems is better",
		UsageText: "wrd compare FILE FILE… -r FILE… [flags]\n" +
			"wrd compare -c FILE… [-r FILE…] [-s FILE] [flags]\nwrd compare --table FILE… [flags]\n\n" +
			"wrd compare -c new=a.txt -c old=b.txt -r reference.txt --baseline old\n" +
			"wrd compare --table results/segments.parquet --measure wrd,bertscore_f1\n" +
			"wrd compare --table comet.json --measure COMET --test bootstrap --seed 12345",
		Description: "Compares the mean scores of systems on the same segments: all pairs, or each system with --baseline. Scores\n" +
			"are computed from texts, or read from tables of wrd score -o or other programs. p is corrected for the number\n" +
			"of pairs; a cluster is significantly better than all below it. If every segment has a document, whole\n" +
			"documents are resampled. --details shows all pairs. The bootstrap test is sacreBLEU's.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			flags.CandidateFlag,
			flags.ReferenceFlag,
			flags.SourceFlag,
			flags.CommonFlag,
			flags.MultiReferenceFlag,
			documentsFlag,
			compareBaselineFlag,
			flags.TestFlag,
			flags.CorrectionFlag,
			flags.SamplesFlag,
			flags.SeedFlag,
			flags.AlphaFlag,
			compareConfidenceFlag,
			byDocumentFlag,
			flags.ThreadsFlag, flags.LimitFlag,
			detailsFlag,
			deltaFlag,
			matrixFlag,
			flags.SortFlag,
			pageFlag,
			compareFormat,
			flags.DigitsFlag,
		}, flags.TableFlags(), []cli.Flag{compareMeasureFlag}, flags.MeasureFlags()[1:], flags.ScoringFlags()),
			"reference", "baseline", "measure", "purpose", "report"),
		Action: flags.Verb(readCompare, runCompare),
	}
}

// compareOptions are what compare is asked.
type compareOptions struct {
	job    jobs.Compare
	texts  *flags.TextOptions // those of the job; nil for tables
	layout show.Layout        // for people
	given  bool               // its order is that of the command line
	format string
}

// readCompare reads the flags.
func readCompare(c *cli.Context) (o compareOptions, err error) {
	o = compareOptions{job: jobs.Compare{Documents: documentsFlag.Get(c), Page: pageFlag.Get(c)}, given: flags.AsGiven(c),
		layout: show.Layout{Percent: deltaFlag.Get(c) == deltaPercent, Matrix: matrixFlag.Get(c)},
		format: compareFormat.Get(c)}
	o.layout.Details = detailsFlag.Get(c) || o.layout.Matrix || o.layout.Percent
	if o.layout.Details && o.format == say.FormatCSV {
		return o, errors.New("--format csv has a row for each system, found --details: --format json has all pairs")
	}
	if o.layout.Digits, err = flags.Digits(c); err != nil {
		return o, err
	}
	o.job.People = !o.layout.Details && slices.Contains(say.SystemFormats(), o.format)
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	if o.job.Design, err = compareDesign(c); err != nil {
		return o, err
	}
	if err := flags.KeepInputs(c, flags.OutputFile(pageFlag.Name, o.job.Page)); err != nil {
		return o, err
	}
	named := flags.ScoreArguments(c)
	files := append(flags.TableFlag.Get(c), named...)
	texts := named == nil && len(flags.CandidatesOf(c)) > 0 || c.IsSet(flags.ReferenceFlag.Name) ||
		c.IsSet(flags.SourceFlag.Name)
	switch tables := len(files) > 0; {
	case !texts && !tables:
		return o, args.Hint(
			errors.New("found nothing to compare: give -c FILE… and -r FILE…, or --table FILE"), args.HelpLine(c))
	case texts && tables:
		return o, errors.New("found --table and texts (-c, -r), expected one of them")
	case texts:
		if err := refuseFlags(c, "without --table, which it explains", flags.LayoutFlags()[1:]); err != nil {
			return o, err
		}
		texts, err := flags.ReadTexts(c)
		texts.Options.ReadSpans = o.job.Page != ""
		o.texts, o.job.Texts = &texts, &texts.TextFiles
		return o, err
	}
	ofTexts := slices.Concat(flags.ScoringFlags(), flags.MeasureFlags()[1:],
		[]cli.Flag{flags.MultiReferenceFlag, documentsFlag})
	if err := refuseFlags(c, "with --table, which has scores already", ofTexts); err != nil {
		return o, err
	}
	if o.job.Measures, err = columnList(c, compareMeasureFlag.Name, "columns"); err != nil {
		return o, err
	}
	for _, path := range files {
		err := flags.OnlyOnce(path, "--report reads the table again for the texts", "")
		if err != nil && o.job.Page != "" {
			return o, err
		}
	}
	o.job.Tables, err = flags.ReadTables(c, files)
	return o, err
}

// refuseFlags rejects flags that would have no effect. Those of the cache may come from the environment.
func refuseFlags(c *cli.Context, where string, refused []cli.Flag) error {
	for _, flag := range refused {
		name := flag.Names()[0]
		if c.IsSet(name) && name != flags.CacheDirFlag.Name && name != flags.NoCacheFlag.Name {
			return fmt.Errorf("--%s: found it %s", name, where)
		}
	}
	return nil
}

// runCompare shows which systems really differ.
func runCompare(ctx context.Context, h flags.Host, o compareOptions) error {
	compared, err := o.job.Run(ctx, h.Host)
	if err != nil {
		if o.texts != nil {
			err = o.texts.Explain(err)
		}
		return explainCompare(err, o.job.Design)
	}
	if compared.Undocumented > 0 {
		h.Notify(say.Undocumented(compared.Undocumented, compared.Segments) + "treated as independent")
	}
	h.Tell(compared.Warnings)
	if o.format == say.FormatCSV {
		h.Notify(compared.Signature)
	}
	if o.given {
		o.layout.Order.Given = compared.Given
	}
	if err := show.Comparison(h.Out, o.format, compared, o.layout); err != nil {
		return err
	}
	if settings, ok := compared.Settings.(setup.Settings); ok && o.format == "text" {
		return tellSettings(h, o.texts.Settings, settings)
	}
	return nil
}

// compareDesign reads the flags of the tests.
func compareDesign(c *cli.Context) (s compare.Design, err error) {
	if s.Tests, err = flags.TestSettings(c); err != nil {
		return s, err
	}
	if s.Tests.Confidence, err = flags.ShareOf(c, compareConfidenceFlag); err != nil {
		return s, err
	}
	s.Baseline = compareBaselineFlag.Get(c)
	s.Unit = unitAsked(c)
	return s, nil
}

// unitAsked reads --by-document.
func unitAsked(c *cli.Context) evaluation.Unit {
	switch {
	case !c.IsSet(byDocumentFlag.Name):
		return evaluation.UnitAuto
	case byDocumentFlag.Get(c):
		return evaluation.UnitDocument
	}
	return evaluation.UnitSegment
}

// explainDocuments says where documents come from.
func explainDocuments(e *evaluation.DocumentsError) error {
	err := fmt.Errorf("--%s: %w", byDocumentFlag.Name, e)
	if e.Without == e.Segments {
		err = args.Hint(err, "a table needs a column doc (--columns doc=NAME), texts need --documents FILE")
	}
	return err
}

// explainCompare says by which flags an error of compare.Run can be mended.
func explainCompare(err error, design compare.Design) error {
	if e, ok := errors.AsType[*evaluation.GroupsError](err); ok {
		return args.Hint(e, "--where COLUMN=VALUE chooses one, such as lp=en-de")
	}
	if e, ok := errors.AsType[*compare.UnknownSystemError](err); ok {
		return fmt.Errorf("--%s: found %q, expected one of: %s", compareBaselineFlag.Name, e.System, strings.Join(e.Systems, ", "))
	}
	if e, ok := errors.AsType[*evaluation.DocumentsError](err); ok {
		return explainDocuments(e)
	}
	if _, ok := errors.AsType[*significance.TooManyPairsError](err); ok {
		if design.Baseline != "" {
			return args.Hint(err, "--where COLUMN=VALUE chooses fewer")
		}
		return args.Hint(err, "--"+compareBaselineFlag.Name+
			" NAME compares each system with one, instead of all pairs")

	}
	if _, ok := errors.AsType[*significance.TooManyError](err); ok {
		return args.Hint(err, "--test randomisation draws some of the assignments, where listing all takes too long")
	}
	return err
}
