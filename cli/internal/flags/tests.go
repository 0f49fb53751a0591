package flags

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags that several verbs have. Each is defined, and its value checked, here alone.
var (
	CandidateFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"}, Category: TextCategory,
		Usage: "`FILE` of a system's texts, or name=FILE, or a table; repeat it for more systems"}}
	ReferenceFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "reference", Aliases: []string{"r"}, Category: TextCategory,
		Usage: "`FILE` of human texts, or a table with them; repeat it for more references"}}
	SourceFlag = &cli.StringFlag{Name: "source", Aliases: []string{"s"}, Category: TextCategory,
		Usage: "`FILE` of what was translated, or a table with it: scores by " + string(metric.MeasureSource) +
			", which needs no references"}
	// TextColumnsFlag is ColumnsFlag where tables hold texts alone.
	TextColumnsFlag = &cli.StringSliceFlag{Name: ColumnsFlag.Name, Category: TextCategory,
		Usage: "`LIST` of columns of a table of texts with other names, name=column: candidate=mt,reference=target"}
	CommonFlag = &cli.BoolFlag{Name: "common",
		Usage: "if tables hold different segments, take those that all of them have, matched by id"}
	// SortFlag orders what people read. Formats for programs have systems as the input has.
	SortFlag = args.OneOf(&cli.StringFlag{Name: "sort", Value: sortBest, Category: OutputFlags,
		Usage: "`ORDER` of systems in tables for people: best, by the first measure, or given, as the command line has them"},
		sortBest, sortGiven)
	ThreadsFlag = &cli.IntFlag{Name: "threads", Usage: "`N` threads, 0 for one per core; results do not depend on it"}

	TestFlag = args.OneOf(&cli.StringFlag{Name: "test", Value: string(significance.TestRandomisation), Category: TestCategory,
		Usage: "`TEST`: " + strings.Join(wording.Names(significance.Tests()), ", ")}, significance.Tests()...)
	CorrectionFlag = args.OneOf(&cli.StringFlag{Name: "correction", Value: string(significance.CorrectionHolm),
		Category: TestCategory,
		Usage:    "`METHOD` to correct p for the number of tests: holm, bh (Benjamini-Hochberg) or none"}, significance.Corrections()...)
	SamplesFlag = &cli.IntFlag{Name: "samples", Category: TestCategory, Usage: "draw `N` samples",
		DefaultText: "enough for the number of tests: 10000, or 1000 for the bootstrap test"}
	AlphaFlag = &cli.Float64Flag{Name: "alpha", Value: 0.05, Category: TestCategory,
		Usage: "a difference is significant if its p is at most `P`"}
	ConfidenceFlag = &cli.Float64Flag{Name: "confidence", Value: evaluation.DefaultConfidence, Category: TestCategory,
		Usage: "confidence of the intervals, a `SHARE` such as 0.95"}
)

// The values of --sort.
const (
	sortBest  = "best"
	sortGiven = "given"
)

// AsGiven reads --sort: whether people see systems in the order of the command line.
func AsGiven(c *cli.Context) bool { return SortFlag.Get(c) == sortGiven }

// Threads reads --threads.
func Threads(c *cli.Context) (int, error) {
	n := ThreadsFlag.Get(c)
	if n < 0 {
		return 0, fmt.Errorf("--%s: found %d, expected 0 or more", ThreadsFlag.Name, n)
	}
	return n, nil
}

// Draws reads --samples; 0 means that nobody says how many.
func Draws(c *cli.Context) (int, error) {
	n := c.Int(SamplesFlag.Name)
	if c.IsSet(SamplesFlag.Name) && n < 1 {
		return 0, fmt.Errorf("--%s: found %d, expected 1 or more", SamplesFlag.Name, n)
	}
	return n, nil
}

// ShareOf reads a flag that is a number between 0 and 1, such as --alpha.
func ShareOf(c *cli.Context, flag *cli.Float64Flag) (float64, error) {
	x := flag.Get(c)
	if !(x > 0 && x < 1) {
		return 0, fmt.Errorf("--%s: found %v, expected a number between 0 and 1", flag.Name, x)
	}
	return x, nil
}

// TestSettings reads the flags of tests between systems. Confidence and what is drawn are left as they are.
func TestSettings(c *cli.Context) (o significance.Options, err error) {
	o.Test, o.Correction, o.Seed = TestFlag.Get(c), CorrectionFlag.Get(c), SeedFlag.Get(c)
	if o.Alpha, err = ShareOf(c, AlphaFlag); err != nil {
		return o, err
	}
	if o.Draws, err = Draws(c); err != nil {
		return o, err
	}
	o.Workers, err = Threads(c)
	return o, err
}
