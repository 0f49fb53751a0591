package metric

import (
	"context"
	"fmt"
	"math"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric/internal/pairs"
	"github.com/wordrotator/wrd/metric/internal/states"
	"github.com/wordrotator/wrd/metric/internal/texts"
)

// A Group is a segment with any number of texts on both sides, which are compared all with all. No text is changed or
// kept.
type Group struct {
	Candidates, References []string
	Source                 string // what was translated, for Choose by a measure that has Measure.OfSource
}

// A Matrix holds the scores of every candidate of a group against each of its references alone, row-major: candidate i
// and reference j are at i·References + j.
type Matrix struct {
	Candidates, References int // how many there are: rows and columns
	// Status is that of the first measure, as in a Result; len Candidates·References.
	Status []Status
	// LongTexts is how many of the texts did not fit the positions of Options.Encoder, so that it read them in
	// overlapping windows; in the blocks of a group those of the references are counted in the first one.
	LongTexts int
	// CandidateReading and ReferenceReading count the texts, and what of them could be read; in the blocks of a group the
	// references are counted in the first one.
	CandidateReading, ReferenceReading Reading

	values [numColumns][]float64 // NaN for a pair without one
}

// Values returns the entries of a column, row-major: what Score would return for each pair, NaN for a pair to which
// EmptySkip gives no value. It is nil for a column of a measure that was not asked for. It is a view and must not be
// modified.
func (m *Matrix) Values(c Column) []float64 { return m.values[c] }

// Value returns the value of a column for a candidate and a reference, and whether there is one, as Result.Value does.
func (m *Matrix) Value(c Column, candidate, reference int) (value float64, ok bool) {
	if m.values[c] == nil {
		return 0, false
	}
	if value = m.values[c][candidate*m.References+reference]; math.IsNaN(value) {
		return 0, false
	}
	return value, true
}

// Matrix compares every candidate of a group with every one of its references. Each text is split into words once. It
// fails under EmptyError with a *PairError, where Options.TokenVectors is set, and for a measure of the source, which
// is no reference.
func (s *Scorer) Matrix(group Group) (*Matrix, error) {
	if err := s.checkMatrix(); err != nil {
		return nil, err
	}
	w, err := s.borrowWorker()
	if err != nil {
		return nil, err
	}
	defer s.workers.Put(w)
	defer w.unpack()
	if err := w.pack(&group, s.encodedReferences(context.Background(), &group)); err != nil {
		return nil, err
	}
	m, err := w.matrix(group.Candidates)
	if err != nil {
		return nil, err
	}
	m.countReferences(w.all.packedReferences)
	return m, s.lost()
}

// checkMatrix fails where there is no matrix.
func (s *Scorer) checkMatrix() error {
	if s.options.TokenVectors != nil {
		return errNoTokenVectors
	}
	return s.RefuseSource("a matrix")
}

// allWithAll is what a worker holds of the texts of a group: they are prepared once and compared all with all.
type allWithAll struct {
	candidates, references []texts.Text // the memory of texts, which grows where it must
	packed                 *Group       // whose references packedReferences are
	packedReferences       []texts.Text // of references
	// encoded are the states of the packed references, under Options.Encoder
	encoded *states.References
}

// group returns the memory for the texts of groups.
func (w *worker) group() *allWithAll {
	if w.all == nil {
		w.all, w.current.Lexicon = &allWithAll{}, &pairs.Lexicon{}
	}
	return w.all
}

// pack prepares the references of a group, unless they are prepared. encoded is what encodedReferences returned for it.
func (w *worker) pack(group *Group, encoded *states.References) (err error) {
	all := w.group()
	if all.packed == group {
		return nil
	}
	if err := limit.Check(len(group.References), "references in a group"); err != nil {
		return err
	}
	w.unpack()
	if all.encoded = encoded; encoded != nil {
		if err := encoded.Encode(&w.encoding.Maker); err != nil {
			return err
		}
	}
	if all.packedReferences, err = w.prepareAll(&all.references, group.References); err != nil {
		return fmt.Errorf("reference %w", err)
	}
	all.packed = group
	w.current.Lexicon.Right.Enter(w.reader, all.packedReferences)
	return nil
}

// unpack forgets the group, which may be changed before the next one.
func (w *worker) unpack() {
	all := w.group()
	all.packed, all.encoded = nil, nil
}

// matrix compares candidates with the references that are packed.
func (w *worker) matrix(candidates []string) (*Matrix, error) {
	all := w.group()
	w.encoding.Candidates.Reset()
	rows, err := w.prepareAll(&all.candidates, candidates)
	if err != nil {
		return nil, fmt.Errorf("candidate %w", err)
	}
	references := all.packedReferences
	w.current.Lexicon.Left.Enter(w.reader, rows)
	w.current.Lexicon.Compute(w.reader, &w.current.Lexicon.Right, 1)
	m := w.scorer.newMatrix(len(rows), len(references))
	m.LongTexts, m.CandidateReading = longTexts(rows), reading(rows)
	var result Result
	for i := range rows {
		for j := range references {
			if err := w.only(&rows[i], &references[j], &result); err != nil {
				return nil, &PairError{i, j, err}
			}
			at := i*len(references) + j
			m.Status[at] = result.Status
			for _, c := range w.scorer.columns {
				m.values[c][at] = result.ValueOrNaN(c)
			}
		}
	}
	return m, nil
}

// countReferences adds what is counted of references.
func (m *Matrix) countReferences(references []texts.Text) {
	m.LongTexts += longTexts(references)
	m.ReferenceReading = reading(references)
}

func (s *Scorer) newMatrix(candidates, references int) *Matrix {
	n := candidates * references
	m := &Matrix{Candidates: candidates, References: references, Status: make([]Status, n)}
	for _, c := range s.columns {
		m.values[c] = make([]float64, n)
	}
	return m
}

// prepareAll prepares texts in the memory of sides, which grows where it must, and returns them. Its error begins with
// the index of a text.
func (w *worker) prepareAll(sides *[]texts.Text, list []string) ([]texts.Text, error) {
	for len(*sides) < len(list) {
		*sides = append(*sides, texts.Text{})
	}
	prepared := (*sides)[:len(list)]
	for i, text := range list {
		if err := w.scorer.checkLength(text); err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
		if w.scorer.options.Encoder == nil {
			w.reader.Read(&prepared[i], text)
		} else if err := w.prepareOfGroup(&prepared[i], list, i); err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
	}
	return prepared, nil
}

// longTexts counts the texts that were read in several windows.
func longTexts(texts []texts.Text) (n int) {
	for i := range texts {
		if texts[i].Windows > 1 {
			n++
		}
	}
	return n
}

// only compares two texts by every measure that reads of the second what the first measure does: a reference or a
// source.
func (w *worker) only(candidate, other *texts.Text, result *Result) error {
	w.forget()
	defer w.release()
	if err := w.pair(0, candidate, other, w.scorer.definitions[0].ofSource); err != nil {
		return err
	}
	result.Status = w.outcomes[0].status
	result.clear()
	for i := range w.outcomes {
		if err := w.outcomes[i].into(result, w.scorer.options.MultiReference, w.scorer.options.Empty); err != nil {
			return err
		}
	}
	return nil
}

// ValueOrNaN returns the value of a column, NaN where Value has none.
func (r *Result) ValueOrNaN(c Column) float64 {
	if value, ok := r.Value(c); ok {
		return value
	}
	return math.NaN()
}
