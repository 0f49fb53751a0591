package pieces_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// What BertNormalizer of tokenizers 0.23.3 writes: a vocabulary that has each of these characters shows them all.
func TestNormalization(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"the dot and stem of a note change places", "a\U0001d16d\U0001d165", "a\U0001d165\U0001d16d"},
		{"across a mark that is removed", "a\U0001d16d\u0301\U0001d165", "a\U0001d165\U0001d16d"},
		{"and a format character", "a\U0001d16d\u200b\U0001d165", "a\U0001d165\U0001d16d"},
		{"not across a mark of class 0", "a\U0001d16d\u034f\U0001d165", "a\U0001d16d\U0001d165"},
		{"a note that falls apart", "\U0001d160\u0301\U0001d16d\U0001d165",
			"\U0001d158\U0001d165\U0001d16e\U0001d165\U0001d16d"},
		{"marks alone", "\u0301\u0327", ""},
		{"several accents", "\u1fa2\u0390", "ωι"},
		{"title case", "\u01c5\u03f4\u2126", "ǆθω"},
		{"compatibility ideographs", "\uf900", "\u8c48"},
		{"Hangul of three and of two letters", "각가", "\u1100\u1161\u11a8\u1100\u1161"},
		{"newer than the tables of Go", "\U00010d50\U00010570", "\U00010d70\U00010597"},
		{"unassigned", "\u0378", "\u0378"},
		{"a private character", "a\ue000b", "ab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			vocabulary := []string{"[UNK]", "[CLS]", "[SEP]"}
			seen := make(map[rune]bool)
			for _, r := range c.text + c.want {
				if !seen[r] {
					seen[r] = true
					vocabulary = append(vocabulary, string(r), "##"+string(r))
				}
			}
			tokenizer := read(t, pieces.Files{Vocabulary: []byte(strings.Join(vocabulary, "\n"))})
			var got strings.Builder
			for _, p := range tokenizer.Append(nil, c.text) {
				got.WriteString(strings.TrimPrefix(tokenizer.Text(p.ID), "##"))
			}
			if got.String() != c.want {
				t.Errorf("%+q: got %+q, want %+q", c.text, got.String(), c.want)
			}
		})
	}
}
