package metric

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// A Choice is the result of minimum Bayes risk decoding: the candidate of a group with the highest utility, its mean
// similarity to the pseudo-references (Kumar and Byrne 2004; with samples of a model on both sides Eikema and Aziz
// 2022).
type Choice struct {
	// Best is the index of the chosen candidate, the first of equal ones.
	Best int
	// Utility is its utility, NaN if the empty policy leaves it without any, or if there is nothing to compare it with.
	Utility float64
	// Utilities holds the utilities of all candidates, NaN where there is none; nil if only the best was asked for.
	Utilities []float64
	// Compared counts the pairs of texts that were compared. Equal texts count as one.
	Compared int
	// LongTexts is how many of the different texts did not fit the positions of Options.Encoder, so that it read them in
	// overlapping windows.
	LongTexts int
	// CandidateReading and ReferenceReading count the different texts, and what of them could be read; those that are
	// candidates and references as candidates. A source is counted as a reference.
	CandidateReading, ReferenceReading Reading
}

// Choose chooses the candidate of a group with the highest mean similarity to the references or, without references, to
// the other candidates. The similarity is that of the first measure: 1 − wrd for MeasureWRD, 1 − wrd_source for
// MeasureSource, minus the distance for other distances. Each different text is split into words once, and each pair is
// compared once, or twice if the measure depends on the direction (MeasureWRDRecall). A measure of the source compares
// each candidate with Group.Source alone.
//
// bestOnly skips comparisons that cannot change which candidate is the best, and leaves Utilities nil; nothing else
// changes. It saves time only for MeasureWRD without Options.MassPower, Spelling and ContextWeight.
//
// Choose fails if there is no candidate, under EmptyError with a *PairError, and if Options.TokenVectors is set.
func (s *Scorer) Choose(group Group, bestOnly bool) (Choice, error) {
	if s.options.TokenVectors != nil {
		return Choice{}, errNoTokenVectors
	}
	w, err := s.borrowWorker()
	if err != nil {
		return Choice{}, err
	}
	defer s.workers.Put(w)
	choice, err := w.choose(context.Background(), group, bestOnly)
	if err != nil {
		return Choice{}, err
	}
	return choice, s.lost()
}

// Utility returns the column that Choose looks at, and −1 if it is a distance, otherwise 1.
func (m Measure) Utility() (column Column, sign float64) {
	column = m.Main()
	if similarity, ok := similarityOf(column); ok {
		return similarity, 1
	}
	if column.Distance() {
		return column, -1
	}
	return column, 1
}

// choose is Choose on the memory of a worker. It ends with ctx, as a large group takes long.
func (w *worker) choose(ctx context.Context, group Group, bestOnly bool) (Choice, error) {
	if len(group.Candidates) == 0 {
		return Choice{}, errNoCandidate
	}
	d, err := w.newDecision(group)
	if err != nil {
		return Choice{}, err
	}
	d.ctx = ctx
	if bestOnly && d.bounded() {
		err = d.compareWhatMatters()
	} else {
		err = d.compareAll()
	}
	if err != nil {
		return Choice{}, err
	}
	return d.choice(bestOnly), nil
}

// errNoCandidate says that nothing can be chosen.
var errNoCandidate = errors.New("found no candidate, expected at least one")

// A decision is the minimum Bayes risk decision on a group: it finds the candidate of the highest utility.
type decision struct {
	*worker
	ctx                    context.Context // of the call
	group                  Group
	candidates, references distinct
	among                  bool // the candidates are the references too
	a, b                   []texts.Text
	column                 Column
	sign                   float64
	symmetric              bool      // column has the same bits with the two texts exchanged
	similarity             []float64 // row-major candidates × pseudo-references, NaN for a pair that has none
	known                  []bool    // whether it is computed
	compared               int
}

