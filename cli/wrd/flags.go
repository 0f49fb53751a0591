package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
)

const (
	vectorFlags  = "WORDS AND VECTORS"
	beyondFlags  = "BEYOND THE PAPER"
	cacheFlags   = "CACHE"
	textCategory = "TEXTS"
	testCategory = "TESTS"
	outputFlags  = "OUTPUT"
)

// Flags of settings: what a score is. Their names, meanings and defaults are those of package setup.
var (
	measureFlag        = settingFlag("measure", "")
	idfFlag            = settingSwitch("idf", "")
	multiReferenceFlag = settingFlag("multi_reference", textCategory)
	purposeFlag        = settingFlag("purpose", vectorFlags)
	encoderFlag        = settingFlag("encoder", vectorFlags)
	layerFlag          = settingNumber("layer", vectorFlags)
	precisionFlag      = settingFlag("precision", vectorFlags)
	vectorsFlag        = &vectorsNameFlag{withVariable(settingFlag("vectors", vectorFlags), vectorsVariable)}
	wordsFlag          = settingFlag("words", vectorFlags)
	frequenciesFlag    = settingFlag("frequencies", vectorFlags)
	tokenizerFlag      = settingFlag("tokenizer", vectorFlags)
	caseFlag           = settingFlag("case", vectorFlags)
	convertFlag        = settingFlag("convert", vectorFlags)
	converterFlag      = settingFlag("converter", vectorFlags)
	oovFlag            = settingFlag("oov", vectorFlags)
	emptyFlag          = settingFlag("empty", vectorFlags)
	massPowerFlag      = settingShare("mass_power", beyondFlags)
	spellingFlag       = settingFlag("spelling", beyondFlags)
	orderWeightFlag    = settingShare("order_weight", beyondFlags)
	contextWeightFlag  = settingShare("context_weight", beyondFlags)
	seedFlag           = &cli.Uint64Flag{Name: "seed", Value: setup.Describe("seed").Default.(uint64), Category: testCategory,
		Usage: usageOf("seed")}
)

// withoutNormFlag is no setting but another way to write --measure.
var withoutNormFlag = &cli.BoolFlag{Name: "without-norm",
	Usage: "replace add by add_without_norm, which sums directions without norms"}

// settingsFlag is for programs, which need not spell flags then.
var settingsFlag = &cli.StringFlag{Name: "settings", Category: vectorFlags,
	Usage: "`JSON` object of settings by the names of their flags, with _ for -, as results hold them; a flag wins over it"}

// settingFlag is the flag of a setting that is a text or a list.
func settingFlag(setting, category string) *cli.StringFlag {
	d := setup.Describe(setting)
	value := ""
	switch v := d.Default.(type) {
	case string:
		value = v
	case setup.Measures:
		value = strings.Join(v, ",")
	}
	return &cli.StringFlag{Name: nameInFlags(setting), Category: category, Value: value, Usage: usageOf(setting),
		DefaultText: d.DefaultText}
}

func settingSwitch(setting, category string) *cli.BoolFlag {
	return &cli.BoolFlag{Name: nameInFlags(setting), Category: category, Usage: usageOf(setting)}
}

func settingNumber(setting, category string) *cli.IntFlag {
	return &cli.IntFlag{Name: nameInFlags(setting), Category: category, Usage: usageOf(setting),
		DefaultText: setup.Describe(setting).DefaultText}
}

func settingShare(setting, category string) *cli.Float64Flag {
	return &cli.Float64Flag{Name: nameInFlags(setting), Category: category, Usage: usageOf(setting),
		Value: setup.Describe(setting).Default.(float64)}
}

// nameInFlags is the name of the flag of a setting.
func nameInFlags(setting string) string { return strings.ReplaceAll(setting, "_", "-") }

// asFlag is how messages write a setting.
func asFlag(setting string) string { return "--" + nameInFlags(setting) }

func usageOf(setting string) string { return setup.Describe(setting).Help(asFlag) }

// tokenFlags are the flags that decide what the words of a text are.
func tokenFlags() []cli.Flag { return []cli.Flag{tokenizerFlag, caseFlag} }

// encoderFlags are the flags of an encoder, which decide what vectors are in place of those of words.
func encoderFlags() []cli.Flag { return []cli.Flag{encoderFlag, layerFlag, precisionFlag} }

// measureFlags are the flags that say by which measures texts are compared, --measure first.
func measureFlags() []cli.Flag { return []cli.Flag{measureFlag, withoutNormFlag, idfFlag} }

// resourceFlags are the flags that say where vectors and counts come from, and where they are kept.
func resourceFlags() []cli.Flag {
	return []cli.Flag{vectorsFlag, wordsFlag, frequenciesFlag, cacheDirFlag, noCacheFlag}
}

// scoringFlags are the flags that decide what a score is; every verb that scores has them.
func scoringFlags() []cli.Flag { return scoringFlagsWith(convertFlag, oovFlag) }

// scoringFlagsWith are scoringFlags with a verb's own --convert and --oov.
func scoringFlagsWith(convert, oov cli.Flag) []cli.Flag {
	return slices.Concat(tokenFlags(), resourceFlags(), encoderFlags(),
		[]cli.Flag{purposeFlag, convert, converterFlag, oov, emptyFlag, massPowerFlag, spellingFlag, orderWeightFlag,
			contextWeightFlag})
}

const formatName = "format"

// plainFormat and gridFormat are --format of verbs that print one thing, and one table.
var (
	plainFormat = args.Format(outputFlags, "text", "json")
	gridFormat  = args.Format(outputFlags, render.GridFormats...)
)

// textOrJSON are the formats of most verbs, the default first.
var textOrJSON = []string{"text", "json"}

