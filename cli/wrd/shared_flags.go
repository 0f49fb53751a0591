package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Flags that several verbs have. Each is defined, and its value checked, here alone.
var (
	candidateFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "candidate", Aliases: []string{"c"}, Category: textCategory,
		Usage: "`FILE` of a system's texts, or name=FILE, or a table; repeat it for more systems"}}
	referenceFlag = &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: "reference", Aliases: []string{"r"}, Category: textCategory,
		Usage: "`FILE` of human texts, or a table with them; repeat it for more references"}}
	// textColumnsFlag is columnsFlag where tables hold texts alone.
	textColumnsFlag = &cli.StringSliceFlag{Name: columnsFlag.Name, Category: textCategory,
		Usage: "`LIST` of columns of a table of texts with other names, name=column: candidate=mt,reference=target"}
	threadsFlag = &cli.IntFlag{Name: "threads", Usage: "`N` threads, 0 for one per core; results do not depend on it"}

	testFlag = &cli.StringFlag{Name: "test", Value: string(agreement.TestRandomisation), Category: testCategory,
		Usage: "`TEST`: " + strings.Join(names(agreement.Tests()), ", ")}
	correctionFlag = &cli.StringFlag{Name: "correction", Value: string(agreement.CorrectionHolm),
		Category: testCategory,
		Usage:    "`METHOD` to correct p for the number of tests: holm, bh (Benjamini-Hochberg) or none"}
	samplesFlag = &cli.IntFlag{Name: "samples", Category: testCategory, Usage: "draw `N` samples",
		DefaultText: "10000; 1000 for the bootstrap test, as sacreBLEU"}
	alphaFlag = &cli.Float64Flag{Name: "alpha", Value: 0.05, Category: testCategory,
		Usage: "a difference is significant if its p is at most `P`"}
	confidenceFlag = &cli.Float64Flag{Name: "confidence", Value: evaluation.DefaultConfidence, Category: testCategory,
		Usage: "`SHARE` of cases in which an interval is to hold what it estimates"}
)

// threads reads --threads.
func threads(c *cli.Context) (int, error) {
	n := threadsFlag.Get(c)
	if n < 0 {
		return 0, fmt.Errorf("--%s: found %d, expected 0 or more", threadsFlag.Name, n)
	}
	return n, nil
}

// draws reads --samples; 0 means that nobody says how many.
func draws(c *cli.Context) (int, error) {
	n := c.Int(samplesFlag.Name)
	if c.IsSet(samplesFlag.Name) && n < 1 {
		return 0, fmt.Errorf("--%s: found %d, expected 1 or more", samplesFlag.Name, n)
	}
	return n, nil
}

// share reads a flag that is a number between 0 and 1, such as --alpha.
func shareOf(c *cli.Context, flag *cli.Float64Flag) (float64, error) {
	x := flag.Get(c)
	if !(x > 0 && x < 1) {
		return 0, fmt.Errorf("--%s: found %v, expected a number between 0 and 1", flag.Name, x)
	}
	return x, nil
}

// testSettings reads the flags of tests between systems. Confidence and what is drawn are left as they are.
func testSettings(c *cli.Context) (o agreement.CompareOptions, err error) {
	test, err := oneOf(c, testFlag.Name, names(agreement.Tests())...)
	if err != nil {
		return o, err
	}
	correction, err := oneOf(c, correctionFlag.Name, names(agreement.Corrections())...)
	if err != nil {
		return o, err
	}
	o.Test, o.Correction, o.Seed = agreement.Test(test), agreement.Correction(correction), seedFlag.Get(c)
	if o.Alpha, err = shareOf(c, alphaFlag); err != nil {
		return o, err
	}
	if o.Draws, err = draws(c); err != nil {
		return o, err
	}
	if o.Draws == 0 {
		o.Draws = agreement.DefaultDraws(o.Test)
	}
	o.Workers, err = threads(c)
	return o, err
}
