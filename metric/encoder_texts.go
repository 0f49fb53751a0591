package metric

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"

	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
)

// encodedBytes is how many bytes of text a worker gives to the encoder at once: enough for its weights to be read from
// memory seldom, little enough for its states to take a few MiB.
const encodedBytes = 8 << 10

// A hiddenStateSource computes the states of texts, and converts them.
type hiddenStateSource struct {
	encoder   *encoder.Encoder
	converter *convert.Sentence // nil for none
}

// encodeAll is Encoder.EncodeAll with the converter after it.
func (s *hiddenStateSource) encodeAll(texts []string, states []encoder.HiddenStates) error {
	err := s.encoder.EncodeAll(texts, states)
	if err != nil || s.converter == nil {
		return err
	}
	for i := range states {
		s.converter.ConvertHiddenStates(states[i].Vectors)
	}
	return nil
}

// encodedTexts are texts with the states of their pieces. Equal texts are encoded once.
type encodedTexts struct {
	places  map[string]int // of the texts
	texts   []string
	states  []encoder.HiddenStates
	vectors []TokenVectors // of the texts, views of the states
}

// reset forgets all texts. Their memory is used for the next ones.
func (e *encodedTexts) reset() {
	clear(e.places)
	e.texts = e.texts[:0]
}

// find returns a text with its states, nil if it is not there.
func (e *encodedTexts) find(text string) *TokenVectors {
	if i, ok := e.places[text]; ok {
		return &e.vectors[i]
	}
	return nil
}

// add encodes texts in one batch, and leaves the states of those before alone. If it fails, it adds none.
func (e *encodedTexts) add(from *hiddenStateSource, texts ...string) error {
	if e.places == nil {
		e.places = map[string]int{}
	}
	first := len(e.texts)
	for _, text := range texts {
		if _, ok := e.places[text]; !ok {
			e.places[text] = len(e.texts)
			e.texts = append(e.texts, text)
		}
	}
	for len(e.states) < len(e.texts) {
		e.states, e.vectors = append(e.states, encoder.HiddenStates{}), append(e.vectors, TokenVectors{})
	}
	if err := from.encodeAll(e.texts[first:], e.states[first:len(e.texts)]); err != nil {
		for _, text := range e.texts[first:] {
			delete(e.places, text)
		}
		e.texts = e.texts[:first]
		return err
	}
	for i := first; i < len(e.texts); i++ {
		e.vectors[i].take(&e.states[i])
	}
	return nil
}

// take makes v a view of states.
func (v *TokenVectors) take(states *encoder.HiddenStates) {
	v.Tokens, v.words, v.unknown = v.Tokens[:0], v.words[:0], v.unknown[:0]
	for _, piece := range states.Pieces {
		v.Tokens = append(v.Tokens, cmp.Or(piece.Unknown, piece.Text))
		v.words = append(v.words, int32(piece.Word))
		v.unknown = append(v.unknown, piece.Unknown != "")
	}
	v.Vectors, v.windows = states.Vectors, states.Windows
}

// The encoding of a worker turns texts into token vectors.
type encoding struct {
	hiddenStateSource
	ahead encodedTexts // of lines that were encoded together
	// References and candidates of a line that is too long for that. The references, and the source among them, are all
	// there while it is scored.
	references, candidates encodedTexts
}

// encodeAhead encodes the texts of lines in one batch, up to the first one with too many bytes. What fails here fails
// again when its line is scored.
func (w *worker) encodeAhead(lines []Line) {
	e := &w.encoding
	e.ahead.reset()
	var texts []string
	bytes := 0
	for i := range lines {
		if bytes += lines[i].bytes(); bytes > 2*encodedBytes {
			break
		}
		if w.readsReferences {
			texts = append(texts, lines[i].References...)
		}
		if w.readsSources {
			texts = append(texts, lines[i].Source)
		}
		texts = append(texts, lines[i].Candidates...)
	}
	if e.ahead.add(&e.hiddenStateSource, texts...) != nil {
		e.ahead.reset()
	}
}

