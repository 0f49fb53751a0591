package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
)

// purposeFlag stands for several flags at once.
var purposeFlag = &cli.StringFlag{Name: "purpose", Category: vectorFlags,
	Usage: "the settings that agreed best with people, for `NAME`: " + strings.Join(names(metric.Purposes()), ", ") +
		" (as the paper has it); any flag of what it stands for wins over it; for translation these are states of the " +
		"built-in encoder, and next to --" + vectorsFlag.Name + " " + defaultVectors +
		", vectors of words, in a fraction of the time"}

// purposeEncodes says whether --purpose stands for the built-in encoder: it agreed best with people, and no flag asks for
// vectors of words.
func purposeEncodes(c *cli.Context) bool {
	return c.IsSet(purposeFlag.Name) && metric.Purpose(purposeFlag.Get(c)).Encodes() &&
		!slices.ContainsFunc(decidedByEncoder, c.IsSet) && !c.IsSet(convertFlag.Name) && !c.IsSet(converterFlag.Name)
}

// presetOf returns what --purpose stands for, the zero value if it is not given.
func presetOf(c *cli.Context) (metric.Options, error) {
	if !c.IsSet(purposeFlag.Name) {
		return metric.Options{}, nil
	}
	if encodes(c) {
		return encoderPreset(c)
	}
	preset, err := metric.Purpose(purposeFlag.Get(c)).Options()
	if err != nil {
		return preset, fmt.Errorf("--%w", err)
	}
	return preset, nil
}

// encoderPreset is presetOf with an encoder.
func encoderPreset(c *cli.Context) (metric.Options, error) {
	if err := checkEncoder(c); err != nil {
		return metric.Options{}, err
	}
	model, err := openEncoder(c)
	if err != nil {
		return metric.Options{}, err
	}
	preset, err := metric.Purpose(purposeFlag.Get(c)).EncoderOptions(model)
	if err != nil {
		return preset, fmt.Errorf("--%w", err)
	}
	return preset, nil
}

// decides says whether a flag of those that --purpose may stand for decides, by its value or by its default.
func decides(c *cli.Context, flag string) bool { return c.IsSet(flag) || !c.IsSet(purposeFlag.Name) }

// purposeConverts says whether --purpose decides on the converter, and for the embedded one.
func purposeConverts(c *cli.Context) bool {
	return !encodes(c) && !decides(c, convertFlag.Name) && !decides(c, converterFlag.Name) &&
		metric.Purpose(purposeFlag.Get(c)).Converts()
}
