package setup

import (
	"reflect"
	"strings"
	"sync"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// A Description says what a setting means. The help of the command is made of it, and tests compare it with that of
// other hosts.
type Description struct {
	Name string // in JSON; the command's flag has - for _
	// Meaning is a clause without a full stop. A word in backticks stands for the value, {name} for another setting.
	Meaning string
	Values  []string // what it may be, the default first; nil for anything of its type
	// Default is the value without a purpose, nil if there is none. DefaultText says what happens then, "" if there is
	// nothing to say.
	Default     any
	DefaultText string
	File        bool // whether it may name a file or a folder
}

// Described describes every setting, in the order of Names.
func Described() []Description {
	return []Description{
		{
			Name: "measure", Default: Measures{string(metric.MeasureWRD)}, Values: wording.Names(metric.Measures()),
			Meaning: "`LIST`: " + strings.Join(wording.Names(metric.Measures()), ","),
		},
		{
			Name: "idf", Default: false,
			Meaning: "weight the tokens of bertscore by inverse document frequency",
		},
		{
			Name: "multi_reference", Values: wording.Names(metric.MultiReferencePolicies()),
			Default: string(metric.NearestReference),
			Meaning: "`POLICY`: take the nearest of several references, or their mean",
		},
		{
			Name: "language", Default: LanguageAuto,
			Meaning: "`CODE|auto`: language of the texts, such as de or ja; sets the defaults of {tokenizer}, {case} and {vectors}, " +
				"and what {purpose} sets; auto detects it from the first 1,000 references",
		},
		{
			Name: "purpose", Values: wording.Names(metric.Purposes()),
			Meaning: "`NAME`: settings that agree best with people for " +
				strings.Join(explainedPurposes(), ", ") + "; other flags override them",
		},
		{
			Name: "token_vectors", File: true,
			Meaning: "`FILE`: candidates and references as tokens with vectors, instead of texts and {vectors}",
		},
		{
			Name: "encoder", File: true,
			Meaning: "`NAME|DIR`: compare words in context: " + encoder.ContextENLargeName + ", " + encoder.ContextENName +
				" (5 times as fast; both built in, English), " + encoder.ContextMultiName + " (built in, 93 languages), a downloaded " +
				"encoder, or a model folder",
		},
		{
			Name: "layer", DefaultText: "the one that agrees best with people",
			Meaning: "`N`: layer of {encoder}; 0 is the embeddings",
		},
		{
			Name: "precision", Values: wording.Names(encoder.Precisions()), Default: string(encoder.Float32),
			Meaning: "`float32|int8`: precision of {encoder}; int8 is up to 3 times as fast and changes scores slightly",
		},
		{
			Name: "vectors", Default: embedding.DefaultName, File: true,
			Meaning: "`NAME|FILE`: " + embedding.DefaultName + " (built in, English; over 100 times as fast as an encoder), " + ngrams.Name +
				" (character n-grams, any language; " + ngrams.Name + "4-6 sets their lengths), downloaded vectors, " +
				"or a file: word2vec, GloVe, fastText, NumPy, safetensors",
		},
		{
			Name: "words", DefaultText: "x.words next to x.npy", File: true,
			Meaning: "`FILE`: words of a NumPy array, one per line",
		},
		{
			Name: "frequencies", DefaultText: "those of " + embedding.DefaultName, File: true,
			Meaning: "`FILE`: a word and its count per line, for converters with A, M, Z, W or U and for wmd_sif_weights",
		},
		{
			Name: "tokenizer", Values: tokenize.Names(), Default: tokenize.Default,
			Meaning: "`NAME`: " + strings.Join(tokenize.Names(), ", "),
		},
		{
			Name: "case", Values: wording.Names(tokenize.Cases()), Default: string(tokenize.LowerCase),
			Meaning: "`CASE`: lower-case tokens (lower), as in Turkish (turkic), or keep",
		},
		{
			Name: "normalize", Values: wording.Names(tokenize.Normalizations()), Default: string(tokenize.NormalizeUnicode),
			Meaning: "`FORM`: read as one what looks the same, such as curly and straight apostrophes (unicode), or nothing, " +
				"as in the paper (none)",
		},
		{
			Name: "convert", Default: convert.None,
			Meaning: "`LETTERS`: vector converter, such as AWR, learned from the references of this run",
		},
		{
			Name: "converter", File: true,
			Meaning: "`NAME|FILE`: saved vector converter: " + embedding.DefaultName + " (built in, AWR), or a file of wrd convert fit",
		},
		{
			Name: "oov", Values: wording.Names(metric.OOVPolicies()), Default: string(metric.OOVOwn),
			Meaning: "`POLICY`: words without a vector match only themselves (own), or are left out as in the paper (skip)",
		},
		{
			Name: "empty", Values: wording.Names(metric.EmptyPolicies()), Default: string(metric.EmptyWorst),
			Meaning: "`POLICY`: segments with nothing to compare get the worst score (worst), none (skip), or stop the run (error)",
		},
		{
			Name: "mass_power", Default: 1.,
			Meaning: "`P`: use norms to the power P, 0 to 4, as masses; 1 is the paper's",
		},
		{
			Name: "spelling", Values: wording.Names(metric.SpellingPolicies()), Default: string(metric.SpellingNone),
			Meaning: "`PAIRS`: words with a similar spelling cost less (Dice of 2- to 4-grams): all pairs (a bare {spelling}), or those " +
				"with an unknown word (unknown)",
		},
		{
			Name: "spelling_weight", Default: 0.,
			Meaning: "`LAMBDA`: take LAMBDA, 0 to 1, of the cost of two words from their spelling, compared as by {spelling}",
		},
		{
			Name: "surface_weight", Default: 0.,
			Meaning: "`LAMBDA`: take LAMBDA, 0 to 1, of the cost of two pieces of {encoder} from how they are written in the text: " +
				"spelling, case, spacing",
		},
		{
			Name: "order_weight", Default: 0.,
			Meaning: "`W`: add W, 0 to 10, times the distance in relative position to the cost of two words",
		},
		{
			Name: "context_weight", Default: 0.,
			Meaning: "`LAMBDA`: mix LAMBDA, 0 to 10, times the neighbouring words into the direction of each word",
		},
	}
}

// explainedPurposes are the names of the purposes, with what some of them mean.
func explainedPurposes() []string {
	names := wording.Names(metric.Purposes())
	for i, p := range metric.Purposes() {
		switch p {
		case metric.PurposePaper:
			names[i] += " (as published)"
		case metric.PurposeEstimation:
			names[i] += " (without references)"
		}
	}
	return names
}

// Describe describes one setting; the zero value if there is none of the name.
func Describe(setting string) Description {
	for _, d := range described() {
		if d.Name == setting {
			return d
		}
	}
	return Description{}
}

// described is the list for those who do not change it.
var described = sync.OnceValue(Described)

// Help returns the meaning with the names of other settings as host has them.
func (d Description) Help(host func(setting string) string) string {
	var help strings.Builder
	for rest := d.Meaning; ; {
		before, mentioned, found := strings.Cut(rest, "{")
		help.WriteString(before)
		if !found {
			return help.String()
		}
		mentioned, rest, _ = strings.Cut(mentioned, "}")
		help.WriteString(host(mentioned))
	}
}

// Defaults returns every setting that has a default, with its value.
func Defaults() (s Settings) {
	list := described()
	for i, f := range s.fields() {
		switch value := reflect.ValueOf(list[i].Default); {
		case !value.IsValid():
		case f.value.Kind() == reflect.Pointer:
			f.value.Set(reflect.New(value.Type()))
			f.value.Elem().Set(value)
		default:
			f.value.Set(value)
		}
	}
	return s
}
