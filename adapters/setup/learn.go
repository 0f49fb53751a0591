package setup

import (
	"context"
	"iter"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
)

// A Learner learns a converter from sentences, of vectors or of the states of an encoder. Its Fitter keeps the sums and
// makes the converter.
type Learner struct {
	*convert.Fitter
	fit metric.Fit
}

// Learner opens the vectors or the encoder that settings name, and returns a learner for a converter with these
// letters.
func (e *Environment) Learner(ctx context.Context, s Settings, letters convert.Letters) (*Learner, error) {
	encodes := s.Encodes()
	switch {
	case !encodes && s.Layer == nil && s.Precision == nil && s.Purpose != nil:
		return nil, Errorf("%v: found no %v, of which it chooses the layer", Name("purpose"), Name("encoder"))
	case encodes && s.Frequencies != nil:
		return nil, Errorf("found %v and %v, whose pieces have none: expected one or the other", Name("frequencies"),
			Name("encoder"))
	}
	opened, err := e.OpenTexts(ctx, s, Material{})
	if err != nil {
		return nil, err
	}
	return e.Learn(ctx, opened, letters)
}

// Learn returns a learner for a converter with these letters, of the vectors or the encoder that are opened already.
func (e *Environment) Learn(ctx context.Context, opened Opened, letters convert.Letters) (l *Learner, err error) {
	l = &Learner{}
	if l.fit, err = e.fit(ctx, opened.Settings, letters, opened.Options); err != nil {
		return nil, err
	}
	l.Fitter, err = l.fit.Start(ctx, letters)
	return l, err
}

// Learn adds sentences. When ctx ends it returns ctx.Err().
func (l *Learner) Learn(ctx context.Context, sentences iter.Seq2[string, error]) error {
	return l.fit.Learn(ctx, l.Fitter, sentences)
}

// Err returns an error of the file that the vectors are read from, nil if there is none.
func (l *Learner) Err() error {
	if l.fit.Options.Vectors == nil {
		return nil
	}
	return l.fit.Options.Vectors.Err()
}
