package finding

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// numbersOf are the numbers of a text, as their digits: 1,000 and 1.000 are the same.
func numbersOf(w *written) map[string]bool {
	if w.numbers == nil {
		w.numbers = findNumbers(w)
	}
	return w.numbers
}

func findNumbers(w *written) map[string]bool {
	list := map[string]bool{}
	number := func(written string) {
		digits := strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, written)
		if digits != "" {
			list[digits] = true
		}
	}
	start := -1
	for at, r := range w.text {
		switch {
		case unicode.IsDigit(r):
			if start < 0 {
				start = at
			}
		case start >= 0 && strings.ContainsRune(".,' ", r) && groupFollows(w.text[at+utf8.RuneLen(r):]):
		case start >= 0:
			number(w.text[start:at])
			start = -1
		}
	}
	if start >= 0 {
		number(w.text[start:])
	}
	return list
}

// groupFollows says whether three digits follow and no fourth.
func groupFollows(text string) bool {
	n := 0
	for _, r := range text {
		if !unicode.IsDigit(r) {
			break
		}
		n++
	}
	return n == 3
}

// namesOf are the words of a text that look like names, by their keys, in order: with a capital within a sentence; of scripts
// without spaces what is written in Katakana or in letters.
func namesOf(w *written) []string {
	if !w.named {
		w.names, w.named = findNames(w), true
	}
	return w.names
}

func findNames(w *written) (list []string) {
	singles := 0
	for i := range w.words {
		if w.words[i].single {
			singles++
		}
	}
	unspaced := 2*singles > len(w.words)
	for i := 0; i < len(w.words); i++ {
		one := &w.words[i]
		n := utf8.RuneCountInString(one.lower)
		first, _ := utf8.DecodeRuneInString(one.lower)
		switch {
		case !unspaced && one.upper && !one.begins && n >= 3, unspaced && !one.single && n >= 2 && unicode.IsLetter(first):
			list = append(list, one.key)
		case one.single && isKatakana(first):
			end := i
			var name strings.Builder
			for end < len(w.words) && w.words[end].single {
				r, _ := utf8.DecodeRuneInString(w.words[end].lower)
				if !isKatakana(r) {
					break
				}
				name.WriteRune(r)
				end++
			}
			if end-i >= 3 {
				list = append(list, stem(name.String()))
			}
			i = end - 1
		}
	}
	return list
}

func isKatakana(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }

func setOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, one := range list {
		set[one] = true
	}
	return set
}

func (l *looking) findFacts(found *Set, i int, x, other *written) {
	references := l.references[i]
	source := l.sources[i]
	mine, others := numbersOf(x), numbersOf(other)
	var required, allowed []map[string]bool
	for _, r := range references {
		required = append(required, numbersOf(r))
	}
	allowed = append(append(allowed, required...), others, numbersOf(source))
	if len(required) == 0 {
		required = append(required, numbersOf(source))
	}
	lost, novel := false, false
	for number := range others {
		lost = lost || inAll(required, number) && !mine[number]
	}
	for number := range mine {
		novel = novel || !inAny(allowed, number)
	}
	found.add(Number, lost && novel)
	found.add(NumberLost, lost)

	names, otherNames := namesOf(x), namesOf(other)
	lost, novel = false, false
	for _, name := range otherNames {
		in := len(references) > 0 || source.has[name]
		for _, r := range references {
			in = in && slices.Contains(namesOf(r), name)
		}
		lost = lost || in && !x.has[name] && !slices.Contains(names, name)
	}
	for _, name := range names {
		known := other.has[name] || source.has[name] || slices.Contains(otherNames, name)
		for _, r := range references {
			known = known || r.has[name] || slices.Contains(namesOf(r), name)
		}
		novel = novel || !known
	}
	found.add(Name, lost)
	found.add(NameChanged, lost && novel)
	if len(references) > 0 {
		found.add(Order, swapped(names, otherNames, namesOf(references[0])))
		n, o := l.negations(x), l.negations(other)
		least, most := l.negated(i)
		least, most = min(least, o), max(most, o)
		// Without a negation the same may be said by another word: "failed to come", "did not come".
		soft, softOther := l.denials(x), l.denials(other)
		lost, added := n < least && n+soft < o+softOther, n > most && n+soft > o+softOther
		found.add(Negation, l.negates && (lost || added))
	}
}

// negated is how often the references of a segment negate, at least and at most.
func (l *looking) negated(i int) (least, most int) {
	for k, r := range l.references[i] {
		n := l.negations(r)
		if k == 0 {
			least, most = n, n
		}
		least, most = min(least, n), max(most, n)
	}
	return least, most
}

