package flags

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags that several verbs have. Each is defined, and its value checked, here alone.
var (
	CandidateFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"}, Category: TextCategory,
		Usage: "`FILE`: texts of a system, name=FILE, or a table; repeat for more"}}
	ReferenceFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "reference", Aliases: []string{"r"}, Category: TextCategory,
		Usage: "`FILE`: references, or a table with them; repeat for several"}}
	SourceFlag = &cli.StringFlag{Name: "source", Aliases: []string{"s"}, Category: TextCategory,
		Usage: "`FILE`: sources, or a table with them: shown beside references; without these " + string(metric.MeasureSource) +
			" compares with them"}
	// TextColumnsFlag is ColumnsFlag where tables hold texts alone.
	TextColumnsFlag = &cli.StringSliceFlag{Name: ColumnsFlag.Name, Category: TextCategory,
		Usage: "`LIST`: other names of columns, such as candidate=mt,reference=target; candidate=A+B: a system per column"}
	CommonFlag = &cli.BoolFlag{Name: "common", Category: TableCategory,
		Usage: "use only the segments that all tables have, matched by id"}
	// SortFlag orders what people read. Formats for programs have systems as the input has.
	SortFlag = args.OneOf(&cli.StringFlag{Name: "sort", Value: sortBest, Category: OutputFlags,
		Usage: "`ORDER`: systems with the best first, by the first measure (best), or as given (given)"},
		sortBest, sortGiven)
	ThreadsFlag = &cli.IntFlag{Name: "threads", Category: runFlags, DefaultText: "all cores",
		Usage: "`N`: number of threads; results do not depend on it"}
	// LimitFlag is what package limit bounds.
	LimitFlag = &cli.IntFlag{Name: "limit", EnvVars: []string{LimitVariable}, Value: limit.Default, Category: runFlags,
		Usage: "`N`: at most so many columns of a table, references of a segment, and different words of a text; memory " +
			"grows with its square"}

	TestFlag = args.OneOf(&cli.StringFlag{Name: "test", Value: string(significance.TestRandomisation), Category: TestCategory,
		Usage: "`TEST`: " + strings.Join(wording.Names(significance.Tests()), ", ")}, significance.Tests()...)
	CorrectionFlag = args.OneOf(&cli.StringFlag{Name: "correction", Value: string(significance.CorrectionHolm),
		Category: TestCategory,
		Usage:    "`METHOD`: correction for several tests: holm, bh (Benjamini-Hochberg) or none"}, significance.Corrections()...)
	SamplesFlag = &cli.IntFlag{Name: "samples", Category: TestCategory, Usage: "`N`: number of random draws",
		DefaultText: "enough for the tests: 10000, bootstrap 1000"}
	AlphaFlag = &cli.Float64Flag{Name: "alpha", Value: 0.05, Category: TestCategory,
		Usage: "`P`: significance level"}
	ConfidenceFlag = &cli.Float64Flag{Name: "confidence", Value: evaluation.DefaultConfidence, Category: TestCategory,
		Usage: "`SHARE`: confidence level of the intervals"}
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

// LimitVariable is the variable of the environment that gives the limit where no flag does.
const LimitVariable = "WRD_LIMIT"

// SetLimit reads --limit, which holds for the process; verbs without it, the variable alone.
func SetLimit(c *cli.Context) (err error) {
	n := limit.Default
	if slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == LimitFlag.Name }) {
		n = LimitFlag.Get(c)
	} else if said := os.Getenv(LimitVariable); said != "" {
		if n, err = strconv.Atoi(said); err != nil {
			return fmt.Errorf("%s: found %q, expected a number", LimitVariable, said)
		}
	}
	if err := limit.Set(n); err != nil {
		return fmt.Errorf("--%s: %w", LimitFlag.Name, err)
	}
	return nil
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
