package metric

import (
	"cmp"
	"context"
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// A Purpose names the settings that agree best with people, on development sets, for one kind of text. docs/purposes.md
// has the comparisons, with numbers and intervals. Options, EncoderOptions and ForPurpose return the settings.
type Purpose string

const (
	// PurposeTranslation is for translations: MeasureWRD on the states of encoder.ContextENLarge in encoder.Int8, with
	// a context weight, and a surface weight that is large enough for an uncased encoder to see capitals and spacing.
	// encoder.ContextEN takes a fifth of the time, word vectors less than a hundredth; these have an
	// order weight, too. Chosen on WMT15, on which the encoders were tuned afterwards, and checked on WMT21 is-en and
	// WMT23 he-en.
	//
	// Other languages that encoder.ContextMulti knows use that encoder with a larger surface weight and without a context
	// weight. Chosen on WMT24 en-cs and en-ja and WMT23 he-en and zh-en, where context, order, other masses and recall gained
	// nothing.
	PurposeTranslation Purpose = "translation"
	// PurposeSummary is for summaries: MeasureWRDRecall, how much of the reference they cover. Chosen on SummEval, with
	// n-grams on the German, French and Russian of Multi_SummEval.
	PurposeSummary Purpose = "summary"
	// PurposeSimilarity is for similarity in meaning of two sentences: the F1 of MeasureRelaxed, with the embedded
	// converter, and spelling for words without a vector. Chosen on the training and development parts of STS-B.
	PurposeSimilarity Purpose = "similarity"
	// PurposePaper is the paper's Word Rotator's Distance: unknown words are left out, texts stay as they are, and nothing
	// goes beyond the paper.
	PurposePaper Purpose = "paper"
	// PurposeEstimation is for translations without references: MeasureSource on the states of an encoder of many
	// languages, computed in encoder.Int8, with a surface weight. Chosen on DEMETR, WMT23 he-en and zh-en and WMT24 en-cs
	// and en-ja.
	PurposeEstimation Purpose = "estimation"
)

// A preset is what a purpose stands for.
type preset struct {
	purpose   Purpose
	options   Options // Measures and what else is not the zero value
	converted bool    // whether the vectors are converted by convert.Default

	// With an encoder: what stands in place of options, and whether the layer is the last one, not DefaultLayer.
	encoded Options
	last    bool
	multi   *Options // with encoder.ContextMulti, in place of encoded; nil for the same
	encodes bool     // whether built-in encoders agreed better with people than vectors of words
	any     bool     // whether it is one for many languages, whatever the language

	spelled Options // with Ngrams: what stands in place of options
}

// presets lists all purposes. Signatures name the settings, so these may become better without a change of meaning.
var presets = [...]preset{
	{
		purpose: PurposeTranslation,
		options: Options{Measures: []Measure{MeasureWRD}, ContextWeight: 0.7, OrderWeight: 0.25},
		encoded: Options{Measures: []Measure{MeasureWRD}, ContextWeight: 0.7, SurfaceWeight: 0.005,
			Precision: encoder.Int8},
		multi:   &Options{Measures: []Measure{MeasureWRD}, SurfaceWeight: 0.1, Precision: encoder.Int8},
		encodes: true,
		spelled: Options{Measures: []Measure{MeasureWRD}, MassPower: new(2.), ContextWeight: 0.5, OrderWeight: 0.25},
	},
	{
		purpose: PurposeSummary,
		options: Options{Measures: []Measure{MeasureWRDRecall}},
		encoded: Options{Measures: []Measure{MeasureWRDRecall}}, last: true,
		spelled: Options{Measures: []Measure{MeasureWRDRecall}, MassPower: new(1.5), ContextWeight: 0.5,
			OrderWeight: 0.25, Ngrams: ngrams.Range{Shortest: 4, Longest: 6}, Tokenizer: tokenize.Unicode},
	},
	{
		purpose: PurposeSimilarity,
		options: Options{Measures: []Measure{MeasureRelaxed}, Spelling: SpellingUnknown}, converted: true,
		encoded: Options{Measures: []Measure{MeasureWRD}}, last: true,
		spelled: Options{Measures: []Measure{MeasureRelaxed}, MassPower: new(2.)},
	},
	{
		purpose: PurposePaper,
		options: Options{Measures: []Measure{MeasureWRD}, OOV: OOVSkip, Normalize: tokenize.NormalizeNone},
		encoded: Options{Measures: []Measure{MeasureWRD}, Normalize: tokenize.NormalizeNone},
		spelled: Options{Measures: []Measure{MeasureWRD}, Normalize: tokenize.NormalizeNone},
	},
	{
		purpose: PurposeEstimation, // vectors of words and n-grams cannot be had for it
		options: Options{Measures: []Measure{MeasureSource}},
		encoded: Options{Measures: []Measure{MeasureSource}, SurfaceWeight: 0.05, Precision: encoder.Int8}, last: true,
		encodes: true, any: true,
		spelled: Options{Measures: []Measure{MeasureSource}},
	},
}

// Purposes lists the names.
func Purposes() []Purpose {
	all := make([]Purpose, len(presets))
	for i, p := range presets {
		all[i] = p.purpose
	}
	return all
}

// Options returns the settings of a purpose for word vectors, with the names of all policies filled in; other settings
// are zero. They are complete unless Converts is true: then a converter is missing. It fails for a purpose that
// Purposes does not list.
func (p Purpose) Options() (Options, error) {
	preset, err := p.preset()
	if err != nil {
		return Options{}, err
	}
	return preset.options.spelledOut(), nil
}

// EncoderOptions returns the settings of a purpose for an encoder, with the encoder, its layer and the precision.
func (p Purpose) EncoderOptions(model *encoder.Model) (Options, error) {
	o, err := p.EncoderSettings(model.Name())
	if err != nil {
		return Options{}, err
	}
	preset, _ := p.preset()
	o.Encoder, o.Layer = model, new(model.DefaultLayer())
	if preset.last {
		*o.Layer = model.Layers()
	}
	return o, nil
}

// EncoderSettings is EncoderOptions for an encoder of which only the name is known: it lacks the encoder and its layer.
func (p Purpose) EncoderSettings(name string) (Options, error) {
	preset, err := p.preset()
	if err != nil {
		return Options{}, err
	}
	o := preset.encoded
	if name == encoder.ContextMultiName && preset.multi != nil {
		o = *preset.multi
	}
	o = o.spelledOut()
	o.Precision = cmp.Or(o.Precision, encoder.Float32)
	return o, nil
}

// NgramsOptions returns the settings of a purpose for n-grams as vectors, complete with their lengths and a tokenizer
// for any language. Those of PurposeTranslation are also the default without a purpose.
func (p Purpose) NgramsOptions() (Options, error) {
	preset, err := p.preset()
	if err != nil {
		return Options{}, err
	}
	o := preset.spelled.spelledOut()
	o.Ngrams, o.Tokenizer = cmp.Or(o.Ngrams, ngrams.Usual), cmp.Or(o.Tokenizer, tokenize.Written)
	return o, nil
}

// preset finds what the purpose stands for.
func (p Purpose) preset() (preset, error) {
	for _, preset := range presets {
		if preset.purpose == p {
			return preset, nil
		}
	}
	return preset{}, checkName("purpose", p, Purposes())
}

// spelledOut returns a copy in which the names of the settings of purposes stand in place of their zero values.
func (o Options) spelledOut() Options {
	o.Measures = slices.Clone(o.Measures)
	o.Normalize = o.normalization()
	o.OOV = cmp.Or(o.OOV, OOVOwn)
	o.Spelling = cmp.Or(o.Spelling, SpellingNone)
	power := 1.
	if o.MassPower != nil {
		power = *o.MassPower
	}
	o.MassPower = &power
	return o
}

// Converts says whether the settings of a purpose for word vectors include convert.Default, the converter of the
// embedded vectors.
func (p Purpose) Converts() bool {
	preset, err := p.preset()
	return err == nil && preset.converted
}

// English is the language of the embedded vectors and of the encoders made for it alone.
const English = "en"

// EncoderFor returns the name of the built-in encoder that agrees better with people than the settings of Options and
// NgramsOptions, for a purpose and the language of the texts. It is "" if there is none: for other purposes, for
// languages that no encoder knows, and in a program that was built without encoder.ContextMulti. The language is the
// shortest code of ISO 639, or "und" for any language but English.
func (p Purpose) EncoderFor(language string) string {
	preset, err := p.preset()
	switch {
	case err != nil || !preset.encodes:
		return ""
	case preset.any: // nothing else would do
		return encoder.ContextMultiName
	}
	if language == English {
		return encoder.ContextENLargeName
	}
	if multi, ok := encoder.FindBuiltIn(encoder.ContextMultiName); ok && !multi.Absent && multi.Knows(language) {
		return multi.Name
	}
	return ""
}

// AnyLanguage says whether EncoderFor returns the same encoder for every language.
func (p Purpose) AnyLanguage() bool {
	preset, _ := p.preset()
	return preset.any
}

// ForPurpose returns the options that agree best with people for a purpose on English texts, with a built-in encoder or
// the built-in vectors, ready for NewScorer. Any of them may be changed; Vectors only if Converter is replaced too. It
// fails for a purpose that Purposes does not list, and with ctx.Err() when ctx ends while the converter is opened.
func ForPurpose(ctx context.Context, p Purpose) (Options, error) {
	return ForPurposeIn(ctx, p, English)
}

// ForPurposeIn is ForPurpose for texts in a language, a code as in EncoderFor: with a built-in encoder that knows the
// language, otherwise, except for English, with n-grams.
func ForPurposeIn(ctx context.Context, p Purpose, language string) (o Options, err error) {
	if name := p.EncoderFor(language); name != "" {
		builtIn, _ := encoder.FindBuiltIn(name)
		model, err := builtIn.Open()
		if err != nil {
			return Options{}, err
		}
		return p.EncoderOptions(model)
	}
	if language != English {
		o, err = p.NgramsOptions()
		o.Case = tokenize.CaseOf(language)
		return o, err
	}
	o, err = p.Options()
	if err == nil && p.Converts() {
		o.Converter, err = convert.Default(ctx)
	}
	return o, err
}
