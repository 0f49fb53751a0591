// Package ngrams says which character n-grams of words are counted where a word's vector is how it is spelled: [Usual], or
// another [Range].
package ngrams

import (
	"fmt"
	"iter"
	"unicode/utf8"
)

// A Range says which character n-grams of a word are counted in its vector: all runs of Shortest to Longest characters,
// from 2 to Longest, of the word with a mark before its first and after its last character. The zero value means none.
// Longer n-grams separate words that merely look alike; shorter ones match inflected forms.
type Range struct{ Shortest, Longest int }

const (
	// Longest is the largest number of characters in an n-gram.
	Longest = 2 * charactersInHalf
	// Name is the name of the n-grams of Usual in settings.
	Name = "ngrams"
)

// Usual is the default Range, which Name selects.
var Usual = Range{Shortest: 2, Longest: 4}

// String returns what signatures call the vectors, such as ngrams2-4.
func (n Range) String() string { return fmt.Sprintf("%s%d-%d", Name, n.Shortest, n.Longest) }

// Parse reads Name or what Range.String writes; ok is false for other names.
func Parse(name string) (n Range, ok bool) {
	if name == Name {
		return Usual, true
	}
	_, err := fmt.Sscanf(name, Name+"%d-%d", &n.Shortest, &n.Longest)
	if err != nil || n.String() != name || n.Check() != nil {
		return Range{}, false
	}
	return n, true
}

// Check returns an error for lengths that cannot be counted.
func (n Range) Check() error {
	if n != (Range{}) && (n.Shortest < 2 || n.Longest < n.Shortest || n.Longest > Longest) {
		return fmt.Errorf("ngrams: found runs of %d to %d characters, expected 2 to %d, the shortest first", n.Shortest,
			n.Longest, Longest)
	}
	return nil
}

const (
	// characterBits hold a rune plus one, which is never 0, or a mark.
	characterBits = 21
	wordStart     = utf8.MaxRune + 2
	wordEnd       = utf8.MaxRune + 3
)

// charactersInHalf is how many characters a half of an ngram holds.
const charactersInHalf = 3

// A Gram is an n-gram of a word and its marks: the last charactersInHalf characters, or fewer, in bits, and the
// characters before those.
type Gram struct{ first, last uint64 }

// Hash returns 32 bits that depend on all characters.
func (g Gram) Hash() uint64 {
	// Fibonacci hashing: the high bits of the product depend on all bits.
	return (g.last ^ g.first*0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15 >> 32
}

// In yields the n-grams of a word.
func (n Range) In(word string) iter.Seq[Gram] { return n.between(wordStart, word, wordEnd) }

// Between yields the n-grams of a word with characters in place of the marks.
func (n Range) Between(before rune, word string, after rune) iter.Seq[Gram] {
	return n.between(uint64(before)+1, word, uint64(after)+1)
}

func (n Range) between(before uint64, word string, after uint64) iter.Seq[Gram] {
	return func(yield func(Gram) bool) {
		read := Gram{last: before} // the last Longest characters
		for length, at := 2, 0; at <= len(word); length++ {
			character := after
			if at < len(word) {
				r, size := utf8.DecodeRuneInString(word[at:])
				character, at = uint64(r)+1, at+size
			} else {
				at++
			}
			const whole = charactersInHalf * characterBits
			read.first = (read.first<<characterBits | read.last>>(whole-characterBits)) & (1<<whole - 1)
			read.last = (read.last<<characterBits | character) & (1<<whole - 1)
			for k := n.Shortest; k <= min(n.Longest, length); k++ {
				if !yield(read.ending(k)) {
					return
				}
			}
		}
	}
}

// ending returns the last characters of an n-gram, at least one.
func (g Gram) ending(length int) Gram {
	if before := length - charactersInHalf; before > 0 {
		return Gram{g.first & (1<<(before*characterBits) - 1), g.last}
	}
	return Gram{0, g.last & (1<<(length*characterBits) - 1)}
}
