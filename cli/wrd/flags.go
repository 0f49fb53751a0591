package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/tokenize"
)

const (
	vectorFlags  = "WORDS AND VECTORS"
	beyondFlags  = "BEYOND THE PAPER"
	cacheFlags   = "CACHE"
	textCategory = "TEXTS"
	testCategory = "TESTS"
	outputFlags  = "OUTPUT"
)

// Flags that decide what the words of a text are.
var (
	tokenizerFlag = &cli.StringFlag{Name: "tokenizer", Value: tokenize.Default, Category: vectorFlags,
		Usage: "`NAME`: " + strings.Join(tokenize.Names(), ", ")}
	caseFlag = &cli.StringFlag{Name: "case", Value: caseLower, Category: vectorFlags,
		Usage: "`CASE`: lower (lower-case every token) or keep"}
)

// The values of --case.
const (
	caseLower = "lower"
	caseKeep  = "keep"
)

// tokenFlags are the flags that decide what the words of a text are.
func tokenFlags() []cli.Flag { return []cli.Flag{tokenizerFlag, caseFlag} }

// Flags that decide what a score is, beyond words and vectors.
var (
	convertFlag = &cli.StringFlag{Name: "convert", Value: convert.None, Category: vectorFlags,
		Usage: "vector converter by its `LETTERS`, such as AWR, learned from the references of this run; " +
			"none leaves the vectors as they are"}
	converterFlag = &cli.StringFlag{Name: "converter", Category: vectorFlags,
		Usage: "vector converter from `NAME|FILE`: " + defaultVectors +
			" (built in, AWR), or a file that wrd convert fit wrote"}
	oovFlag = &cli.StringFlag{Name: "oov", Value: string(metric.OOVOwn), Category: vectorFlags,
		Usage: "`POLICY` for tokens without a vector: own (a direction of their own) or " +
			"skip (leave them out, as the paper does)"}
	emptyFlag = &cli.StringFlag{Name: "empty", Value: string(metric.EmptyWorst), Category: vectorFlags,
		Usage: "`POLICY` for segments with nothing to compare: worst (distance 1), skip (no value) or error"}
	massPowerFlag = &cli.Float64Flag{Name: "mass-power", Value: 1, Category: beyondFlags,
		Usage: "take norms to the power `P`, from 0 to 4, as the masses of wrd; 1 is the paper's"}
	spellingFlag = &cli.StringFlag{Name: "spelling", Value: string(metric.SpellingNone), Category: beyondFlags,
		Usage: "limit costs of wrd to one minus the similarity of spelling (Dice of character 2- to 4-grams); for " +
			"`PAIRS`: " +
			"all, which --spelling alone means, or unknown (those in which a word has no vector)"}
	orderWeightFlag = &cli.Float64Flag{Name: "order-weight", Category: beyondFlags,
		Usage: "add `W`, from 0 to 10, times the difference of the relative positions of two words to the cost of wrd"}
	contextWeightFlag = &cli.Float64Flag{Name: "context-weight", Category: beyondFlags,
		Usage: "let the direction of each word of wrd lean by `LAMBDA`, from 0 to 10, towards the words next to it"}
)

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
	if _, err := positional(c); err != nil {
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

// tokenOptions turns the token flags into options, and opens the vectors.
func tokenOptions(c *cli.Context) (metric.Options, error) {
	tokenizer, err := oneOf(c, tokenizerFlag.Name, tokenize.Names()...)
	if err != nil {
		return metric.Options{}, err
	}
	letterCase, err := oneOf(c, caseFlag.Name, caseLower, caseKeep)
	if err != nil {
		return metric.Options{}, err
	}
	vectors, err := openVectors(c)
	return metric.Options{Vectors: vectors, Tokenizer: tokenizer, KeepCase: letterCase == caseKeep}, err
}

// scoringOptions turns the scoring flags into options, and opens vectors and converter. sentences are what
// --convert may learn from, nil for nothing.
func scoringOptions(c *cli.Context, sentences iter.Seq2[string, error]) (metric.Options, error) {
	if err := checkEncoder(c); err != nil {
		return metric.Options{}, err
	}
	if encodes(c) {
		options, err := encoderOptions(c)
		if err == nil {
			err = addStatesConverter(c, &options, sentences)
		}
		return options, err
	}
	oov, empty, err := policies(c)
	if err != nil {
		return metric.Options{}, err
	}
	options, err := tokenOptions(c)
	if err != nil {
		return options, err
	}
	options.OOV, options.Empty = oov, empty
	if err := extend(c, &options); err != nil {
		return options, err
	}
	options.Converter, err = openConverter(c, options, sentences)
	return options, err
}

// policies reads --oov and --empty.
func policies(c *cli.Context) (metric.OOVPolicy, metric.EmptyPolicy, error) {
	oov, err := oneOf(c, oovFlag.Name, names(metric.OOVPolicies())...)
	if err != nil {
		return "", "", err
	}
	preset, err := presetOf(c)
	if err != nil {
		return "", "", err
	}
	if !decides(c, oovFlag.Name) {
		oov = string(preset.OOV)
	}
	empty, err := oneOf(c, emptyFlag.Name, names(metric.EmptyPolicies())...)
	return metric.OOVPolicy(oov), metric.EmptyPolicy(empty), err
}

// savedConverter reads --converter, which --purpose may stand for, "" for none, and refuses it together with --convert.
func savedConverter(c *cli.Context) (nameOrFile string, err error) {
	saved := converterFlag.Get(c)
	if saved != "" && c.IsSet(convertFlag.Name) {
		return "", fmt.Errorf("found --%s and --%s, expected one of them", convertFlag.Name, converterFlag.Name)
	}
	if !purposeConverts(c) {
		return saved, nil
	}
	if found := vectorsFlag.Get(c); found != defaultVectors {
		return "", &hintedError{fmt.Errorf("--%s %s: found the vectors %s, expected %s, which its converter is for",
			purposeFlag.Name, purposeFlag.Get(c), found, defaultVectors),
			fmt.Sprintf("say by --%s or --%s how to convert them", convertFlag.Name, converterFlag.Name)}
	}
	return defaultVectors, nil
}

// extend turns the flags that go beyond the paper into options, those that --purpose stands for too.
func extend(c *cli.Context, options *metric.Options) error {
	preset, err := presetOf(c)
	if err != nil {
		return err
	}
	options.Spelling, options.MassPower = preset.Spelling, preset.MassPower
	options.OrderWeight, options.ContextWeight = preset.OrderWeight, preset.ContextWeight
	spelling, err := oneOf(c, spellingFlag.Name, names(metric.SpellingPolicies())...)
	if err != nil {
		return err
	}
	if decides(c, spellingFlag.Name) {
		options.Spelling = metric.SpellingPolicy(spelling)
	}
	if decides(c, massPowerFlag.Name) {
		options.MassPower = new(massPowerFlag.Get(c))
	}
	if decides(c, orderWeightFlag.Name) {
		options.OrderWeight = orderWeightFlag.Get(c)
	}
	if decides(c, contextWeightFlag.Name) {
		options.ContextWeight = contextWeightFlag.Get(c)
	}
	return nil
}

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