// encoded returns text i of texts with its states. If they are not there, it encodes it together with those after it,
// up to encodedBytes, into the memory of others. What was there before stays if keep is set.
func (e *encoding) encoded(others *encodedTexts, texts []string, i int, keep bool) (*TokenVectors, error) {
	for _, there := range []*encodedTexts{&e.ahead, others} {
		if v := there.find(texts[i]); v != nil {
			return v, nil
		}
	}
	if !keep {
		others.reset()
	}
	end := i + 1
	for bytes := len(texts[i]); end < len(texts) && bytes+len(texts[end]) <= encodedBytes; end++ {
		bytes += len(texts[end])
	}
	if others.add(&e.hiddenStateSource, texts[i:end]...) != nil { // perhaps because of another text
		if err := others.add(&e.hiddenStateSource, texts[i]); err != nil {
			return nil, err
		}
	}
	return others.find(texts[i]), nil
}

// prepareEncoded prepares a text of a line.
func (w *worker) prepareEncoded(s *text, texts []string, i int) error {
	e := &w.encoding
	others, keep := &e.references, true
	if s == &w.candidate {
		others, keep = &e.candidates, false
	}
	v, err := e.encoded(others, texts, i, keep)
	if err != nil {
		return err
	}
	return w.prepareTokenVectors(s, v, texts[i])
}

// encodedReferences are the references of a group with their states. All workers that have a part of the group encode
// them together.
type encodedReferences struct {
	ctx    context.Context
	places map[string]int // which part has a text
	parts  []encodedTexts
	texts  [][]string // of the parts
	errs   []error    // of the parts
	next   atomic.Int64
	done   sync.WaitGroup // one for each part
}

func newEncodedReferences(ctx context.Context, texts []string) *encodedReferences {
	r := &encodedReferences{ctx: ctx, places: map[string]int{}}
	bytes := encodedBytes
	for _, text := range texts {
		if _, ok := r.places[text]; ok {
			continue
		}
		if bytes += len(text); bytes >= encodedBytes || len(r.texts) == 0 {
			r.texts, bytes = append(r.texts, nil), len(text)
		}
		last := len(r.texts) - 1
		r.places[text] = last
		r.texts[last] = append(r.texts[last], text)
	}
	r.parts, r.errs = make([]encodedTexts, len(r.texts)), make([]error, len(r.texts))
	r.done.Add(len(r.texts))
	return r
}

// encode encodes the parts that nobody has begun, and waits for the others.
func (r *encodedReferences) encode(from *hiddenStateSource) error {
	for part := int(r.next.Add(1)) - 1; part < len(r.parts); part = int(r.next.Add(1)) - 1 {
		r.encodePart(from, part)
	}
	r.done.Wait()
	return cmp.Or(r.errs...)
}

func (r *encodedReferences) encodePart(from *hiddenStateSource, part int) {
	defer r.done.Done()
	defer fault.Recover(&r.errs[part])
	if r.errs[part] = r.ctx.Err(); r.errs[part] == nil {
		r.errs[part] = r.parts[part].add(from, r.texts[part]...)
	}
}

// encodedReferences returns what is to be encoded of the references of a group, nil without Options.Encoder.
func (s *Scorer) encodedReferences(ctx context.Context, group *Group) *encodedReferences {
	if s.options.Encoder == nil {
		return nil
	}
	return newEncodedReferences(ctx, group.References)
}

// prepareOfGroup prepares a text of a group: a reference that is packed, or another one, which stays with those before
// it.
func (w *worker) prepareOfGroup(s *text, texts []string, i int) (err error) {
	v := w.all.encoded.find(texts[i])
	if v == nil {
		if v, err = w.encoding.encoded(&w.encoding.candidates, texts, i, true); err != nil {
			return err
		}
	}
	return w.prepareTokenVectors(s, v, texts[i])
}

// find returns a text with its states, nil if it is not there.
func (r *encodedReferences) find(text string) *TokenVectors {
	if r == nil {
		return nil
	}
	if part, ok := r.places[text]; ok {
		return r.parts[part].find(text)
	}
	return nil
}
