package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/github"
	"github.com/wordrotator/wrd/adapters/junit"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/odd"
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
	worstFlag = &cli.IntFlag{Name: "worst", Value: 5, Category: reportCategory,
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

// checkOptions are what check is asked: about texts, or about stored scores.
type checkOptions struct {
	settings    check.Settings
	texts       flags.TextOptions
	stored      scores.Input   // with no path for texts
	common      bool           // whether the segments that both sides have are compared
	scoring     setup.Settings // that flags name for alignments of stored scores, beside those stored with them
	lower       []string       // columns of tables that go down as texts get better
	baseline    scores.Input   // with no path for none
	holds       scores.Content // what the baseline holds
	update      string         // the file of the baseline where it is to be replaced, otherwise ""
	page, junit string         // files to write, "" for none
	annotations bool
	format      string
}

// readCheck reads the flags.
func readCheck(c *cli.Context) (o checkOptions, err error) {
	o = checkOptions{lower: flags.LowerIsBetter(c), common: flags.CommonFlag.Get(c), page: pageFlag.Get(c), junit: junitFlag.Get(c),
		annotations: annotationsFlag.Get(c), format: checkFormat.Get(c)}
	if err := flags.CheckTexts(c); err != nil {
		return o, err
	}
	if asksBoth(c) {
		if err := c.Set(flags.MeasureFlag.Name, string(metric.MeasureWRDRecall+","+metric.MeasureWRDPrecision)); err != nil {
			return o, err
		}
	}
	if o.settings, err = readCheckSettings(c); err != nil {
		return o, err
	}
	outputs := []args.NamedFile{flags.OutputFile(junitFlag.Name, o.junit), flags.OutputFile(pageFlag.Name, o.page)}
	if updateFlag.Get(c) {
		o.update = flags.BaselineFile(c)
		outputs = append(outputs, flags.OutputFile(baselineFlag.Name, o.update))
	}
	if err := flags.KeepInputs(c, outputs...); err != nil {
		return o, err
	}
	if o.scoring, err = flags.SettingsOf(c); err != nil {
		return o, err
	}
	if path := storedPath(c); path == "" {
		o.texts, err = flags.ReadTexts(c)
	} else {
		o.stored, err = readStored(c, path)
	}
	if path := baselineFlag.Get(c); path != "" && err == nil {
		err = o.readBaseline(c, path)
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
func readStored(c *cli.Context, path string) (stored scores.Input, err error) {
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
	o.settings.Notify = h.Notify
	candidate, err := openCandidate(ctx, h, &o)
	if err != nil {
		return err
	}
	defer candidate.close()
	report, baseline, err := compareWithBaseline(ctx, h, &o, candidate)
	if err != nil {
		return err
	}
	if !o.annotations { // which have them, too
		h.Tell(report.Warnings)
	}
	if o.page != "" {
		if err := writeCheckPage(ctx, h, &o, candidate, baseline, report); err != nil {
			return err
		}
	}
	if o.junit != "" {
		if err := file.Write(ctx, o.junit, func(w io.Writer) error { return junit.Write(w, report) }); err != nil {
			return err
		}
	}
	if err := updateBaseline(ctx, h, &o, candidate, report); err != nil {
		return err
	}
	if o.annotations {
		github.Write(render.Commands(h.Errs), github.Annotations(report, candidate.files)...)
	}
	if err := show.Check(h.Out, o.format, report, candidate.settings); err != nil {
		return err
	}
	if report.Failed() {
		return errRegression
	}
	return nil
}

// compareWithBaseline tests the candidate against baseline and floors, and returns the baseline, too, if there is one.
func compareWithBaseline(ctx context.Context, h flags.Host, o *checkOptions, candidate *checkedScores) (
	*check.Report, *check.Input, error) {
	baseline, err := openBaseline(ctx, h, o, candidate)
	if err != nil {
		return nil, nil, err
	}
	o.settings.Scoring = func() (metric.Options, error) { return candidate.scored, nil }
	if candidate.files == nil { // they may have been scored in any way
		o.settings.Scoring = h.StoredScoring(ctx, o.scoring, candidate.Path)
		o.settings.ScoringName = "this run"
	}
	now, err := candidate.input(o)
	if err != nil {
		return nil, nil, err
	}
	report, err := check.Run(ctx, o.settings, baseline, now)
	if err != nil {
		return nil, nil, o.inFlags(ctx, h, err)
	}
	report.BaselineScored = o.baselineIsTexts()
	if report.ForcedBy != nil {
		report.Forced = o.inFlags(ctx, h, report.ForcedBy).Error()
	}
	return report, baseline, nil
}

// inFlags says what flags can do about scores that cannot be compared.
func (o *checkOptions) inFlags(ctx context.Context, h flags.Host, err error) error {
	if system, ok := errors.AsType[*check.BaselineSystemError](err); ok {
		if system.Asked {
			return fmt.Errorf("--%s %s: found the systems %s in %s",
				systemFlag.Name, system.System, strings.Join(system.Systems, ", "), system.Baseline)
		}
		return args.Hint(err, "write -c name=FILE, or name the system of the baseline by --system")
	}
	mismatch, ok := errors.AsType[*check.MismatchError](err)
	if ok && mismatch.Of == check.OtherSegments && mismatch.Named {
		return args.Hint(err, "--common takes the segments that both have")
	}
	if ok && !o.baselineIsTexts() { // which --update keeps
		switch mismatch.Of {
		case check.OtherSignatures:
			if said := o.otherPurpose(ctx, h, mismatch); said != nil {
				return said
			}
			if madeAsGiven(mismatch.Before) {
				return args.Hint(err, "an older wrd made the baseline, from texts as they are; make a new one by --update --force ("+
					odd.Signatures.String()+")")
			}
			return args.Hint(err, "score both in the same way, or accept the new way by --update --force ("+
				odd.Signatures.String()+")")
		case check.OtherReferences, check.OtherSources:
			return args.Hint(err, "check the same test set, or accept the new one by --update --force")
		}
	}
	return err
}

// madeAsGiven says whether a signature is of scores by a version of wrd that had no setting normalize.
func madeAsGiven(line string) bool {
	signature := metric.ParseSignature(line)
	has := func(key string) bool {
		return slices.ContainsFunc(signature.Parts, func(p metric.SignaturePart) bool { return p.Key == key })
	}
	return signature.Name == "wrd" && (has("tok") || has("encoder")) && !has("norm")
}

// asksBoth says whether recall and precision are checked, because the texts are summaries and no measure is named: what a
// summary lacks, and what nobody asked for.
func asksBoth(c *cli.Context) bool {
	return storedPath(c) == "" && c.String(flags.PurposeFlag.Name) == string(metric.PurposeSummary) && !c.IsSet(flags.MeasureFlag.Name)
}

// readCheckSettings reads the flags that say what is tested, and when it fails.
func readCheckSettings(c *cli.Context) (s check.Settings, err error) {
	s = check.Settings{
		System: systemFlag.Get(c), Worst: worstFlag.Get(c), RequireConclusive: requireConclusiveFlag.Get(c),
		Force: forceFlag.Get(c),
	}
	if c.IsSet(maxBrokenFlag.Name) {
		limit, err := check.ParseBrokenLimit(maxBrokenFlag.Get(c))
		if err != nil {
			return s, fmt.Errorf("--%s: %w", maxBrokenFlag.Name, err)
		}
		s.MaxBroken = &limit
	}
	if s.Tests, err = flags.TestSettings(c); err != nil {
		return s, err
	}
	baseline, update := baselineFlag.Get(c), updateFlag.Get(c)
	switch {
	case s.Worst < 0:
		return s, fmt.Errorf("--worst: found %d, expected 0 or more", s.Worst)
	case s.Force && !update:
		return s, errors.New("--force: found no --update, expected both")
	case update && baseline == "":
		return s, errors.New("--update: found no --baseline FILE, expected the file to store the scores in")
	case baseline == "" && len(floorFlag.Get(c)) == 0:
		return s, args.Hint(
			errors.New("found nothing to check against: give --baseline FILE or --floor MEASURE=VALUE"), args.HelpLine(c))

	case s.System != "" && baseline == "":
		return s, errors.New("--system: found no --baseline, expected both")
	}
	if s.Columns, err = checkedColumns(c); err != nil {
		return s, err
	}
	if s.Floors, err = readFloors(c, s.Columns); err != nil {
		return s, err
	}
	if s.Margins, s.PointMargin, err = readMargins(c, s.Columns); err != nil {
		return s, err
	}
	for _, column := range s.Columns {
		if _, err := s.Margin(column); err != nil {
			return s, args.Hint(err, "give --margin VALUE, the largest drop of the mean that may pass")
		}
	}
	return s, nil
}

// checkedColumns reads --measure. Of stored scores any column will do.
func checkedColumns(c *cli.Context) (columns []string, err error) {
	if storedPath(c) != "" && (c.IsSet(flags.MeasureFlag.Name) || !c.IsSet(flags.PurposeFlag.Name)) {
		for name := range strings.SplitSeq(c.String(flags.MeasureFlag.Name), ",") {
			columns = append(columns, columnOf(name))
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

// columnOf returns the column that a measure is judged by: bertscore_f1 for bertscore. Any other name is that of a
// column.
func columnOf(name string) string {
	for _, m := range metric.Measures() {
		if name == string(m) {
			return m.Main().String()
		}
	}
	return name
}

// readFloors reads --floor.
func readFloors(c *cli.Context, columns []string) (map[string]float64, error) {
	list, err := valuesOf(c, floorFlag)
	if err != nil {
		return nil, err
	}
	floors := map[string]float64{}
	for _, f := range list {
		if f.name == "" {
			return nil, fmt.Errorf("--floor: found %v, expected measure=value", f.value)
		}
		column := columnOf(f.name)
		if !slices.Contains(columns, column) {
			return nil, fmt.Errorf("--floor %s: found the measures %s in --measure, expected it among them",
				f.name, strings.Join(columns, ", "))
		}
		floors[column] = f.value
	}
	return floors, nil
}

// marginPoints is what --margin calls points, unless a column is called so.
const marginPoints = "points"

// readMargins reads --margin. points is the margin in points, nil without one.
func readMargins(c *cli.Context, columns []string) (margins map[string]float64, points *float64, err error) {
	list, err := valuesOf(c, marginFlag)
	if err != nil {
		return nil, nil, err
	}
	margins = map[string]float64{}
	for _, m := range list { // one without a name holds for all that have none of their own
		if m.name == "" {
			for _, column := range columns {
				margins[column] = m.value
			}
		}
	}
	for _, m := range list {
		switch column := columnOf(m.name); {
		case m.value < 0:
			return nil, nil, fmt.Errorf("--margin: found %v, expected 0 or more", m.value)
		case m.name == "":
		case slices.Contains(columns, column):
			margins[column] = m.value
		case m.name == marginPoints:
			points = &m.value
		default:
			return nil, nil, fmt.Errorf("--margin %s: found the measures %s in --measure, expected it among them, or %s",
				m.name, strings.Join(columns, ", "), marginPoints)
		}
	}
	if points != nil && slices.ContainsFunc(list, func(m namedValue) bool { return m.name == "" }) {
		return nil, nil, fmt.Errorf("--margin: found a value for all measures and %s=%v, expected one of the two", marginPoints,
			*points)
	}
	return margins, points, nil
}

// A namedValue is name=value, or a value alone.
type namedValue struct {
	name  string
	value float64
}

func valuesOf(c *cli.Context, flag *cli.StringSliceFlag) (list []namedValue, err error) {
	for _, arg := range flag.Get(c) {
		name, number, ok := strings.Cut(arg, "=")
		if !ok {
			name, number = "", arg
		}
		value, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(value) || math.IsInf(value, 0) || ok && name == "" {
			return nil, fmt.Errorf("--%s: found %q, expected a number, or measure=number", flag.Name, arg)
		}
		for _, other := range list {
			if other.name == name {
				return nil, fmt.Errorf("--%s: found %s twice", flag.Name, arg)
			}
		}
		list = append(list, namedValue{name, value})
	}
	return list, nil
}
