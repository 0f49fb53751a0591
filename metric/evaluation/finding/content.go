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
	longer := true
	if r := l.expected(i); r > 0 && l.spread > 0 {
		length := math.Log(float64(utf8.RuneCountInString(x.text)))
		usual, relative := length-math.Log(r)-l.ratio, length-math.Log(float64(max(1, utf8.RuneCountInString(other.text))))
		z := usual / l.spread
		found.add(Length, math.Abs(z) > 3.5 && z*relative > 0 && math.Abs(relative) > 0.3 && math.Abs(usual) > 0.35)
		longer = min(usual, relative) > 0.15
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
		found.add(Added, longer && !l.loose && words >= 4 && share < 0.3 && x.isSentence(span))
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
	all := append([]*written{other}, references...)
	shuffled := l.isShuffled(x, all)
	found.add(Shuffled, shuffled)
	found.add(Moved, !shuffled && isMoved(x, all))
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

// isTelegram says whether a text lacks the words that most texts have, and the others of its segment do not.
func (l *looking) isTelegram(x *written, others []*written) bool {
	if len(x.words) < 5 || l.small(x) > 0.15 {
		return false
	}
	return !slices.ContainsFunc(others, func(o *written) bool { return l.small(o) < 0.3 })
}

// small is which share of the words of a text one line in ten has, too; 0 of scripts without spaces.
func (l *looking) small(w *written) float64 {
	n := 0
	for i := range w.words {
		if one := &w.words[i]; !one.single && l.documents[one.key] >= max(leastLearned, len(l.segments)/10) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(w.words)))
}

// leastShared is how many words say whether parts of a text are moved, and mostShared how many are asked.
const leastShared, mostShared = 6, 100

// isMoved says whether parts of a text are in another order: the words that it shares with each of the others, which have
// them in one order, are not in that.
func isMoved(x *written, others []*written) bool {
	list := x.once()
	for i, o := range others {
		if inOrder(list, o) > movedOrder || i > 0 && inOrder(others[0].once(), o) < usualOrder {
			return false
		}
	}
	return len(others) > 1
}

// Kendall's tau of the order of words: of texts with parts in another order at most movedOrder, where others have at least
// usualOrder.
const movedOrder, usualOrder = 0.25, 0.7

// once returns the words that a text has once, in order.
func (w *written) once() (list []string) {
	times := map[string]int{}
	for i := range w.words {
		times[w.words[i].key]++
	}
	for i := range w.words {
		if key := w.words[i].key; times[key] == 1 {
			list = append(list, key)
		}
	}
	return list
}

// inOrder returns Kendall's tau between the order of words in a list and in a text, of those that both have once; 1 of too few.
func inOrder(list []string, o *written) float64 {
	at := map[string]int{}
	for i, key := range o.once() {
		at[key] = i
	}
	var places []int
	for _, key := range list {
		if place, ok := at[key]; ok && len(places) < mostShared {
			places = append(places, place)
		}
	}
	if len(places) < leastShared {
		return 1
	}
	sum := 0
	for i, a := range places {
		for _, b := range places[i+1:] {
			if a < b {
				sum++
			} else {
				sum--
			}
		}
	}
	return float64(sum) / float64(len(places)*(len(places)-1)/2)
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
