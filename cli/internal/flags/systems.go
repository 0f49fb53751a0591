package flags

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// DigitsFlag is of the formats with a row for each system.
var DigitsFlag = &cli.IntFlag{Name: "digits", Value: say.DefaultDigits, Category: OutputFlags,
	Usage: "`N`: significant digits of means in the formats latex and markdown; csv has all"}

// SystemFormat is --format of a verb whose other formats are some, the default first.
func SystemFormat(others ...string) *args.Choice[string] {
	return args.Format(OutputFlags, slices.Concat(others, say.SystemFormats())...)
}

// Digits reads --digits.
func Digits(c *cli.Context) (int, error) {
	digits := DigitsFlag.Get(c)
	if digits < 1 || digits > say.MostDigits {
		return 0, fmt.Errorf("--%s: found %d, expected 1 to %d", DigitsFlag.Name, digits, say.MostDigits)
	}
	return digits, nil
}
