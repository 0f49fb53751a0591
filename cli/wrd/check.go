package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/github"
	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

const (
	gateCategory   = "WHEN TO FAIL"
	reportCategory = "REPORTS"
)

var checkFormat = args.Format(flags.OutputFlags, "text", "markdown", "json")

// Flags of check alone.
var (
	storedFlag = &cli.StringFlag{Name: "results", Category: flags.TableCategory,
		Usage: "`FILE|DIR`: existing scores instead of -c and -r"}
	baselineFlag = &cli.StringFlag{Name: "baseline", Category: gateCategory,
		Usage: "`FILE|DIR`: scores or outputs of the last accepted run"}
	systemFlag = &cli.StringFlag{Name: "system", Category: gateCategory,
		Usage:       "`NAME`: system of the baseline to compare with",
		DefaultText: "the same name, or the only one"}
	floorFlag = &cli.StringSliceFlag{Name: "floor", Category: gateCategory,
		Usage: "`MEASURE=VALUE`: the worst mean allowed; repeat for more measures"}
	marginFlag = &cli.StringSliceFlag{Name: "margin", Category: gateCategory,
		Usage:       "`VALUE`: the largest drop of the mean allowed, or measure=VALUE, or points=VALUE",
		DefaultText: "points=3, or 0.01 where points are unknown"}
	maxBrokenFlag = &cli.StringFlag{Name: "max-broken", Category: gateCategory,
		Usage:       "`N|P%`: outputs of a system that may be newly broken, such as empty ones",
		DefaultText: "none"}
	requireConclusiveFlag = &cli.BoolFlag{Name: "require-conclusive", Category: gateCategory,
		Usage: "fail also if inconclusive"}
	updateFlag = &cli.BoolFlag{Name: "update", Category: gateCategory,
		Usage: "store this run as the new baseline, unless the check fails"}
	forceFlag = &cli.BoolFlag{Name: "force", Category: gateCategory,
		Usage: "with --update: store it whatever the result, and exit with 0"}
	worstFlag = &cli.IntFlag{Name: "worst", Value: jobs.UsualWorst, Category: reportCategory,
		Usage: "`N`: list the N segments that got worse most, and N broken outputs of each kind"}
	junitFlag       = &cli.StringFlag{Name: "junit", Category: reportCategory, Usage: "`FILE`: write JUnit XML"}
	annotationsFlag = &cli.BoolFlag{Name: "annotations", Category: reportCategory,
		Usage: "write GitHub annotations (::error file=…) to standard error"}
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "fail if outputs are broken or significantly worse than a baseline",
		UsageText: "wrd check CANDIDATE REFERENCE --baseline FILE|DIR [flags]\n" +
			"wrd check -c FILE… [-r FILE…] [-s FILE] --baseline FILE|DIR [flags]\n" +
			"wrd check --results FILE|DIR --baseline FILE|DIR [flags]\nwrd check … --floor MEASURE=VALUE\n\n" +
			"wrd check output.txt reference.txt --baseline base.parquet --update\n" +
			"wrd check output.txt reference.txt --baseline base.parquet --margin 0.005\n" +
			"wrd check new.txt reference.txt --baseline old.txt\n" +
			"wrd check output.txt reference.txt --floor wrd=0.25 --format markdown",
		Description: "Exit status 1 if the mean dropped by more than --margin and the drop is significant (paired test), if more\n" +
			"outputs fell far than equally good ones do, if more outputs than --max-broken are newly broken, or if texts\n" +
			"show flaws that the baseline's do not. Inconclusive if the drop may be larger than the margin: the test set\n" +
			"is too small. Exit status 2 if the signature, segments or references differ.\n" +
			"A baseline is a segments.parquet, a table of scores, or outputs, which are scored in this run.\n" +
			"A difference is positive where outputs got better, for distances, too. See docs/check.md.",
		Flags: args.Often(slices.Concat([]cli.Flag{
			flags.CandidateFlag, flags.ReferenceFlag, flags.SourceFlag, flags.CommonFlag, flags.MultiReferenceFlag,
			storedFlag,
			baselineFlag, systemFlag, floorFlag, marginFlag, flags.AlphaFlag, maxBrokenFlag, requireConclusiveFlag,
			flags.TestFlag, flags.CorrectionFlag, flags.SamplesFlag, flags.SeedFlag, flags.ThreadsFlag, flags.LimitFlag,
			updateFlag, forceFlag,
			checkFormat,
			worstFlag, junitFlag, pageFlag, annotationsFlag,
		}, flags.LayoutFlags(), flags.MeasureFlags(), flags.ScoringFlags()),
			"baseline", "update", "margin", "floor", "format"),
		Action: checkAction,
	}
}