// oftenNegatedOtherwise is the share of outputs of the baseline that negate more or less often than their references from which
// on negations tell nothing: Japanese has many ways.
const oftenNegatedOtherwise = 0.15

// learnNegations finds out whether negations tell something.
func (l *looking) learnNegations() {
	otherwise, all := 0, 0
	for i, x := range l.before {
		if len(x.words) == 0 || len(l.references[i]) == 0 {
			continue
		}
		all++
		if least, most := l.negated(i); l.negations(x) < least || l.negations(x) > most {
			otherwise++
		}
	}
	l.negates = float64(otherwise) <= oftenNegatedOtherwise*float64(all)
}

func inAll(sets []map[string]bool, one string) bool {
	for _, set := range sets {
		if !set[one] {
			return false
		}
	}
	return len(sets) > 0
}

func inAny(sets []map[string]bool, one string) bool {
	for _, set := range sets {
		if set[one] {
			return true
		}
	}
	return false
}

// swapped says whether two names stand in an order in which neither of two other texts has them, which agree.
func swapped(names, others, reference []string) bool {
	once := func(list []string) map[string]int {
		at, twice := map[string]int{}, map[string]bool{}
		for i, name := range list {
			if _, ok := at[name]; ok {
				twice[name] = true
			}
			at[name] = i
		}
		for name := range twice {
			delete(at, name)
		}
		return at
	}
	a, b, c := once(names), once(others), once(reference)
	for n, i := range a {
		for m, k := range a {
			if i >= k {
				continue
			}
			bi, ok1 := b[n]
			bk, ok2 := b[m]
			ci, ok3 := c[n]
			ck, ok4 := c[m]
			if ok1 && ok2 && ok3 && ok4 && bi > bk && ci > ck {
				return true
			}
		}
	}
	return false
}

// negating are words that negate, of several languages.
var negating = setOf(strings.Fields(`not no never nothing none nobody nor neither without cannot nicht kein keine keinen keinem keiner keines nie
	niemals nichts niemand ohne pas jamais rien aucun aucune sans personne не нет ни без никогда ничего никто nunca nada nadie sin ningún ninguna
	non mai niente nessuno senza não sem nem není ne ani bez nikdy nic nikdo ekki enginn aldrei engin ekkert ikke inte ei niet geen nie bez nic
	t isn aren wasn weren hasn haven hadn won wouldn can couldn shouldn mustn don doesn didn`))

// negations counts what negates.
func (l *looking) negations(w *written) (n int) {
	singles := 0
	for i, one := range w.words {
		if one.single {
			singles++
			continue
		}
		switch one.lower {
		case "t":
			if i > 0 && strings.HasSuffix(w.words[i-1].lower, "n") || i > 0 && w.words[i-1].lower == "can" {
				n++
			}
			continue
		case "isn", "aren", "wasn", "weren", "hasn", "haven", "hadn", "won", "wouldn", "can", "couldn", "shouldn", "mustn", "don", "doesn", "didn":
			continue
		}
		if negating[one.lower] {
			n++
		} else if rest, ok := strings.CutPrefix(one.lower, "ne"); ok && len(rest) > 2 && l.documents[stem(rest)] > 0 && l.czech() {
			n++
		}
	}
	if singles > 0 {
		for _, mark := range []string{"ない", "なかっ", "なく", "ません", "ず、", "不", "没", "无", "未", "非"} {
			n += strings.Count(w.text, mark)
		}
	}
	return n
}

// denying are words that say no without being a negation.
var denying = setOf(strings.Fields(`fail failed fails refuse refused refuses deny denied denies lack lacks lacked unable impossible hardly barely
	forbid forbidden prohibited banned avoid avoids avoided prevent prevented prevents stop stopped instead rather despite except unless unlikely
	few little only yet against dis unknown unclear illegal invalid absent missing empty rejected reject rejects less out off away`))

// denials counts what says no otherwise, and words that begin so.
func (l *looking) denials(w *written) (n int) {
	for _, one := range w.words {
		if denying[one.lower] || len(one.lower) > 6 && (strings.HasPrefix(one.lower, "un") || strings.HasPrefix(one.lower, "im") ||
			strings.HasPrefix(one.lower, "dis")) || strings.HasSuffix(one.lower, "less") {
			n++
		}
	}
	return n
}

// czech says whether ne- negates verbs in the language of the references: Czech and its neighbours.
func (l *looking) czech() bool {
	return l.documents["že"] > 0 || l.documents["které"] > 0
}
