package metric

import "math"

// bertScoreMeasure is BERTScore's precision, recall and F1 (Zhang et al. 2020, section 3) on word vectors.
func bertScoreMeasure() definition {
	return definition{
		measure:  MeasureBERTScore,
		columns:  []Column{BERTScoreP, BERTScoreR, BERTScoreF1},
		main:     BERTScoreF1,
		prepare:  func(w *worker, s *text) { s.distribute(w, byDirection) },
		defined:  func(s *text) bool { return s.distributions[byDirection].total > 0 },
		directed: &[2]Column{BERTScoreP, BERTScoreR},
		compare: func(w *worker, a, b *text, values *[numColumns]float64) error {
			p, r := w.precisionAndRecall(a, b)
			values[BERTScoreP], values[BERTScoreR], values[BERTScoreF1] = p, r, f1(p, r)
			return nil
		},
	}
}

// precisionAndRecall returns the mean over the candidate's tokens of their best cosine with a token of the reference,
// and the same with the sides exchanged.
func (w *worker) precisionAndRecall(candidate, reference *text) (precision, recall float64) {
	products := w.products(candidate, reference)
	a, b := &candidate.distributions[byDirection], &reference.distributions[byDirection]
	w.best = resized(w.best, len(b.words))
	for c := range w.best {
		w.best[c] = math.Inf(-1)
	}
	for r, i := range a.words {
		row := products[int(i)*len(reference.words):]
		best := math.Inf(-1)
		for c, j := range b.words {
			cos := cosine(candidate, reference, i, j, row[j])
			best = max(best, cos)
			w.best[c] = max(w.best[c], cos)
		}
		precision += float64(a.mass[r] * best)
	}
	for c, best := range w.best {
		recall += float64(b.mass[c] * best)
	}
	return clampCosine(precision), clampCosine(recall)
}

// clampCosine undoes what rounding adds to a mean of cosines.
func clampCosine(x float64) float64 { return min(max(x, -1), 1) }

// f1 returns the harmonic mean 2PR/(P+R). It is 0 where P and R are not both positive or both negative: they have no
// harmonic mean then, and the formula goes to infinity.
func f1(p, r float64) float64 {
	if p*r <= 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}
