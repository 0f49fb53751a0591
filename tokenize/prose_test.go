package tokenize

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jdkato/prose/v2"
	"pgregory.net/rapid"
)

// TestProse shows what prose v2.0.0 does, its defects too, and that the places stay sound.
func TestProse(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []Token
	}{
		{"plain", "They'll pay $5, (15%).", []Token{{"They", 0, 4}, {"'ll", 4, 7}, {"pay", 8, 11}, {"$", 12, 13},
			{"5", 13, 14}, {",", 14, 15},
			{"(", 16, 17}, {"15%", 17, 20}, {")", 20, 21}, {".", 21, 22}}},
		// and 's” is lost
		{"curly quotes are rewritten", "“she’s” &rsquo;", []Token{{`"`, 0, 3}, {"she", 3, 6}, {"'", 14, 21}}},
		{"a longer word in lower case is broken", "İ'll go", []Token{{"\uFFFD", 0, 2}, {"go", 6, 8}}},
		{"a panic of prose", "ȺȺȺ's a dog.", []Token{{"ȺȺȺ's", 0, 8}, {"a", 9, 10}, {"dog", 11, 14}, {".", 14, 15}}},
		{"emoticon", "hi :-)", []Token{{"hi", 0, 2}, {":-)", 3, 6}}},
		{"a word too long", strings.Repeat(")", 1025), []Token{{strings.Repeat(")", 1025), 0, 1025}}},
		{"no UTF-8", "a\xff b", []Token{{"a\uFFFD", 0, 2}, {"b", 3, 4}}},
	} {
		got := tokenizer(t, Prose, Options{Case: KeepCase}).Append(nil, c.in)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: tokens of %q:\n got %v\nwant %v", c.name, c.in, got, c.want)
		}
	}
}

// TestProseWordByWord: a text gives the tokens that prose finds in the whole, where it finds its way through.
func TestProseWordByWord(t *testing.T) {
	tok := tokenizer(t, Prose, Options{Case: KeepCase})
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(nasty),
			rapid.StringMatching(`[A-Za-z' ."]{0,8}[ \n\t\x{a0}]`)), 1, 20).Draw(t, "pieces")
		text := strings.ToValidUTF8(strings.Join(pieces, ""), "?")
		want, ok := proseOfOthers(text)
		if !ok {
			return
		}
		if got := texts(tok.Append(nil, text)); !slices.Equal(got, want) {
			t.Fatalf("%q:\n got %q\nwant %q", text, got, want)
		}
	})
}

// proseOfOthers returns the tokens of the program itself, false if it panics.
func proseOfOthers(text string) (words []string, ok bool) {
	defer func() { ok = recover() == nil }()
	doc, err := prose.NewDocument(text, prose.WithTagging(false), prose.WithExtraction(false), prose.WithSegmentation(false))
	if err != nil {
		return nil, false
	}
	for _, token := range doc.Tokens() {
		words = append(words, token.Text)
	}
	return words, true
}

func FuzzProse(f *testing.F) {
	for _, s := range nasty {
		f.Add("Ⱥ" + s + "İ" + s + "’s " + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tok := tokenizer(t, Prose, Options{})
		for _, token := range tok.Append(nil, text) {
			if !utf8.ValidString(token.Text) {
				t.Errorf("token %q of %q is no UTF-8", token.Text, text)
			}
		}
	})
}
