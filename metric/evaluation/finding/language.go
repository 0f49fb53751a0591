package finding

import (
	"slices"
	"unicode/utf8"
)

// A gram is a part of a word: three letters with the ends of words, or one or two characters of scripts without spaces.
type gram uint64

func gramOf(a, b, c rune) gram { return gram(a)<<42 | gram(b)<<21 | gram(c) }

// gramsOf appends the parts of a word.
func (w *written) gramsOf(list []gram, i int) []gram {
	one := &w.words[i]
	if one.single {
		a, size := utf8.DecodeRuneInString(one.key)
		list = append(list, gramOf(0, 0, a))
		if size < len(one.key) {
			b, _ := utf8.DecodeRuneInString(one.key[size:])
			list = append(list, gramOf(0, a, b))
		}
		return list
	}
	last, before := rune('^'), rune(0)
	for _, r := range one.lower {
		if before != 0 {
			list = append(list, gramOf(before, last, r))
		}
		before, last = last, r
	}
	if before != 0 {
		list = append(list, gramOf(before, last, '$'))
	}
	return list
}

// grams returns the different parts of words of a text, sorted.
func (w *written) grams() []gram {
	if w.parts == nil {
		list := make([]gram, 0, len(w.text)+len(w.words))
		for i := range w.words {
			list = w.gramsOf(list, i)
		}
		slices.Sort(list)
		w.parts = slices.Compact(list)
	}
	return w.parts
}

func (w *written) hasGram(g gram) bool {
	_, ok := slices.BinarySearch(w.grams(), g)
	return ok
}

// leastFamiliar is the share of parts of words that a text in the language of the others has, at least.
const leastFamiliar = 0.6

func (l *looking) findLanguage(found *Set, i int, x, other *written) {
	references := l.references[i]
	inReferences := func(g gram) bool {
		return slices.ContainsFunc(references, func(r *written) bool { return r.hasGram(g) })
	}
	// familiar says whether other segments have a part of a word, or the texts of this one.
	familiar := func(g gram) bool {
		switch n := l.grams[g]; {
		case n > 1:
			return true
		case n == 1 && !l.before[i].hasGram(g) && !inReferences(g):
			return true
		}
		return other.hasGram(g) || inReferences(g)
	}
	var list []gram
	part := func(from, to int) (share float64, letters int) {
		known, all := 0, 0
		for k := from; k < to; k++ {
			letters += utf8.RuneCountInString(x.words[k].lower)
			list = x.gramsOf(list[:0], k)
			for _, g := range list {
				all++
				if familiar(g) {
					known++
				}
			}
		}
		return float64(known) / float64(max(all, 1)), letters
	}
	n := len(x.words)
	first, a := part(0, n/2)
	second, b := part(n/2, n)
	if a+b < leastLetters {
		return
	}
	whole := (first*float64(a) + second*float64(b)) / float64(a+b)
	found.add(Language, whole < leastFamiliar)
	half := n >= 6 && (a >= leastLetters && first < leastFamiliar || b >= leastLetters && second < leastFamiliar)
	if n > 0 && !x.words[0].single {
		odd := 0
		for k := range x.words {
			list = x.gramsOf(list[:0], k)
			if slices.ContainsFunc(list, func(g gram) bool { return !familiar(g) }) {
				odd++
			}
		}
		found.add(Misspelt, odd >= 3 && float64(odd)/float64(n) > l.usualOdd+moreOdd)
		half = half || n >= 6 && (first < 0.85 && l.seen(i, x, other, 0, n/2) < lessSeen*l.usualSeen ||
			second < 0.85 && l.seen(i, x, other, n/2, n) < lessSeen*l.usualSeen)
	}
	found.add(HalfLanguage, half)
}

// How much more of its words are odd, and how much less of a half of it are words that other texts have, in a text that is
// misspelt or half in another language.
const moreOdd, lessSeen = 0.25, 0.3

// seen is which part of the letters of a range is of words that other segments have, or the texts of this one.
func (l *looking) seen(i int, x, other *written, from, to int) float64 {
	known, all := 0, 0
	for k := from; k < to; k++ {
		one := &x.words[k]
		letters := utf8.RuneCountInString(one.lower)
		all += letters
		n := l.documents[one.key]
		if l.lines[i][one.key] {
			n--
		}
		if n > 0 || other != nil && other.has[one.key] ||
			slices.ContainsFunc(l.references[i], func(r *written) bool { return r.has[one.key] }) {
			known += letters
		}
	}
	return float64(known) / float64(max(all, 1))
}

// learnWords finds out how much of the baseline's outputs is of words and parts of words that other texts have: of small sets
// less.
func (l *looking) learnWords() {
	var seen, odd []float64
	var list []gram
	for i, x := range l.before {
		if len(x.words) < 4 || x.words[0].single {
			continue
		}
		seen = append(seen, l.seen(i, x, nil, 0, len(x.words)))
		n := 0
		for k := range x.words {
			list = x.gramsOf(list[:0], k)
			if slices.ContainsFunc(list, func(g gram) bool { return l.grams[g] < 2 }) {
				n++
			}
		}
		odd = append(odd, float64(n)/float64(len(x.words)))
	}
	if len(seen) == 0 {
		return
	}
	slices.Sort(seen)
	slices.Sort(odd)
	l.usualSeen, l.usualOdd = seen[len(seen)/2], odd[len(odd)/2]
}
