package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

const (
	statisticCategory = "STATISTICS"
)

// The levels that scores are correlated at.
const (
	levelSegment = "segment"
	levelDoc     = "doc"
	levelDomain  = "domain"
	levelSystem  = "system"
)

var levels = []string{levelSegment, levelDoc, levelDomain, levelSystem}

// The kinds of intervals.
const (
	intervalAuto      = "auto"
	intervalFisher    = "fisher"
	intervalBootstrap = "bootstrap"
	intervalNone      = "none"
)

// correlateSamplesFlag has fewer draws by default than samplesFlag: each computes whole correlations.
var correlateSamplesFlag = &cli.IntFlag{Name: samplesFlag.Name, Value: evaluation.DefaultDraws, Category: testCategory, Usage: samplesFlag.Usage}

func correlateCommand() *cli.Command {
	return &cli.Command{
		Name:  "correlate",
		Usage: "measure how well metrics agree with people",
		UsageText: "wrd correlate --table FILE… --human COLUMN [--measure COLUMN,…] [flags]\n\n" +
			"wrd correlate --table results/segments.parquet --table human.tsv --human score\n" +
			"wrd correlate --table scores.csv --human mqm --measure comet,bleu --compare perm_both --level segment\n" +
			"wrd correlate --table scores.csv --human a,b --raters a,b --statistic pearson,acc_eq -o results",
		Description: "Reads one score for each output of a system (columns system, segment, and doc, domain, group if there are\n" +
			"any) and correlates each measure with what people said, at the levels and with the averaging that you choose.\n" +
			"Statistics and averaging are those of mt-metrics-eval. Outputs that nobody judged are left out, and told\n" +
			"of. Every value has an interval; --compare tells which measures really differ in their agreement.\n" +
			"Results depend on nothing but the scores and --seed, and not on the number of threads.",
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "human", Usage: "`COLUMN` of human scores, higher is better; several, separated by commas, are taken one after the other", DefaultText: "the mean of --raters"},
			&cli.StringFlag{Name: "measure", Aliases: []string{"m"}, Usage: "`LIST` of columns to hold against them", DefaultText: "all other columns of numbers"},
			&cli.StringFlag{Name: "raters", Usage: "`LIST` of columns with the scores of single raters, which say how well people agree", DefaultText: "the raters of the table, if it has a column rater"},
			&cli.StringFlag{Name: "level", Category: statisticCategory, DefaultText: "segment, and system where there are several",
				Usage: "`LIST` of levels: segment, doc, domain, system; below segment the means over those segments that have both scores"},
			&cli.StringFlag{Name: "averaging", Category: statisticCategory, DefaultText: "none, and item where there are several systems",
				Usage: "`LIST`: none (one correlation of all), item (one over the systems for each segment, averaged), sys (one over the segments for each system)"},
			&cli.StringFlag{Name: "statistic", Category: statisticCategory, Usage: "`LIST` of: " + strings.Join(names(agreement.Statistics()), ", "),
				DefaultText: "pearson, spearman, kendall_b, acc_eq for item; for systems pairwise_accuracy and spa_midp instead of acc_eq"},
			&cli.BoolFlag{Name: "micro", Category: statisticCategory, Usage: "weight groups by their number of scores; otherwise all groups count alike"},
			&cli.StringFlag{Name: "undefined", Value: undefinedSkip, Category: statisticCategory, Usage: "`POLICY` for groups without a correlation: skip or zero"},
			&cli.Float64Flag{Name: "least-difference", Category: statisticCategory, Usage: "kendall_like: compare outputs whose human scores differ by `X` or more; WMT took 25 of 100"},
			&cli.Float64Flag{Name: "epsilon", Category: statisticCategory, Usage: "acc23, tau23, acc_eq: scores of a measure that differ by `X` or less are tied", DefaultText: "0; for acc_eq the best"},
			&cli.StringFlag{Name: "epsilon-from", Category: statisticCategory, Usage: "learn the best threshold of acc_eq on another table, `FILE`"},
			&cli.StringFlag{Name: "interval", Value: intervalAuto, Category: testCategory, Usage: "`KIND`: fisher, bootstrap, none, or auto: Fisher's where scores are independent, else the bootstrap"},
			&cli.StringFlag{Name: "resample", Category: testCategory, Usage: "`WHAT` the bootstrap draws: systems, inputs or both", DefaultText: "both; inputs for item and for fewer than five systems"},
			correlateSamplesFlag,
			confidenceFlag,
			seedFlag,
			&cli.StringFlag{Name: "compare", Value: compareNone, Category: testCategory, Usage: "`TEST` of measure against measure: " + strings.Join(names(agreement.MetricTestKinds()), ", ") + " or none"},
			alphaFlag,
			threadsFlag,
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputFlags, Usage: "write correlations.parquet and correlations.svg into `DIR`"},
			formatFlag(gridFormats...),
		}, tableFlags()),
		Action: correlate,
	}
}

const (
	undefinedSkip = "skip"
	undefinedZero = "zero"
	compareNone   = "none"
)

