package tokenize

import "unicode/utf8"

// contraction returns where NLTK splits word, a run of \w, if it is one of the contractions below, else 0:
//
//	(?i)\b(can)(not)\b   (?i)\b(gim)(me)\b   (?i)\b(gon)(na)\b   (?i)\b(got)(ta)\b   (?i)\b(lem)(me)\b
//	(?i)\b(wan)(na)(?=\s)
func contraction(word string) int {
	if n := len(word); n == 5 || n == 6 { // so little that it is inlined, as few words need more
		return contractionOfSix(word)
	}
	return 0
}

func contractionOfSix(word string) int {
	switch word[0] {
	case 'c', 'C':
		return split(word, "can", "not")
	case 'g', 'G':
		if at := split(word, "gim", "me"); at > 0 {
			return at
		}
		if at := split(word, "gon", "na"); at > 0 {
			return at
		}
		return split(word, "got", "ta")
	case 'l', 'L':
		return split(word, "lem", "me")
	case 'w', 'W':
		return split(word, "wan", "na")
	}
	return 0
}

// mayContract is false for most of the ASCII words s[start:end] that are no contraction. It looks at length, first and
// last letter at once, since a branch for each would often be guessed wrong.
func mayContract(s string, start, end int) bool {
	const (
		lengths = 1<<5 | 1<<6
		first   = 1<<('c'&31) | 1<<('g'&31) | 1<<('l'&31) | 1<<('w'&31)
		last    = 1<<('t'&31) | 1<<('e'&31) | 1<<('a'&31)
	)
	return start < end && uint32(lengths)>>min(end-start, 31)&(uint32(first)>>(s[start]&31))&
		(uint32(last)>>(s[end-1]&31))&1 != 0
}

// split returns the length of the part of word that matches first if the rest matches second, else 0.
func split(word, first, second string) int {
	at := matchFold(word, first)
	if at == 0 || at+matchFold(word[at:], second) != len(word) {
		return 0
	}
	return at
}

// matchFold returns the length of the start of s that matches the lower-case pattern as Python's re.IGNORECASE
// does, 0 if none does: i also matches İ and ı, s also ſ.
func matchFold(s, pattern string) int {
	n := 0
	for _, p := range []byte(pattern) {
		if n == len(s) {
			return 0
		}
		if s[n] < utf8.RuneSelf {
			if s[n] != p && s[n] != p-'a'+'A' {
				return 0
			}
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[n:])
		if !(p == 'i' && (r == 'İ' || r == 'ı') || p == 's' && r == 'ſ') {
			return 0
		}
		n += size
	}
	return n
}

// cutContractions cuts the contractions among the words of the chunk.
func (w *wordRules) cutContractions() {
	s := w.text[:w.chunkEnd]
	for i := w.chunkStart; i < len(s); {
		end := w.runEnd(i)
		if end == i {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		if at := contraction(s[i:end]); at > 0 && (s[i]|0x20 != 'w' || end == len(s) || w.isCut(end, early|late)) {
			w.around(i, end, late)
			w.cuts[i+at-w.chunkStart] |= late
		}
		i = end
	}
}

// runEnd returns the end of the run of \w that starts at i, which a cut ends too.
func (w *wordRules) runEnd(i int) int {
	end := pythonRe.wordEnd(w.text[:w.chunkEnd], i)
	for j := i + 1; j < end; j++ {
		if w.isCut(j, early|late) {
			return j
		}
	}
	return end
}

// cutTis applies the last rules,
//
//	(?i) ('t)(is)\b  →  ␠\1 \2␠   and then   (?i) ('t)(was)\b  →  ␠\1 \2␠
//
// from right to left, so that the space made behind an "is" counts for 'twas ('tis'twas) but not for another
// 'tis.
func (w *wordRules) cutTis() {
	for _, rest := range []string{"is", "was"} {
		for k := len(w.apostrophes) - 1; k >= 0; k-- {
			i := w.apostrophes[k]
			s := w.text[i+1 : w.chunkEnd]
			if matchFold(s, "t") == 0 || !w.spacedBefore(i) || w.isCut(i+1, early) {
				continue
			}
			n := matchFold(s[1:], rest)
			if n > 0 && w.edge(i+2+n) {
				w.around(i+2, i+2+n, late)
			}
		}
	}
}

// spacedBefore reports whether a literal space stands before text[i].
func (w *wordRules) spacedBefore(i int) bool {
	return i == w.start || w.isCut(i, early|late) || w.text[i-1] == ' ' || w.newer && i == w.chunkStart &&
		w.blankAt(w.text, i-1)
}
