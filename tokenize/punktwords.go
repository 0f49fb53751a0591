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
func (p *punkt) appendWords(dst []string, s string) []string {
	for i := 0; i < len(s); {
		if n := p.spaceAt(s, i); n > 0 {
			i += n
			continue
		}
		end := i + p.multi(s, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(s[i:])
			end = i + size
			if strings.IndexByte("(\"`{[:;&#*@)}]-,", s[i]) < 0 {
				for !p.wordEnds(s, end) {
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
func (p *punkt) wordEnds(s string, i int) bool {
	return p.ends(s, i) || s[i] == ',' && p.ends(s, i+1)
}

func (p *punkt) ends(s string, i int) bool {
	return i == len(s) || class[s[i]]&notWord != 0 || p.blankAt(s, i) || p.multi(s, i) > 0 || p.curly &&
		curlyAt(s, i) > 0
}

// multi returns the length of the dash or ellipsis at s[i]: -{2,}|\.{2,}|(?:\.\s){2,}\.
func (p *punkt) multi(s string, i int) int {
	switch s[i] {
	case '-':
		if n := runEnd(s, i) - i; n >= 2 {
			return n
		}
	case '.':
		if n := runEnd(s, i) - i; n >= 2 {
			return n
		}
		return p.spacedEllipsis(s[i:])
	}
	return 0
}

// spacedEllipsis returns the length of the match of (?:\.\s){2,}\. at the start of s, a period. A line ends it.
func (p *punkt) spacedEllipsis(s string) int {
	periods, end := 1, 0
	for i := 1; i < len(s) && s[i] != '\n'; {
		n := p.spaceAt(s, i)
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
