package metric

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/transport"
	"github.com/wordrotator/wrd/tokenize"
)

// A Scorer scores segments. It does not change after NewScorer, so any number of goroutines may use one.
type Scorer struct {
	options Options // with the defaults filled in
	// the vectors, converted if there is one table for all texts; nil if texts bring theirs
	table       *embedding.Store
	composes    bool          // whether Options.Vectors make vectors of unknown words
	unknownNorm float64       // μ, the norm of unknown words under OOVOwn
	meanNorm    float64       // of table, under Options.ContextWeight
	definitions []*definition // of Options.Measures
	columns     []Column      // of all of them
	sif         *sif          // nil if no measure reads it
	extension   extension     // what goes beyond the paper
	separate    bool          // whether each occurrence of a word stays a word of its own, see text
	pairsAtOnce int           // the constant; tests set less
	workers     sync.Pool

	readsReferences, readsSources bool // whether a measure does
}

// NewScorer returns a Scorer. It fails if an option is not known, if a measure lacks what it needs, or if the default
// vectors cannot be opened. A converter without a table converts all vectors here, which takes time where they are
// many.
func NewScorer(options Options) (*Scorer, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Scorer{options: options, table: options.Vectors, pairsAtOnce: pairsAtOnce}
	if err := s.setMeasures(); err != nil {
		return nil, err
	}
	if !options.readsTokenVectors() && !options.counts() {
		if err := s.setTable(); err != nil {
			return nil, err
		}
	}
	first, err := s.newWorker()
	if err != nil {
		return nil, err
	}
	s.workers.Put(first)
	return s, nil
}

// setTable takes the vectors from the options.
func (s *Scorer) setTable() (err error) {
	options := &s.options
	if options.Converter != nil && !s.sentenceWise() {
		if s.table, err = options.Converter.Table(context.Background()); err != nil {
			return err
		}
	}
	s.composes = options.Vectors.Subwords() != embedding.Subwords{}
	if options.OOV == OOVOwn && !s.sentenceWise() {
		s.unknownNorm = s.table.MedianNorm()
	}
	if s.extension.contextWeight > 0 && !s.sentenceWise() {
		s.meanNorm = s.table.MeanNorm()
	}
	return nil
}

// setMeasures takes the measures from the options.
func (s *Scorer) setMeasures() (err error) {
	if s.extension, err = newExtension(s.options); err != nil {
		return err
	}
	// For all measures, so that none depends on which others are asked for.
	s.separate = s.options.OrderWeight > 0 || s.options.ContextWeight > 0
	for _, m := range s.options.Measures {
		k := definitionOf(m)
		s.definitions = append(s.definitions, k)
		s.readsReferences, s.readsSources = s.readsReferences || !k.ofSource, s.readsSources || k.ofSource
		for _, c := range k.columns { // recall may be asked for by two measures
			if !slices.Contains(s.columns, c) {
				s.columns = append(s.columns, c)
			}
		}
		if !m.NeedsFrequencies() {
			continue
		}
		if s.options.Frequencies == nil {
			return errNoFrequencies
		}
		s.sif = newSIF(s.options.Frequencies)
		s.sif.fold = s.options.readsTokenVectors()
	}
	if s.options.Alignments && !s.options.Measures[0].Aligns() {
		return &NoAlignmentError{s.options.Measures[0]}
	}
	return nil
}

// sentenceWise says whether the converter gives a word another vector in each text.
func (s *Scorer) sentenceWise() bool {
	return s.options.Converter != nil && !s.options.readsTokenVectors() && s.options.Converter.Letters().SentenceWise()
}

// Measures lists the measures in the order of Options.Measures.
func (s *Scorer) Measures() []Measure { return slices.Clone(s.options.Measures) }

// ReadsReferences says whether a measure reads references, so that every segment must have one.
func (s *Scorer) ReadsReferences() bool { return s.readsReferences }

// ReadsSources says whether a measure reads sources.
func (s *Scorer) ReadsSources() bool { return s.readsSources }

// Columns lists the columns that Score fills in, in the order of the measures.
func (s *Scorer) Columns() []Column { return slices.Clone(s.columns) }

// Tokens returns the tokens of a text as Score splits it: the pieces under Options.Encoder. It fails where
// Options.TokenVectors is set, as texts come as tokens then.
func (s *Scorer) Tokens(text string) ([]string, error) {
	if s.options.TokenVectors != nil {
		return nil, errNoTokenVectors
	}
	if model := s.options.Encoder; model != nil {
		tokens := []string{}
		for _, piece := range model.Pieces(nil, text) {
			tokens = append(tokens, piece.Text)
		}
		return tokens, nil
	}
	w, err := s.borrowWorker()
	if err != nil {
		return nil, err
	}
	defer s.workers.Put(w)
	w.tokens = w.tokenizer.Append(w.tokens[:0], text)
	tokens := make([]string, len(w.tokens))
	for i, token := range w.tokens {
		tokens[i] = token.Text
	}
	return tokens, nil
}

