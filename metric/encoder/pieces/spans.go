package pieces

// An aligner is a model that can say where its pieces stand.
type aligner interface {
	model
	// appendAligned is append with where the pieces stand in the text that a comes from.
	appendAligned(dst []Piece, spans []Span, s *scratch, a *aligned, word int32) ([]Piece, int32, []Span)
}

// HasSpans says whether AppendSpans works: the models are WordPiece and Unigram.
func (t *Tokenizer) HasSpans() bool {
	_, ok := t.model.(aligner)
	return ok
}

// AppendSpans is AppendUnknown for a tokenizer that HasSpans, which also appends to spans where in text each piece stands:
// the bytes that it was made of, the space that is written as the mark of a word among them. Pieces overlap where normalization
// made several characters of one.
func (t *Tokenizer) AppendSpans(dst []Piece, words []string, spans []Span, text string) ([]Piece, []string, []Span) {
	model := t.model.(aligner)
	s := scratches.Get().(*scratch)
	s.noting, s.unknown = true, words
	word := int32(0)
	for m := range t.added.split(text) {
		if m.id >= 0 {
			dst, spans = t.appendAdded(dst, s, m.id, word), append(spans, Span{int32(m.start), int32(m.end)})
			word++
			continue
		}
		a := identity(text[m.start:m.end], m.start)
		if t.normalizer != nil {
			a = t.normalizer.align(a)
		}
		for m := range t.addedNormalized.split(asText(a.text)) {
			if m.id >= 0 {
				dst, spans = t.appendAdded(dst, s, m.id, word), append(spans, a.span(m.start, m.end))
				word++
				continue
			}
			part := a.part(m.start, m.end)
			dst, word, spans = model.appendAligned(dst, spans, s, &part, word)
		}
	}
	return dst, s.release(), spans
}
