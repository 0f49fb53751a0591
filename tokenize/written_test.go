package tokenize

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// TestWritten shows what the tokens of a language are.
func TestWritten(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"Czech", "Na rohožce, tam sedí „kočka“.", "na rohožce, tam sedí „kočka“."},
		{"French", "L’homme  d'à côté\u00a0!", "l’homme d'à côté !"},
		{"Chinese", "我喝茶，2024年也是。", "我 喝 茶 ， 2024 年 也 是 。"},
		{"Chinese beyond the basic plane", "𠮷野家", "𠮷 野 家"},
		{"Japanese, decomposed and of half width", "コーヒーか\u3099、ｶﾞ！", "コ ー ヒ ー か\u3099 、 ｶﾞ ！"},
		{"Japanese with a wide space", "彼は　iPhoneを", "彼 は iphone を"},
		{"Korean", "나는 학교에 갔다.", "나는 학교에 갔다."},
		{"Thai", "น้ำดื่มที่นี่", "น้ำ ดื่ ม ที่ นี่"},
		{"Khmer, with spaces of no width", "ខ្មែរ\u200bភាសា", "ខ្ មែ រ ភា សា"},
		{"Burmese", "မြန်မာ", "မြ န် မ ာ"},
		{"Arabic", "«شَرِبَ القطُّ؟»", "«شَرِبَ القطُّ؟»"},
		{"Hindi", "मैंने पढ़ा।", "मैंने पढ़ा।"},
		{"marks of direction are not of the word", "\u202bשלום\u200f\u202c co\u00adop \u200e", "שלום coop"},
		{"no UTF-8", "a\xffb c", "a\xffb c"},
		{"nothing", " \t\n\u200b", ""},
	} {
		got := strings.Join(texts(tokenizer(t, Written, Options{}).Append(nil, c.in)), " ")
		if got != c.want {
			t.Errorf("%s: tokens of %q:\n got %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

// FuzzWritten: nothing is left out but white space and what cannot be seen, and no token has any of it.
func FuzzWritten(f *testing.F) {
	for _, s := range nasty {
		f.Add("l'homme " + s + "中コー" + s + " น้ำ" + s + "👨‍👩‍👧" + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		left := func(r rune) bool { return spaceRune(r) || r == zeroWidthSpace || invisible(r) }
		var all strings.Builder
		end := 0
		for _, token := range tokenizer(t, Written, Options{Case: KeepCase}).Append(nil, text) {
			if token.Start < end || token.End <= token.Start {
				t.Fatalf("%q: a token at %d to %d behind %d", text, token.Start, token.End, end)
			}
			end = token.End
			all.WriteString(token.Text)
			r := []rune(token.Text)
			han := func(r rune) bool {
				return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Thai) && unicode.IsLetter(r)
			}
			if slices.ContainsFunc(r, han) && uniseg.GraphemeClusterCount(token.Text) > 1 &&
				uniseg.GraphemeClusterCount(text[token.Start:token.End]) > 1 {
				t.Errorf("%q: the token %q is of several characters", text, token.Text)
			}
		}
		if !utf8.ValidString(text) {
			return // two pieces of characters, next to each other in all, may make one
		}
		visible := func(s string) string {
			return strings.Map(func(r rune) rune {
				if left(r) {
					return -1
				}
				return r
			}, s)
		}
		if got, want := visible(all.String()), visible(text); got != want {
			t.Errorf("%q: the tokens have %q, want %q", text, got, want)
		}
	})
}