// Score scores one segment. It fails if the segment has no reference and a measure reads references, or with a
// *StatusError under EmptyError.
func (s *Scorer) Score(segment Segment) (Result, error) {
	w, err := s.borrowWorker()
	if err != nil {
		return Result{}, err
	}
	defer s.workers.Put(w)
	var result [1]Result
	line := segment.line()
	if s.options.Encoder != nil {
		w.encodeAhead([]Line{line})
	}
	if _, err = w.score(&line, result[:]); err != nil {
		return result[0], err
	}
	return result[0], s.lost()
}

// lost returns why the vectors cannot be trusted any more, and with them no result; nil if they can.
func (s *Scorer) lost() error {
	if s.table == nil {
		return nil
	}
	return cmp.Or(s.table.Err(), s.options.Vectors.Err())
}

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
	found      []tableWord // the tokens in the table
	candidate  text
	references []text
	source     text
	finder     *embedding.Finder // of the table's words, nil without a table
	dim        int               // components of a vector
	outcomes   []outcome         // one for each measure
	solver     transport.Solver
	gap        float64 // the largest of the current candidate
	pairing
	all      *allWithAll // nil until there is a group
	encoding encoding    // under Options.Encoder
}

func (s *Scorer) newWorker() (*worker, error) {
	tokenizer, err := s.options.NewTokenizer()
	if err != nil {
		return nil, err
	}
	w := &worker{Scorer: s, tokenizer: tokenizer, outcomes: make([]outcome, len(s.definitions))}
	for i, k := range s.definitions {
		w.outcomes[i].definition = k
	}
	if s.options.Encoder != nil {
		if w.encoding.encoder, err = s.options.Encoder.NewEncoderIn(s.options.Precision, *s.options.Layer); err != nil {
			return nil, err
		}
		if c := s.options.Converter; c != nil {
			w.encoding.converter = c.NewSentence()
		}
	}
	w.candidate, w.source = w.newText(), w.newText()
	if s.table != nil {
		w.dim, w.finder = s.table.Dim(), embedding.NewFinder(s.table)
	}
	return w, nil
}

func (w *worker) newText() text {
	s := text{sentenceWise: w.sentenceWise(), spelled: w.options.counts()}
	if s.sentenceWise || w.composes && w.options.Converter != nil {
		s.sentence = w.options.Converter.NewSentence()
	}
	return s
}

// maxPairs bounds the pairs of different words of two texts for measures that are not unbound, such as 16,384 by
// 16,384. Products, costs and the solver keep an array of so many numbers each, of 2 GiB at the bound.
const maxPairs = 1 << 28

// errNoReference says that a segment cannot be scored for want of a reference.
var errNoReference = errors.New("found no reference, expected at least one")

