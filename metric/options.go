package metric

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// Options configure a Scorer. The zero value is what the command uses when no flag is given: the embedded
// vectors, the paper's tokens, unknown words with directions of their own.
type Options struct {
	// Measures are the measures to compute; nil means MeasureWRD alone. The first one decides Status, BestReference and
	// Alignment of a Result. The values of a measure do not depend on the others.
	Measures []Measure
	// Vectors give each word its norm and direction; nil means embedding.Default. Vectors with subwords make a vector
	// for a word that they do not know, which is then no longer out of vocabulary; a Converter converts it as that of
	// any other word, but learns from the words of the vocabulary alone.
	Vectors *embedding.Store
	// Ngrams, unless zero, makes the vector of a word the counts of its character n-grams of these lengths and of the
	// word itself. The cosine of two words then says how similar their spelling is, and longer words weigh more,
	// roughly by the square root of their length. It needs no vectors and works for any language. Vectors,
	// TokenVectors, Encoder and Converter must be nil then, and OOV has no effect, as every word has a vector.
	Ngrams ngrams.Range
	// TokenVectors says that texts come as tokens with vectors (Segment.CandidateVectors, for example), and where these
	// come from. Vectors and Converter must be nil then, and Tokenizer, Case and OOV have no effect. nil means that
	// texts are split into tokens, which are looked up in Vectors.
	TokenVectors *Origin
	// Encoder splits texts into pieces, such as wordpieces, which are the tokens, and gives them its hidden states as
	// vectors, which depend on the context. TokenVectors and Vectors must be nil then, and Tokenizer, Case and OOV have
	// no effect: a piece that the model does not know is out of vocabulary and has a direction of its own as under
	// OOVOwn; a text of such pieces alone has no known word. Equal texts of a segment are encoded once, and references
	// once for all candidates.
	Encoder *encoder.Model
	// Layer is the layer of Encoder whose states are the vectors, from 0, the embeddings, to Encoder.Layers(); nil means
	// DefaultLayer.
	Layer *int
	// Precision is the number format in which Encoder computes; "" means encoder.Float32. encoder.Int8 is faster on
	// some processors. It gives the same bits on all of them, and slightly different scores from float32.
	Precision encoder.Precision
	// Converter changes the vectors before they are used (the paper's Algorithm 2); nil leaves them as they are. It
	// must be made for Vectors or for the hidden states of Encoder (Fit.Converter). NewScorer converts all Vectors,
	// unless the converter has its table already (Converter.WithTable, Fit.Part). It must not be a part if
	// NeedsWholeConverter says so.
	Converter *convert.Converter
	// Frequencies are the words' counts for the measures that need them (Measure.NeedsFrequencies); nil means those
	// of the embedded vectors if Vectors is nil too, otherwise none.
	Frequencies *embedding.Frequencies
	// IDF weights the tokens of MeasureBERTScore; nil weights all alike.
	IDF *IDF
	// Tokenizer is a name that tokenize.New knows; "" means tokenize.Default.
	Tokenizer string
	// Case says whether tokens are lower-cased; "" means tokenize.LowerCase, as in the paper, even for vectors that
	// distinguish case.
	Case tokenize.Case
	// Normalize says whether texts get one form for what a reader cannot tell apart before they are split into tokens or
	// pieces; "" means tokenize.NormalizeUnicode. Results show the given texts and places in them. It has no effect on
	// the tokens of TokenVectors.
	Normalize tokenize.Normalization
	// OOV says how tokens without a vector are treated; "" means OOVOwn.
	OOV OOVPolicy
	// Empty says how a segment is scored if one side has no distribution; "" means EmptyWorst.
	Empty EmptyPolicy
	// MultiReference says how the scores against several references become one; "" means NearestReference.
	MultiReference MultiReferencePolicy
	// MassPower is P of the masses ‖w‖ᴾ/Σ‖w‖ᴾ, in [0, 4]; nil means 1, the paper's. Lower values flatten the masses:
	// with 0 all tokens that have a direction weigh the same. Like Spelling, SpellingWeight, SurfaceWeight,
	// OrderWeight and ContextWeight it goes beyond the paper, and changes only measures for which Measure.Rotates is true.
	MassPower *float64
	// Spelling says for which pairs of words the cost is at most one minus the similarity of their spelling: the Dice
	// coefficient of their sets of character 2- to 4-grams, with a mark before and after the word. "" means
	// SpellingNone. Names, numbers and inflected words without a vector come close to each other then.
	Spelling SpellingPolicy
	// SpellingWeight is λ, in [0, 1], by which the cost of two tokens, words or an encoder's pieces, is mixed with how
	// differently they are spelled:
	//
	//	(1−λ)(1 − cos) + λ(1 − dice)
	//
	// with the Dice coefficient that Spelling means, which must be SpellingNone then. Equal words cost as much as before
	// or less, and other words of the same meaning more. 0 ignores spelling, as the paper does.
	SpellingWeight float64
	// SurfaceWeight is λ, in [0, 1], by which the cost of two pieces of Encoder is mixed with how differently they are written
	// in their texts: SpellingWeight with the pieces' characters as they stand in the text, capitals and all, in place of those
	// that the encoder's vocabulary has, and in place of the marks whether they are joined to what is beside them:
	//
	//	(1−λ)(1 − cos) + λ(1 − dice)
	//
	// The case of the first letter of a text is turned round, as a text begins with a capital. Spelling must be SpellingNone
	// and SpellingWeight 0 then. 0 ignores how texts are written, as the paper does.
	SurfaceWeight float64
	// OrderWeight is W, in [0, 10]: moving token i of n onto token j of n′ costs W·|i/n − j/n′| more. 0 ignores word
	// order, as the paper does. Otherwise distances are in [0, 2+W), similarities in (−1−W, 1], and equal words of a
	// text stay apart in alignments.
	OrderWeight float64
	// ContextWeight is λ, in [0, 10], by which a direction is mixed with those of the tokens next to it,
	//
	//	uᵢ ← unit(uᵢ + λ(mᵢ₋₁uᵢ₋₁ + mᵢ₊₁uᵢ₊₁)),
	//
	// with m the norm of a neighbour over the mean norm of the converted vectors, or of the text's known tokens where
	// each text has vectors of its own (TokenVectors, Encoder, a Converter with S). A token without a vector gives nothing
	// under OOVSkip, and its own axis under OOVOwn. Where the sum is zero uᵢ stays, and so do all masses. 0 leaves
	// directions alone, as the paper does. Equal words of a text stay apart in alignments.
	ContextWeight float64
	// Alignments asks for Result.Alignment, Missing and Invented. The first measure must be a distance then. It changes
	// no score.
	Alignments bool
	// Certify asks for Result.Gap, which proves that the distances are optimal. It changes no score.
	Certify bool
	// Notify, if not nil, is told once, in a sentence, how long a pair of very long texts takes, before it begins.
	Notify func(notice string)
}

