package metric

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/states"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// A Scorer scores segments. It does not change after NewScorer, so any number of goroutines may use one.
type Scorer struct {
	options     Options       // with the defaults filled in
	space       texts.Space   // of the texts
	definitions []*definition // of Options.Measures
	columns     []Column      // of all of them
	extension   extension     // what goes beyond the paper
	pairs       pairs.Extensions
	kept        *states.Kept // under Options.Encoder
	workers     sync.Pool
	long        sync.Once // says that a distance takes long

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
	s := &Scorer{options: options}
	if err := s.setMeasures(); err != nil {
		return nil, err
	}
	s.setTexts()
	if s.readsSources {
		words, err := embedding.Default()
		if err != nil {
			return nil, err
		}
		s.pairs.Untranslated.IsEnglish = func(word string) bool {
			_, ok := words.Index(word)
			return ok
		}
	}
	if options.Encoder != nil {
		s.kept = states.NewKept(states.KeptBytes)
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

// setTexts takes from the options how texts are read, all but the table, and how they are compared.
func (s *Scorer) setTexts() {
	o := &s.options
	s.space = texts.Space{
		Table:        o.Vectors,
		Vectors:      o.Vectors,
		Converter:    o.Converter,
		SentenceWise: o.Converter != nil && !o.readsTokenVectors() && o.Converter.Letters().SentenceWise(),
		Ngrams:       o.Ngrams,
		// For all measures, so that none depends on which others are asked for.
		Separate:      o.OrderWeight > 0 || o.ContextWeight > 0 || o.readsTokenVectors(),
		KeepUnknown:   o.OOV == OOVOwn,
		Normalize:     o.Normalize,
		MassPower:     s.extension.massPower,
		ContextWeight: s.extension.contextWeight,
		Spans:         s.extension.surfaceWeight > 0 || s.readsSources,
	}
	if o.IDF != nil {
		s.space.IDF = o.IDF.Weight
	}
	if slices.ContainsFunc(o.Measures, Measure.NeedsFrequencies) {
		s.space.SIF = texts.NewSIF(o.Frequencies, o.readsTokenVectors())
	}
	s.pairs = s.extension.pairs()
	s.pairs.Certify = o.Certify
}

// setTable takes the vectors from the options.
func (s *Scorer) setTable() (err error) {
	options, space := &s.options, &s.space
	if options.Converter != nil && !space.SentenceWise {
		if space.Table, err = options.Converter.Table(context.Background()); err != nil {
			return err
		}
	}
	space.Composes = options.Vectors.Subwords() != embedding.Subwords{}
	if space.KeepUnknown && !space.SentenceWise {
		space.UnknownNorm = space.Table.MedianNorm()
	}
	if space.ContextWeight > 0 && !space.SentenceWise {
		space.MeanNorm = space.Table.MeanNorm()
	}
	return nil
}

// setMeasures takes the measures from the options.
func (s *Scorer) setMeasures() (err error) {
	if s.extension, err = newExtension(s.options); err != nil {
		return err
	}
	for _, m := range s.options.Measures {
		k := definitionOf(m)
		s.definitions = append(s.definitions, k)
		s.readsReferences, s.readsSources = s.readsReferences || !k.ofSource, s.readsSources || k.ofSource
		for _, c := range k.columns { // recall may be asked for by two measures
			if !slices.Contains(s.columns, c) {
				s.columns = append(s.columns, c)
			}
		}
		if m.NeedsFrequencies() && s.options.Frequencies == nil {
			return errNoFrequencies
		}
	}
	if s.options.Alignments && !s.options.Measures[0].Aligns() {
		return &NoAlignmentError{s.options.Measures[0]}
	}
	return nil
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
		for _, piece := range model.Pieces(nil, s.options.Normalize.Of(text)) {
			tokens = append(tokens, piece.Text)
		}
		return tokens, nil
	}
	w, err := s.borrowWorker()
	if err != nil {
		return nil, err
	}
	defer s.workers.Put(w)
	w.reader.Last = w.reader.Tokenizer.Append(w.reader.Last[:0], text)
	tokens := make([]string, len(w.reader.Last))
	for i, token := range w.reader.Last {
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
	if err := s.checkSize(&line); err != nil {
		return Result{}, err
	}
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
	if s.space.Table == nil {
		return nil
	}
	return cmp.Or(s.space.Table.Err(), s.options.Vectors.Err())
}

func (s *Scorer) borrowWorker() (*worker, error) {
	if w, ok := s.workers.Get().(*worker); ok {
		return w, nil
	}
	return s.newWorker()
}

// A worker holds the memory that scoring needs. Each goroutine has its own.
type worker struct {
	scorer     *Scorer
	reader     *texts.Reader
	current    pairs.Pair
	candidate  texts.Text
	references []texts.Text
	source     texts.Text
	values     [numColumns]float64 // of the current pair
	outcomes   []outcome           // one for each measure
	leaving    leaving
	given      texts.Given     // under Options.TokenVectors
	all        *allWithAll     // nil until there is a group
	encoding   states.Encoding // under Options.Encoder
	held       int             // cells of the large pairs that are in memory, see limit.Hold
}

func (s *Scorer) newWorker() (*worker, error) {
	tokenizer, err := s.options.NewTokenizer()
	if err != nil {
		return nil, err
	}
	prepares := make([]func(*texts.Reader, *texts.Text), len(s.definitions))
	for i, k := range s.definitions {
		prepares[i] = k.prepare
	}
	r := texts.NewReader(&s.space, tokenizer, prepares)
	w := &worker{scorer: s, reader: r, current: pairs.New(r, s.pairs), outcomes: make([]outcome, len(s.definitions))}
	for i, k := range s.definitions {
		w.outcomes[i].definition = k
	}
	if s.options.Encoder != nil {
		w.encoding.Normalize = s.options.Normalize
		if w.encoding.Encoder, err = s.options.Encoder.NewEncoderIn(s.options.Precision, *s.options.Layer); err != nil {
			return nil, err
		}
		if c := s.options.Converter; c != nil {
			w.encoding.Converter = c.NewSentence()
		}
		w.encoding.Kept = s.kept
	}
	return w, nil
}

// errNoReference says that a segment cannot be scored for want of a reference.
var errNoReference = errors.New("found no reference, expected at least one")

// score scores candidates of several systems against the same references, which are prepared only once.
// results has one for each candidate. With an error comes the index of the candidate that failed.
func (w *worker) score(line *Line, results []Result) (failed int, err error) {
	references, err := w.check(line)
	if err != nil {
		return 0, err
	}
	defer w.release()
	if !w.scorer.readsReferences {
		references = 0
	} else if references == 0 {
		return 0, errNoReference
	}
	for len(w.references) < references {
		w.references = append(w.references, texts.Text{})
	}
	w.encoding.References.Reset()
	for i := range references {
		if err := w.read(&w.references[i], line.References, line.ReferenceVectors, i); err != nil {
			return 0, fmt.Errorf("reference %d: %w", i+1, err)
		}
	}
	var source *texts.Text
	if w.scorer.readsSources {
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
func (w *worker) read(s *texts.Text, texts []string, given []TokenVectors, i int) error {
	switch {
	case w.scorer.options.TokenVectors != nil:
		source := ""
		if i < len(texts) {
			source = texts[i]
		}
		w.given.Tokens, w.given.Vectors = given[i].Tokens, given[i].Vectors
		return w.reader.ReadGiven(s, &w.given, source)
	case w.scorer.options.Encoder != nil:
		return w.prepareEncoded(s, texts, i)
	}
	w.reader.Read(s, texts[i])
	return nil
}

// against scores the candidate against references and its source, by the measures that read them; nil for none.
func (w *worker) against(references []texts.Text, source *texts.Text, result *Result) (err error) {
	*result = Result{}
	w.current.Gap = 0
	w.forget()
	written := anyText(references)
	for i := range references {
		if written && references[i].Blank() {
			continue
		}
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
	result.Status, result.Gap = first.status, w.current.Gap
	w.count(references, source, result)
	for i := range w.outcomes {
		if err := w.outcomes[i].into(result, w.scorer.options.MultiReference, w.scorer.options.Empty); err != nil {
			return err
		}
	}
	if result.Status != OK || !w.scorer.options.Alignments {
		return nil
	}
	other := source
	if !first.definition.ofSource {
		other = &references[first.best]
	}
	_, _, err = w.alignInto(result, first.definition.plan, &w.candidate, other)
	return err
}

// anyText says whether one of texts is not blank. A blank reference beside it is none: who has one reference fewer for a
// segment leaves its place empty.
func anyText(texts []texts.Text) bool {
	for i := range texts {
		if !texts[i].Blank() {
			return true
		}
	}
	return false
}

// count fills in what a result says of the texts that were compared.
func (w *worker) count(references []texts.Text, source *texts.Text, r *Result) {
	r.CandidateTokens, r.CandidateOOV, r.CandidateWindows = w.candidate.Tokens, w.candidate.Unknown, w.candidate.Windows
	if source != nil {
		r.SourceTokens, r.SourceOOV, r.SourceWindows = source.Tokens, source.Unknown, source.Windows
	}
	if len(references) == 0 {
		return
	}
	for k := range w.outcomes { // of the first measure that reads references
		if o := &w.outcomes[k]; !o.definition.ofSource {
			best := &references[o.best]
			r.BestReference = o.best
			r.ReferenceTokens, r.ReferenceOOV, r.ReferenceWindows = best.Tokens, best.Unknown, best.Windows
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
func (w *worker) pair(i int, candidate, reference *texts.Text, isSource bool) error {
	a, b := w.current.Begin(candidate, reference)
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
			if !o.definition.unbound {
				if err := w.hold(o.definition.plan, a, b); err != nil {
					return fmt.Errorf("%s: %w; %s and %s take texts of any length", o.definition.measure, err,
						MeasureRelaxed, MeasureWRDRecall)
				}
				if o.definition.plan != nil {
					w.scorer.tellLong(len(candidate.Words), len(reference.Words))
				}
			}
			if err := o.definition.compare(w, a, b, &w.values); err != nil {
				return err
			}
			w.current.Solved = o.definition.plan
			if x := o.definition.directed; w.current.Turned && x != nil {
				w.values[x[0]], w.values[x[1]] = w.values[x[1]], w.values[x[0]]
			}
		}
		o.take(i, status, status != OK && candidate.Equal(reference), &w.values)
	}
	return nil
}
