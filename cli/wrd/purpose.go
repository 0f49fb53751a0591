package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
)

// purposeFlag stands for several flags at once.
var purposeFlag = &cli.StringFlag{Name: "purpose", Category: vectorFlags,
	Usage: "the settings that agreed best with people, for `NAME`: " + strings.Join(names(metric.Purposes()), ", ") +
		" (as the paper has it); any flag of measures, converters, unknown words and beyond the paper wins over it"}

// presetOf returns what --purpose stands for, the zero value if it is not given.
func presetOf(c *cli.Context) (metric.Options, error) {
	if !c.IsSet(purposeFlag.Name) {
		return metric.Options{}, nil
	}
	preset, err := metric.Purpose(purposeFlag.Get(c)).Options()
	if err != nil {
		return preset, fmt.Errorf("--%w", err)
	}
	return preset, nil
}

// decides says whether a flag of those that --purpose may stand for decides, by its value or by its default.
func decides(c *cli.Context, flag string) bool { return c.IsSet(flag) || !c.IsSet(purposeFlag.Name) }

// purposeConverts says whether --purpose decides on the converter, and for the embedded one.
func purposeConverts(c *cli.Context) bool {
	return !decides(c, convertFlag.Name) && !decides(c, converterFlag.Name) &&
		metric.Purpose(purposeFlag.Get(c)).Converts()
}
