package convert

import (
	"context"
	"sync"
	"testing"
)

// TestVocabularyChangesNothing: fits that share a vocabulary, in any order and at the same time, are those that learn
// for themselves.
func TestVocabularyChangesNothing(t *testing.T) {
	w := newWorld(4, 200, 12)
	vocabulary := NewVocabulary(w.Resources)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, letters := range []string{"A", "W", "U"} { // what was not learned to its end is not kept
		if _, err := vocabulary.Fitter(ended, parse(t, letters)); err == nil {
			t.Fatalf("%s: a fit after its context ended", letters)
		}
	}
	var fits sync.WaitGroup
	for range 2 {
		for _, letters := range allLetters(t) {
			fits.Go(func() {
				f, err := vocabulary.Fitter(t.Context(), letters)
				if err != nil {
					t.Error(err)
					return
				}
				for _, ids := range w.sentences {
					f.Add(ids)
				}
				c, err := f.Finish()
				if err != nil {
					t.Error(err)
					return
				}
				if alone := mustFit(t, letters.String(), w); c.Hash() != alone.Hash() {
					t.Errorf("%s: hash %s, alone %s", letters, c.Hash(), alone.Hash())
				}
			})
		}
	}
	fits.Wait()
}
