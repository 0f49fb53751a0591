package setup

import (
	"context"
	"slices"

	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// Opened are settings with the vectors, encoder and converter that they name.
type Opened struct {
	// Settings are complete, with the layer of an encoder and without the purpose, which they spell out.
	Settings Settings
	Options  metric.Options // ready for metric.NewScorer
}

// Open opens the vectors, counts, encoder and converter that settings name, takes from the texts of the run what they ask
// for, and returns the options for a scorer. It fails where Complete does, if something cannot be opened, and with
// ctx.Err() when ctx ends.
func (e *Environment) Open(ctx context.Context, s Settings, m Material) (o Opened, err error) {
	if o, err = e.OpenTexts(ctx, s, m); err != nil {
		return o, err
	}
	if o.Options.Converter, err = e.converter(ctx, o.Settings, o.Options, m.Sentences); err != nil {
		return o, err
	}
	if err := e.AddFrequencies(ctx, o.Settings, &o.Options); err != nil {
		return o, err
	}
	return o, addIDF(ctx, &o, m)
}

// OpenTexts is Open without the converter and without what single measures need beyond vectors: how texts become words
// or pieces with vectors, and all policies and numbers.
func (e *Environment) OpenTexts(ctx context.Context, s Settings, m Material) (o Opened, err error) {
	if s, err = e.complete(s, m, e.Defaults); err != nil {
		return o, err
	}
	return e.openComplete(ctx, s, m)
}

// openComplete is OpenTexts for complete settings.
func (e *Environment) openComplete(ctx context.Context, s Settings, m Material) (o Opened, err error) {
	o.Settings = s
	options := &o.Options
	*options = metric.Options{
		Measures:       s.metricMeasures(),
		MultiReference: metric.MultiReferencePolicy(orEmpty(s.MultiReference)),
		Empty:          metric.EmptyPolicy(orEmpty(s.Empty)),
		OOV:            metric.OOVPolicy(orEmpty(s.OOV)),
		Spelling:       metric.SpellingPolicy(orEmpty(s.Spelling)),
		SpellingWeight: orZero(s.SpellingWeight),
		SurfaceWeight:  orZero(s.SurfaceWeight),
		Normalize:      tokenize.Normalization(orEmpty(s.Normalize)),
		MassPower:      s.MassPower,
		OrderWeight:    orZero(s.OrderWeight),
		ContextWeight:  orZero(s.ContextWeight),
		Notify:         e.Notify,
	}
	switch {
	case s.TokenVectors != nil:
		options.TokenVectors = m.TokenVectors
		if options.TokenVectors == nil {
			err = Errorf("%v: found %s, whose vectors come with the texts, and no such texts here", Name("token_vectors"),
				*s.TokenVectors)
		}
	case s.Encoder != nil:
		err = e.addEncoder(&o)
	default:
		options.Tokenizer, options.Case = orEmpty(s.Tokenizer), tokenize.Case(orEmpty(s.Case))
		if options.Ngrams = s.ngrams(); options.Ngrams == (ngrams.Range{}) {
			options.Vectors, err = e.OpenVectors(ctx, s)
		}
	}
	o.Settings.Purpose = nil
	return o, err
}

// addEncoder opens the encoder, and decides on the layer.
func (e *Environment) addEncoder(o *Opened) error {
	s := &o.Settings
	model, err := e.OpenEncoder(*s.Encoder)
	if err != nil {
		return err
	}
	if layers := model.Layers(); s.Layer != nil && (*s.Layer < 0 || *s.Layer > layers) {
		return Errorf("%v: found %d, expected 0 to %d, which %s has", Name("layer"), *s.Layer, layers, model.Name())
	}
	if s.Layer == nil {
		s.Layer = new(model.DefaultLayer())
		if s.Purpose != nil {
			preset, err := metric.Purpose(*s.Purpose).EncoderOptions(model)
			if err != nil {
				return Errorf("%v: %w", Name("purpose"), err)
			}
			s.Layer = preset.Layer
		}
	}
	o.Options.Encoder, o.Options.Layer, o.Options.Precision = model, s.Layer, encoder.Precision(orEmpty(s.Precision))
	return nil
}

// AddFrequencies adds word counts to options whose measures need them.
func (e *Environment) AddFrequencies(ctx context.Context, s Settings, options *metric.Options) (err error) {
	if !slices.ContainsFunc(options.Measures, metric.Measure.NeedsFrequencies) || options.Frequencies != nil {
		return nil
	}
	if options.Frequencies, err = e.OpenFrequencies(ctx, s); err != nil {
		return err
	}
	if options.Frequencies == nil {
		return &vectors.NoFrequenciesError{For: "the measure " + string(metric.MeasureWMDSIFWeights)}
	}
	return nil
}

// addIDF learns the inverse document frequencies.
func addIDF(ctx context.Context, o *Opened, m Material) (err error) {
	if o.Settings.IDF == nil || !*o.Settings.IDF {
		return nil
	}
	options := &o.Options
	switch {
	case options.TokenVectors != nil && m.Tokens != nil:
		options.IDF, err = new(metric.Fit).TokenIDF(ctx, m.Tokens)
		return err
	case m.Sentences == nil:
		return Errorf("%v learns from the sentences of a corpus, and there is none here", Name("idf")).
			Hinted("give the texts as files, by -c and -r")
	}
	fit := metric.Fit{Options: *options}
	options.IDF, err = fit.IDF(ctx, m.Sentences)
	return err
}

func orZero(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}
