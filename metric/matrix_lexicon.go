package metric

// A lexicon holds the inner products of all words of the texts on one side of a group with all words of those on the
// other. The texts of a group repeat their words: a hundred samples of one sentence may have no more than a hundred
// different words, so that the products of two texts are looked up here instead of being computed for each pair
// again. They are the same to the bit, because a product depends on its two rows alone.
type lexicon struct {
	left, right vocabulary
	products    []float64 // row-major left × right; empty where computing them for each pair is less work
}

// A vocabulary is the union of the words of several texts, as a text of its own.
type vocabulary struct {
	union  text
	places map[string]int32 // of the words of union
	words  int              // the number of words of the texts together
}

// maxLexicon bounds the products that a lexicon holds, to 32 MiB.
const maxLexicon = 1 << 22

// enter makes the vocabulary of texts, and notes in them where their words stand in it. Texts whose words have
// vectors of their own have none.
func (v *vocabulary) enter(w *worker, texts []text) {
	v.union.reset(false)
	v.words = 0
	for i := range texts {
		text := &texts[i]
		text.entries = text.entries[:0]
		v.words += len(text.words)
	}
	if w.sentenceWise() || w.table == nil {
		return
	}
	if v.union.sentence == nil {
		v.union = w.newText()
	}
	for i := range texts {
		for _, word := range texts[i].words {
			w.addToken(&v.union, word, w.find(word), 0)
		}
	}
	v.union.lookUp(w)
	v.union.measure()
	clear(v.places)
	if v.places == nil {
		v.places = make(map[string]int32, len(v.union.words))
	}
	for place, word := range v.union.words {
		v.places[word] = int32(place)
	}
	for i := range texts {
		text := &texts[i]
		for _, word := range text.words {
			text.entries = append(text.entries, v.places[word])
		}
	}
}

// compute computes the products, if there are so many pairs of texts that this is less work. pairs is the share of all
// pairs of texts that will be compared.
func (l *lexicon) compute(right *vocabulary, pairs float64) {
	l.products = l.products[:0]
	n, m := len(l.left.union.words), len(right.union.words)
	if n == 0 || m > maxLexicon/n || float64(n)*float64(m) > pairs*float64(l.left.words)*float64(right.words) {
		return
	}
	l.products = innerProducts(l.products, &l.left.union, &right.union)
}

// lookUp fills dst with the products of the words of two texts, if it holds them. turned says that a is of the texts on
// the right.
func (l *lexicon) lookUp(dst []float64, a, b *text, turned bool) ([]float64, bool) {
	if len(l.products) == 0 || len(a.entries) == 0 || len(b.entries) == 0 || a.mixing.exactly || b.mixing.exactly {
		return dst, false
	}
	m := len(b.entries)
	dst = resized(dst, len(a.entries)*m)
	width := len(l.products) / len(l.left.union.words)
	if turned {
		for j, place := range b.entries {
			row := l.products[int(place)*width:][:width]
			for i, entry := range a.entries {
				dst[i*m+j] = row[entry]
			}
		}
		return dst, true
	}
	for i, place := range a.entries {
		row, out := l.products[int(place)*width:][:width], dst[i*m:][:m]
		for j, entry := range b.entries {
			out[j] = row[entry]
		}
	}
	return dst, true
}