// An OOVPolicy says how tokens without a vector are treated.
type OOVPolicy string

const (
	// OOVOwn gives each unknown word a direction of its own, orthogonal to every vector and to every other
	// unknown word, with the median norm of the vocabulary. Its cost is 0 to the same word and 1 to all
	// others. Names and numbers decide whether a translation is right, so this is the default.
	OOVOwn OOVPolicy = "own"
	// OOVSkip leaves unknown tokens out, as the paper does.
	OOVSkip OOVPolicy = "skip"
)

// A SpellingPolicy says for which pairs of words similar spelling bounds the cost; see Options.Spelling.
type SpellingPolicy string

const (
	// SpellingNone bounds no cost, as in the paper.
	SpellingNone SpellingPolicy = "none"
	// SpellingAll bounds the costs of all pairs. No cost is above 1 then, and no distance.
	SpellingAll SpellingPolicy = "all"
	// SpellingUnknown bounds the costs of pairs in which a word has no vector. Pairs of words with a vector keep their
	// costs, also those that ContextWeight changed.
	SpellingUnknown SpellingPolicy = "unknown"
)

// An EmptyPolicy says how a pair is scored if one of its texts has no distribution over words: it has no tokens, no
// token that counts, or only vectors of length zero.
type EmptyPolicy string

