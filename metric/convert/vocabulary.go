package convert

import (
	"context"
	"fmt"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A Vocabulary keeps what fits learn from vectors and frequencies alone, so that many fits learn it once: for A the
// mean and the principal directions, for W and U the weights of all words. Any number of goroutines may use one.
type Vocabulary struct {
	resources Resources

	mu       sync.Mutex // of what follows, which is filled in when it is first needed
	checked  bool       // whether no vector is too long
	f1       *allButTheTop
	spectrum Spectrum // of f1
	weights  map[byte]learnedWeights
}

// learnedWeights are α₂ of one letter.
type learnedWeights struct {
	weighting weighting
	listed    probabilities
	ofWords   []float64
}

// NewVocabulary returns the vocabulary of resources. What is wrong with them Fitter says.
func NewVocabulary(resources Resources) *Vocabulary {
	return &Vocabulary{resources: resources, weights: map[byte]learnedWeights{}}
}

// Vectors returns the vectors whose words these are.
func (v *Vocabulary) Vectors() *embedding.Store { return v.resources.Vectors }

// Fitter is [NewFitter] for these resources, without learning anything again.
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
	if err := v.learn(ctx, c); err != nil {
		return nil, err
	}
	return newFitter(c, v.resources.StopWords)
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
	if c.info.Letters.f1 == 'A' {
		if v.f1 == nil {
			if v.f1, v.spectrum, err = fitAllButTheTop(ctx, c.store, v.resources.Frequencies); err != nil {
				return err
			}
		}
		c.f1, c.info.Vocabulary = v.f1, v.spectrum
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