// distinct are the different texts of a list. Samples of a model repeat themselves.
type distinct struct {
	texts  []string
	counts []int // how often each occurs; 0 for a blank reference beside one that has text, which is none
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

func (w *worker) newDecision(group Group) (_ *decision, err error) {
	if w.scorer.definitions[0].ofSource {
		group.References = []string{group.Source}
	}
	d := &decision{worker: w, group: group, candidates: distinctOf(group.Candidates)}
	d.column, d.sign = w.scorer.options.Measures[0].Utility()
	directed := w.scorer.definitions[0].directed
	d.symmetric = directed == nil || !slices.Contains(directed[:], d.column)
	all := w.group()
	w.unpack()
	w.encoding.Candidates.Reset()
	if err := limit.Check(max(len(d.candidates.texts), len(group.References)), "texts in a group"); err != nil {
		return nil, err
	}
	if d.a, err = w.prepareAll(&all.candidates, d.candidates.texts); err != nil {
		return nil, fmt.Errorf("candidate %w", err)
	}
	w.current.Lexicon.Left.Enter(w.reader, d.a)
	if d.among = len(group.References) == 0; d.among {
		d.references, d.b = d.candidates, d.a
		w.current.Lexicon.Compute(w.reader, &w.current.Lexicon.Left, 0.5)
	} else {
		d.references = distinctOf(group.References)
		if d.b, err = w.prepareAll(&all.references, d.references.texts); err != nil {
			return nil, fmt.Errorf("reference %w", err)
		}
		if anyText(d.b) {
			for j := range d.b {
				if d.b[j].Blank() {
					d.references.counts[j] = 0
				}
			}
		}
		w.current.Lexicon.Right.Enter(w.reader, d.b)
		w.current.Lexicon.Compute(w.reader, &w.current.Lexicon.Right, 1)
	}
	d.similarity = make([]float64, len(d.a)*len(d.b))
	d.known = make([]bool, len(d.a)*len(d.b))
	return d, nil
}

// weight returns how often reference j counts in the utility of candidate i, which is not a reference of its own.
func (d *decision) weight(i, j int) int {
	if d.among && i == j {
		return d.references.counts[j] - 1
	}
	return d.references.counts[j]
}

// compare computes the similarity of candidate i and reference j.
func (d *decision) compare(i, j int) error {
	var result Result
	if err := d.only(&d.a[i], &d.b[j], &result); err != nil {
		return &PairError{d.candidates.first[i], d.references.first[j], err}
	}
	d.compared++
	similarity := d.sign * result.ValueOrNaN(d.column)
	d.set(i, j, similarity)
	if d.among && d.symmetric {
		d.set(j, i, similarity)
	}
	return nil
}

func (d *decision) set(i, j int, similarity float64) {
	at := i*len(d.b) + j
	d.similarity[at], d.known[at] = similarity, true
}

func (d *decision) compareAll() error {
	for i := range d.a {
		for j := range d.b {
			if d.known[i*len(d.b)+j] || d.weight(i, j) == 0 {
				continue
			}
			if err := d.ctx.Err(); err != nil {
				return err
			}
			if err := d.compare(i, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// utility returns the mean similarity of candidate i, which was compared with all, to those that have one.
func (d *decision) utility(i int) float64 {
	var sum float64
	var n int
	for j, similarity := range d.similarity[i*len(d.b):][:len(d.b)] {
		if weight := d.weight(i, j); weight > 0 && !math.IsNaN(similarity) {
			sum += float64(weight) * similarity
			n += weight
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum / float64(n)
}

// next returns a reference that candidate i was not compared with and that counts for it, or -1.
func (d *decision) next(i int) int {
	for j := range d.b {
		if !d.known[i*len(d.b)+j] && d.weight(i, j) > 0 {
			return j
		}
	}
	return -1
}

// choice returns the best of the candidates that were compared with all.
func (d *decision) choice(bestOnly bool) Choice {
	c := Choice{Best: -1, Utility: math.NaN(), Compared: d.compared, LongTexts: longTexts(d.a), CandidateReading: reading(d.a)}
	if !d.among {
		c.LongTexts += longTexts(d.b)
		c.ReferenceReading = reading(d.b)
	}
	utilities := make([]float64, len(d.a))
	for i := range d.a {
		if d.next(i) >= 0 {
			continue
		}
		utilities[i] = d.utility(i)
		// A utility beats none, and the first of equal ones stays.
		if c.Best < 0 || utilities[i] > c.Utility || math.IsNaN(c.Utility) && !math.IsNaN(utilities[i]) {
			c.Best, c.Utility = d.candidates.first[i], utilities[i]
		}
	}
	if bestOnly {
		return c
	}
	c.Utilities = make([]float64, len(d.candidates.places))
	for i, place := range d.candidates.places {
		c.Utilities[i] = utilities[place]
	}
	return c
}
