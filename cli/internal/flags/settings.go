package flags

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

const (
	VectorFlags     = "WORDS AND VECTORS"
	beyondFlags     = "BEYOND THE PAPER"
	runFlags        = "THREADS AND CACHE"
	MeasureCategory = "MEASURES"
	TextCategory    = "TEXTS"
	TestCategory    = "TESTS"
	OutputFlags     = "OUTPUT"
)

// Flags of settings: what a score is. Their names, meanings and defaults are those of package setup.
var (
	MeasureFlag        = settingFlag("measure", MeasureCategory)
	idfFlag            = settingSwitch("idf", MeasureCategory)
	MultiReferenceFlag = settingFlag("multi_reference", TextCategory)
	LanguageFlag       = settingFlag("language", VectorFlags)
	PurposeFlag        = settingFlag("purpose", VectorFlags)
	EncoderFlag        = settingFlag("encoder", VectorFlags)
	LayerFlag          = settingNumber("layer", VectorFlags)
	PrecisionFlag      = settingFlag("precision", VectorFlags)
	VectorsFlag        = &vectorsNameFlag{withVariable(settingFlag("vectors", VectorFlags), VectorsVariable)}
	WordsFlag          = settingFlag("words", VectorFlags)
	FrequenciesFlag    = settingFlag("frequencies", VectorFlags)
	TokenizerFlag      = settingFlag("tokenizer", VectorFlags)
	CaseFlag           = settingFlag("case", VectorFlags)
	NormalizeFlag      = settingFlag("normalize", VectorFlags)
	convertFlag        = settingFlag("convert", VectorFlags)
	ConverterFlag      = settingFlag("converter", VectorFlags)
	OOVFlag            = settingFlag("oov", VectorFlags)
	emptyFlag          = settingFlag("empty", VectorFlags)
	massPowerFlag      = settingShare("mass_power", beyondFlags)
	spellingFlag       = settingFlag("spelling", beyondFlags)
	spellingWeightFlag = settingShare("spelling_weight", beyondFlags)
	surfaceWeightFlag  = settingShare("surface_weight", beyondFlags)
	orderWeightFlag    = settingShare("order_weight", beyondFlags)
	contextWeightFlag  = settingShare("context_weight", beyondFlags)
	SeedFlag           = &cli.Uint64Flag{Name: "seed", Value: evaluation.DefaultSeed, Category: TestCategory,
		Usage: "`SEED`: seed of random draws"}
)

// withoutNormFlag is no setting but another way to write --measure.
var withoutNormFlag = &cli.BoolFlag{Name: "without-norm", Category: MeasureCategory,
	Usage: "use add_without_norm instead of add"}

// SettingsFlag is for programs, which need not spell flags then.
var SettingsFlag = &cli.StringFlag{Name: "settings", Category: VectorFlags,
	Usage: "`JSON`: settings as an object, with _ for - in the names of flags; flags override it"}

// NamesFlag is for programs whose users do not write settings as JSON has them.
var NamesFlag = &cli.StringFlag{Name: "names", Category: VectorFlags,
	Usage: "`JSON`: what messages call settings and flags, such as {\"measure\": \"measures\"}"}

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

// AsFlag is how messages write a setting.
func AsFlag(setting string) string { return "--" + nameInFlags(setting) }

func usageOf(setting string) string { return setup.Describe(setting).Help(AsFlag) }

// ElsewhereFlag is the flag of a setting that names a file, for results that say already which it was.
func ElsewhereFlag(setting string) *cli.StringFlag {
	return &cli.StringFlag{Name: nameInFlags(setting), Category: VectorFlags, DefaultText: "as stored",
		Usage: "`FILE`: where the file is now, if it moved"}
}

// TokenFlags are the flags that decide what the words of a text are.
func TokenFlags() []cli.Flag { return []cli.Flag{LanguageFlag, TokenizerFlag, CaseFlag} }

// EncoderFlags are the flags of an encoder, which decide what vectors are in place of those of words.
func EncoderFlags() []cli.Flag { return []cli.Flag{EncoderFlag, LayerFlag, PrecisionFlag} }

// MeasureFlags are the flags that say by which measures texts are compared, --measure first.
func MeasureFlags() []cli.Flag { return []cli.Flag{MeasureFlag, withoutNormFlag, idfFlag} }

// ResourceFlags are the flags that say where vectors and counts come from, and where they are kept.
func ResourceFlags() []cli.Flag {
	return []cli.Flag{VectorsFlag, WordsFlag, FrequenciesFlag, CacheDirFlag, NoCacheFlag}
}

// ScoringFlags are the flags that decide what a score is; every verb that scores has them.
func ScoringFlags() []cli.Flag { return ScoringFlagsWith(NormalizeFlag, convertFlag, OOVFlag) }

// ScoringFlagsWith are ScoringFlags with a verb's own --normalize, --convert and --oov.
func ScoringFlagsWith(normalize, convert, oov cli.Flag) []cli.Flag {
	return slices.Concat(TokenFlags(), []cli.Flag{normalize}, ResourceFlags(), EncoderFlags(),
		[]cli.Flag{PurposeFlag, convert, ConverterFlag, oov, emptyFlag, massPowerFlag, spellingFlag, spellingWeightFlag,
			surfaceWeightFlag, orderWeightFlag, contextWeightFlag})
}

// PlainFormat and GridFormat are --format of verbs that print one thing, and one table.
var (
	PlainFormat = args.Format(OutputFlags, "text", "json")
	GridFormat  = args.Format(OutputFlags, render.GridFormats...)
)

