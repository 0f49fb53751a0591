package pieces

// AppendSpans is Append for Unigram models that also appends to spans where in text each piece stands: the bytes that
// it was made of. Pieces overlap where normalization made several characters of one. It returns ok false, and appends
// nothing, for other models. It is slower than Append.
func (t *Tokenizer) AppendSpans(dst []Piece, spans []Span, text string) (_ []Piece, _ []Span, ok bool) {
	model, ok := t.model.(*unigram)
	if !ok {
		return dst, spans, false
	}
	var s scratch
	word := int32(0)
	for m := range t.added.split(text) {
		if m.id >= 0 {
			dst, spans = append(dst, Piece{m.id, word}), append(spans, Span{int32(m.start), int32(m.end)})
			word++
			continue
		}
		a := t.normalizer.(steps).align(identity(text[m.start:m.end], m.start))
		for m := range t.addedNormalized.split(string(a.text)) {
			if m.id >= 0 {
				dst, spans = append(dst, Piece{m.id, word}), append(spans, a.span(m.start, m.end))
				word++
				continue
			}
			part := a.part(m.start, m.end)
			dst, word, spans = model.appendAligned(dst, spans, &s, &part, word)
		}
	}
	return dst, spans, true
}
