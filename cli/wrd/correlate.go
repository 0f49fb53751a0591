package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

const (
	scoreCategory     = "SCORES"
	statisticCategory = "STATISTICS"
)

const (
	undefinedSkip = "skip"
	undefinedZero = "zero"
	compareNone   = "none"
)

// The flags of wrd correlate.
var (
	humanFlag = &cli.StringFlag{Name: "human", Category: scoreCategory, DefaultText: "human; with --raters their mean",
		Usage: "`COLUMN`: human scores, higher is better; several with commas are used one by one"}
	correlatedFlag = &cli.StringFlag{Name: "measure", Aliases: []string{"m"}, Category: scoreCategory,
		DefaultText: "all other columns of scores",
		Usage:       "`LIST`: columns to correlate with them"}
	ratersFlag = &cli.StringFlag{Name: "raters", Category: scoreCategory, DefaultText: "the column rater, if there is one",
		Usage: "`LIST`: columns of single raters, to measure how well they agree"}

	includeHumanFlag = &cli.BoolFlag{Name: "include-human", Category: scoreCategory,
		Usage: "include human systems: references scored as systems"}
	outliersFlag = &cli.StringFlag{Name: "outliers", Category: scoreCategory, DefaultText: "none",
		Usage: "`LIST`: systems to leave out"}

	levelFlag = &cli.StringFlag{Name: "level", Category: statisticCategory,
		DefaultText: "segment, and system if there are several",
		Usage:       "`LIST`: segment, doc, domain, system"}
	averagingFlag = &cli.StringFlag{Name: "averaging", Category: statisticCategory,
		DefaultText: "none, and item for several systems",
		Usage:       "`LIST`: none (over all), item (for each segment, over systems), sys (for each system, over segments)"}
	statisticFlag = &cli.StringFlag{Name: "statistic", Category: statisticCategory,
		DefaultText: "pearson, spearman, kendall_b, acc_eq for item; " +
			"for systems pairwise_accuracy, spa_midp, not acc_eq",
		Usage: "`LIST`: " + strings.Join(wording.Names(agreement.Statistics()), ", ")}
	microFlag = &cli.BoolFlag{Name: "micro", Category: statisticCategory,
		Usage: "weight groups by their number of scores"}
	undefinedFlag = args.OneOf(&cli.StringFlag{Name: "undefined", Value: undefinedSkip, Category: statisticCategory,
		Usage: "`POLICY`: skip groups without a correlation, or count them as zero"},
		undefinedSkip, undefinedZero)
	leastDifferenceFlag = &cli.Float64Flag{Name: "least-difference", Category: statisticCategory,
		Usage: "`X`: kendall_like compares outputs whose human scores differ by X or more (WMT: 25 of 100)"}
	epsilonFlag = &cli.Float64Flag{Name: "epsilon", Category: statisticCategory, DefaultText: "0; for acc_eq the best",
		Usage: "`X`: acc23, tau23, acc_eq treat scores that differ by X or less as tied"}
	epsilonFromFlag = &cli.StringFlag{Name: "epsilon-from", Category: statisticCategory,
		Usage: "`FILE`: learn the threshold of acc_eq on this table"}

	correlateIntervalFlag = args.OneOf(&cli.StringFlag{Name: "interval", Category: flags.TestCategory,
		Value: string(correlate.IntervalAuto),
		Usage: "`KIND`: fisher, bootstrap, none, or auto: Fisher's for independent scores, else bootstrap"},
		correlate.IntervalKinds()...)
	resampleFlag = args.OneOf(&cli.StringFlag{Name: "resample", Category: flags.TestCategory,
		DefaultText: "both; inputs for item and for fewer than 5 systems",
		Usage:       "`WHAT`: the bootstrap draws systems, inputs or both"}, agreement.ResampledUnits()...)
	// correlateSamplesFlag has fewer draws by default than flags.SamplesFlag: each computes whole correlations.
	correlateSamplesFlag = &cli.IntFlag{Name: flags.SamplesFlag.Name, Value: evaluation.DefaultDraws, Category: flags.TestCategory,
		Usage: flags.SamplesFlag.Usage}
	compareMetricsFlag = args.OneOf(&cli.StringFlag{Name: "compare", Value: compareNone, Category: flags.TestCategory,
		Usage: "`TEST`: test measures against each other: " +
			strings.Join(wording.Names(agreement.MetricTestKinds()), ", ") + " or none"},
		append(agreement.MetricTestKinds(), compareNone)...)
	correlateOutputFlag = &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: flags.OutputFlags,
		Usage: "`DIR`: write correlations.parquet and correlations.svg there"}
	correlatePlotFlag = &cli.StringFlag{Name: plotFlag.Name, Category: flags.OutputFlags,
		Usage: "`FILE.svg`: plot each measure against the human scores"}
)

