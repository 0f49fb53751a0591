package pairs

import "github.com/wordrotator/wrd/metric/internal/texts"

// A Lexicon holds the inner products of all words of the texts on one side of a group with all words of those on the
// other. The texts of a group repeat their words: a hundred samples of one sentence may have no more than a hundred
// different words, so that the products of two texts are looked up here instead of being computed for each pair
// again. They are the same to the bit, because a product depends on its two rows alone.
type Lexicon struct {
	Left, Right vocabulary
	products    []float64 // row-major left × right; empty where computing them for each pair is less work
}

// A vocabulary is the union of the words of several texts, as a text of its own.
type vocabulary struct {
	union  texts.Text
	places map[string]int32 // of the words of union
	words  int              // the number of words of the texts together
}

// maxLexicon bounds the products that a lexicon holds, to 32 MiB.
const maxLexicon = 1 << 22

// Enter makes the vocabulary of texts, and notes in them where their words stand in it. Texts whose words have
// vectors of their own have none.
func (v *vocabulary) Enter(r *texts.Reader, texts []texts.Text) {
	r.Begin(&v.union)
	v.words = 0
	for i := range texts {
		text := &texts[i]
		text.Entries = text.Entries[:0]
		v.words += len(text.Words)
	}
	if r.SentenceWise || r.Table == nil {
		return
	}
	clear(v.places)
	if v.places == nil {
		v.places = make(map[string]int32)
	}
	for i := range texts {
		for _, word := range texts[i].Words {
			if _, ok := v.places[word]; !ok {
				v.places[word] = 0 // until all are there, of which the known ones come first
				r.AddToken(&v.union, word, r.Find(word), 0)
			}
		}
	}
	r.LookUp(&v.union)
	for place, word := range v.union.Words {
		v.places[word] = int32(place)
	}
	for i := range texts {
		text := &texts[i]
		for _, word := range text.Words {
			text.Entries = append(text.Entries, v.places[word])
		}
	}
}

// Compute computes the products, if there are so many pairs of texts that this is less work. pairs is the share of all
// pairs of texts that will be compared.
func (l *Lexicon) Compute(r *texts.Reader, right *vocabulary, pairs float64) {
	l.products = l.products[:0]
	n, m := len(l.Left.union.Words), len(right.union.Words)
	if n == 0 || m > maxLexicon/n || float64(n)*float64(m) > pairs*float64(l.Left.words)*float64(right.words) {
		return
	}
	l.products = r.Multiply(l.products, &l.Left.union, &right.union)
}

// lookUp fills dst with the products of the words of two texts, if it holds them. turned says that a is of the texts on
// the right.
func (l *Lexicon) lookUp(dst []float64, a, b *texts.Text, turned bool) ([]float64, bool) {
	if len(l.products) == 0 || len(a.Entries) == 0 || len(b.Entries) == 0 || a.Mixing.Exactly || b.Mixing.Exactly {
		return dst, false
	}
	m := len(b.Entries)
	dst = texts.Resized(dst, len(a.Entries)*m)
	width := len(l.products) / len(l.Left.union.Words)
	if turned {
		for j, place := range b.Entries {
			row := l.products[int(place)*width:][:width]
			for i, entry := range a.Entries {
				dst[i*m+j] = row[entry]
			}
		}
		return dst, true
	}
	for i, place := range a.Entries {
		row, out := l.products[int(place)*width:][:width], dst[i*m:][:m]
		for j, entry := range b.Entries {
			out[j] = row[entry]
		}
	}
	return dst, true
}