// formatFlag is the flag of the formats of standard output, the default first.
func formatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: formatName, Value: formats[0], Category: outputFlags,
		Usage: "`FORMAT` of standard output: " + strings.Join(formats, ", ")}
}

// formatOf reads that flag.
func formatOf(c *cli.Context, formats []string) (string, error) {
	return oneOf(c, formatName, formats...)
}

// onlyFormat is formatOf for a verb that takes flags and no arguments.
func onlyFormat(c *cli.Context, formats []string) (string, error) {
	if _, err := args.Positional(c); err != nil {
		return "", err
	}
	return formatOf(c, formats)
}

// oneOf returns the value of a flag that must be one of known.
func oneOf(c *cli.Context, flag string, known ...string) (string, error) {
	value := c.String(flag)
	for _, k := range known {
		if value == k {
			return value, nil
		}
	}
	return "", fmt.Errorf("--%s: found %q, expected one of: %s", flag, value, strings.Join(known, ", "))
}

// settingsOf reads the flags that are settings, those that somebody gave.
func settingsOf(c *cli.Context) (setup.Settings, error) {
	s := setup.Settings{
		IDF: given(c, idfFlag.Name, c.Bool), MultiReference: given(c, multiReferenceFlag.Name, c.String),
		Purpose: given(c, purposeFlag.Name, c.String), TokenVectors: given(c, tokenVectorsFlag, c.String), Encoder: given(c, encoderFlag.Name, c.String),
		Layer: given(c, layerFlag.Name, c.Int), Precision: given(c, precisionFlag.Name, c.String),
		Vectors: given(c, vectorsFlag.Name, c.String), Words: given(c, wordsFlag.Name, c.String),
		Frequencies: given(c, frequenciesFlag.Name, c.String), Tokenizer: given(c, tokenizerFlag.Name, c.String),
		Case: given(c, caseFlag.Name, c.String), Convert: given(c, convertFlag.Name, c.String),
		Converter: given(c, converterFlag.Name, c.String), OOV: given(c, oovFlag.Name, c.String),
		Empty: given(c, emptyFlag.Name, c.String), MassPower: given(c, massPowerFlag.Name, c.Float64),
		Spelling: given(c, spellingFlag.Name, c.String), OrderWeight: given(c, orderWeightFlag.Name, c.Float64),
		ContextWeight: given(c, contextWeightFlag.Name, c.Float64), Seed: given(c, seedFlag.Name, c.Uint64),
	}
	if c.IsSet(measureFlag.Name) {
		s.Measures = setup.ParseMeasures(c.String(measureFlag.Name))
	}
	if withoutNormFlag.Get(c) {
		if err := leaveNorms(&s); err != nil {
			return s, err
		}
	}
	if !c.IsSet(settingsFlag.Name) {
		return s, nil
	}
	said, err := setup.Parse([]byte(settingsFlag.Get(c)))
	return s.Over(said), asFlags(c, err)
}

// given returns the value of a flag, nil if nobody gave it.
func given[T any](c *cli.Context, name string, value func(string) T) *T {
	if !c.IsSet(name) {
		return nil
	}
	return new(value(name))
}

// leaveNorms is --without-norm.
func leaveNorms(s *setup.Settings) error {
	i := slices.Index(s.Measures, string(metric.MeasureAdd))
	switch {
	case i < 0:
		return fmt.Errorf("--%s: found no %s in --%s, which it changes", withoutNormFlag.Name, metric.MeasureAdd,
			measureFlag.Name)
	case slices.Contains(s.Measures, string(metric.MeasureAddWithoutNorm)):
		s.Measures = slices.Delete(s.Measures, i, i+1)
	default:
		s.Measures[i] = string(metric.MeasureAddWithoutNorm)
	}
	return nil
}

// completeSettings is settingsOf with all that follows of what is given.
func completeSettings(c *cli.Context) (setup.Settings, error) {
	s, err := settingsOf(c)
	if err != nil {
		return s, err
	}
	s, err = s.Complete(environmentOf(c).Defaults)
	return s, asFlags(c, err)
}

// asFlags writes what is wrong with settings as it is about flags, unless they came as settings.
func asFlags(c *cli.Context, err error) error {
	e, ok := errors.AsType[*setup.Error](err)
	if _, worded := errors.AsType[*flagError](err); !ok || worded {
		return err
	}
	named := asFlag
	if c.IsSet(settingsFlag.Name) {
		named = func(setting string) string { return setting }
	}
	worded := &flagError{err, strings.Replace(err.Error(), e.Error(), e.Named(named), 1)}
	if hint := e.Hint(named); hint != "" {
		return args.Hint(worded, hint)
	}
	return worded
}

// A flagError is an error about settings in the words of flags.
type flagError struct {
	error
	message string
}

func (e *flagError) Error() string { return e.message }
func (e *flagError) Unwrap() error { return e.error }

// completeSpelling writes out what --spelling alone means, as the library has no flags whose value may be left out.
func completeSpelling(args []string) []string {
	name := "--" + spellingFlag.Name
	args = slices.Clone(args)
	for i, arg := range args {
		switch {
		case arg == "--":
			return args
		case arg == name+"=true" || arg == name &&
			(i+1 == len(args) || !slices.Contains(metric.SpellingPolicies(), metric.SpellingPolicy(args[i+1]))):
			args[i] = name + "=" + string(metric.SpellingAll)
		case arg == name+"=false":
			args[i] = name + "=" + string(metric.SpellingNone)
		}
	}
	return args
}

// names returns the names of policies as strings.
func names[T ~string](policies []T) []string {
	list := make([]string, len(policies))
	for i, p := range policies {
		list[i] = string(p)
	}
	return list
}
