package finding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A form is how a text is written.
type form struct {
	letters, upper, lower int // of scripts with case: all, capitals, small ones
	inner                 int // capitals after a small letter
	words, capitalised    int // of at least two letters
	marks                 int // of punctuation
	spaces                int
	accents, accentable   int // letters with one; Latin letters
	apart                 int // letters alone between spaces
	spaced                int // letters of scripts with spaces
	firstUpper            bool
	firstLower            bool
	stops                 bool // the last character ends a sentence
}

// form returns how a text is written.
func (w *written) form() *form {
	if w.written == nil {
		w.written = new(formOf(w))
	}
	return w.written
}

func formOf(w *written) (f form) {
	last := ' '
	for _, r := range w.text {
		switch {
		case unicode.IsUpper(r):
			f.letters++
			f.upper++
			if unicode.IsLower(last) {
				f.inner++
			}
		case unicode.IsLower(r):
			f.letters++
			f.lower++
		case unicode.IsSpace(r):
			f.spaces++
		case unicode.IsPunct(r) && r != last: // three dots are one mark
			f.marks++
		}
		if unicode.IsLetter(r) {
			if !isUnspaced(r) {
				f.spaced++
			}
			if unicode.Is(unicode.Latin, r) {
				f.accentable++
				if r >= utf8.RuneSelf {
					f.accents++
				}
			}
		}
		last = r
	}
	for i := range w.words {
		one := &w.words[i]
		if n := utf8.RuneCountInString(one.lower); n >= 2 {
			f.words++
			if one.upper {
				f.capitalised++
			}
		} else if !one.single {
			f.apart++
		}
	}
	if len(w.words) > 0 {
		f.firstUpper = w.words[0].upper
		first, _ := utf8.DecodeRuneInString(w.text[w.words[0].from:])
		f.firstLower = unicode.IsLower(first)
	}
	end := strings.TrimRightFunc(w.text, func(r rune) bool { return strings.ContainsRune(closing+")]）】*_ ", r) })
	r, _ := utf8.DecodeLastRuneInString(end)
	f.stops = isStop(r) || r == ':' || r == '：'
	return f
}

// leastLetters are fewer than decide how a text is written.
const leastLetters = 10

// otherCase says whether a text is in capitals, in small letters or Title Case, unlike a reference.
func (f *form) otherCase(reference *form) bool {
	if f.letters < leastLetters || reference.letters < leastLetters {
		return false
	}
	share := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	switch {
	case share(f.upper, f.letters) > 0.3 && share(reference.upper, reference.letters) < 0.15:
		return true
	case f.upper == 0 && reference.firstUpper && reference.stops:
		return true
	case f.words >= 5 && share(f.capitalised, f.words) > 0.8 && share(reference.capitalised, reference.words) < 0.6:
		return true
	}
	return share(f.inner, f.letters) > 0.1 && share(reference.inner, reference.letters) < 0.05
}

// otherMarks says whether a text has no punctuation, unlike a reference, or much more.
func (f *form) otherMarks(reference *form) bool {
	return f.marks > 6+3*reference.marks || f.marks == 0 && reference.marks >= 2 && f.words+f.spaced+f.letters > 0
}

// otherSpaces says whether words are not told apart, or letters are.
func (f *form) otherSpaces(reference *form) bool {
	if reference.spaced < 15 || f.spaced < 10 {
		return false
	}
	width, usual := float64(f.spaced)/float64(f.spaces+1), float64(reference.spaced)/float64(reference.spaces+1)
	return width > 4*usual || f.apart > 10 && f.apart > 2*f.words && width < usual/2
}

// withoutAccents says whether a text has no letter with an accent, unlike a reference.
func (f *form) withoutAccents(reference *form) bool {
	return f.accents == 0 && f.accentable >= leastLetters && reference.accents >= 3
}