// errRegression says that check found one, or broken outputs. Its report is already written.
var errRegression = errors.New("regression")

// checkAction is the action, which annotates also what keeps it from a verdict.
func checkAction(c *cli.Context) error {
	err := flags.Verb(readCheck, runCheck)(c)
	if err != nil && !errors.Is(err, errRegression) && annotationsFlag.Get(c) {
		github.Write(render.Commands(c.App.ErrWriter), github.NoVerdict(err))
	}
	return err
}

// checkOptions are what check is asked.
type checkOptions struct {
	job         jobs.Check
	texts       *flags.TextOptions // those of the job; nil for stored scores
	annotations bool
	format      string
}

// readCheck reads the flags.
func readCheck(c *cli.Context) (o checkOptions, err error) {
	o = checkOptions{annotations: annotationsFlag.Get(c), format: checkFormat.Get(c)}
	o.job = jobs.Check{Lower: flags.LowerIsBetter(c), Common: flags.CommonFlag.Get(c), Update: updateFlag.Get(c),
		Page: pageFlag.Get(c), JUnit: junitFlag.Get(c)}
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	if storedPath(c) == "" && !c.IsSet(flags.MeasureFlag.Name) {
		if both := jobs.MeasuresOfCheck(c.String(flags.PurposeFlag.Name)); both != nil {
			if err := c.Set(flags.MeasureFlag.Name, strings.Join(both, ",")); err != nil {
				return o, err
			}
		}
	}
	if err := o.readLimits(c); err != nil {
		return o, err
	}
	outputs := []args.NamedFile{flags.OutputFile(junitFlag.Name, o.job.JUnit), flags.OutputFile(pageFlag.Name, o.job.Page)}
	if o.job.Update {
		outputs = append(outputs, flags.OutputFile(baselineFlag.Name, flags.BaselineFile(c)))
	}
	if err := flags.KeepInputs(c, outputs...); err != nil {
		return o, err
	}
	if o.job.Scoring, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	if path := storedPath(c); path == "" {
		texts, err := flags.ReadTexts(c)
		if err != nil {
			return o, err
		}
		o.texts, o.job.Texts = &texts, &texts.TextFiles
	} else if o.job.Stored, err = readStored(c, path); err != nil {
		return o, err
	}
	if path := baselineFlag.Get(c); path != "" {
		if err := flags.OnlyOnce(path, "--baseline is read for the scores and again for the texts", ""); err != nil {
			return o, err
		}
		o.job.Baseline, err = flags.ReadTable(c, path, 0, 2)
	}
	return o, err
}

// storedPath returns the file of stored scores, that of --results or the only argument, "" for texts.
func storedPath(c *cli.Context) string {
	if list := flags.ScoreArguments(c); len(list) == 1 && !c.IsSet(storedFlag.Name) {
		return list[0]
	}
	return storedFlag.Get(c)
}

// readStored reads the flags of stored scores, in place of texts.
func readStored(c *cli.Context, path string) (stored scores.File, err error) {
	for _, flag := range []string{flags.CandidateFlag.Name, flags.ReferenceFlag.Name, flags.SourceFlag.Name} {
		if c.IsSet(flag) {
			return stored, fmt.Errorf("--%s: found --%s too, expected scores or texts", storedFlag.Name, flag)
		}
	}
	if c.NArg() > 0 && c.IsSet(storedFlag.Name) {
		return stored, fmt.Errorf("--%s: found %s too, expected scores or texts", storedFlag.Name,
			args.Quote(c.Args().First()))
	}
	if err := flags.OnlyOnce(path, "--results is read for the scores and again for the texts", ""); err != nil {
		return stored, err
	}
	return flags.ReadTable(c, path, 1, 2)
}