// score scores candidates of several systems against the same references, which are prepared only once.
// results has one for each candidate. With an error comes the index of the candidate that failed.
func (w *worker) score(line *Line, results []Result) (failed int, err error) {
	references, err := w.check(line)
	if err != nil {
		return 0, err
	}
	if !w.readsReferences {
		references = 0
	} else if references == 0 {
		return 0, errNoReference
	}
	for len(w.references) < references {
		w.references = append(w.references, w.newText())
	}
	w.encoding.references.reset()
	for i := range references {
		if err := w.read(&w.references[i], line.References, line.ReferenceVectors, i); err != nil {
			return 0, fmt.Errorf("reference %d: %w", i+1, err)
		}
	}
	var source *text
	if w.readsSources {
		source = &w.source
		if err := w.read(source, []string{line.Source}, nil, 0); err != nil {
			return 0, fmt.Errorf("source: %w", err)
		}
	}
	for i := range results {
		if err := w.read(&w.candidate, line.Candidates, line.CandidateVectors, i); err != nil {
			return i, fmt.Errorf("candidate: %w", err)
		}
		if err = w.against(w.references[:references], source, &results[i]); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// read prepares one of the texts of a line.
func (w *worker) read(s *text, texts []string, given []TokenVectors, i int) error {
	switch {
	case w.options.TokenVectors != nil:
		source := ""
		if i < len(texts) {
			source = texts[i]
		}
		return w.prepareTokenVectors(s, &given[i], source)
	case w.options.Encoder != nil:
		return w.prepareEncoded(s, texts, i)
	}
	w.prepare(s, texts[i])
	return nil
}

// prepare splits a text into tokens and looks them up.
func (w *worker) prepare(s *text, text string) {
	s.reset(w.separate)
	w.tokens = w.tokenizer.Append(w.tokens[:0], text)
	s.count(text, len(w.tokens))
	w.found = w.found[:0]
	for _, token := range w.tokens { // all before the first is added, so that none waits for the memory of another
		w.found = append(w.found, w.find(token.Text))
	}
	for position, token := range w.tokens {
		w.addToken(s, token.Text, w.found[position], position)
	}
	s.finish(w)
}

// A tableWord is the row of a word in the table, or unknownWord, and its norm.
type tableWord struct {
	id   int32
	norm float64
}

// find looks a word up.
func (w *worker) find(word string) tableWord {
	if w.finder != nil {
		if id, norm, ok := w.finder.Find(word); ok {
			return tableWord{int32(id), norm}
		}
	}
	return tableWord{id: unknownWord}
}

// addToken counts one token of a text, under the policy for those without a vector.
func (w *worker) addToken(s *text, word string, found tableWord, position int) {
	if s.spelled {
		s.add(word, tableWord{id: composedWord}, position)
		return
	}
	if found.id != unknownWord {
		s.add(word, found, position)
		return
	}
	if w.composes && s.addComposed(w, word, position) {
		return
	}
	s.unknown++
	if w.options.OOV == OOVOwn {
		s.add(word, found, position)
	}
}

// against scores the candidate against references and its source, by the measures that read them; nil for none.
func (w *worker) against(references []text, source *text, result *Result) (err error) {
	*result = Result{}
	w.gap = 0
	w.forget()
	for i := range references {
		if err := w.pair(i, &w.candidate, &references[i], false); err != nil {
			return err
		}
	}
	if source != nil {
		if err := w.pair(0, &w.candidate, source, true); err != nil {
			return err
		}
	}
	first := &w.outcomes[0]
	result.Status, result.Gap = first.status, w.gap
	w.count(references, source, result)
	for i := range w.outcomes {
		if err := w.outcomes[i].into(result, w.options.MultiReference, w.options.Empty); err != nil {
			return err
		}
	}
	if result.Status != OK || !w.options.Alignments {
		return nil
	}
	other := source
	if !first.definition.ofSource {
		other = &references[first.best]
	}
	_, _, err = w.alignInto(result, first.definition.plan, &w.candidate, other)
	return err
}

// count fills in what a result says of the texts that were compared.
func (w *worker) count(references []text, source *text, r *Result) {
	r.CandidateTokens, r.CandidateOOV, r.CandidateWindows = w.candidate.tokens, w.candidate.unknown, w.candidate.windows
	if source != nil {
		r.SourceTokens, r.SourceOOV, r.SourceWindows = source.tokens, source.unknown, source.windows
	}
	if len(references) == 0 {
		return
	}
	for k := range w.outcomes { // of the first measure that reads references
		if o := &w.outcomes[k]; !o.definition.ofSource {
			best := &references[o.best]
			r.BestReference = o.best
			r.ReferenceTokens, r.ReferenceOOV, r.ReferenceWindows = best.tokens, best.unknown, best.windows
			return
		}
	}
}

// forget makes all outcomes those of a candidate that was not compared yet.
func (w *worker) forget() {
	for i := range w.outcomes {
		w.outcomes[i].compared = 0
	}
}

// pair compares a candidate with its reference i by every measure that reads references, or with its source by those
// that read it.
func (w *worker) pair(i int, candidate, reference *text, isSource bool) error {
	n, m := len(candidate.words), len(reference.words)
	a, b := w.begin(candidate, reference)
	for k := range w.outcomes {
		o := &w.outcomes[k]
		if o.definition.ofSource != isSource {
			continue
		}
		status := statusOf(candidate, reference, o.definition.defined)
		if isSource {
			status = status.ofSource()
		}
		if status == OK {
			if n > maxPairs/m && !o.definition.unbound {
				return fmt.Errorf("%s: found texts of %d and %d different words, expected at most %d pairs of them, "+
					"which fit into memory; %s and %s take texts of any length",
					o.definition.measure, n, m, maxPairs, MeasureRelaxed, MeasureWRDRecall)
			}
			if err := o.definition.compare(w, a, b, &w.values); err != nil {
				return err
			}
			w.solved = o.definition.plan
			if x := o.definition.directed; w.turned && x != nil {
				w.values[x[0]], w.values[x[1]] = w.values[x[1]], w.values[x[0]]
			}
		}
		o.take(i, status, &w.values)
	}
	return nil
}
