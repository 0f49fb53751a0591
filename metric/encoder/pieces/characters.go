package pieces

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// tablesText says what Hugging Face's tokenizers do with each character, a property per line with the characters that
// have it, in hexadecimal: "white 9-D 20", "strip C9=45". testdata/tables.py writes it.
//
//go:embed tables.txt
var tablesText string

// A class is what a character is to normalization and to the splitting into words, as bits.
type class uint16

const (
	removed     class = 1 << iota // by cleaning: control and format characters, private use, U+FFFD
	white                         // between words; cleaning writes it as a space
	punctuation                   // a word by itself
	ideograph                     // Chinese, as BERT has it: a word by itself
	mark                          // removed with the accents: Mn
	stripped                      // becomes other characters when accents are stripped
	lowered                       // becomes other characters in lower case
	combining                     // has a canonical combining class other than 0
	letter                        // \p{L}
	number                        // \p{N}
)

var classNames = map[string]class{"removed": removed, "white": white, "punctuation": punctuation,
	"ideograph": ideograph, "mark": mark, "strip": stripped, "lower": lowered, "combining": combining,
	"letter": letter, "number": number}

// characters are what is known of all characters.
type characters struct {
	classes sparse[class]
	// order has the canonical combining class of the characters that are combining.
	order sparse[uint8]
	// strip and lower are what a character becomes: one character, or -i for texts[i]. Hangul syllables are stripped
	// by arithmetic and are not in strip.
	strip, lower sparse[rune]
	texts        []string
}

// allCharacters reads tables.txt, once.
var allCharacters = sync.OnceValue(func() *characters {
	c := &characters{texts: []string{""}}
	c.classes.values = make([]class, 0, 300_000) // as many as there will be: growing takes longer than all else
	for line := range strings.Lines(tablesText) {
		name, rest, _ := strings.Cut(line, " ")
		class, ok := classNames[name]
		if !ok {
			continue // the comment
		}
		var order uint8
		if class == combining {
			first, others, _ := strings.Cut(rest, " ")
			n, _ := strconv.ParseUint(first, 10, 8)
			order, rest = uint8(n), others
		}
		for field := range strings.FieldsSeq(rest) {
			from, to, becomes := strings.Cut(field, "=")
			first, last, ok := strings.Cut(from, "-")
			if !ok {
				last = first
			}
			begin, end := hexadecimal(first), hexadecimal(last)
			c.add(begin, end, class)
			for r := begin; r <= end && (becomes || order > 0); r++ {
				switch {
				case becomes && class == stripped:
					c.strip.set(r, c.target(to))
				case becomes:
					c.lower.set(r, c.target(to))
				default:
					c.order.set(r, order)
				}
			}
		}
	}
	c.add(firstSyllable, lastSyllable, stripped)
	return c
})

// add gives characters a class besides those that they have.
func (c *characters) add(first, last rune, is class) {
	for r := first; r <= last; {
		page := c.classes.of(r)
		for end := min(last, r|0xff); r <= end; r++ {
			page[r&0xff] |= is
		}
	}
}

// target reads what a character becomes: "65" or "69+307".
func (c *characters) target(to string) rune {
	var text []rune
	for part := range strings.SplitSeq(to, "+") {
		text = append(text, hexadecimal(part))
	}
	if len(text) == 1 {
		return text[0]
	}
	c.texts = append(c.texts, string(text))
	return -rune(len(c.texts) - 1)
}

func hexadecimal(s string) rune {
	n, err := strconv.ParseUint(s, 16, 32)
	if err != nil {
		panic("pieces: tables.txt: " + err.Error())
	}
	return rune(n)
}

// A sparse table has a value for each character, zero but for those that were set, in pages of 256.
type sparse[T any] struct {
	page   [(utf8.MaxRune + 1) >> 8]uint16 // 0 is the page without values
	values []T
}

func (s *sparse[T]) at(r rune) (value T) {
	if p := s.page[r>>8]; p > 0 {
		return s.values[int(p-1)<<8|int(r&0xff)]
	}
	return value
}

func (s *sparse[T]) set(r rune, value T) { s.of(r)[r&0xff] = value }

// of returns the page of a character, to be written.
func (s *sparse[T]) of(r rune) []T {
	if s.page[r>>8] == 0 {
		s.values = append(s.values, make([]T, 256)...)
		s.page[r>>8] = uint16(len(s.values) >> 8)
	}
	return s.values[int(s.page[r>>8]-1)<<8:][:256]
}
