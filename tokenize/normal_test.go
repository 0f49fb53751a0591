package tokenize_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordrotator/wrd/tokenize"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestNormalForm(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "It's 10-fold.", "It's 10-fold."},
		{"line breaks", "a\nb\r\nc\rd\u2028e\u2029f\u0085g", "a b c d e f g"},
		{"tabs and spaces of other widths", "a\tb\vc\fd\u00a0e\u202ff\u3000g\u2009h", "a b c d e f g h"},
		{"unseen", "\ufeffco\u00adope\u200brate\u200e \u2066now\u2069\u2060", "cooperate now"},
		{"colours of pictures", "❤\ufe0f ☺\ufe0e ❤\ufe0f\u200d🔥 a\ufe0f", "❤ ☺ ❤\u200d🔥 a"},
		{"joiners that join nothing", "a\u200db\u200c 日\u200d本", "ab 日本"},
		{"joiners of Persian, Hindi and emoji", "می\u200cخواهم क्\u200dष 👨\u200d👩", "می\u200cخواهم क्\u200dष 👨\u200d👩"},
		{"a joiner behind marks that change places", "\u0301\u0650\u200c", "\u0650\u0301"},
		{"a joiner behind a mark that goes", "می\u200e\u200cخواهم", "می\u200cخواهم"},
		{"apostrophes", "don’t мʼяч", "don't м'яч"},
		{"an opening quote and a prime stay", "‘a ′", "‘a ′"},
		{"hyphens", "state\u2010of\u2011the", "state-of-the"},
		{"dashes stay", "a–b—c−d", "a–b—c−d"},
		{"composed", "cafe\u0301 \u212b \u1112\u1161\u11ab", "café Å 한"},
		{"full width", "ＡＢＣ１２３！（～）", "ABC123!(~)"},
		{"half width", "ｶﾞｷﾞ｡ ﾡￂ ￦", "ガギ。 ㄱㅏ ₩"},
		{"ligatures", "ﬁnd oﬀer ﬅ ﬓ", "find offer st մն"},
		{"presentation forms", "ﷲ ﻛﺘﺎب שׁ ﬡ", "الله كتاب שׁ א"},
		{"other meanings stay", "10² ½ ① ™ ㎏ ℌ ﹣", "10² ½ ① ™ ㎏ ℌ ﹣"},
		{"bytes that are no UTF-8", "a\xff\tb", "a\xff b"},
		{"empty", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := tokenize.NormalizeUnicode.Of(c.text); got != c.want {
				t.Errorf("got %+q, want %+q", got, c.want)
			}
			if got := tokenize.NormalizeNone.Of(c.text); got != c.text {
				t.Errorf("none: got %+q", got)
			}
		})
	}
}

// drawn draws texts of characters that the normal form may change, among others.
func drawn(t *rapid.T) string {
	return rapid.StringOfN(rapid.OneOf(
		rapid.SampledFrom([]rune("ab '-.\t\r\n\u00a0\u00ad\u0301\u0327\u02bc\u200b\u200c\u200d\u2010\u2019\u3000\ufeffﬁﷺﷲｶﾞＡ１ﬡ한ᅡِمक²")),
		rapid.Rune()), 0, 30, -1).Draw(t, "text")
}

// The normal form is its own, composed, and every tokenizer gives for a text the tokens of its normal form, with places in
// the text itself.
func TestTokensOfNormalForms(t *testing.T) {
	for _, name := range tokenize.Names() {
		given, err := tokenize.New(name, tokenize.Options{})
		if err != nil {
			t.Fatal(err)
		}
		normal, err := tokenize.New(name, tokenize.Options{Normalize: tokenize.NormalizeUnicode})
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			text := drawn(t)
			form := tokenize.NormalizeUnicode.Of(text)
			if again := tokenize.NormalizeUnicode.Of(form); again != form || !norm.NFC.IsNormalString(form) {
				t.Fatalf("%+q became %+q, and that %+q", text, form, again)
			}
			want, got := given.Append(nil, form), normal.Append(nil, text)
			if len(got) != len(want) {
				t.Fatalf("%d tokens of %+q, want %d", len(got), text, len(want))
			}
			last := 0
			for i, token := range got {
				if token.Text != want[i].Text {
					t.Errorf("token %d: %+q, want %+q", i, token.Text, want[i].Text)
				}
				if token.Start < last || token.End < token.Start || token.End > len(text) ||
					token.Start < len(text) && !utf8.RuneStart(text[token.Start]) {
					t.Fatalf("token %d of %+q stands in [%d, %d)", i, text, token.Start, token.End)
				}
				last = token.Start
				if form == text && token != want[i] {
					t.Errorf("token %d: %+v, want %+v", i, token, want[i])
				}
				if here := tokenize.NormalizeUnicode.Of(text[token.Start:token.End]); !strings.Contains(here, form[want[i].Start:want[i].End]) &&
					!strings.ContainsAny(text, "\u200c\u200d") {
					t.Errorf("token %d stands for %+q, which reads %+q, want %+q", i, text[token.Start:token.End], here,
						form[want[i].Start:want[i].End])
				}
			}
		}))
	}
}

func TestPlainTextsCostNoMemory(t *testing.T) {
	for _, text := range []string{strings.Repeat("A plain text. ", 20), "naïve café, 漢字かな, می\u200cخواهم"} {
		if n := testing.AllocsPerRun(100, func() {
			if tokenize.NormalizeUnicode.Of(text) != text {
				t.Error("another text")
			}
		}); n > 0 {
			t.Errorf("%v allocations for %q", n, text)
		}
	}
}

func TestUnknownNormalization(t *testing.T) {
	_, err := tokenize.New(tokenize.Default, tokenize.Options{Normalize: "nfkc"})
	if err == nil || err.Error() != `normalize: found "nfkc", expected one of: unicode, none` {
		t.Error(err)
	}
}

func BenchmarkNormalForm(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"ASCII", strings.Repeat("a cat sat on the mat ", 6)},
		{"composed", strings.Repeat("ein schönes Märchen über Bären ", 4)},
		{"curly", strings.Repeat("it’s a cat’s ", 10)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tokenize.NormalizeUnicode.Of(c.text)
			}
		})
	}
}

func TestSpelling(t *testing.T) {
	for _, c := range []struct {
		name, text string
		others     []string
		want       tokenize.Spelling
	}{
		{"plain", "it's", []string{"it is"}, tokenize.Spelling{}},
		{"both curly", "it’s", []string{"that’s"}, tokenize.Spelling{}},
		{"curly and straight", "it’s", []string{"it's"}, tokenize.Spelling{Apostrophes: 1}},
		{"straight and curly", "it's", []string{"it is", "it’s"}, tokenize.Spelling{Apostrophes: 1}},
		{"curly and none", "it’s", []string{"it is"}, tokenize.Spelling{}},
		{"all others", "a\nb\u00ad\u2010ＡＢＣ", []string{"a b-ABC"},
			tokenize.Spelling{Blanks: 1, Unseen: 1, Hyphens: 1, Shapes: 1}},
		{"accents by themselves", "cafe\u0301 noir", []string{"café noir"}, tokenize.Spelling{Accents: 1}},
		{"accents by themselves in both", "cafe\u0301", []string{"re\u0301sume\u0301"}, tokenize.Spelling{}},
		{"joiners of the spelling", "می\u200cخواهم", []string{"میخواهم"}, tokenize.Spelling{}},
	} {
		var got tokenize.Spelling
		if got.Add(c.text, c.others...); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
