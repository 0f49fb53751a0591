package tokenize

import "strings"

// usif is NLTK's tokenizer with the clean-up that the paper took over from uSIF (Ethayarajh, "Unsupervised
// Random Walk Sentence Embeddings", 2018). For each NLTK token the program of uSIF does
//
//	drop it unless it matches .*[A-Za-z0-9].*
//	t.lower().strip("';.:()").strip('"'), and then "not" for "n't"
//	re.split('[-]', t)
//
// No NLTK token holds a " besides the quotation marks themselves, which are dropped, so the second strip never
// does anything. The split leaves empty tokens: "20- and 21-year-old" gives 20, "", and, 21, year, old. They
// have no vector in any vocabulary.
type usif struct {
	lowering
	splitter
}

func (t *usif) Append(dst []Token, text string) []Token {
	for _, p := range t.split(text) {
		switch {
		case p.word&isAlnum != 0:
			token := text[p.start:p.end]
			if p.word&isUpper != 0 {
				token = t.lowerWord(token)
			}
			dst = append(dst, Token{token, p.start, p.end})
		case p.quote == none:
			dst = t.appendClean(dst, text, p.start, p.end)
		}
	}
	return dst
}

// appendClean appends what the clean-up leaves of the NLTK token text[start:end].
func (t *usif) appendClean(dst []Token, text string, start, end int) []Token {
	token := text[start:end]
	var some uint8
	all := ^uint8(0)
	for i := range len(token) {
		c := class[token[i]]
		some |= c
		all &= c
	}
	if some&isAlnum == 0 {
		return dst
	}
	if all&isWord != 0 {
		if some&isUpper != 0 {
			token = t.lowerWord(token)
		}
		return append(dst, Token{token, start, end})
	}

	lowered := t.lower(token) // all of it: the case of a Σ depends on what is around it
	for strings.IndexByte(stripped, text[start]) >= 0 {
		start++
		lowered = lowered[1:]
	}
	for strings.IndexByte(stripped, text[end-1]) >= 0 {
		end--
		lowered = lowered[:len(lowered)-1]
	}
	if lowered == "n't" || lowered == "N'T" {
		return append(dst, Token{"not", start, end})
	}
	for {
		n := strings.IndexByte(text[start:end], '-')
		if n < 0 {
			return append(dst, Token{lowered, start, end})
		}
		head, tail, _ := strings.Cut(lowered, "-")
		dst = append(dst, Token{head, start, start + n})
		lowered, start = tail, start+n+1
	}
}

// stripped are the characters taken from both ends of a token. Lower-casing leaves them and the hyphen alone, so
// they are at the same places, as it were, in a token and its lower-case form.
const stripped = "';.:()"
