package tokenize

import (
	"strings"
	"unicode/utf8"
)

// appendWords appends the words of s as Punkt sees them, which are not the tokens of the word rules (punctuation
// other than the period is split off, lines are apart):
//
//	(-{2,}|\.{2,}|(?:\.\s){2,}\.|(?=[^\("`{\[:;&\#\*@\)}\]\-,])\S+?(?=\s|$|[)";}\]*:@'({\[?!]|multi|,(?=$|\s|nonword|multi))|\S)
//
// where multi are the first three alternatives and nonword is the class before them.
func appendWords(dst []string, s string) []string {
	for i := 0; i < len(s); {
		if n := spaceAt(s, i); n > 0 {
			i += n
			continue
		}
		end := i + multi(s, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(s[i:])
			end = i + size
			if strings.IndexByte("(\"`{[:;&#*@)}]-,", s[i]) < 0 {
				for !wordEnds(s, end) {
					end++
				}
			}
		}
		dst = append(dst, s[i:end])
		i = end
	}
	return dst
}

// wordEnds reports whether a word may end before s[i].
func wordEnds(s string, i int) bool {
	return ends(s, i) || s[i] == ',' && ends(s, i+1)
}

func ends(s string, i int) bool {
	return i == len(s) || class[s[i]]&notWord != 0 || blankAt(s, i) || multi(s, i) > 0
}

// multi returns the length of the dash or ellipsis at s[i]: -{2,}|\.{2,}|(?:\.\s){2,}\.
func multi(s string, i int) int {
	switch s[i] {
	case '-':
		if n := runEnd(s, i) - i; n >= 2 {
			return n
		}
	case '.':
		if n := runEnd(s, i) - i; n >= 2 {
			return n
		}
		return spacedEllipsis(s[i:])
	}
	return 0
}

// spacedEllipsis returns the length of the match of (?:\.\s){2,}\. at the start of s, a period. A line ends it.
func spacedEllipsis(s string) int {
	periods, end := 1, 0
	for i := 1; i < len(s) && s[i] != '\n'; {
		n := spaceAt(s, i)
		if n == 0 || i+n == len(s) || s[i+n] != '.' {
			break
		}
		i += n + 1
		if periods++; periods >= 3 {
			end = i
		}
	}
	return end
}
