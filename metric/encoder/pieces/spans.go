package pieces

// AppendSpans is Append that also appends to words, for each piece whose id is Unknown, what stands in the text there after
// normalization: a word, or the text of the special token itself; and to spans where in text each piece stands: the bytes that it
// was made of, among them the space of a piece that begins with one or with the mark for one. Pieces overlap where normalization
// made several characters of one, and where a piece is a byte of a character.
func (t *Tokenizer) AppendSpans(dst []Piece, words []string, spans []Span, text string) ([]Piece, []string, []Span) {
	s := scratches.Get().(*scratch)
	s.noting, s.unknown = true, words
	word := int32(0)
	for m := range t.added.split(text) {
		if m.id >= 0 {
			dst, spans = t.appendAdded(dst, s, m.id, word), append(spans, Span{int32(m.start), int32(m.end)})
			word++
			continue
		}
		a := &s.given
		a.identity(text[m.start:m.end], m.start)
		if t.normalizer != nil {
			a = t.normalizer.align(a, &s.normal)
		}
		for m := range t.addedNormalized.split(asText(a.text)) {
			if m.id >= 0 {
				dst, spans = t.appendAdded(dst, s, m.id, word), append(spans, a.span(m.start, m.end))
				word++
				continue
			}
			part := a.part(m.start, m.end)
			dst, word, spans = t.appendAligned(dst, spans, s, &part, word)
		}
	}
	return dst, s.release(), spans
}

// appendAligned appends the pieces of a normalized text, and where they stand in what it comes from.
func (t *Tokenizer) appendAligned(dst []Piece, spans []Span, s *scratch, a *aligned, word int32) ([]Piece, int32, []Span) {
	if u, ok := t.model.(*unigram); ok { // which writes the text anew once more
		return u.appendAligned(dst, spans, s, a, word)
	}
	s.placing, s.places = true, s.places[:0]
	dst, word = t.model.append(dst, s, asText(a.text), word)
	s.placing = false
	for _, place := range s.places {
		if place.End <= 0 { // the space that was missing before the text
			spans = append(spans, Span{a.from[0].Start, a.from[0].Start})
			continue
		}
		spans = append(spans, a.span(max(int(place.Start), 0), int(place.End)))
	}
	return dst, word, spans
}
