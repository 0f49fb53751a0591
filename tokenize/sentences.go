package tokenize

import (
	"strings"
	"unicode/utf8"
)

// A Span is a part of a text: the bytes text[Start:End].
type Span struct{ Start, End int }

// Sentences returns the sentences that NLTK 3.8.1's sent_tokenize finds in an English text, in order. White
// space between sentences and at the end of the text belongs to none, white space at its start to the first.
func Sentences(text string) []Span {
	var p punkt
	return p.appendSpans(nil, text)
}

// punkt is PunktSentenceTokenizer of NLTK 3.8.1 (nltk/tokenize/punkt.py) after Kiss and Strunk, "Unsupervised
// Multilingual Sentence Boundary Detection", Computational Linguistics 32 (2006). A candidate is a period,
// question mark or exclamation mark that is followed by white space and another word, or by certain punctuation.
// Whether it ends a sentence is decided by the words around it alone.
//
// Since NLTK 3.10.2 the quotation marks ‘ ’ “ ” « » close a sentence as " and ' do, and end a word.
type punkt struct {
	engine
	curly bool // the rule of 3.10.2

	spans []Span
	words []string
}

// appendSpans appends the sentences of text to dst.
func (p *punkt) appendSpans(dst []Span, text string) []Span {
	p.findSpans(text)
	return p.realign(dst, text)
}

// A candidate is a place where a sentence may end.
type candidate struct {
	word int // where the word before the mark starts
	mark int // the period, question mark or exclamation mark
	next int // where the next sentence would start
	end  int // of the word after the mark
}

// findSpans sets p.spans to the sentences before realignment (_slices_from_text).
func (p *punkt) findSpans(text string) {
	p.spans = p.spans[:0]
	start := 0
	last, found := candidate{}, false
	for i := firstEnd(text); i < len(text); i++ {
		if class[text[i]]&isEnd == 0 {
			continue
		}
		c, ok := p.candidateAt(text, i)
		if !ok {
			continue
		}
		// Of candidates in one word the last one counts: "acting!!! I".
		c.word = wordStart(text, last, i)
		if found && last.mark <= c.word && p.breaksAt(text, last) {
			p.spans = append(p.spans, Span{start, last.mark + 1})
			start = last.next
		}
		last, found = c, true
	}
	if found && p.breaksAt(text, last) {
		p.spans = append(p.spans, Span{start, last.mark + 1})
		start = last.next
	}
	// What regex takes for a word, str.rstrip may take for white space: "end? \x1f" has no second sentence.
	p.spans = append(p.spans, Span{start, max(start, trimSpaceRight(text))})
}

// firstEnd returns the place of the first mark of isEnd in text, len(text) if there is none: three fast looks at a text that
// mostly has one, at its end.
func firstEnd(text string) int {
	first := text
	for _, mark := range []byte(".?!") {
		if i := strings.IndexByte(first, mark); i >= 0 {
			first = first[:i]
		}
	}
	return len(first)
}

// candidateAt reports whether the mark at i is a candidate:
//
//	[.?!](?=([)";}\]*:@'({\[?!]|\s+(\S+)))
func (p *punkt) candidateAt(text string, i int) (c candidate, ok bool) {
	next := i + 1
	if next == len(text) {
		return c, false
	}
	if class[text[next]]&notWord != 0 {
		return candidate{mark: i, next: next, end: next + 1}, true
	}
	if p.curly {
		if size := curlyAt(text, next); size > 0 {
			return candidate{mark: i, next: next, end: next + size}, true
		}
	}
	for next < len(text) {
		n := p.spaceAt(text, next)
		if n == 0 {
			break
		}
		next += n
	}
	if next == i+1 || next == len(text) {
		return c, false
	}
	end := next
	for end < len(text) && !p.blankAt(text, end) {
		end++
	}
	return candidate{mark: i, next: next, end: end}, true
}

// wordStart returns where the word before a candidate's mark starts: behind the last ASCII white space since the
// mark of the candidate before it, or else where the word of that candidate starts. NLTK looks for white space
// at an index greater than 0 of the text since that mark, so a blank that begins the text does not count.
func wordStart(text string, last candidate, mark int) int {
	for i := mark - 1; i > last.mark; i-- {
		switch text[i] {
		case ' ', '\t', '\n', '\v', '\f', '\r':
			return i + 1
		}
	}
	return last.word
}

// breaksAt reports whether a sentence ends at the candidate.
func (p *punkt) breaksAt(text string, c candidate) bool {
	if text[c.mark] != '.' {
		return true // ? and ! are words by themselves, and always end a sentence
	}
	english := english()
	if english.plain(text[c.word:c.mark]) {
		return true
	}
	p.words = p.appendWords(p.words[:0], text[c.word:c.end])
	for i := 1; i < len(p.words); i++ {
		if english.breaksBetween(p.words[i-1], p.words[i], p.engine) {
			return true
		}
	}
	return false
}

// realign appends p.spans to dst after giving closing quotes and brackets at the start of a span to the
// sentence before it: (Sent1.) Sent2. NLTK's expression is
//
//	["\')\]}]+?(?:\s+|(?=--)|$)
func (p *punkt) realign(dst []Span, text string) []Span {
	shift := 0
	for i, s := range p.spans {
		s.Start += shift
		shift = 0
		if i+1 < len(p.spans) {
			next := p.spans[i+1]
			if marks, blank := p.closing(text[next.Start:next.End]); marks > 0 {
				s.End, shift = next.Start+marks, marks+blank
				dst = append(dst, s)
				continue
			}
		}
		if s.Start < s.End {
			dst = append(dst, s)
		}
	}
	return dst
}

// closing returns the lengths of the closing marks at the start of s and of the white space behind them. Both
// are 0 unless white space, a double dash or the end of s follows the marks.
func (p *punkt) closing(s string) (marks, blank int) {
	for marks < len(s) {
		n := 0
		if strings.IndexByte(`"')]}`, s[marks]) >= 0 {
			n = 1
		} else if p.curly {
			n = curlyAt(s, marks)
		}
		if n == 0 {
			break
		}
		marks += n
	}
	for i := marks; i < len(s); {
		n := p.spaceAt(s, i)
		if n == 0 {
			break
		}
		i += n
		blank += n
	}
	if blank == 0 && marks < len(s) && !strings.HasPrefix(s[marks:], "--") {
		return 0, 0
	}
	return marks, blank
}

// curlyAt returns the length of the curly quotation mark or guillemet at s[i], 0 if none is there.
func curlyAt(s string, i int) int {
	switch r, size := utf8.DecodeRuneInString(s[i:]); r {
	case '‘', '’', '“', '”', '«', '»':
		return size
	}
	return 0
}
