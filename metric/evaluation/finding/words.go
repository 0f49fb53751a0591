package finding

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/tokenize"
)

// A written text is split as the findings need it: into what stands between spaces and marks, in small letters; of scripts
// without spaces each character.
type written struct {
	raw   string // as given
	text  string // in its normal form, without white space around it
	words []word
	has   map[string]bool // the keys of the words
	keys  []string        // the same in order, each once

	// what is known of it once somebody asked
	parts   []gram
	marked  []rune
	written *form
	numbers map[string]bool
	names   []string
	named   bool
}

// A word is one of a text.
type word struct {
	from, to int    // bytes of the text
	lower    string // in small letters
	key      string // what two forms of a word share; of characters without spaces, this one with the next
	upper    bool   // it begins with a capital
	single   bool   // a character of a script without spaces
	begins   bool   // a sentence
}

// stemLetters are what two forms of a word share: Czech, Russian and German change the ends.
const stemLetters = 5

func isUnspaced(r rune) bool {
	return r == 'ー' || tokenize.IsUnspaced(r)
}

// partOfWord says whether a character is one of a word.
func partOfWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// read splits a text.
func read(raw string) *written {
	w := &written{raw: raw, text: strings.TrimSpace(tokenize.NormalizeUnicode.Of(raw)), has: map[string]bool{}}
	begins, start := true, -1
	end := func(at int) {
		if start < 0 {
			return
		}
		written := w.text[start:at]
		first, _ := utf8.DecodeRuneInString(written)
		one := word{from: start, to: at, lower: strings.ToLower(written), upper: unicode.IsUpper(first), begins: begins}
		one.key = stem(one.lower)
		w.words = append(w.words, one)
		start, begins = -1, false
	}
	for at, r := range w.text {
		switch {
		case isUnspaced(r):
			end(at)
			one := string(r)
			w.words = append(w.words, word{from: at, to: at + len(one), lower: one, key: one, single: true, begins: begins})
			begins = false
		case partOfWord(r):
			if start < 0 {
				start = at
			}
		default:
			end(at)
			if isStop(r) || r == ':' || strings.ContainsRune(`"“„«»(`, r) {
				begins = true
			}
		}
	}
	end(len(w.text))
	for i := range w.words {
		one := &w.words[i]
		if one.single && i+1 < len(w.words) && w.words[i+1].single && w.words[i+1].from == one.to {
			one.key += w.words[i+1].lower
		}
		if !w.has[one.key] {
			w.has[one.key] = true
			w.keys = append(w.keys, one.key)
		}
	}
	return w
}

// stem returns the first letters of a word.
func stem(lower string) string {
	n := 0
	for at := range lower {
		if n == stemLetters {
			return lower[:at]
		}
		n++
	}
	return lower
}

// isStop says whether a mark ends a sentence.
func isStop(r rune) bool { return strings.ContainsRune(".!?…。！？।؟", r) }

// known says of each word whether one of the sets of keys has it.
func (w *written) known(sets ...map[string]bool) []bool {
	is := make([]bool, len(w.words))
	for i := range w.words {
		for _, set := range sets {
			if set[w.words[i].key] {
				is[i] = true
				if w.words[i].single && i+1 < len(w.words) { // a key is of two characters
					is[i+1] = is[i+1] || w.words[i+1].single
				}
			}
		}
	}
	return is
}

// spans returns the sentences of a text as ranges of words; parts before a colon are sentences of their own.
func (w *written) spans() (list [][2]int) {
	from := 0
	for i := range w.words {
		if i+1 < len(w.words) {
			between := w.text[w.words[i].to:w.words[i+1].from]
			if !strings.ContainsFunc(between, func(r rune) bool { return isStop(r) || r == ':' || r == '：' || strings.ContainsRune("()[]", r) }) {
				continue
			}
		}
		list = append(list, [2]int{from, i + 1})
		from = i + 1
	}
	return list
}

// remark returns the first word of a remark in brackets at the end of a text, 0 where there is none.
func (w *written) remark() int {
	end := strings.TrimRight(w.text, " .。")
	at := strings.LastIndexAny(end, "([（【")
	if at < 0 || !strings.HasSuffix(end, ")") && !strings.HasSuffix(end, "]") && !strings.HasSuffix(end, "）") && !strings.HasSuffix(end, "】") {
		return 0
	}
	for i := range w.words {
		if w.words[i].from > at {
			return i
		}
	}
	return 0
}

// isSentence says whether a stop or nothing stands before and after a range of words, which are not in brackets.
func (w *written) isSentence(span [2]int) bool {
	before, after := w.text[:w.words[span[0]].from], w.text[w.words[span[1]-1].to:]
	if span[0] > 0 {
		before = before[w.words[span[0]-1].to:]
	}
	if span[1] < len(w.words) {
		after = w.text[w.words[span[1]-1].to:w.words[span[1]].from]
	}
	return !strings.ContainsAny(before, "()[]") && !strings.ContainsAny(after, "()[]")
}

// size is how many words a range has; of scripts without spaces two characters are one.
func (w *written) size(from, to int) float64 {
	n := 0.0
	for _, one := range w.words[from:to] {
		if one.single {
			n += 0.5
		} else {
			n++
		}
	}
	return n
}
