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
	// Measures are what is computed; nil means MeasureWRD alone. The first one decides what Status, BestReference and
	// Alignment of a Result are. What a measure says does not depend on the others.
	Measures []Measure
	// Vectors give each word its norm and direction; nil means embedding.Default. Vectors with subwords make a vector
	// for a word that they do not know, which is then no longer out of vocabulary; a Converter converts it as that of
	// any other word, but learns from the words of the vocabulary alone.
	Vectors *embedding.Store
	// Ngrams, unless it is zero, says that a word's vector is the counts of its character n-grams of these lengths and of
	// the word itself: the cosine of two words is how alike they are spelled, and a
	// longer word weighs more, about as the root of its length. That takes no vectors and goes for any language. Vectors,
	// TokenVectors, Encoder and Converter must be nil then, and OOV decides nothing, as every word has a vector.
	Ngrams ngrams.Range
	// TokenVectors says that texts come as tokens with vectors of their own (Segment.CandidateVectors, for example),
	// and where these are from; Vectors and Converter must be nil then, and Tokenizer, Case and OOV decide
	// nothing. nil means that texts are split into tokens that are looked up in Vectors.
	TokenVectors *Origin
	// Encoder gives the pieces of texts, such as wordpieces, their states as vectors, which depend on the text around
	// them; the pieces are the tokens. TokenVectors and Vectors must be nil then, and Tokenizer, Case and OOV decide
	// nothing: a word that the model does not know, the unknown piece, is out of vocabulary and has a direction of its
	// own as under OOVOwn, and a text of such words alone has no known word. Equal texts of a segment are encoded once,
	// and so are its references for all candidates.
	Encoder *encoder.Model
	// Layer is the layer of Encoder whose states are the vectors, from 0, the embeddings, to Encoder.Layers(); nil means
	// DefaultLayer.
	Layer *int
	// Precision is what Encoder computes in; "" means encoder.Float32. encoder.Int8 is faster on some processors, gives the
	// same bits on all of them, and scores that are not quite those of float32.
	Precision encoder.Precision
	// Converter changes the vectors before they are used, as in the paper's Algorithm 2; nil leaves them as they are.
	// It must be made for Vectors or for the hidden states of Encoder (Fit.Converter). NewScorer computes its table of
	// Vectors, unless it has one already (Converter.WithTable, Fit.Part). Where NeedsWholeConverter says so it must
	// not be a part.
	Converter *convert.Converter
	// Frequencies are the words' counts for the measures that need them (Measure.NeedsFrequencies); nil means those
	// of the embedded vectors if Vectors is nil too, otherwise none.
	Frequencies *embedding.Frequencies
	// IDF weighs the tokens of MeasureBERTScore; nil weighs all alike.
	IDF *IDF
	// Tokenizer is a name that tokenize.New knows; "" means tokenize.Default.
	Tokenizer string
	// Case says what becomes of capitals; "" means tokenize.LowerCase, as in the paper, also for vectors that know
	// capitals.
	Case tokenize.Case
	// OOV says what becomes of tokens without a vector; "" means OOVOwn.
	OOV OOVPolicy
	// Empty says what a segment scores of which one side has no distribution; "" means EmptyWorst.
	Empty EmptyPolicy
	// MultiReference says how several references make one score; "" means NearestReference.
	MultiReference MultiReferencePolicy
	// MassPower is P of the masses ‖w‖ᴾ/Σ‖w‖ᴾ, in [0, 4]; nil means 1, the paper's. Less flattens them: with 0 all
	// tokens that have a direction weigh the same. Like Spelling, OrderWeight and ContextWeight it goes beyond
	// the paper and changes the measures that have Measure.Rotates, no other one.
	MassPower *float64
	// Spelling says which costs are bounded by how alike two words are spelled; "" means SpellingNone. Such a cost is
	// never more than one minus the Dice coefficient of their sets of character 2- to 4-grams, with a mark before and
	// after the word. Names, numbers and inflected words without a vector come close then.
	Spelling SpellingPolicy
	// OrderWeight is W, in [0, 10], by which the order of words counts: moving token i of n onto token j of n′ costs
	// W·|i/n − j/n′| more. 0 leaves order out, as the paper does. Distances are in [0, 2+W) then and similarities, one
	// minus them, in (−1−W, 1]; equal words of a text stay apart in alignments.
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
	// Alignments asks for Result.Alignment, Missing and Invented, which the first measure must have: a distance. It
	// changes no score.
	Alignments bool
	// Certify asks for Result.Gap, the proof that the distances are optimal. It changes no score.
	Certify bool
}

// OOVPolicy says what becomes of tokens that are out of vocabulary.
type OOVPolicy string

const (
	// OOVOwn gives each unknown word a direction of its own, orthogonal to every vector and to every other
	// unknown word, with the median norm of the vocabulary. Its cost is 0 to the same word and 1 to all
	// others. Names and numbers decide whether a translation is right, so this is the default.
	OOVOwn OOVPolicy = "own"
	// OOVSkip leaves unknown tokens out, as the paper does.
	OOVSkip OOVPolicy = "skip"
)

// SpellingPolicy says which costs of Word Rotator's Distance are bounded by how alike the two words are spelled.
type SpellingPolicy string

const (
	// SpellingNone bounds none, as the paper does.
	SpellingNone SpellingPolicy = "none"
	// SpellingAll bounds all. No cost is above 1 then, and no distance.
	SpellingAll SpellingPolicy = "all"
	// SpellingUnknown bounds those of pairs in which a word has no vector. It leaves what ContextWeight says of words
	// that have one.
	SpellingUnknown SpellingPolicy = "unknown"
)

// EmptyPolicy says what a pair scores of which at least one text has no distribution over words: it has no
// token, none of its tokens may be used, or all of its norms are zero.
type EmptyPolicy string

const (
	// EmptyWorst gives such a pair the distance 1 and the similarity 0; two blank texts are equal, so they get the
	// distance 0 and the similarity 1. The distance MeasureWMD has no upper bound, and 1 may be little: with it, look at
	// the count of such pairs.
	EmptyWorst EmptyPolicy = "worst"
	// EmptySkip gives it no value and leaves it out of every mean.
	EmptySkip EmptyPolicy = "skip"
	// EmptyError makes it an error.
	EmptyError EmptyPolicy = "error"
)

// MultiReferencePolicy says how the values against several references make one, for each column on its own; so the
// precision and recall of MeasureBERTScore may come from different references, as in its authors' program. References
// without a distribution are left out where another one has it.
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
	if o.counts() && o.Ngrams != ngrams.Usual && o.Spelling != SpellingNone {
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

// NeedsWholeConverter says whether scores depend on the lengths of all converted vectors, so that Converter must not
// be a part: that of unknown words under OOVOwn does, and so does what is long for a neighbour under ContextWeight.
func (o Options) NeedsWholeConverter() bool {
	return o.OOV == OOVOwn || o.OOV == "" || o.ContextWeight > 0
}

// NewTokenizer returns a new tokenizer as a Scorer with these options splits texts by; only Tokenizer and Case
// count. It fails if tokenize.New does not know them.
func (o Options) NewTokenizer() (tokenize.Tokenizer, error) {
	return tokenize.New(cmp.Or(o.Tokenizer, tokenize.Default), tokenize.Options{Case: o.Case})
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
