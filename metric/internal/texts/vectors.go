package texts

import (
	"math"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/internal/dot"
)

// vectors are a kind of vectors, with all that depends on what they are made of. There are two: rows, and counts of
// n-grams.
type vectors interface {
	// lookUp gives the words that were added to a text their vectors.
	lookUp(r *Reader, s *Text)
	// Multiply fills dst, row-major len(a.Words)×len(b.Words), with the inner products of the words of two texts.
	// The vector of a word without one is a coordinate of its own: its product is not 0 only with the same word.
	Multiply(dst []float64, a, b *Text) []float64
	// band is dot.Band of the known words of a text: their inner products with the next word and the one after that.
	band(dst []float64, s *Text)
	// sumUp computes a sum of a text.
	sumUp(r *Reader, s *Text, what int)
	// multiplySums returns the inner product of the sums of two texts.
	multiplySums(what int, a, b *Text) float64
	// take gives a part of a text the vectors of its words, which stand at these places of the whole.
	take(part, whole *Text, places []int32)
}

// rows are vectors that are rows of a table, or came with the text, or were made for it.
type rows struct{}

func (rows) lookUp(r *Reader, s *Text) {
	s.knownFirst()
	if r.SentenceWise {
		s.convertAll(r)
	} else {
		s.takeRows(r)
	}
	// They lie anywhere in a table that may be larger than all caches. While they come, this text is made ready, and
	// usually the one that it is compared with is split into tokens.
	dot.Prefetch(s.Rows)
	if s.Known == len(s.IDs) {
		return
	}
	norm := r.UnknownNorm
	if r.SentenceWise {
		norm = r.medianNorm(s)
	}
	for i := range s.IDs[s.Known:] {
		s.Rows = append(s.Rows, nil)
		s.Norms[s.Known+i] = norm
	}
}

// convertAll takes the rows of the known words from a converter that gives each another one in each text.
func (s *Text) convertAll(r *Reader) {
	converted, norms := s.converted(r, s.IDs[:s.Known], s.Counts[:s.Known])
	s.Rows = append(s.Rows, converted...)
	copy(s.Norms, norms)
	for i := range s.IDs[:s.Known] {
		s.IDs[i] = OwnVectorWord
	}
}

// converted returns what the converter makes of the words with some ids, and of the composed ones.
func (s *Text) converted(r *Reader, ids, counts []int32) ([][]float32, []float64) {
	if s.sentence == nil {
		s.sentence = r.Converter.NewSentence()
	}
	return s.sentence.ConvertWith(ids, counts, s.composed[:s.inUse])
}

// takeRows takes the rows of the known words from the table, and those of the composed ones from where they were made.
func (s *Text) takeRows(r *Reader) {
	if s.inUse == 0 { // nearly always
		s.Rows = r.finder.AppendRows(s.Rows, s.IDs[:s.Known])
		return
	}
	composed := s.composed[:s.inUse] // in the order of the words
	var converted [][]float32
	var norms []float64
	if r.Converter != nil {
		for len(s.composedIDs) < len(composed) {
			s.composedIDs = append(s.composedIDs, ComposedWord)
		}
		converted, norms = s.converted(r, s.composedIDs[:len(composed)], nil)
	}
	next := 0
	for i, id := range s.IDs[:s.Known] {
		switch {
		case id != ComposedWord:
			s.Rows = append(s.Rows, r.Table.Row(int(id)))
			continue
		case converted != nil:
			s.Rows = append(s.Rows, converted[next])
			s.Norms[i] = norms[next]
		default:
			s.Rows = append(s.Rows, composed[next].Vector)
			s.Norms[i] = embedding.Norm(composed[next].Vector)
		}
		next++
	}
}

func (rows) Multiply(dst []float64, a, b *Text) []float64 {
	m := len(b.Words)
	dst = Resized(dst, len(a.Words)*m)
	dot.Products(dst, m, a.Rows[:a.Known], b.Rows[:b.Known])
	for _, i := range a.Extreme {
		for j, y := range b.Rows[:b.Known] {
			dst[int(i)*m+j] = extremeProduct(a.Rows[i], y)
		}
	}
	for _, j := range b.Extreme {
		for i, x := range a.Rows[:a.Known] {
			dst[i*m+int(j)] = extremeProduct(x, b.Rows[j])
		}
	}
	if a.Known == len(a.Words) && b.Known == m {
		return dst
	}
	for i, word := range a.Words {
		if i < a.Known {
			clear(dst[i*m+b.Known : (i+1)*m])
			continue
		}
		clear(dst[i*m : (i+1)*m])
		for j := b.Known; j < m; j++ {
			if word == b.Words[j] {
				dst[i*m+j] = a.Norms[i] * b.Norms[j]
			}
		}
	}
	return dst
}

func (rows) band(dst []float64, s *Text) { dot.Band(dst, s.Rows[:s.Known]) }

func (rows) sumUp(r *Reader, s *Text, what int) {
	t := &s.sums[what]
	t.vector = Resized(t.vector, r.Dim)
	clear(t.vector)
	for i, row := range s.Rows[:s.Known] {
		factor := float64(s.Counts[i])
		if what == DirectionSum {
			if s.Norms[i] == 0 {
				continue
			}
			factor /= s.Norms[i]
		}
		x := t.vector[:len(row)]
		for k, v := range row {
			x[k] += float64(factor * float64(v))
		}
	}
	square := Dot64(t.vector, t.vector)
	for i := s.Known; i < len(s.Words); i++ {
		own := s.share(what, i)
		square += float64(own * own)
		for j := s.Known; r.Separate && j < i; j++ {
			if s.Words[i] == s.Words[j] {
				square += 2 * float64(own*s.share(what, j))
			}
		}
	}
	t.norm = math.Sqrt(square)
	if what == DirectionSum && t.norm <= cancelledDirections*float64(s.Tokens) {
		t.norm = 0
	}
}

func (rows) multiplySums(what int, a, b *Text) float64 {
	product := Dot64(a.sums[what].vector, b.sums[what].vector)
	for i := a.Known; i < len(a.Words); i++ {
		for j := b.Known; j < len(b.Words); j++ {
			if a.Words[i] == b.Words[j] {
				product += float64(a.share(what, i) * b.share(what, j))
			}
		}
	}
	return product
}

func (rows) take(part, whole *Text, places []int32) {
	for _, i := range places {
		part.Rows = append(part.Rows, whole.Rows[i])
	}
}
