package tokenize

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

// TestUnicode shows what the words of a language are.
func TestUnicode(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"German", "„Die Straße ist groß“, sagte Frau Müller-Lüdenscheidt um 8:30 Uhr.",
			"die straße ist groß sagte frau müller lüdenscheidt um 8 30 uhr"},
		{"German number", "Es kostet 1.234,50 €.", "es kostet 1.234,50"},
		{"French", "L’homme d'à côté l'a vu aujourd'hui.", "l’homme d'à côté l'a vu aujourd'hui"},
		{"Chinese", "我喜欢喝茶，2024年也是。", "我 喜 欢 喝 茶 2024 年 也 是"},
		{"Chinese beyond the basic plane", "𠮷野家", "𠮷 野 家"},
		{"Japanese", "彼はコーヒーを飲む。", "彼 は コ ー ヒ ー を 飲 む"},
		{"Japanese, decomposed and of half width", "か\u3099 カ\u3099ス ｶﾞｽ", "か\u3099 カ\u3099 ス ｶﾞ ｽ"},
		{"Korean", "나는 학교에 갔다.", "나는 학교에 갔다"},
		{"Thai", "น้ำดื่มที่นี่", "น้ำ ดื่ ม ที่ นี่"},
		{"Lao", "ນ້ຳ", "ນ້ຳ"},
		{"Arabic", "«شَرِبَ القطُّ الحليبَ؟»", "شَرِبَ القطُّ الحليبَ"},
		{"Arabic numbers", "في عام ٢٠٢٤، ١٫٥", "في عام ٢٠٢٤ ١٫٥"},
		{"Persian keeps its joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"Hebrew", `צה"ל הודיע: ג'ירפה שב־בית`, `צה"ל הודיע ג'ירפה שב בית`},
		{"Hindi", "मैंने हिन्दी में क्या पढ़ा?", "मैंने हिन्दी में क्या पढ़ा"},
		{"Greek", "ΟΔΟΣ Ὀδυσσέως", "οδος ὀδυσσέως"},
		{"Turkish is lowered as other languages", "IRMAK İstanbul", "irmak i\u0307stanbul"},
		{"emoji", "Familie 👨‍👩‍👧‍👦 in 🇩🇪 ❤️ 1️⃣ 👍🏽ja", "familie in 1️⃣ ja"},
		{"symbols", "a + b = c_d → $5 50% №3 ½", "a b c_d 5 50 3 ½"},
		{"mixed scripts", "iPhoneを買った，Москва-city！", "iphone を 買 っ た москва city"},
		{"English", "Don't re-elect the U.S. president (3.5 million, e.g. O'Neil).",
			"don't re elect the u.s president 3.5 million e.g o'neil"},
		{"an underscore joins Katakana", "カ_タa", "カ タ a"},
		{"marks without a letter", "\u0301 \uff9e ' \u200d", ""},
		{"marks of direction are not of the word", "\u202bשלום\u200f\u202c co\u00adop", "שלום coop"},
		{"no UTF-8", "a\xffb", "a b"},
		{"nothing", "", ""},
	} {
		got := strings.Join(texts(tokenizer(t, Unicode, Options{}).Append(nil, c.in)), " ")
		if want := c.want; got != want {
			t.Errorf("%s: tokens of %q:\n got %s\nwant %s", c.name, c.in, got, want)
		}
	}
}

// TestUnicodeConformance compares with the cases of Unicode's WordBreakTest, as the library's own tests have them.
func TestUnicodeConformance(t *testing.T) {
	tok := tokenizer(t, Unicode, Options{Case: KeepCase})
	cases := wordBreakTest(t)
	for _, c := range cases {
		if got, want := spans(tok.Append(nil, c.text)), kept(c.words); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", c.text, got, want)
		}
	}
	if len(cases) < 1800 { // 1,823 of Unicode 15.0
		t.Errorf("found only %d cases", len(cases))
	}
}

// A breakCase is a text and its words.
type breakCase struct {
	text  string
	words []string
}

// wordBreakTest reads the table of the library's tests. It skips the test where the module's source is not at hand.
func wordBreakTest(t *testing.T) (cases []breakCase) {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/rivo/uniseg").Output()
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "wordbreak_test.go")
	source, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Skip(err)
	}
	ast.Inspect(source, func(n ast.Node) bool {
		pair, ok := n.(*ast.CompositeLit) // {original: "…", expected: [][]rune{{…}, …}}
		if !ok || pair.Type != nil || len(pair.Elts) != 2 {
			return true
		}
		original, ok := pair.Elts[0].(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		text, err := strconv.Unquote(original.Value.(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		c := breakCase{text: text}
		for _, word := range pair.Elts[1].(*ast.KeyValueExpr).Value.(*ast.CompositeLit).Elts {
			var runes []rune
			for _, digits := range word.(*ast.CompositeLit).Elts {
				r, err := strconv.ParseInt(digits.(*ast.BasicLit).Value, 0, 32)
				if err != nil {
					t.Fatal(err)
				}
				runes = append(runes, rune(r))
			}
			c.words = append(c.words, string(runes))
		}
		cases = append(cases, c)
		return false
	})
	return cases
}

// kept returns the places of the words that the tokenizer is to find, given the words by Unicode's rules: those with a
// letter or number, Katakana by character.
func kept(words []string) (want []Span) {
	at := 0
	for _, word := range words {
		for _, piece := range byKatakana(word) {
			if strings.ContainsFunc(piece, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) }) &&
				!strings.HasSuffix(piece, "\uff9e") {
				want = append(want, Span{at, at + len(piece)})
			}
			at += len(piece)
		}
	}
	return want
}

// byKatakana splits a word before and behind each Katakana character, whose marks stay with it.
func byKatakana(word string) (pieces []string) {
	const other, kana = 0, 1
	last := -1
	for _, r := range word {
		kind := other
		if katakana(r) {
			kind = kana
		}
		mark := unicode.In(r, unicode.M, unicode.Cf)
		if last >= 0 && (mark || kind == other && last == other) {
			pieces[len(pieces)-1] += string(r)
			continue
		}
		pieces, last = append(pieces, string(r)), kind
	}
	return pieces
}

func spans(tokens []Token) (places []Span) {
	for _, token := range tokens {
		places = append(places, Span{token.Start, token.End})
	}
	return places
}

// TestUnicodeShortcut: texts of all kinds of characters, ASCII among them, have the words that the library finds.
func TestUnicodeShortcut(t *testing.T) {
	tok := tokenizer(t, Unicode, Options{Case: KeepCase})
	alphabet := []rune("aZ09_ \t\r\n'\".,:;-!$אβж中か한é½①\u0301\u200d\u200f\u00ad👍🏽🇩🇪«…€")
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOf(rapid.SampledFrom(alphabet)).Draw(t, "text"))
		var words []string
		for rest, word, state := text, "", -1; rest != ""; {
			word, rest, state = uniseg.FirstWordInString(rest, state)
			words = append(words, word)
		}
		if got, want := spans(tok.Append(nil, text)), kept(words); !slices.Equal(got, want) {
			t.Fatalf("%q: got %v, want %v", text, got, want)
		}
	})
}

// FuzzUnicode: what is left out has no letter or number, and no token is without one.
func FuzzUnicode(f *testing.F) {
	for _, s := range nasty {
		f.Add("l'homme " + s + "中コー" + s + " น้ำ" + s + "👨‍👩‍👧" + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, token := range append(tokenizer(t, Unicode, Options{}).Append(nil, text),
			Token{Start: len(text), End: len(text)}) {
			if between := text[end:token.Start]; strings.ContainsFunc(between, letterOrNumber) {
				t.Errorf("%q: nothing of %q is a token", text, between)
			}
			if token.Start < token.End && !strings.ContainsFunc(token.Text, letterOrNumber) {
				t.Errorf("%q: the token %q has no letter or number", text, token.Text)
			}
			end = token.End
		}
	})
}
