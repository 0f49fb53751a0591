package metric

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/transport"
	"github.com/wordrotator/wrd/tokenize"
)

// A Scorer scores segments. It does not change after NewScorer, so any number of goroutines may use one.
type Scorer struct {
	options     Options          // with the defaults filled in
	table       *embedding.Store // the vectors, converted if there is one table for all texts
	unknownNorm float64          // μ, the norm of unknown words under OOVOwn
	workers     sync.Pool
}

// NewScorer returns a Scorer. It fails if an option is not known or the default vectors cannot be opened.
func NewScorer(options Options) (*Scorer, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Scorer{options: options, table: options.Vectors}
	if options.Converter != nil && !s.sentenceWise() {
		if s.table = options.Converted; s.table == nil {
			if s.table, err = options.Converter.Table(context.Background()); err != nil {
				return nil, err
			}
		}
	}
	if options.OOV == OOVOwn && !s.sentenceWise() {
		s.unknownNorm = s.table.MedianNorm()
	}
	first, err := s.newWorker()
	if err != nil {
		return nil, err
	}
	s.workers.Put(first)
	return s, nil
}

// sentenceWise says whether the converter gives a word another vector in each text.
func (s *Scorer) sentenceWise() bool {
	return s.options.Converter != nil && s.options.Converter.Letters().SentenceWise()
}

// Columns lists the columns that Score fills in, in the order of tables.
func (s *Scorer) Columns() []Column { return []Column{WRD, WRDSimilarity} }

// Score scores one segment. It fails if the segment has no reference, or with a *StatusError under
// EmptyError.
func (s *Scorer) Score(segment Segment) (Result, error) {
	w, err := s.borrowWorker()
	if err != nil {
		return Result{}, err
	}
	defer s.workers.Put(w)
	var result [1]Result
	if _, err = w.score([]string{segment.Candidate}, segment.References, result[:]); err != nil {
		return result[0], err
	}
	return result[0], s.lost()
}

// lost returns why the vectors cannot be trusted any more, and with them no result; nil if they can.
func (s *Scorer) lost() error { return cmp.Or(s.table.Err(), s.options.Vectors.Err()) }

func (s *Scorer) borrowWorker() (*worker, error) {
	if w, ok := s.workers.Get().(*worker); ok {
		return w, nil
	}
	return s.newWorker()
}

// A worker holds the memory that scoring needs. Each goroutine has its own.
type worker struct {
	*Scorer
	tokenizer  tokenize.Tokenizer
	tokens     []tokenize.Token
	candidate  side
	references []side
	cost       []float64
	solver     transport.Solver
	gap        float64 // the largest of the current candidate
}

func (s *Scorer) newWorker() (*worker, error) {
	tokenizer, err := tokenize.New(s.options.Tokenizer, tokenize.Options{KeepCase: s.options.KeepCase})
	if err != nil {
		return nil, err
	}
	w := &worker{Scorer: s, tokenizer: tokenizer}
	w.candidate = w.newSide()
	return w, nil
}

func (w *worker) newSide() side {
	if w.sentenceWise() {
		return side{sentence: w.options.Converter.NewSentence()}
	}
	return side{}
}

// errNoReference says that a segment cannot be scored for want of a reference.
var errNoReference = errors.New("the segment has no reference, expected at least one")