// runCheck finds out whether the scores got worse.
func runCheck(ctx context.Context, h flags.Host, o checkOptions) error {
	checked, err := o.job.Run(ctx, h.Host)
	if system, ok := errors.AsType[*check.BaselineSystemError](err); ok {
		return args.Hint(system, "write -c name=FILE, or name the system of the baseline by --system")
	}
	if err != nil {
		if o.texts != nil {
			err = o.texts.Explain(err)
		}
		return err
	}
	if o.annotations {
		github.Write(render.Commands(h.Errs), github.Annotations(checked.Report, checked.Files)...)
	} else { // they have the warnings, too
		h.Tell(checked.Warnings)
	}
	if err := show.Check(h.Out, o.format, checked); err != nil {
		return err
	}
	if checked.Failed() {
		return errRegression
	}
	return nil
}

// readLimits reads the flags that say what is tested, and when it fails.
func (o *checkOptions) readLimits(c *cli.Context) (err error) {
	s := &o.job.Rules
	s.System, s.Worst, s.RequireConclusive, s.Force = systemFlag.Get(c), worstFlag.Get(c), requireConclusiveFlag.Get(c),
		forceFlag.Get(c)
	if c.IsSet(maxBrokenFlag.Name) {
		limit, err := check.ParseBrokenLimit(maxBrokenFlag.Get(c))
		if err != nil {
			return fmt.Errorf("--%s: %w", maxBrokenFlag.Name, err)
		}
		s.MaxBroken = &limit
	}
	if s.Tests, err = flags.TestSettings(c); err != nil {
		return err
	}
	if s.Columns, err = checkedColumns(c); err != nil {
		return err
	}
	floors, err := valuesOf(c, floorFlag)
	if err != nil {
		return err
	}
	if x, ok := floors[""]; ok {
		return fmt.Errorf("--floor: found %v, expected measure=value", x)
	}
	margins, err := valuesOf(c, marginFlag)
	if err != nil {
		return err
	}
	o.job.Baseline.Path = baselineFlag.Get(c)
	err = o.job.SetLimits(floors, margins)
	if errors.Is(err, jobs.ErrNoLimits) {
		return args.Hint(err, args.HelpLine(c))
	}
	return err
}

// checkedColumns reads --measure. Of stored scores any column will do.
func checkedColumns(c *cli.Context) (columns []string, err error) {
	if storedPath(c) != "" && (c.IsSet(flags.MeasureFlag.Name) || !c.IsSet(flags.PurposeFlag.Name)) {
		for name := range strings.SplitSeq(c.String(flags.MeasureFlag.Name), ",") {
			columns = append(columns, jobs.ColumnOf(name))
		}
		return columns, nil
	}
	s, err := flags.CompleteSettings(c)
	if err != nil {
		return nil, err
	}
	for _, m := range s.Measures {
		columns = append(columns, metric.Measure(m).Main().String())
	}
	return columns, nil
}

// valuesOf reads a flag of name=value, or a value alone, whose name is "".
func valuesOf(c *cli.Context, flag *cli.StringSliceFlag) (map[string]float64, error) {
	values := map[string]float64{}
	for _, arg := range flag.Get(c) {
		name, number, ok := strings.Cut(arg, "=")
		if !ok {
			name, number = "", arg
		}
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || ok && name == "" {
			return nil, fmt.Errorf("--%s: found %q, expected a number, or measure=number", flag.Name, arg)
		}
		if _, ok := values[name]; ok {
			return nil, fmt.Errorf("--%s: found %s twice", flag.Name, arg)
		}
		values[name] = value
	}
	return values, nil
}
