package tokenize

import (
	"strings"
	"unicode/utf8"
)

// cutClitics applies the rules about single apostrophes in their order, each to all apostrophes of the chunk:
// I'd've shows why, where 'd has no space behind it yet when its rule comes, and keeps its place.
func (w *wordRules) cutClitics() {
	for _, i := range w.apostrophes {
		// (?i)(\')(?!re|ve|ll|m|t|s|d|n)(\w)\b  →  \1 \2   or, since 3.10.1,
		// (?i)(?<!\w)(\')(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)  →  \1␠
		if !w.newer && w.beforeLoneLetter(i) || w.newer && w.beforeWord(i) {
			w.cuts[i+1-w.chunkStart] |= early
		}
		// ([^'])' ␠  →  \1 '␠
		if i > w.start && w.text[i-1] != '\'' && w.spacedEarly(i+1) {
			w.cuts[i-w.chunkStart] |= early
		}
	}
	for _, i := range w.apostrophes {
		// ([^' ])('[sS]|'[mM]|'[dD]|')␠  →  \1 \2␠
		if w.attached(i) && (w.spaced(i+1) || w.isSMD(i+1) && w.spaced(i+2)) {
			w.cuts[i-w.chunkStart] |= late
		}
	}
	for _, i := range w.apostrophes {
		// ([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T)␠  →  \1 \2␠
		switch {
		case w.isLLREVE(i+1) && w.spaced(i+3) && w.attached(i):
			w.cuts[i-w.chunkStart] |= late
		case w.isNT(i) && w.spaced(i+2) && w.attached(i-1):
			w.cuts[i-1-w.chunkStart] |= late
			w.contractions = true // gonnan't: only now gonna stands alone
		}
	}
	for _, i := range w.apostrophes {
		// (?i)\b(d)('ye)\b  →  ␠\1 \2␠   and   (?i)\b(more)('n)\b  →  ␠\1 \2␠
		w.cutAround(i, "d", "ye")
		w.cutAround(i, "more", "n")
	}
}

// beforeLoneLetter reports whether one character of \w, which is none of m, t, s, d, n, stands alone behind the
// apostrophe at i: 'a, but not 'as. Without regard to case, s is ſ too.
func (w *wordRules) beforeLoneLetter(i int) bool {
	s := w.text[:w.chunkEnd]
	r, size := utf8.DecodeRuneInString(s[i+1:])
	return w.wordRune(r) && !strings.ContainsRune("mtsdnMTSDNſ", r) && !w.wordAt(s, i+1+size)
}

// beforeWord reports whether a word starts behind the apostrophe at i, none ends before it, and it is no clitic:
// 'Cause, but not 's.
func (w *wordRules) beforeWord(i int) bool {
	s := w.text[:w.chunkEnd]
	if !w.wordAt(s, i+1) || i > w.start && w.wordBefore(s, i) {
		return false
	}
	end := w.wordEnd(s, i+1)
	for _, clitic := range []string{"re", "ve", "ll", "m", "t", "s", "d", "n"} {
		if n := matchFold(s[i+1:end], clitic); n > 0 && i+1+n == end {
			return false
		}
	}
	return true
}

// spacedEarly is spaced at the time of the punctuation rules: there is no space behind the sentence yet, unless
// the rule of the last period put one there.
func (w *wordRules) spacedEarly(i int) bool {
	if i == w.end {
		return w.finalPeriod >= 0
	}
	return w.isCut(i, early) || w.text[i] == ' '
}

// attached reports whether a character other than ' stands right before text[i].
func (w *wordRules) attached(i int) bool {
	return i > w.chunkStart && w.text[i-1] != '\'' && !w.isCut(i, early|late)
}

func (w *wordRules) isSMD(i int) bool {
	return i < w.chunkEnd && strings.IndexByte("sSmMdD", w.text[i]) >= 0
}

func (w *wordRules) isLLREVE(i int) bool {
	if i+2 > w.chunkEnd {
		return false
	}
	switch w.text[i : i+2] {
	case "ll", "LL", "re", "RE", "ve", "VE":
		return true
	}
	return false
}

func (w *wordRules) isNT(i int) bool {
	if i == w.chunkStart || i+1 == w.chunkEnd {
		return false
	}
	n, t := w.text[i-1], w.text[i+1]
	return n == 'n' && t == 't' || n == 'N' && t == 'T'
}

// cutAround cuts before, inside and behind a word that consists of the apostrophe at i with the given letters
// around it, such as d'ye.
func (w *wordRules) cutAround(i int, before, behind string) {
	from, to := i-len(before), i+1+len(behind)
	if from < w.chunkStart || to > w.chunkEnd || w.isCut(i, early|late) || w.isCut(i+1, early|late) {
		return
	}
	if matchFold(w.text[from:i], before) > 0 && matchFold(w.text[i+1:to], behind) > 0 && w.edgeBefore(from) &&
		w.edge(to) {
		w.around(from, i, late)
		w.cuts[to-w.chunkStart] |= late
	}
}

// edge and edgeBefore are \b behind and before a word: they report whether the character of \w that ends at i, or
// starts there, is the last, or first, of its run. They serve the contractions only, which are re's in 3.10, too.
func (w *wordRules) edge(i int) bool {
	return i == w.chunkEnd || w.isCut(i, early|late) || !pythonRe.wordAt(w.text[:w.chunkEnd], i)
}

func (w *wordRules) edgeBefore(i int) bool {
	return i == w.chunkStart || w.isCut(i, early|late) || !pythonRe.wordBefore(w.text, i)
}
