// Package states holds texts with the states that an encoder gives their pieces: equal texts are encoded once, and many
// in one batch.
package states

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wordrotator/wrd/internal/fault"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/internal/texts"
	"github.com/wordrotator/wrd/tokenize"
)

// EncodedBytes is how many bytes of text a worker gives to the encoder at once: enough for its weights to be read from
// memory seldom, little enough for its states to take a few MiB.
const EncodedBytes = 8 << 10

// A Maker computes the states of texts, and converts them.
type Maker struct {
	Encoder   *encoder.Encoder
	Converter *convert.Sentence // nil for none
	Kept      *Kept             // states of earlier texts by the same encoder and converter; nil keeps none
	Normalize tokenize.Normalization
}

// encodeAll is Encoder.EncodeAll of the normal forms of texts, with the converter after it.
func (s *Maker) encodeAll(list []string, states []encoder.HiddenStates) error {
	normal := list
	for i, text := range list {
		form := s.Normalize.Of(text)
		if form == text {
			continue
		}
		if &normal[0] == &list[0] {
			normal = slices.Clone(list)
		}
		normal[i] = form
	}
	err := s.Encoder.EncodeAll(normal, states)
	if err != nil || s.Converter == nil {
		return err
	}
	for i := range states {
		s.Converter.ConvertHiddenStates(states[i].Vectors)
	}
	return nil
}

// Encoded are texts with the states of their pieces. Equal texts are encoded once.
type Encoded struct {
	places  map[string]int // of the texts
	texts   []string
	states  []encoder.HiddenStates // of the texts that were encoded here
	vectors []texts.Given          // of the texts, views of the states
}

// Reset forgets all texts. Their memory is used for the next ones.
func (e *Encoded) Reset() {
	clear(e.places)
	e.texts = e.texts[:0]
}

// Find returns a text with its states, nil if it is not there.
func (e *Encoded) Find(text string) *texts.Given {
	if i, ok := e.places[text]; ok {
		return &e.vectors[i]
	}
	return nil
}

// Add encodes texts in one batch, and leaves the states of those before alone. If it fails, it adds none.
func (e *Encoded) Add(from *Maker, list ...string) error {
	if e.places == nil {
		e.places = map[string]int{}
	}
	first := len(e.texts)
	for _, text := range list {
		if _, ok := e.places[text]; ok {
			continue
		}
		if kept := from.Kept.find(text); kept != nil {
			take(&e.vectors[e.place(text)], kept)
		}
	}
	missing := len(e.texts)
	for _, text := range list {
		if _, ok := e.places[text]; !ok {
			e.place(text)
		}
	}
	if err := from.encodeAll(e.texts[missing:], e.states[missing:len(e.texts)]); err != nil {
		for _, text := range e.texts[first:] {
			delete(e.places, text)
		}
		e.texts = e.texts[:first]
		return err
	}
	for i := missing; i < len(e.texts); i++ {
		take(&e.vectors[i], &e.states[i])
		from.Kept.keep(e.texts[i], &e.states[i])
	}
	return nil
}

// place makes room for a text that is not there yet, and returns its place.
func (e *Encoded) place(text string) int {
	i := len(e.texts)
	e.places[text] = i
	e.texts = append(e.texts, text)
	if len(e.states) < len(e.texts) {
		e.states, e.vectors = append(e.states, encoder.HiddenStates{}), append(e.vectors, texts.Given{})
	}
	return i
}

// take makes v a view of states.
func take(v *texts.Given, states *encoder.HiddenStates) {
	v.Tokens, v.Words, v.Unknown, v.Spans = v.Tokens[:0], v.Words[:0], v.Unknown[:0], v.Spans[:0]
	for _, piece := range states.Pieces {
		v.Tokens = append(v.Tokens, cmp.Or(piece.Unknown, piece.Text))
		v.Words = append(v.Words, int32(piece.Word))
		v.Unknown = append(v.Unknown, piece.Unknown != "")
		v.Spans = append(v.Spans, [2]int{piece.Start, piece.End})
	}
	v.Vectors, v.Windows = states.Vectors, states.Windows
}

// The Encoding of a worker turns texts into token vectors.
type Encoding struct {
	Maker
	Ahead Encoded // of lines that were encoded together
	// References and candidates of a line that is too long for that. The references, and the source among them, are all
	// there while it is scored.
	References, Candidates Encoded
}

// EncodeAhead encodes texts in one batch. What fails here fails again when the text is asked for.
func (e *Encoding) EncodeAhead(texts []string) {
	e.Ahead.Reset()
	if e.Ahead.Add(&e.Maker, texts...) != nil {
		e.Ahead.Reset()
	}
}

// Find returns text i of texts with its states. If they are not there, it encodes it together with those after it,
// up to EncodedBytes, into the memory of others. What was there before stays if keep is set.
func (e *Encoding) Find(others *Encoded, texts []string, i int, keep bool) (*texts.Given, error) {
	for _, there := range []*Encoded{&e.Ahead, others} {
		if v := there.Find(texts[i]); v != nil {
			return v, nil
		}
	}
	if !keep {
		others.Reset()
	}
	end := i + 1
	for bytes := len(texts[i]); end < len(texts) && bytes+len(texts[end]) <= EncodedBytes; end++ {
		bytes += len(texts[end])
	}
	if others.Add(&e.Maker, texts[i:end]...) != nil { // perhaps because of another text
		if err := others.Add(&e.Maker, texts[i]); err != nil {
			return nil, err
		}
	}
	return others.Find(texts[i]), nil
}

// References are the references of a group with their states. All workers that have a part of the group encode
// them together.
type References struct {
	ctx    context.Context
	places map[string]int // which part has a text
	parts  []Encoded
	texts  [][]string // of the parts
	errs   []error    // of the parts
	next   atomic.Int64
	done   sync.WaitGroup // one for each part
}

func NewReferences(ctx context.Context, texts []string) *References {
	r := &References{ctx: ctx, places: map[string]int{}}
	bytes := EncodedBytes
	for _, text := range texts {
		if _, ok := r.places[text]; ok {
			continue
		}
		if bytes += len(text); bytes >= EncodedBytes || len(r.texts) == 0 {
			r.texts, bytes = append(r.texts, nil), len(text)
		}
		last := len(r.texts) - 1
		r.places[text] = last
		r.texts[last] = append(r.texts[last], text)
	}
	r.parts, r.errs = make([]Encoded, len(r.texts)), make([]error, len(r.texts))
	r.done.Add(len(r.texts))
	return r
}

// Encode encodes the parts that nobody has begun, and waits for the others.
func (r *References) Encode(from *Maker) error {
	for part := int(r.next.Add(1)) - 1; part < len(r.parts); part = int(r.next.Add(1)) - 1 {
		r.encodePart(from, part)
	}
	r.done.Wait()
	return cmp.Or(r.errs...)
}

func (r *References) encodePart(from *Maker, part int) {
	defer r.done.Done()
	defer fault.Recover(&r.errs[part])
	if r.errs[part] = r.ctx.Err(); r.errs[part] == nil {
		r.errs[part] = r.parts[part].Add(from, r.texts[part]...)
	}
}

// Find returns a text with its states, nil if it is not there.
func (r *References) Find(text string) *texts.Given {
	if r == nil {
		return nil
	}
	if part, ok := r.places[text]; ok {
		return r.parts[part].Find(text)
	}
	return nil
}
