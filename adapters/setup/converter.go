package setup

import (
	"context"
	"iter"

	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// converter returns the converter that complete settings ask for, nil for none, with the table that it makes of vectors
// of words. Letters learn from sentences.
func (e *Environment) converter(ctx context.Context, s Settings, options metric.Options,
	sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	if s.Converter != nil {
		converter, err := e.SavedConverter(ctx, s, options)
		if err != nil || options.Encoder != nil {
			return converter, err
		}
		return e.VectorLocation(s).WithTable(ctx, converter)
	}
	letters, err := convert.ParseLetters(orEmpty(s.Convert))
	switch {
	case err != nil:
		return nil, Errorf("%v: %w", Name("convert"), err)
	case letters == convert.Letters{}:
		return nil, nil
	case options.Encoder != nil && letters.NeedsHiddenStates() && sentences == nil:
		return nil, nothingToLearnFrom(letters).Hinted("give %v FILE that wrd convert fit --encoder wrote",
			Name("converter"))
	case options.Encoder == nil && letters.NeedsSentences() && sentences == nil:
		return nil, nothingToLearnFrom(letters).Hinted("give %v %s, or a FILE that wrd convert fit wrote",
			Name("converter"), embedding.DefaultName)
	}
	fit, err := e.fit(ctx, s, letters, options)
	if err != nil {
		return nil, err
	}
	converter, err := fit.Converter(ctx, letters, sentences)
	if err != nil || options.Encoder != nil {
		return converter, err
	}
	return e.VectorLocation(s).WithTable(ctx, converter)
}

func nothingToLearnFrom(letters convert.Letters) *Error {
	return Errorf("%v: %s learns from the sentences of a corpus, and there is none here", Name("convert"), letters)
}

// SavedConverter opens the converter that complete settings name, for the vectors or the states of options. It does not
// convert the table of vectors (see vectors.Location.WithTable).
func (e *Environment) SavedConverter(ctx context.Context, s Settings, options metric.Options) (*convert.Converter, error) {
	saved, location := orEmpty(s.Converter), e.VectorLocation(s)
	if options.Encoder != nil {
		layer, err := options.ConvertedLayer()
		if err != nil {
			return nil, err
		}
		return location.OpenHiddenStatesConverter(ctx, saved, layer)
	}
	if saved != embedding.DefaultName && location.Frequencies != "" {
		var err error
		if location.Counts, err = e.OpenFrequencies(ctx, s); err != nil {
			return nil, err
		}
	}
	return location.OpenConverter(ctx, saved, options.Vectors)
}

// WithConverter returns what was opened without a converter with one that was learned of it.
func (e *Environment) WithConverter(ctx context.Context, o Opened, converter *convert.Converter) (Opened, error) {
	if o.Options.Encoder == nil {
		var err error
		if converter, err = e.VectorLocation(o.Settings).WithTable(ctx, converter); err != nil {
			return o, err
		}
	}
	o.Options.Converter = converter
	return o, nil
}

// fit returns what learns a converter with some letters, of the vectors or the encoder of options.
func (e *Environment) fit(ctx context.Context, s Settings, letters convert.Letters, options metric.Options) (
	f metric.Fit, err error) {
	f = metric.Fit{Options: options, Workers: e.Workers}
	if options.Encoder != nil {
		return f, nil
	}
	if options.Ngrams != (ngrams.Range{}) {
		return f, vectors.ErrNgrams
	}
	if f.Options.Frequencies, err = e.OpenFrequencies(ctx, s); err != nil {
		return f, err
	}
	return f, vectors.NeedFrequencies(letters, f.Options.Frequencies)
}
