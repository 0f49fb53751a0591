package finding

import (
	"strings"
	"unicode"
)

// mostEdited is how many words two texts have that the other does not, at most, if one is the other edited.
const mostEdited = 4

// isEdited says whether a text is the other but for numbers, names, or what makes a negation, whatever the references say.
func (l *looking) isEdited(x, other *written) bool {
	if otherNames(x, other) {
		return true
	}
	times := map[string]int{}
	for i := range x.words {
		times[x.words[i].lower]++
	}
	for i := range other.words {
		times[other.words[i].lower]--
	}
	differ, numbers := 0, true
	for one, n := range times {
		if n != 0 {
			differ += max(n, -n)
			numbers = numbers && strings.ContainsFunc(one, unicode.IsDigit)
		}
	}
	if differ == 0 || differ > mostEdited || 3*differ > len(x.words) {
		return false
	}
	n, o := l.negations(x), l.negations(other)
	return numbers && len(numbersOf(x)) == len(numbersOf(other)) || n != o && n+l.denials(x) != o+l.denials(other)
}

// otherNames says whether two texts differ in words with a capital within a sentence alone, and not in how they are spelled.
func otherNames(x, other *written) bool {
	if len(x.words) != len(other.words) {
		return false
	}
	differ := 0
	for i := range x.words {
		a, b := &x.words[i], &other.words[i]
		if a.lower == b.lower {
			continue
		}
		if !a.upper || !b.upper || a.begins || b.begins || a.lower[0] == b.lower[0] {
			return false
		}
		differ++
	}
	return differ > 0 && 2*differ <= len(x.words)
}

// asked is which part of the weight of words the references have, at least, if these should be there.
const asked = 0.15

// cutOrExtended says whether a text is the other output without words that the references have, or with words that they have
// not: at least two, and a tenth of the longer text.
func (l *looking) cutOrExtended(i int, x, other *written) (shortened, lengthened bool) {
	if len(l.references[i]) == 0 || len(x.words) == 0 || len(other.words) == 0 {
		return false, false
	}
	short, long := x, other
	if len(x.words) > len(other.words) {
		short, long = other, x
	}
	n, m := len(short.words), len(long.words)
	if m-n < 2 || 10*(m-n) < m {
		return false, false
	}
	k, known, all := 0, 0.0, 0.0
	has := long.known(union(l.references[i]...)...)
	for q := range long.words {
		if k < n && long.words[q].lower == short.words[k].lower {
			k++
			continue
		}
		weight := l.weight(long.words[q].key)
		all += weight
		if has[q] {
			known += weight
		}
	}
	if k < n {
		return false, false
	}
	return short == x && known >= asked*all, short == other && known < asked*all
}

// neighbours are the words before and after a place of a text, "" where it begins or ends.
type neighbours [2]string

// neighbours returns those of the words from one to another, which is not among them.
func (w *written) neighbours(from, to int) (n neighbours) {
	if from > 0 {
		n[0] = w.words[from-1].lower
	}
	if to < len(w.words) {
		n[1] = w.words[to].lower
	}
	return n
}

// editedWithin says whether a text has another number, or a negation more or less, between the same two words as the other
// output or a reference. negation says whether it differs from all of them in negations.
func (l *looking) editedWithin(i int, x, other *written, negation bool) bool {
	references := l.references[i]
	hasNumber := func(w *written) bool { return len(numbersOf(w)) > 0 }
	known := func(key string) bool {
		return other.has[key] || l.sources[i].has[key] || inAny(union(references...), key)
	}
	agreed := func(key string) bool {
		return other.has[key] && (len(references) == 0 || inAny(union(references...), key))
	}
	for _, o := range append([]*written{other}, references...) {
		numbers := hasNumber(x) && hasNumber(o)
		if !numbers && !negation {
			continue
		}
		words, gaps := map[neighbours]*word{}, map[neighbours]bool{}
		for q := range o.words {
			words[o.neighbours(q, q+1)] = &o.words[q]
			gaps[o.neighbours(q, q)] = true
		}
		mine := map[neighbours]bool{}
		for p := range x.words {
			mine[x.neighbours(p, p)] = true
			one, at := &x.words[p], x.neighbours(p, p+1)
			its := words[at]
			switch {
			case negation && negating[one.lower] && gaps[at]:
				return true
			case its == nil || its.key == one.key:
			case negation && (one.lower == "ne"+its.lower || its.lower == "ne"+one.lower):
				return true
			case numbers && isDigits(one) && isDigits(its) && !known(one.key) && agreed(its.key) && !x.has[its.key]:
				return true
			}
		}
		for q := range o.words {
			if negation && negating[o.words[q].lower] && mine[o.neighbours(q, q+1)] {
				return true
			}
		}
	}
	return false
}

// isDigits says whether a word begins with a digit.
func isDigits(w *word) bool { return w.lower[0] >= '0' && w.lower[0] <= '9' }
