package tokenize

import "unicode"

// unspaced are the scripts that put no spaces between words.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
	unicode.Myanmar, unicode.Tibetan}

// firstUnspaced is where the first of these scripts begins, Thai: what is below is told at once.
const firstUnspaced = 0x0e00

// IsUnspaced says whether a character is of a script that puts no spaces between words: Han, Hiragana, Katakana, Thai, Lao,
// Khmer, Myanmar or Tibetan (Script of Unicode's character database). The mark for a long vowel of Japanese, ー, is of no
// script there, and so of none here.
func IsUnspaced(r rune) bool { return r >= firstUnspaced && unicode.In(r, unspaced...) }
