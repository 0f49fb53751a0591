package tokenize

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// proseV2 has the rules of the tokenizer of github.com/jdkato/prose/v2 v2.0.0, by itself: no tags, no entities, no
// sentences. A test compares it with that program, which would take a fifth of the time in which a command starts. It
// loses text now and then (the 's of "it's" in quotes, the start of İ'll), which nothing here repairs.
//
// That program writes ' and " for curly quotes (and ' for &rsquo;) and does not tell where a token came from. So
// the same is done here beforehand, with a record of the places, and the tokens are looked for from left to
// right. It splits at white space before anything else, so it is given one word at a time: what it loses cannot
// mislead the search further.
type proseV2 struct {
	lowering
	clean  []byte
	origin []Span // of each byte of clean: the character of the text that it came from
}

func (t *proseV2) Append(dst []Token, text string) []Token {
	t.sanitize(text)
	clean, end := string(t.clean), 0
	from := 0 // in clean
	for field := range strings.FieldsSeq(clean) {
		from += strings.Index(clean[from:], field)
		next := from + len(field)
		words := []string{field}
		if len(field) <= longestWord {
			words = proseWords(field)
		}
		for _, word := range words {
			span := Span{end, end} // for a word that is nowhere: between its neighbours
			if n := strings.Index(clean[from:next], word); n >= 0 && word != "" {
				first := from + n
				from = first + len(word)
				// The edges of a word can lie within a character: of İ'll prose takes the first byte only.
				span = Span{max(end, t.origin[first].Start), t.origin[from-1].End}
				end = span.End
			}
			dst = append(dst, Token{t.lower(strings.ToValidUTF8(word, "\uFFFD")), span.Start, span.End})
		}
		from = next
	}
	return dst
}

// sanitize sets clean to text with plain quotes.
func (t *proseV2) sanitize(text string) {
	t.clean, t.origin = t.clean[:0], t.origin[:0]
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		plain := text[i : i+size]
		switch {
		case r == '“' || r == '”':
			plain = `"`
		case r == '‘' || r == '’':
			plain = "'"
		case strings.HasPrefix(text[i:], "&rsquo;"):
			plain, size = "'", len("&rsquo;")
		}
		t.clean = append(t.clean, plain...)
		for range len(plain) {
			t.origin = append(t.origin, Span{i, i + size})
		}
		i += size
	}
}

// longestWord is the length in bytes of a word from which on it is one token: prose needs time that grows with
// the square of the length, minutes for a line of brackets.
const longestWord = 1024

// proseWords returns the tokens of a word. prose looks for clitics in a lower-cased copy and cuts the word itself at that
// place, which is out of range where lower-casing made the copy longer (ȺȺȺ's): it fails, and such a word is one token.
func proseWords(text string) (words []string) {
	var ends []string // split off, the first last
	add := func(word string) {
		if word != "" {
			words = append(words, word)
		}
	}
	rest := text
	for last := 0; rest != "" && utf8.RuneCountInString(rest) != last; {
		if proseEmoticons()[rest] || abbreviated(rest) {
			add(rest)
			break
		}
		last = utf8.RuneCountInString(rest)
		if len(rest) > 1 && strings.IndexByte("$(\"[", rest[0]) >= 0 {
			add(rest[:1])
			rest = rest[1:]
			continue
		}
		switch at := proseClitic(strings.ToLower(rest)); {
		case at > len(rest):
			return []string{text}
		case at >= 0:
			add(rest[:at])
			rest = rest[at:]
		case len(rest) > 1 && strings.IndexByte(",)\"]!;.?:'", rest[len(rest)-1]) >= 0:
			ends = append(ends, rest[len(rest)-1:])
			rest = rest[:len(rest)-1]
		default:
			add(rest)
		}
	}
	slices.Reverse(ends)
	return append(words, ends...)
}

// proseClitic returns where the first clitic of a word begins, −1 if it has none. A word that is one has none.
func proseClitic(word string) int {
	for _, clitic := range [...]string{"'ll", "'s", "'re", "'m", "n't"} {
		if at := strings.Index(word, clitic); at >= 0 && len(word) > len(clitic) {
			return at
		}
	}
	return -1
}

// abbreviated says whether a word is an abbreviation: two letters or more with a period each (U.S.), or a capital and
// one or two small letters with one (Mr.).
func abbreviated(word string) bool {
	letters := 0
	for i := 0; i+1 < len(word) && word[i+1] == '.' && asciiLetter(word[i]); i += 2 {
		letters++
	}
	if letters >= 2 && 2*letters == len(word) {
		return true
	}
	if len(word) < 3 || len(word) > 4 || word[len(word)-1] != '.' || word[0] < 'A' || word[0] > 'Z' {
		return false
	}
	return !strings.ContainsFunc(word[1:len(word)-1], func(r rune) bool { return r < 'a' || r > 'z' })
}

func asciiLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// proseEmoticons are words that are not cut.
var proseEmoticons = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for word := range strings.FieldsSeq(`(-8 (-; (-_-) (._.) (: (= (o: (¬_¬) (ಠ_ಠ) (╯°□°）╯︵┻━┻ -__- 8-) 8-D 8D :( :(( :((( :()
		:))) :-) :-)) :-))) :-* :-/ :-X :-] :-o :-p :-x :-| :-} :0 :3 :P :] :o :o) =( =) =D =| @_@ O.o O_o V_V XDD [-:
		^___^ o_0 o_O o_o v_v xD xDD ¯\(ツ)/¯` + " :`( :`) :`-(") {
		known[word] = true
	}
	return known
})
