package tokenize

import "unicode/utf8"

// cutMarks makes the cuts of all rules about quotes and punctuation marks except those about single apostrophes,
// which it collects.
func (w *wordRules) cutMarks() {
	s := w.text[:w.chunkEnd]
	for i := w.chunkStart; i < len(s); {
		switch c := s[i]; c {
		case '"':
			// ^\"  →  ``   and   ([ \(\[{<])(\"|\'{2})  →  \1 ``␠   and, for the others later,   "  →  ␠''␠
			if w.opens(i) {
				w.around(i, i+1, early)
				w.cuts[i-w.chunkStart] |= open
			} else {
				w.around(i, i+1, late)
			}
			i++

		case '`':
			// ([«“‘„]|[`]+)  →  ␠\1␠   and then   (``)  →  ␠\1␠
			from := i
			i = runEnd(s, i)
			w.around(from, i, early)
			for ; from+2 <= i; from += 2 {
				w.around(from, from+2, early)
			}

		case '\'':
			i = w.cutApostrophes(i, runEnd(s, i))

		case '.':
			// \.{2,}  →  ␠\g<0>␠   and the last period
			from := i
			i = runEnd(s, i)
			if i-from >= 2 || from == w.finalPeriod {
				w.around(from, i, early)
			}

		case ',', ':':
			i = w.cutComma(i)

		case ';', '@', '#', '$', '%', '&', '?', '!':
			// [;@#$%&]  →  ␠\g<0>␠   and   [?!]  →  ␠\g<0>␠
			w.around(i, i+1, early)
			i++

		case '*', '(', ')', '[', ']', '{', '}', '<', '>':
			// [*]  →  ␠\g<0>␠   and   [\]\[\(\)\{\}\<\>]  →  ␠\g<0>␠
			w.around(i, i+1, late)
			i++

		case '-':
			// --  →  ␠--␠, so "---" is a dash and a hyphen
			from := i
			i = runEnd(s, i)
			for ; from+2 <= i; from += 2 {
				w.around(from, from+2, late)
			}

		default:
			switch {
			case c >= utf8.RuneSelf:
				i += w.cutRune(i)
			case class[c]&isWord != 0:
				from := i
				for i < len(s) && class[s[i]]&isWord != 0 {
					i++
				}
				w.contractions = w.contractions || contraction(s[from:i]) > 0
			default:
				i++
			}
		}
	}
}

// runEnd returns the end of the run of the byte s[i].
func runEnd(s string, i int) int {
	c := s[i]
	for i < len(s) && s[i] == c {
		i++
	}
	return i
}

// opens reports whether the quotation mark at i, a double quote or two apostrophes, opens: it must follow a
// literal space or an opening bracket,
//
//	([ \(\[{<])(\"|\'{2})  →  \1 ``␠
//
// where the starting quotes of the rules before it, “ and the like, have a space behind them by now. So has a "
// at the start of the sentence, which opens itself.
func (w *wordRules) opens(i int) bool {
	if i == w.start {
		return w.text[i] == '"'
	}
	switch w.text[i-1] {
	case ' ', '(', '[', '{', '<', '`':
		return true
	case '"':
		return i-1 == w.start
	}
	r, _ := utf8.DecodeLastRuneInString(w.text[w.start:i])
	return r == '«' || r == '“' || r == '‘' || r == '„'
}

// cutApostrophes treats the run of apostrophes text[i:j] and returns j.
func (w *wordRules) cutApostrophes(i, j int) int {
	if j-i >= 2 && w.opens(i) {
		w.around(i, i+2, early)
		w.cuts[i-w.chunkStart] |= open
		i += 2
	}
	// ''  →  ␠''␠
	for ; i+2 <= j; i += 2 {
		w.around(i, i+2, late)
	}
	if i < j {
		w.apostrophes = append(w.apostrophes, i)
	}
	return j
}

// cutComma treats the comma or colon at i and returns where to go on.
//
//	([:,])([^\d])  →  ␠\1 \2   and   ([:,])$  →  ␠\1␠
//
// The first expression takes the following character with it, so of two commas in ",,x" the second stays with
// the x.
func (w *wordRules) cutComma(i int) int {
	s := w.text[:w.end]
	if i+1 == len(s) {
		w.around(i, i+1, early)
		return i + 1
	}
	if digitAt(s, i+1) {
		return i + 1
	}
	w.around(i, i+1, early)
	if s[i+1] != ',' && s[i+1] != ':' {
		return i + 1
	}
	if i+2 == len(s) {
		w.around(i+1, i+2, early)
	}
	return i + 2
}

// cutRune treats the character at i, which is not ASCII, and returns its length.
func (w *wordRules) cutRune(i int) int {
	r, size := utf8.DecodeRuneInString(w.text[i:w.chunkEnd])
	switch r {
	case '«', '“', '‘', '„':
		// ([«“‘„]|[`]+)  →  ␠\1␠
		w.around(i, i+size, early)
	case '»', '”', '’':
		// ([»”’])  →  ␠\1␠
		w.around(i, i+size, late)
	case '‒', '–', '—', '―':
		// [\u2012-\u2015]  →  ␠\g<0>␠
		if w.newer {
			w.around(i, i+size, early)
		}
	case 'İ', 'ı':
		w.contractions = true // gİmme
	}
	return size
}