const (
	// EmptyWorst gives such a pair the distance 1 and the similarity 0. Two blank texts are equal: they get the
	// distance 0 and the similarity 1. MeasureWMD has no upper bound, so 1 may be little for it: look at the number of
	// such pairs, too.
	EmptyWorst EmptyPolicy = "worst"
	// EmptySkip gives it no value and leaves it out of every mean.
	EmptySkip EmptyPolicy = "skip"
	// EmptyError makes it an error.
	EmptyError EmptyPolicy = "error"
)

// A MultiReferencePolicy says how the scores against several references become one. Each column is treated on its own,
// so the precision and recall of MeasureBERTScore may come from different references, as in its authors' program. A
// reference without a distribution is ignored if another one has a distribution.
type MultiReferencePolicy string

const (
	// NearestReference takes the closest reference, the first of equal ones.
	NearestReference MultiReferencePolicy = "nearest"
	// MeanReference takes the mean over the references.
	MeanReference MultiReferencePolicy = "mean"
)

// OOVPolicies lists the names, the default first.
func OOVPolicies() []OOVPolicy { return []OOVPolicy{OOVOwn, OOVSkip} }

// SpellingPolicies lists the names, the default first.
func SpellingPolicies() []SpellingPolicy {
	return []SpellingPolicy{SpellingNone, SpellingAll, SpellingUnknown}
}

// EmptyPolicies lists the names, the default first.
func EmptyPolicies() []EmptyPolicy { return []EmptyPolicy{EmptyWorst, EmptySkip, EmptyError} }

// MultiReferencePolicies lists the names, the default first.
func MultiReferencePolicies() []MultiReferencePolicy {
	return []MultiReferencePolicy{NearestReference, MeanReference}
}

// withDefaults fills in what the zero value stands for and checks the names.
func (o Options) withDefaults() (Options, error) {
	if o.Tokenizer == "" {
		o.Tokenizer = tokenize.Default
	}
	var err error
	if o.Normalize, err = choose("normalize", o.Normalize, tokenize.Normalizations()); err != nil {
		return o, err
	}
	if o.OOV, err = choose("oov policy", o.OOV, OOVPolicies()); err != nil {
		return o, err
	}
	if o.Empty, err = choose("empty policy", o.Empty, EmptyPolicies()); err != nil {
		return o, err
	}
	if o.MultiReference, err = choose("multi-reference policy", o.MultiReference,
		MultiReferencePolicies()); err != nil {
		return o, err
	}
	if o.Spelling, err = choose("spelling policy", o.Spelling, SpellingPolicies()); err != nil {
		return o, err
	}
	if o.Measures == nil {
		o.Measures = []Measure{MeasureWRD}
	}
	if err := checkMeasures(o.Measures); err != nil {
		return o, err
	}
	if o, err = o.withLayer(); err != nil {
		return o, err
	}
	if err := o.checkSource(); err != nil {
		return o, err
	}
	if err := o.Ngrams.Check(); err != nil {
		return o, err
	}
	if o.counts() && (o.Vectors != nil || o.Converter != nil || o.readsTokenVectors()) {
		return o, errNgramsAndOthers
	}
	if o.counts() && o.Ngrams != ngrams.Usual && (o.Spelling != SpellingNone || o.SpellingWeight > 0) {
		return o, errSpellingOfOthers
	}
	if o.TokenVectors != nil && (o.Vectors != nil || o.Converter != nil) {
		return o, errTokenVectorsAndWords
	}
	needsFrequencies := slices.ContainsFunc(o.Measures, Measure.NeedsFrequencies)
	if needsFrequencies && o.Frequencies == nil && o.Vectors == nil && !o.counts() {
		if o.Frequencies, err = embedding.DefaultFrequencies(); err != nil {
			return o, err
		}
	}
	if o.Vectors == nil && !o.readsTokenVectors() && !o.counts() {
		if o.Vectors, err = embedding.Default(); err != nil {
			return o, err
		}
	}
	return o, o.checkConverter()
}

