package convert

import (
	"context"
	"fmt"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A Vocabulary keeps what is learned from vectors and frequencies alone, so that many fits learn it only once: for A, M
// and Z the mean and more, for W and U the weights of all words. Any number of goroutines may use one.
type Vocabulary struct {
	resources Resources

	mu      sync.Mutex // of what follows, which is filled in when it is first needed
	checked bool       // whether no vector is too long
	f1      map[byte]learnedAffine
	weights map[byte]learnedWeights
}

// A learnedAffine is f₁ of one letter, and the spectrum of what it was learned from.
type learnedAffine struct {
	f1       *affine
	spectrum Spectrum
}

// learnedWeights are α₂ of one letter.
type learnedWeights struct {
	weighting weighting
	listed    probabilities
	ofWords   []float64
}

// NewVocabulary returns the vocabulary of resources. Fitter says what is wrong with them.
func NewVocabulary(resources Resources) *Vocabulary {
	return &Vocabulary{resources: resources, f1: map[byte]learnedAffine{}, weights: map[byte]learnedWeights{}}
}

// Vectors returns the vectors whose words these are, nil for a layer.
func (v *Vocabulary) Vectors() *embedding.Store { return v.resources.Vectors }

// Fitter is [NewFitter] for these resources, without learning anything twice.
func (v *Vocabulary) Fitter(ctx context.Context, letters Letters) (*Fitter, error) {
	f, err := v.fitter(ctx, letters)
	if err != nil {
		return nil, fmt.Errorf("converter %s: %w", letters, err)
	}
	return f, nil
}

func (v *Vocabulary) fitter(ctx context.Context, letters Letters) (*Fitter, error) {
	if err := v.resources.check(letters); err != nil {
		return nil, err
	}
	c := &Converter{store: v.resources.Vectors, info: newInfo(letters, v.resources)}
	if c.info.isLayer() {
		return newFitter(c), nil
	}
	if err := v.learn(ctx, c); err != nil {
		return nil, err
	}
	f := newFitter(c)
	if letters.NeedsStopWords() {
		if err := f.addStopWords(v.resources.StopWords); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// learn sets what a converter has from the vocabulary.
func (v *Vocabulary) learn(ctx context.Context, c *Converter) (err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.checked {
		if err := v.resources.checkLengths(); err != nil {
			return err
		}
		v.checked = true
	}
	if first := c.info.Letters.f1; c.info.Letters.centres() {
		learned, ok := v.f1[first]
		if !ok {
			learned.f1, learned.spectrum, err = fitAffine(ctx, first, c.store, v.resources.Frequencies)
			if err != nil {
				return err
			}
			v.f1[first] = learned
		}
		c.f1, c.info.Vocabulary = learned.f1, learned.spectrum
	}
	letter := c.info.Letters.alpha2
	if letter == 0 {
		return nil
	}
	learned, ok := v.weights[letter]
	if !ok {
		w, err := newWeighting(letter, v.resources.Frequencies)
		if err != nil {
			return err
		}
		if learned, err = learnWeights(ctx, w, c.store, v.resources.Frequencies); err != nil {
			return err
		}
		v.weights[letter] = learned
	}
	c.weigh(learned)
	return nil
}

// learnWeights looks up what all words of a store weigh.
func learnWeights(ctx context.Context, w weighting, store *embedding.Store,
	f *embedding.Frequencies) (learnedWeights, error) {
	listed := newProbabilities(f)
	weights, err := w.ofWords(ctx, store, listed)
	return learnedWeights{w, listed, weights}, err
}