// correlateSettings are the flags of the verb, read.
type correlateSettings struct {
	levels     []string              // nil for segment, and system if there are several
	averagings []agreement.Averaging // nil for none, and item if there are several systems
	statistics []agreement.Statistic // nil for the usual ones
	spec       agreement.Spec        // what all statistics share
	learnt     *judgments            // what ε is learned on, nil for the scores at hand
	interval   string
	over       agreement.Resampled // "" for what fits the number of systems
	samples    int
	confidence float64
	seed       uint64
	compare    agreement.MetricTestKind // "" for none
	alpha      float64
	threads    int
}

func correlate(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := gridFormat(c)
	if err != nil {
		return err
	}
	settings, err := correlateFlags(c)
	if err != nil {
		return err
	}
	files := c.StringSlice("table")
	if len(files) == 0 {
		return &hintedError{errors.New("found no scores: give --table FILE"), helpLine(c)}
	}
	scores, err := openJudgments(c, files, nil)
	if err != nil {
		return err
	}
	if path := c.String("epsilon-from"); path != "" {
		if settings.learnt, err = openJudgments(c, []string{path}, scores); err != nil {
			return err
		}
	}
	if settings.levels == nil {
		settings.levels = []string{levelSegment}
		if slices.ContainsFunc(scores.groups, func(g judgedGroup) bool { return len(g.systems) > 1 }) {
			settings.levels = append(settings.levels, levelSystem)
		}
	}
	if settings.compare != "" && len(scores.measures) < 2 {
		return fmt.Errorf("--compare: found the measure %s only, expected two or more", scores.measures[0])
	}
	report := correlationReport{correlateSettings: settings, judgments: scores}
	if err := report.compute(c); err != nil {
		return err
	}
	for _, warning := range report.warnings {
		notify(c)(warning)
	}
	if dir := c.String("output"); dir != "" {
		if err := report.writeFiles(dir); err != nil {
			return err
		}
	}
	if format == "json" {
		return report.writeJSON(c.App.Writer)
	}
	return report.write(c.App.Writer, format)
}

// correlateFlags reads the flags that say what is computed.
func correlateFlags(c *cli.Context) (s correlateSettings, err error) {
	if c.IsSet("level") {
		if s.levels, err = listOf(c, "level", levels); err != nil {
			return s, err
		}
	}
	if c.IsSet("averaging") {
		if s.averagings, err = listOf(c, "averaging", agreement.Averagings()); err != nil {
			return s, err
		}
	}
	if c.IsSet("statistic") {
		if s.statistics, err = listOf(c, "statistic", agreement.Statistics()); err != nil {
			return s, err
		}
		if i := slices.IndexFunc(s.statistics, agreement.Statistic.OfSystems); i >= 0 && s.levels != nil && !slices.Contains(s.levels, levelSystem) {
			return s, fmt.Errorf("--statistic: found %s, which is one of systems, expected the level system beside it", s.statistics[i])
		}
	}
	undefined, err := oneOf(c, "undefined", undefinedSkip, undefinedZero)
	if err != nil {
		return s, err
	}
	if s.interval, err = oneOf(c, "interval", intervalAuto, intervalFisher, intervalBootstrap, intervalNone); err != nil {
		return s, err
	}
	if c.IsSet("resample") {
		over, err := oneOf(c, "resample", names(agreement.ResampledUnits())...)
		if err != nil {
			return s, err
		}
		s.over = agreement.Resampled(over)
	}
	compare, err := oneOf(c, "compare", append(names(agreement.MetricTestKinds()), compareNone)...)
	if err != nil {
		return s, err
	}
	if compare != compareNone {
		s.compare = agreement.MetricTestKind(compare)
	}
	s.spec = agreement.Spec{Micro: c.Bool("micro"), UndefinedAsZero: undefined == undefinedZero, Threshold: c.Float64("least-difference"),
		Epsilon: c.Float64("epsilon"), EpsilonKnown: c.IsSet("epsilon")}
	s.seed = seedFlag.Get(c)
	if s.confidence, err = shareOf(c, confidenceFlag); err != nil {
		return s, err
	}
	if s.alpha, err = shareOf(c, alphaFlag); err != nil {
		return s, err
	}
	if s.samples, err = draws(c); err != nil {
		return s, err
	}
	if s.threads, err = threads(c); err != nil {
		return s, err
	}
	return s, checkCorrelateNumbers(c)
}

func checkCorrelateNumbers(c *cli.Context) error {
	for _, flag := range []string{"least-difference", "epsilon"} {
		if x := c.Float64(flag); !(x >= 0 && x <= math.MaxFloat64) {
			return fmt.Errorf("--%s: found %v, expected 0 or more", flag, x)
		}
	}
	if c.IsSet("epsilon") && c.IsSet("epsilon-from") {
		return errors.New("found --epsilon and --epsilon-from, expected one of them")
	}
	return nil
}

// listOf reads a flag that is a list of some of known.
func listOf[T ~string](c *cli.Context, flag string, known []T) (list []T, err error) {
	for name := range strings.SplitSeq(c.String(flag), ",") {
		value := T(strings.TrimSpace(name))
		if !slices.Contains(known, value) {
			return nil, fmt.Errorf("--%s: found %q, expected a list of: %s", flag, value, strings.Join(names(known), ", "))
		}
		if slices.Contains(list, value) {
			return nil, fmt.Errorf("--%s: found %s twice, expected it once", flag, value)
		}
		list = append(list, value)
	}
	return list, nil
}