func correlateCommand() *cli.Command {
	return &cli.Command{
		Name:  "correlate",
		Usage: "correlate metrics with human scores",
		UsageText: "wrd correlate FILE… [--human COLUMN] [--measure COLUMN,…] [flags]\n" +
			"wrd correlate --table FILE… [--human COLUMN] [--measure COLUMN,…] [flags]\n\n" +
			"wrd correlate results human.tsv --human score\n" +
			"wrd correlate scores.csv --human mqm --measure comet,bleu --compare perm_both\n" +
			"wrd correlate scores.csv --raters a,b --statistic pearson,acc_eq -o results",
		Description: "Reads a table with a row for each output: system, segment, human scores and scores of metrics,\n" +
			"and doc, domain or group if known. Statistics and averaging are those of mt-metrics-eval. Outputs\n" +
			"without a human score are left out and reported. Says which metric agrees best,\n" +
			"and --compare tests which really differ. If every segment has a document, whole documents are resampled.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			humanFlag,
			correlatedFlag,
			ratersFlag,
			includeHumanFlag,
			outliersFlag,
			flags.CommonFlag,
			levelFlag,
			averagingFlag,
			statisticFlag,
			microFlag,
			undefinedFlag,
			leastDifferenceFlag,
			epsilonFlag,
			epsilonFromFlag,
			correlateIntervalFlag,
			resampleFlag,
			byDocumentFlag,
			correlateSamplesFlag,
			flags.ConfidenceFlag,
			flags.SeedFlag,
			compareMetricsFlag,
			flags.AlphaFlag,
			flags.ThreadsFlag, flags.LimitFlag,
			correlateOutputFlag,
			correlatePlotFlag,
			flags.GridFormat,
		}, flags.TableFlags()), "human", "measure", "level", "compare", "output"),
		Action: flags.Verb(readCorrelate, runCorrelate),
	}
}

// correlateOptions are what correlate is asked.
type correlateOptions struct {
	job    jobs.Correlate
	format string
}

// readCorrelate reads the flags.
func readCorrelate(c *cli.Context) (o correlateOptions, err error) {
	o.job.Output, o.job.Plot, o.format = correlateOutputFlag.Get(c), correlatePlotFlag.Get(c), flags.GridFormat.Get(c)
	if o.job.Design, err = correlateDesign(c); err != nil {
		return o, err
	}
	if err := flags.CheckPlot(o.job.Plot); err != nil {
		return o, err
	}
	outputs := flags.InFolder(c, correlateOutputFlag, jobs.CorrelationsFile, jobs.CorrelationsPlot)
	if err := flags.KeepInputs(c, append(outputs, flags.OutputFile(correlatePlotFlag.Name, o.job.Plot))...); err != nil {
		return o, err
	}
	files := append(flags.TableFlag.Get(c), c.Args().Slice()...)
	if len(files) == 0 {
		return o, args.Missing(c, "found no scores: give FILE")
	}
	for _, list := range []struct {
		flag string
		to   *[]string
	}{{humanFlag.Name, &o.job.Humans}, {correlatedFlag.Name, &o.job.Measures}, {ratersFlag.Name, &o.job.Raters}} {
		if *list.to, err = columnList(c, list.flag, "columns"); err != nil {
			return o, err
		}
	}
	if len(o.job.Raters) == 1 {
		return o, fmt.Errorf("--%s: found %s only, expected two or more", ratersFlag.Name, o.job.Raters[0])
	}
	for _, name := range o.job.Measures {
		if slices.Contains(o.job.Humans, name) {
			return o, fmt.Errorf("--%s: found %s, which is --%s too", correlatedFlag.Name, name, humanFlag.Name)
		}
	}
	if o.job.Tables, err = flags.ReadTables(c, files); err != nil {
		return o, err
	}
	if path := epsilonFromFlag.Get(c); path != "" {
		o.job.Learned, err = flags.ReadTables(c, []string{path})
	}
	return o, err
}