// counts says whether the vectors of words are the counts of their n-grams.
func (o *Options) counts() bool { return o.Ngrams != ngrams.Range{} }

// checkConverter checks that a converter is for Vectors.
func (o *Options) checkConverter() error {
	c := o.Converter
	if c == nil || o.readsTokenVectors() {
		return nil
	}
	if layer, ok := c.Layer(); ok {
		return fmt.Errorf("converter %s: found one for the states of %v, expected one for the vectors %s", c.Letters(),
			layer, o.Vectors.Name())
	}
	if c.Vectors().Digest() != o.Vectors.Digest() {
		return fmt.Errorf("converter %s: found one for the vectors %s, expected one for %s", c.Letters(),
			c.Vectors().Name(), o.Vectors.Name())
	}
	if c.IsPart() && o.NeedsWholeConverter() {
		return fmt.Errorf("converter %s: found one for some of the words, expected one for all of them "+
			"under the oov policy %s and with a context weight", c.Letters(), OOVOwn)
	}
	return nil
}

// readsTokenVectors says whether each text has vectors of its own: there is no table of words.
func (o *Options) readsTokenVectors() bool { return o.TokenVectors != nil || o.Encoder != nil }

// NeedsWholeConverter says whether scores depend on the norms of all converted vectors, so that Converter must not be a
// part: the norm of unknown words does under OOVOwn, and so does the mean norm with ContextWeight.
func (o Options) NeedsWholeConverter() bool {
	return o.OOV == OOVOwn || o.OOV == "" || o.ContextWeight > 0
}

// NewTokenizer returns the tokenizer of a Scorer with these options, by Tokenizer, Case and Normalize. It fails for names that
// tokenize.New does not know.
func (o Options) NewTokenizer() (tokenize.Tokenizer, error) {
	return tokenize.New(cmp.Or(o.Tokenizer, tokenize.Default), tokenize.Options{Case: o.Case, Normalize: o.normalization()})
}

// normalization is Normalize with the default filled in.
func (o *Options) normalization() tokenize.Normalization {
	return cmp.Or(o.Normalize, tokenize.NormalizeUnicode)
}

// choose returns name, or the first of known for "", or an error that lists what is known.
func choose[T ~string](what string, name T, known []T) (T, error) {
	name = cmp.Or(name, known[0])
	return name, checkName(what, name, known)
}

// checkName returns an error that lists what is known, unless name is.
func checkName[T ~string](what string, name T, known []T) error {
	if slices.Contains(known, name) {
		return nil
	}
	found := strconv.Quote(string(name))
	if name == "" {
		found = "an empty name"
	}
	list := make([]string, len(known))
	for i, name := range known {
		list[i] = string(name)
	}
	return fmt.Errorf("%s: found %s, expected one of: %s", what, found, strings.Join(list, ", "))
}

// errNgramsAndOthers says that vectors were given twice.
var errNgramsAndOthers = errors.New("ngrams: found other vectors, a converter or an encoder beside them, expected " +
	"n-grams alone")

// errSpellingOfOthers says that words would be spelled in two ways.
var errSpellingOfOthers = fmt.Errorf("spelling: found other n-grams as vectors, expected %v, which it compares",
	ngrams.Usual)
