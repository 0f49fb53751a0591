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
	"github.com/wordrotator/wrd/tokenize"
)

// A Description says what a setting is: the help of the command's flags is made of it, and what other hosts say of it is
// held to it.
type Description struct {
	Name string // in JSON; the command's flag has - for _
	// Meaning is a clause without a full stop. A word in backticks stands for the value, {name} for another setting.
	Meaning string
	Values  []string // what it may be, the default first; nil for anything of its type
	// Default is the value where neither anybody nor a purpose says one; nil where there is none. DefaultText says what
	// then happens, "" if there is nothing to say.
	Default     any
	DefaultText string
	File        bool // whether it may name a file or a folder
}

// Described describes every setting, in the order of Names.
func Described() []Description {
	return []Description{
		{
			Name: "measure", Default: Measures{string(metric.MeasureWRD)}, Values: wording.Names(metric.Measures()),
			Meaning: "`LIST` of measures: " + strings.Join(wording.Names(metric.Measures()), ","),
		},
		{
			Name: "idf", Default: false,
			Meaning: "bertscore weights tokens by inverse document frequency",
		},
		{
			Name: "multi_reference", Values: wording.Names(metric.MultiReferencePolicies()),
			Default: string(metric.NearestReference),
			Meaning: "`POLICY` for several references: " + strings.Join(wording.Names(metric.MultiReferencePolicies()), " or "),
		},
		{
			Name: "language", Default: LanguageAuto,
			Meaning: "the language of the texts, `CODE|auto`: an ISO 639 code such as en, de, ja or zh, which sets {tokenizer}, " +
				"{case}, {vectors} and the meaning of {purpose}, unless they are given; auto is what the first 1,000 " +
				"references surely look like, and otherwise English",
		},
		{
			Name: "purpose", Values: wording.Names(metric.Purposes()),
			Meaning: "the settings that agreed best with people, for `NAME`: " +
				strings.Join(explainedPurposes(), ", ") + "; other flags override single settings; translation uses the " +
				"encoder " + encoder.ContextENLargeName + ", or " + encoder.ContextMultiName +
				" in the languages other than English that it knows; {encoder} " + encoder.ContextENName +
				" takes a fifth of the time, and {vectors} " + embedding.DefaultName + ", vectors of words, less than a hundredth",
		},
		{
			Name: "token_vectors", File: true,
			Meaning: "`FILE` of candidates and references as tokens, each with a vector, in place of texts and {vectors}",
		},
		{
			Name: "encoder", File: true,
			Meaning: "use the states of an encoder as vectors: `NAME|DIR`, " + encoder.ContextENName + " or " +
				encoder.ContextENLargeName + " (built in, English), " + encoder.ContextMultiName +
				" (built in, a hundred languages), one that wrd vectors pull has downloaded, or a folder with config.json, " +
				"model.safetensors and its vocabulary",
		},
		{
			Name: "layer", DefaultText: "the one that agrees best with people",
			Meaning: "with {encoder}: use the states of layer `N`; layer 0 is the embeddings",
		},
		{
			Name: "precision", Values: wording.Names(encoder.Precisions()), Default: string(encoder.Float32),
			Meaning: "with {encoder}: compute in `float32|int8`; int8 is up to three times as fast and changes scores slightly",
		},
		{
			Name: "vectors", Default: embedding.DefaultName, File: true,
			Meaning: "`NAME|FILE`: " + embedding.DefaultName + " (built in, English), " + metric.NgramsName +
				" (how words are spelled, any language; " + metric.NgramsName +
				"4-6: by runs of 4 to 6 characters), a set that wrd vectors pull has downloaded, " +
				"or a file of word2vec, GloVe, fastText, NumPy or safetensors, plain, .gz or .zip",
		},
		{
			Name: "words", DefaultText: "x.words next to x.npy", File: true,
			Meaning: "`FILE` with the words of a NumPy array, one per line",
		},
		{
			Name: "frequencies", DefaultText: "those of " + embedding.DefaultName, File: true,
			Meaning: "`FILE` with a word and its count per line, plain or gzip, " +
				"for the letters A, M, Z, W and U and the measure wmd_sif_weights",
		},
		{
			Name: "tokenizer", Values: tokenize.Names(), Default: tokenize.Default,
			Meaning: "`NAME`: " + strings.Join(tokenize.Names(), ", "),
		},
		{
			Name: "case", Values: wording.Names(tokenize.Cases()), Default: string(tokenize.LowerCase),
			Meaning: "`CASE`: lower (lower-case every token), turkic (lower-case it as Turkish) or keep",
		},
		{
			Name: "convert", Default: convert.None,
			Meaning: "vector converter by its `LETTERS`, such as AWR, learned from the references of this run; " +
				"none leaves the vectors as they are",
		},
		{
			Name: "converter", File: true,
			Meaning: "vector converter from `NAME|FILE`: " + embedding.DefaultName +
				" (built in, AWR), or a file that wrd convert fit wrote",
		},
		{
			Name: "oov", Values: wording.Names(metric.OOVPolicies()), Default: string(metric.OOVOwn),
			Meaning: "`POLICY` for tokens without a vector: own (a direction of their own) or " +
				"skip (leave them out, as the paper does)",
		},
		{
			Name: "empty", Values: wording.Names(metric.EmptyPolicies()), Default: string(metric.EmptyWorst),
			Meaning: "`POLICY` for segments with nothing to compare: worst (distance 1), skip (no value) or error",
		},
		{
			Name: "mass_power", Default: 1.,
			Meaning: "use norms to the power `P`, from 0 to 4, as the masses of wrd; 1 is the paper's",
		},
		{
			Name: "spelling", Values: wording.Names(metric.SpellingPolicies()), Default: string(metric.SpellingNone),
			Meaning: "cap costs of wrd at one minus the similarity of spelling (Dice of character 2- to 4-grams), for " +
				"`PAIRS` of words: all, the default of a bare {spelling}, or unknown (a word has no vector)",
		},
		{
			Name: "order_weight", Default: 0.,
			Meaning: "add `W`, from 0 to 10, times the difference of the relative positions of two words to the cost of wrd",
		},
		{
			Name: "context_weight", Default: 0.,
			Meaning: "mix `LAMBDA`, from 0 to 10, times the neighbouring words into the direction of each word of wrd",
		},
	}
}

// explainedPurposes are the names of the purposes, with what some of them mean.
func explainedPurposes() []string {
	names := wording.Names(metric.Purposes())
	for i, p := range metric.Purposes() {
		switch p {
		case metric.PurposePaper:
			names[i] += " (as the paper has it)"
		case metric.PurposeEstimation:
			names[i] += " (translations by their sources, without references)"
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

// Defaults returns every setting that has a default, with it.
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
