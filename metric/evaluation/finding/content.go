package finding

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// union returns the sets of keys of several texts.
func union(texts ...*written) (sets []map[string]bool) {
	for _, t := range texts {
		if t != nil {
			sets = append(sets, t.has)
		}
	}
	return sets
}

// share is which part of the weight of a range of words is known.
func (l *looking) share(w *written, known []bool, from, to int) float64 {
	sum, of := 0.0, 0.0
	for i := from; i < to; i++ {
		weight := l.weight(w.words[i].key)
		of += weight
		if known[i] {
			sum += weight
		}
	}
	if of == 0 {
		return 1
	}
	return sum / of
}

func (l *looking) findContent(found *Set, i int, x, other *written) {
	references := l.references[i]
	beside := union(append([]*written{other}, references...)...)
	known := x.known(beside...)
	whole := l.share(x, known, 0, len(x.words))
	size := x.size(0, len(x.words))
	found.add(Unrelated, size >= 4 && whole < 0.2)
	// Length
	if r := l.expected(i); r > 0 && l.spread > 0 {
		mine := utf8.RuneCountInString(x.text)
		z := (math.Log(float64(mine)/r) - l.ratio) / l.spread
		relative := math.Log(float64(mine) / float64(max(1, utf8.RuneCountInString(other.text))))
		found.add(Length, math.Abs(z) > 3.5 && z*relative > 0 && math.Abs(relative) > 0.3 && math.Abs(z*l.spread) > 0.35)
	}
	withSource := x.known(append(beside, l.sources[i].has)...)
	spans := x.spans()
	for n, span := range spans {
		if len(spans) < 2 {
			break
		}
		words := x.size(span[0], span[1])
		head := false
		if n == 0 {
			between := x.text[x.words[span[1]-1].to:x.words[span[1]].from]
			head = between != "" && (between[0] == ':' || between[0] == ')')
		}
		share := l.share(x, withSource, span[0], span[1])
		found.add(Added, !l.loose && words >= 4 && share < 0.3 && x.isSentence(span))
		found.add(Preamble, head && words >= 1 && share < 0.25)
	}
	if first := x.remark(); first > 0 && first < len(x.words) {
		found.add(Remark, l.share(x, withSource, first, len(x.words)) < 0.25)
	}
	if len(spans) > 0 {
		others := append(textsOf(references), other.text, l.sources[i].text)
		var said strings.Builder // of sentences at the beginning and the end what nobody else says
		for n, span := range spans {
			if (n < 2 || n >= len(spans)-2) && l.share(x, withSource, span[0], span[1]) < 0.5 {
				to := len(x.text)
				if n+1 < len(spans) {
					to = x.words[spans[n+1][0]].from
				}
				said.WriteString(x.text[x.words[span[0]].from:to])
			}
		}
		found.add(Assistant, said.Len() > 0 && l.speaksAsAssistant(read(said.String()), others))
	}
	// what both the reference and the other have
	var both []string
	for _, one := range other.words {
		in := len(references) > 0
		for _, r := range references {
			in = in && r.has[one.key]
		}
		if in {
			both = append(both, one.key)
		}
	}
	if len(both) >= 4 {
		lost := func(keys []string) float64 {
			sum, of := 0.0, 0.0
			for _, key := range keys {
				weight := l.weight(key)
				of += weight
				if !x.has[key] {
					sum += weight
				}
			}
			return sum / max(of, 1e-9)
		}
		found.add(Missing, lost(both) > 0.6)
		quarter := max(3, len(both)/4)
		// what is left of a cut text is as good as before
		found.add(Cut, whole > 0.7 && (lost(both[len(both)-quarter:]) > 0.85 || lost(both[:quarter]) > 0.85))
	}
	found.add(Shuffled, l.isShuffled(x, append([]*written{other}, references...)))
}

func textsOf(list []*written) (texts []string) {
	for _, w := range list {
		texts = append(texts, w.text)
	}
	return texts
}

// isShuffled says whether words that others have do not stand next to each other as they do there.
func (l *looking) isShuffled(x *written, others []*written) bool {
	at := map[string][]int{}
	offset := 0
	for _, o := range others {
		for i, one := range o.words {
			at[one.lower] = append(at[one.lower], offset+i)
		}
		offset += len(o.words) + 10
	}
	pairs, near, found := 0, 0, 0
	for i := range x.words {
		a := at[x.words[i].lower]
		if a != nil {
			found++
		}
		if i+1 == len(x.words) || a == nil {
			continue
		}
		b := at[x.words[i+1].lower]
		if b == nil {
			continue
		}
		pairs++
	search:
		for _, p := range a {
			for _, q := range b {
				if q > p && q-p <= 2 {
					near++
					break search
				}
			}
		}
	}
	if len(x.words) > 0 && x.words[0].single {
		return pairs >= 10 && float64(near) < 0.35*float64(pairs)
	}
	return pairs >= 4 && float64(near) < 0.34*float64(pairs) && 2*found > len(x.words)
}

// tight is which part of the weight of an output of the baseline the references have, at least, where outputs follow them as
// translations do; summaries have two fifths.
const tight = 0.5

// learnContent finds out whether the outputs of the baseline follow the references.
func (l *looking) learnContent() {
	var shares []float64
	for i, x := range l.before {
		if len(x.words) > 0 && len(l.references[i]) > 0 {
			shares = append(shares, l.share(x, x.known(union(l.references[i]...)...), 0, len(x.words)))
		}
	}
	if l.loose = len(shares) == 0; l.loose { // two outputs share less than an output and its reference
		return
	}
	slices.Sort(shares)
	l.loose = shares[len(shares)/2] < tight
}