// score scores candidates of several systems against the same references, which are prepared only once.
// results has the length of candidates. With an error comes the index of the candidate that failed.
func (w *worker) score(candidates, references []string, results []Result) (failed int, err error) {
	if len(references) == 0 {
		return 0, errNoReference
	}
	for len(w.references) < len(references) {
		w.references = append(w.references, w.newSide())
	}
	for i, text := range references {
		w.prepare(&w.references[i], text)
	}
	for i, text := range candidates {
		w.prepare(&w.candidate, text)
		if results[i], err = w.against(w.references[:len(references)]); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// prepare splits a text into tokens and looks them up.
func (w *worker) prepare(s *side, text string) {
	s.reset()
	w.tokens = w.tokenizer.Append(w.tokens[:0], text)
	s.tokens = len(w.tokens)
	for _, token := range w.tokens {
		if id, ok := w.table.Index(token.Text); ok {
			s.add(token.Text, int32(id))
			continue
		}
		s.unknown++
		if w.options.OOV == OOVOwn {
			s.add(token.Text, unknownWord)
		}
	}
	s.weigh(w)
}

// against scores the candidate against references.
func (w *worker) against(references []side) (Result, error) {
	w.gap = 0
	best, status, distance, err := w.choose(references)
	if err != nil {
		return Result{}, err
	}
	result := Result{
		Status:          status,
		Scored:          status == OK || w.options.Empty == EmptyWorst,
		BestReference:   best,
		CandidateTokens: w.candidate.tokens,
		CandidateOOV:    w.candidate.unknown,
		ReferenceTokens: references[best].tokens,
		ReferenceOOV:    references[best].unknown,
		Gap:             w.gap,
	}
	if status != OK && w.options.Empty == EmptyError {
		return result, &StatusError{status}
	}
	if result.Scored {
		result.Values[WRD] = distance
		result.Values[WRDSimilarity] = 1 - distance
	}
	if status == OK && w.options.Alignments {
		result.Alignment, err = w.align(&w.candidate, &references[best])
	}
	return result, err
}

// choose returns the best reference and the distance that counts. A pair with a distance comes before every
// pair without one; a pair without one has the distance of EmptyWorst.
func (w *worker) choose(references []side) (best int, status Status, distance float64, err error) {
	var least, sum float64
	var compared int
	for i := range references {
		pair := compare(&w.candidate, &references[i])
		if pair != OK && i > 0 && status == OK {
			continue
		}
		d := emptyDistance(pair)
		if pair == OK {
			if d, err = w.wrd(&w.candidate, &references[i]); err != nil {
				return 0, 0, 0, err
			}
		}
		if i == 0 || pair == OK && status != OK {
			best, status, least = i, pair, d
			sum, compared = 0, 0 // before were only references without a distribution
		} else if d < least {
			best, status, least = i, pair, d
		}
		sum += d
		compared++
	}
	if w.options.MultiReference == MeanReference {
		return best, status, sum / float64(compared), nil
	}
	return best, status, least, nil
}

// emptyDistance is the distance of a pair without a distribution under EmptyWorst.
func emptyDistance(status Status) float64 {
	if status == BothEmpty {
		return 0
	}
	return 1
}

// wrd returns Word Rotator's Distance (Algorithm 1 of the paper) between two texts that have a distribution.
func (w *worker) wrd(candidate, reference *side) (float64, error) {
	w.cost = costs(w.cost, candidate, reference)
	if !w.options.Certify {
		return w.solver.Distance(candidate.mass, reference.mass, w.cost)
	}
	solution, err := w.solver.Solve(candidate.mass, reference.mass, w.cost)
	if err != nil {
		return 0, err
	}
	w.gap = max(w.gap, solution.Cost-lowerBound(solution, candidate.mass, reference.mass, w.cost))
	return solution.Cost, nil
}

// lowerBound returns the dual value Σ aᵢuᵢ + Σ bⱼvⱼ, after lowering each uᵢ until no uᵢ+vⱼ exceeds its cost, so
// that by weak duality no plan can cost less, whatever the solver did.
func lowerBound(solution transport.Solution, a, b, cost []float64) float64 {
	var bound float64
	for j, mass := range b {
		bound += mass * solution.V[j]
	}
	for i, mass := range a {
		u := solution.U[i]
		for j, c := range cost[i*len(b):][:len(b)] {
			u = min(u, c-solution.V[j])
		}
		bound += mass * u
	}
	return bound
}

// align returns the transport plan between two texts that have a distribution.
func (w *worker) align(candidate, reference *side) ([]Move, error) {
	w.cost = costs(w.cost, candidate, reference)
	solution, err := w.solver.Solve(candidate.mass, reference.mass, w.cost)
	if err != nil {
		return nil, err
	}
	moves := make([]Move, len(solution.Plan))
	for i, m := range solution.Plan {
		moves[i] = Move{
			CandidateToken: candidate.words[m.From],
			ReferenceToken: reference.words[m.To],
			Mass:           m.Mass,
			Cost:           w.cost[int(m.From)*len(reference.words)+int(m.To)],
		}
	}
	return moves, nil
}
