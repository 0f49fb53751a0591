package metric

import (
	"fmt"
	"math"
)

// A Choice says which candidate of a group minimum Bayes risk decoding takes: the one with the highest utility, the mean
// similarity of a candidate to the pseudo-references (Kumar and Byrne 2004; with samples of a model on both sides
// Eikema and Aziz 2022).
type Choice struct {
	// Best is the index of the chosen candidate, the first of equal ones.
	Best int
	// Utility is its utility, NaN if the empty policy leaves it without any, or if there is nothing to compare it with.
	Utility float64
	// Utilities holds the utilities of all candidates, NaN where there is none; nil if only the best was asked for.
	Utilities []float64
	// Compared counts the pairs of texts that were compared. Equal texts count as one.
	Compared int
}

// Choose chooses the candidate of a group that has the highest mean similarity to the references or, if there are none, to
// the other candidates. Similar is what the first measure says: 1 − wrd for MeasureWRD, minus the distance for other
// distances. Each different text is split into words once and each pair of them is compared once.
//
// bestOnly leaves out the comparisons that cannot change which candidate is the best, and Utilities with them; nothing
// else changes. It saves work for MeasureWRD alone, without Options.MassPower and Spelling.
//
// Choose fails if there is no candidate, under EmptyError with a *PairError, and where Options.TokenVectors is set.
func (s *Scorer) Choose(group Group, bestOnly bool) (Choice, error) {
	if s.options.TokenVectors != nil {
		return Choice{}, errNotGiven
	}
	w, err := s.borrowWorker()
	if err != nil {
		return Choice{}, err
	}
	defer s.workers.Put(w)
	choice, err := w.choose(group, bestOnly)
	if err != nil {
		return Choice{}, err
	}
	return choice, s.lost()
}

// Utility returns the column that Choose looks at, and −1 if it is a distance, otherwise 1.
func (m Measure) Utility() (column Column, sign float64) {
	switch column = m.Main(); {
	case m == MeasureWRD:
		return WRDSimilarity, 1
	case column.Distance():
		return column, -1
	}
	return column, 1
}

// choose is Choose on the memory of a worker.
func (w *worker) choose(group Group, bestOnly bool) (Choice, error) {
	if len(group.Candidates) == 0 {
		return Choice{}, errNoCandidate
	}
	e := w.newElection(group)
	var err error
	if bestOnly && e.bounded() {
		err = e.compareWhatMatters()
	} else {
		err = e.compareAll()
	}
	if err != nil {
		return Choice{}, err
	}
	return e.choice(bestOnly), nil
}

// errNoCandidate says that nothing can be chosen.
var errNoCandidate = fmt.Errorf("the group has no candidate, expected at least one")

// An election finds the best candidate of a group.
type election struct {
	*worker
	group                  Group
	candidates, references distinct
	among                  bool // the candidates are the references too
	a, b                   []side
	column                 Column
	sign                   float64
	similarity             []float64 // row-major candidates × references, NaN for a pair that has none
	known                  []bool    // whether it is computed
	compared               int
}

// distinct are the different texts of a list. Samples of a model repeat themselves.
type distinct struct {
	texts  []string
	counts []int // how often each occurs
	first  []int // where it occurs first
	places []int // for each text of the list, which of the different ones it is
}

func distinctOf(list []string) distinct {
	d := distinct{places: make([]int, len(list))}
	seen := make(map[string]int, len(list))
	for i, text := range list {
		place, ok := seen[text]
		if !ok {
			place = len(d.texts)
			seen[text] = place
			d.texts, d.counts, d.first = append(d.texts, text), append(d.counts, 0), append(d.first, i)
		}
		d.counts[place]++
		d.places[i] = place
	}
	return d
}

func (w *worker) newElection(group Group) *election {
	e := &election{worker: w, group: group, candidates: distinctOf(group.Candidates)}
	e.column, e.sign = w.options.Measures[0].Utility()
	e.a = w.prepareAll(&w.candidates, e.candidates.texts)
	w.lexicon.left.enter(w, e.a)
	if e.among = len(group.References) == 0; e.among {
		e.references, e.b = e.candidates, e.a
		w.lexicon.compute(&w.lexicon.left, 0.5)
	} else {
		e.references = distinctOf(group.References)
		e.b = w.prepareAll(&w.references, e.references.texts)
		w.lexicon.right.enter(w, e.b)
		w.lexicon.compute(&w.lexicon.right, 1)
	}
	e.similarity = make([]float64, len(e.a)*len(e.b))
	e.known = make([]bool, len(e.a)*len(e.b))
	return e
}

// votes returns how often reference j counts for candidate i, which does not vote for itself.
func (e *election) votes(i, j int) int {
	if e.among && i == j {
		return e.references.counts[j] - 1
	}
	return e.references.counts[j]
}

// compare computes the similarity of candidate i and reference j.
func (e *election) compare(i, j int) error {
	if e.among && i > j {
		i, j = j, i // every measure is symmetric; this way round to the last bit
	}
	var result Result
	if err := e.only(&e.a[i], &e.b[j], &result); err != nil {
		return &PairError{e.candidates.first[i], e.references.first[j], err}
	}
	e.compared++
	e.set(i, j, e.sign*result.valueOrNaN(e.column))
	if e.among {
		e.set(j, i, e.sign*result.valueOrNaN(e.column))
	}
	return nil
}

func (e *election) set(i, j int, similarity float64) {
	at := i*len(e.b) + j
	e.similarity[at], e.known[at] = similarity, true
}

func (e *election) compareAll() error {
	for i := range e.a {
		for j := range e.b {
			if e.known[i*len(e.b)+j] || e.votes(i, j) == 0 {
				continue
			}
			if err := e.compare(i, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// utility returns the mean similarity of candidate i, which was compared with all, to those that have one.
func (e *election) utility(i int) float64 {
	var sum float64
	var n int
	for j, similarity := range e.similarity[i*len(e.b):][:len(e.b)] {
		if votes := e.votes(i, j); votes > 0 && !math.IsNaN(similarity) {
			sum += float64(votes) * similarity
			n += votes
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// complete says whether candidate i was compared with all that vote for it.
func (e *election) complete(i int) bool {
	for j, known := range e.known[i*len(e.b):][:len(e.b)] {
		if !known && e.votes(i, j) > 0 {
			return false
		}
	}
	return true
}

// choice returns the best of the candidates that were compared with all.
func (e *election) choice(bestOnly bool) Choice {
	c := Choice{Best: -1, Utility: math.NaN(), Compared: e.compared}
	utilities := make([]float64, len(e.a))
	for i := range e.a {
		if !e.complete(i) {
			continue
		}
		utilities[i] = e.utility(i)
		// A utility beats none, and the first of equal ones stays.
		if c.Best < 0 || utilities[i] > c.Utility || math.IsNaN(c.Utility) && !math.IsNaN(utilities[i]) {
			c.Best, c.Utility = e.candidates.first[i], utilities[i]
		}
	}
	if bestOnly {
		return c
	}
	c.Utilities = make([]float64, len(e.candidates.places))
	for i, place := range e.candidates.places {
		c.Utilities[i] = utilities[place]
	}
	return c
}