// SettingsOf reads the flags that are settings, those that somebody gave.
func SettingsOf(c *cli.Context) (setup.Settings, error) {
	s := setup.Settings{
		IDF: Given(c, idfFlag.Name, c.Bool), MultiReference: Given(c, MultiReferenceFlag.Name, c.String),
		Language: Given(c, LanguageFlag.Name, c.String), Purpose: Given(c, PurposeFlag.Name, c.String),
		TokenVectors: Given(c, TokenVectorsFlag, c.String), Encoder: Given(c, EncoderFlag.Name, c.String),
		Layer: Given(c, LayerFlag.Name, c.Int), Precision: Given(c, PrecisionFlag.Name, c.String),
		Vectors: Given(c, VectorsFlag.Name, c.String), Words: Given(c, WordsFlag.Name, c.String),
		Frequencies: Given(c, FrequenciesFlag.Name, c.String), Tokenizer: Given(c, TokenizerFlag.Name, c.String),
		Case: Given(c, CaseFlag.Name, c.String), Normalize: Given(c, NormalizeFlag.Name, c.String),
		Convert:   Given(c, convertFlag.Name, c.String),
		Converter: Given(c, ConverterFlag.Name, c.String), OOV: Given(c, OOVFlag.Name, c.String),
		Empty: Given(c, emptyFlag.Name, c.String), MassPower: Given(c, massPowerFlag.Name, c.Float64),
		Spelling:       Given(c, spellingFlag.Name, c.String),
		SpellingWeight: Given(c, spellingWeightFlag.Name, c.Float64),
		SurfaceWeight:  Given(c, surfaceWeightFlag.Name, c.Float64),
		OrderWeight:    Given(c, orderWeightFlag.Name, c.Float64),
		ContextWeight:  Given(c, contextWeightFlag.Name, c.Float64),
	}
	if c.IsSet(MeasureFlag.Name) {
		s.Measures = setup.ParseMeasures(c.String(MeasureFlag.Name))
	}
	if withoutNormFlag.Get(c) {
		if err := leaveNorms(&s); err != nil {
			return s, err
		}
	}
	if c.IsSet(SettingsFlag.Name) {
		said, err := setup.Parse([]byte(SettingsFlag.Get(c)))
		if err != nil {
			return s, asFlags(c, err)
		}
		s = s.Over(said)
	}
	if c.IsSet(SourceFlag.Name) && len(referencesOf(c)) == 0 {
		s = s.WithSources()
	}
	return s, nil
}

// Given returns the value of a flag, nil if nobody gave it.
func Given[T any](c *cli.Context, name string, value func(string) T) *T {
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
			MeasureFlag.Name)
	case slices.Contains(s.Measures, string(metric.MeasureAddWithoutNorm)):
		s.Measures = slices.Delete(s.Measures, i, i+1)
	default:
		s.Measures[i] = string(metric.MeasureAddWithoutNorm)
	}
	return nil
}

// CompleteSettings is SettingsOf with all that follows of what is given.
func CompleteSettings(c *cli.Context) (setup.Settings, error) {
	s, err := SettingsOf(c)
	if err != nil {
		return s, err
	}
	return Complete(c, s)
}

// Complete returns settings that flags say with all that follows of them.
func Complete(c *cli.Context, s setup.Settings) (setup.Settings, error) {
	s, err := s.Complete(EnvironmentOf(c).Defaults)
	return s, asFlags(c, err)
}

// asFlags writes what is wrong with settings, and what to do about it, with the names that a run has for them.
func asFlags(c *cli.Context, err error) error {
	if err == nil {
		return nil
	}
	named := namesOf(c)
	hint := setup.Hint(err, named)
	if e, ok := errors.AsType[*vectors.NotFoundError](err); ok && e.Name != "" && e.Name == os.Getenv(VectorsVariable) {
		hint += "; " + VectorsVariable + " says " + e.Name
	}
	_, worded := errors.AsType[*flagError](err)
	if _, ok := errors.AsType[*setup.Error](err); ok && !worded {
		err = &flagError{err, setup.In(err, named)}
	}
	if _, hinted := errors.AsType[*args.Hinted](err); hint == "" || hinted {
		return err
	}
	return args.Hint(err, hint)
}

// CallerNames returns how messages write options for users of the program that calls this one; nil unless it says so.
func CallerNames(c *cli.Context) (func(name string) string, error) {
	if !c.IsSet(NamesFlag.Name) {
		return nil, nil
	}
	var names map[string]string
	if err := json.Unmarshal([]byte(NamesFlag.Get(c)), &names); err != nil || names == nil {
		return nil, fmt.Errorf("--%s: found %q, expected an object of JSON with texts", NamesFlag.Name, NamesFlag.Get(c))
	}
	return func(name string) string { return cmp.Or(names[name], name) }, nil
}

// namesOf is how messages of a run write settings and other options: as its caller says or else as flags, but settings
// that were given as JSON as there.
func namesOf(c *cli.Context) func(name string) string {
	if named, _ := CallerNames(c); named != nil {
		return named
	}
	if !c.IsSet(SettingsFlag.Name) {
		return AsFlag
	}
	return func(name string) string {
		if slices.Contains(setup.Names(), name) {
			return name
		}
		return AsFlag(name)
	}
}

// A flagError is an error about settings in the words of flags.
type flagError struct {
	error
	message string
}

func (e *flagError) Error() string { return e.message }
func (e *flagError) Unwrap() error { return e.error }

// CompleteSpelling writes out what --spelling alone means, as the library has no flags whose value may be left out.
func CompleteSpelling(args []string) []string {
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
