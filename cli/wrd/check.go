package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
)

const (
	gateCategory   = "WHEN TO FAIL"
	reportCategory = "REPORTS"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:  "check",
		Usage: "fail where outputs got worse than a stored baseline, beyond chance",
		UsageText: "wrd check -c FILE… -r FILE… --baseline FILE|DIR [flags]\nwrd check --results FILE|DIR --baseline FILE|DIR [flags]\nwrd check … --floor MEASURE=VALUE\n\n" +
			"wrd check -c output.txt -r reference.txt --baseline baseline.parquet --update   # the first run\n" +
			"wrd check -c output.txt -r reference.txt --baseline baseline.parquet --margin 0.005\n" +
			"wrd check -c output.txt -r reference.txt --floor wrd=0.25 --format markdown",
		Description: "Fails (exit status 1) where the mean score dropped by more than --margin and the drop is significant at\n" +
			"--alpha by a test paired by segment. It is inconclusive where nothing is significant but the smallest\n" +
			"drop that so many segments can show is above the margin: the test set is too small to tell. Scores of\n" +
			"another signature, other segments or other references are not compared (exit status 2).\n" +
			"A baseline is a segments.parquet of wrd score or check, or any table of scores. Drops are positive where\n" +
			"texts got worse, for distances and similarities alike.",
		Flags: slices.Concat([]cli.Flag{
			candidateFlag,
			referenceFlag,
			multiReferenceFlag,
			&cli.StringFlag{Name: "results", Category: tableCategory, Usage: "scores that are there already, in place of -c and -r: `FILE|DIR` of wrd score -o, or any table"},
			&cli.StringFlag{Name: "baseline", Category: gateCategory, Usage: "scores of the last accepted run: `FILE|DIR`"},
			&cli.StringFlag{Name: "system", Category: gateCategory, Usage: "compare with the system `NAME` of the baseline", DefaultText: "the one of the same name, or the only one"},
			&cli.StringSliceFlag{Name: "floor", Category: gateCategory, Usage: "the worst mean allowed, `MEASURE=VALUE`; repeat it for more measures"},
			&cli.StringSliceFlag{Name: "margin", Category: gateCategory, Usage: "the largest drop of the mean allowed, `VALUE` or measure=VALUE, in units of the measure", DefaultText: "0.01 for the measures of wrd"},
			alphaFlag,
			&cli.BoolFlag{Name: "require-conclusive", Category: gateCategory, Usage: "fail also where the check is inconclusive"},
			testFlag,
			correctionFlag,
			samplesFlag,
			seedFlag,
			threadsFlag,
			&cli.BoolFlag{Name: "update", Category: gateCategory, Usage: "store the scores of this run as the new baseline, unless the check failed"},
			&cli.BoolFlag{Name: "force", Category: gateCategory, Usage: "with --update: store them whatever comes out, also where they cannot be compared, and exit with status 0"},
			formatFlag("text", "markdown", "json"),
			&cli.IntFlag{Name: "worst", Value: 5, Category: reportCategory, Usage: "list `N` segments of each system that got worse most"},
			&cli.StringFlag{Name: "junit", Category: reportCategory, Usage: "write JUnit XML to `FILE`"},
			&cli.BoolFlag{Name: "annotations", Category: reportCategory, Usage: "write annotations of GitHub Actions (::error file=…) to standard error"},
		}, layoutFlags(), measureFlags(), scoringFlags()),
		Action: check,
	}
}

// errRegression says that check found one. Its report is already written.
var errRegression = errors.New("regression")

func check(c *cli.Context) error {
	err := runCheck(c)
	if err != nil && !errors.Is(err, errRegression) && c.Bool("annotations") {
		annotate(c.App.ErrWriter, "error", "", 0, "wrd check: no verdict", err.Error())
	}
	return err
}

func runCheck(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "markdown", "json")
	if err != nil {
		return err
	}
	settings, err := readCheckSettings(c)
	if err != nil {
		return err
	}
	if err := settings.refuseOwnInput(c); err != nil {
		return err
	}
	candidate, err := openCandidate(c, settings)
	if err != nil {
		return err
	}
	defer candidate.close()
	report, err := settings.compare(c, candidate)
	if err != nil {
		return err
	}
	if path := c.String("junit"); path != "" {
		if err := writeJUnit(path, report); err != nil {
			return err
		}
	}
	if err := settings.updateBaseline(c, candidate, report); err != nil {
		return err
	}
	if c.Bool("annotations") {
		writeAnnotations(c.App.ErrWriter, report)
	}
	switch format {
	case "json":
		err = report.writeJSON(c.App.Writer)
	case "markdown":
		err = report.writeMarkdown(c.App.Writer)
	default:
		err = report.writeText(c.App.Writer)
	}
	if err == nil && report.failed() {
		err = errRegression
	}
	return err
}

// compare tests the candidate against baseline and floors.
func (s *checkSettings) compare(c *cli.Context, candidate *checkedScores) (*checkReport, error) {
	report := &checkReport{
		Signature: candidate.table.Signature(s.columns[0]), Test: string(s.Test), Correction: string(s.Correction), Seed: s.Seed,
		Samples: s.Draws, Alpha: s.Alpha, requireConclusive: c.Bool("require-conclusive"), forced: s.force, candidateFiles: candidate.files,
	}
	baseline, err := s.openBaseline(c)
	if err == nil && baseline != nil {
		report.pairs, err = s.comparable(c, baseline, candidate)
	}
	switch {
	case err != nil && s.force:
		report.Baseline, report.Forced = s.baseline, err.Error()
		baseline, err = nil, nil
	case err != nil:
		return nil, err
	case baseline != nil:
		report.Baseline = baseline.name
	case s.baseline != "" && !s.update:
		return nil, &hintedError{fmt.Errorf("%s: there is no baseline yet", s.baseline), "--update makes this run the baseline"}
	case s.baseline != "":
		report.New = true
	}
	if err := report.runTests(c, s, baseline, candidate); err != nil {
		return nil, err
	}
	if baseline != nil {
		report.Worst, err = s.worstSegments(c, report, baseline, candidate)
	}
	return report, err
}