// runCorrelate says how well measures agree with people.
func runCorrelate(ctx context.Context, h flags.Host, o correlateOptions) error {
	correlated, err := o.job.Run(ctx, h.Host)
	if e, ok := errors.AsType[*evaluation.DocumentsError](err); ok {
		return explainDocuments(e)
	}
	if err != nil {
		return err
	}
	h.Tell(correlated.Warnings)
	return show.CorrelationsOf(correlated).Write(h.Out, o.format)
}

// correlateDesign reads the flags that say what is computed.
func correlateDesign(c *cli.Context) (s correlate.Design, err error) {
	s.Micro, s.Seed = microFlag.Get(c), flags.SeedFlag.Get(c)
	s.IncludeHuman = includeHumanFlag.Get(c)
	if s.Outliers, err = columnList(c, outliersFlag.Name, "systems"); err != nil {
		return s, err
	}
	if s.Levels, err = args.List(c, levelFlag, correlate.Levels()); err != nil {
		return s, err
	}
	if s.Averagings, err = args.List(c, averagingFlag, agreement.Averagings()); err != nil {
		return s, err
	}
	if s.Statistics, err = args.List(c, statisticFlag, agreement.Statistics()); err != nil {
		return s, err
	}
	if s.Levels != nil && !slices.Contains(s.Levels, correlate.LevelSystem) {
		if i := slices.IndexFunc(s.Statistics, agreement.Statistic.OfSystems); i >= 0 {
			return s, fmt.Errorf("--%s: found %s, which is one of systems, expected the level system with it",
				statisticFlag.Name, s.Statistics[i])
		}
	}
	s.UndefinedAsZero = undefinedFlag.Get(c) == undefinedZero
	s.Interval, s.Unit = correlateIntervalFlag.Get(c), unitAsked(c)
	s.Resample = resampleFlag.Get(c) // "" if it is not given
	if compare := compareMetricsFlag.Get(c); compare != compareNone {
		s.Compare = compare
	}
	if s.Confidence, err = flags.ShareOf(c, flags.ConfidenceFlag); err != nil {
		return s, err
	}
	if s.Alpha, err = flags.ShareOf(c, flags.AlphaFlag); err != nil {
		return s, err
	}
	if s.Draws, err = flags.Draws(c); err != nil {
		return s, err
	}
	if s.Workers, err = flags.Threads(c); err != nil {
		return s, err
	}
	return s, differences(c, &s)
}

// columnList reads a flag that lists the names of columns, or of something else.
func columnList(c *cli.Context, flag, of string) (list []string, err error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	for name := range strings.SplitSeq(c.String(flag), ",") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, fmt.Errorf("--%s: found %q, expected names of %s with commas between them",
				flag, c.String(flag), of)
		}
		if slices.Contains(list, name) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", flag, name)
		}
		list = append(list, name)
	}
	return list, nil
}

// differences reads the flags that are differences of scores.
func differences(c *cli.Context, s *correlate.Design) error {
	for _, flag := range []*cli.Float64Flag{leastDifferenceFlag, epsilonFlag} {
		if x := flag.Get(c); !(x >= 0 && x <= math.MaxFloat64) {
			return fmt.Errorf("--%s: found %v, expected 0 or more", flag.Name, x)
		}
	}
	s.LeastDifference = leastDifferenceFlag.Get(c)
	if !c.IsSet(epsilonFlag.Name) {
		return nil
	}
	if c.IsSet(epsilonFromFlag.Name) {
		return fmt.Errorf("found --%s and --%s, expected one of them", epsilonFlag.Name, epsilonFromFlag.Name)
	}
	s.Epsilon = new(epsilonFlag.Get(c))
	return nil
}
