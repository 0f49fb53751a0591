package tokenize

import "unicode/utf8"

// wordRules is NLTKWordTokenizer of NLTK 3.8.1, or of 3.10.1 and later (nltk/tokenize/destructive.py).
//
// NLTK rewrites the sentence with one regular expression after another, each of which puts spaces around
// something, and splits at white space in the end. Here nothing is rewritten: a cut between two bytes stands for
// a space that NLTK would put there. All rules but one look at neighbouring characters only, never across white
// space, so the sentence is taken one blank-separated chunk at a time, and a chunk of nothing but letters is a
// token at once. What a rule sees of the rules before it are their cuts, so these carry the time of their
// making: a rule that asks "is a space here?" asks for a cut that is old enough. The order of NLTK's rules is
//
//	starting quotes, punctuation, brackets, double dash, (a space at both ends), ending quotes, contractions
//
// and the cases below quote the expression that they stand for.
//
// Three rules came after 3.8.1. [\u2012-\u2015] → ␠\g<0>␠ among the punctuation splits off dashes (3.9.3). \s+ → ␠
// before the clitics of the ending quotes makes a space of every white space (3.9), where they ask for one. And an
// apostrophe that starts a word is split off unless the word is a clitic; before, it was if one letter followed
// (3.10.1).
type wordRules struct {
	engine
	newer bool // the rules of 3.10

	text        string
	start, end  int // the sentence; no white space at its end
	finalPeriod int // where the rule of the last period applies, -1 if nowhere

	chunkStart, chunkEnd int
	cuts                 []cut // cuts[i] is before byte chunkStart+i; all zero between two chunks
	apostrophes          []int // those that no pair '' has taken
	contractions         bool  // the chunk may hold one of cannot, gimme, …
}

// cut is a set of bits for one place between two bytes.
type cut uint8

const (
	early cut = 1 << iota // a space since before the rule ([^'])' of the punctuation
	late                  // a space since some rule after that
	open                  // the quotation mark that starts here became ``
)

// appendPieces appends the tokens of the sentence text[span.Start:span.End], which must not end in white space.
func (w *wordRules) appendPieces(dst []piece, text string, span Span) []piece {
	w.text, w.start, w.end = text, span.Start, span.End
	w.finalPeriod = w.findFinalPeriod()
	s := text[:span.End]
	for i := span.Start; i < len(s); {
		if class[s[i]]&isWord == 0 && blankAt(s, i) {
			i += spaceAt(s, i)
			continue
		}
		start := i
		end, bits := wordRun(s, start)
		space := end == len(s) || class[s[end]]&isSpace != 0
		mark := !space && end > start && w.loneMark(s, end)
		if space || mark {
			if mayContract(s, start, end) {
				if at := contraction(s[start:end]); at > 0 {
					dst = append(dst, piece{start: start, end: start + at, word: bits})
					start += at
				}
			}
			dst = append(dst, piece{start: start, end: end, word: bits})
			if mark {
				dst = append(dst, piece{start: end, end: end + 1})
				end++
			}
			i = min(end+1, len(s)) // the white space
			continue
		}
		i = end
		for i < len(s) && !blankAt(s, i) {
			i++
		}
		dst = w.appendChunk(dst, start, i)
	}
	return dst
}

// loneMark reports whether s[i], behind a word, is a mark that its rules always cut from it, and the chunk ends behind it.
func (w *wordRules) loneMark(s string, i int) bool {
	if i == len(s) || i+1 < len(s) && class[s[i+1]]&isSpace == 0 {
		return false
	}
	switch s[i] {
	case '.':
		return i == w.finalPeriod
	case ',', ':', ';', '?', '!', '%':
		return true
	}
	return false
}

// findFinalPeriod returns the place of the period that ends the sentence, if only closing marks follow:
//
//	([^\.])(\.)([\]\)}>"'»”’ ]*)\s*$  →  \1 \2 \3␠
//
// so "end." is cut and "e.g. this" is not, nor "so on..", which the rule of the ellipsis takes. A quotation mark
// after a blank opens, so it is no closing mark: "end. \"" keeps its period. The rule comes a second time with
// fewer closing marks, which never finds anything new.
func (w *wordRules) findFinalPeriod() int {
	s, i := w.text, w.end
	for i > w.start {
		i--
		switch s[i] {
		case '.':
			if i > w.start && s[i-1] != '.' {
				return i
			}
			return -1
		case ']', ')', '}', '>', ' ':
		case '"':
			if i > w.start && s[i-1] == ' ' {
				return -1
			}
		case '\'':
			if i > w.start && s[i-1] == ' ' && i+1 < w.end && s[i+1] == '\'' {
				return -1
			}
		default:
			r, size := utf8.DecodeLastRuneInString(s[w.start : i+1])
			if r != '»' && r != '”' && r != '’' {
				return -1
			}
			i -= size - 1
		}
	}
	return -1
}

// appendChunk appends the pieces of the chunk text[start:end], which holds no white space.
func (w *wordRules) appendChunk(dst []piece, start, end int) []piece {
	w.chunkStart, w.chunkEnd = start, end
	for len(w.cuts) <= end-start {
		w.cuts = append(w.cuts, 0)
	}
	w.apostrophes, w.contractions = w.apostrophes[:0], false

	w.cutMarks()
	if len(w.apostrophes) > 0 {
		w.cutClitics()
	}
	if w.contractions {
		w.cutContractions()
	}
	if len(w.apostrophes) > 0 {
		w.cutTis()
	}

	from, mark := start, w.cuts[0]
	w.cuts[0] = 0
	for i := start + 1; i <= end; i++ {
		c := w.cuts[i-start]
		if c == 0 && i < end {
			continue
		}
		w.cuts[i-start] = 0
		p := piece{start: from, end: i}
		if mark&open != 0 {
			p.quote = opened
		} else if w.text[from] == '"' {
			p.quote = closed
		}
		dst = append(dst, p)
		from, mark = i, c
	}
	return dst
}

// around cuts on both sides of text[i:j].
func (w *wordRules) around(i, j int, when cut) {
	w.cuts[i-w.chunkStart] |= when
	w.cuts[j-w.chunkStart] |= when
}

// isCut reports whether a cut of one of the given times is before text[i].
func (w *wordRules) isCut(i int, when cut) bool { return w.cuts[i-w.chunkStart]&when != 0 }

// spaced reports whether a literal space follows a clitic that ends at i, where the expressions ask for " ", not
// for \s: "don't\nknow" keeps its don't in 3.8.1.
func (w *wordRules) spaced(i int) bool {
	return i == w.end || w.isCut(i, early|late) || w.text[i] == ' ' || w.newer && w.blankAt(w.text, i)
}
