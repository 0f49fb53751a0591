package visible_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/visible"
	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"an escape sequence", "a\x1b[31mb", `a\x1b[31mb`},
		{"lines and tabs", "a\nb\r\n\tc", `a\nb\r\n\tc`},
		{"control characters", "\x00\x01\x08\x7f", `\x00\x01\x08\x7f`},
		{"C1, which some terminals obey", "a\u009b31m\u0085", `a\u009b31m\u0085`},
		{"an override of direction", "a\u202etxt.exe\u202c", `a\u202etxt.exe\u202c`},
		{"isolates", "\u2066a\u2069", `\u2066a\u2069`},
		{"separators", "a\u2028b\u2029", `a\u2028b\u2029`},
		{"no characters", "\ufffe\uffff", `\ufffe\uffff`},
		{"not UTF-8", "a\xff\xc3b\x9b", `a\xff\xc3b\x9b`},
		{"half a surrogate", "\xed\xa0\x80", `\xed\xa0\x80`},
		{"U+FFFD itself", "a\ufffdb", "a\ufffdb"},
		{"a backslash", `C:\new`, `C:\new`},
		{"combining marks", "e\u0301 n\u0303 ก็", "e\u0301 n\u0303 ก็"},
		{"CJK", "東京、한국", "東京、한국"},
		{"Arabic with a joiner", "ک\u200cتاب مرحبا\u200f", `ک\u200cتاب مرحبا\u200f`},
		{"Hebrew with a mark", "שלום\u200e", `שלום\u200e`},
		{"an emoji of several", "👩\u200d👧 ❤\ufe0f", `👩\u200d👧 ❤` + "\ufe0f"},
		{"a soft hyphen", "so\u00adft", `so\u00adft`},
		{"no space, no break", "a\u200bb\ufeff", `a\u200bb\ufeff`},
		{"a flag of tags", "🏴\U000e0067\U000e007f", `🏴\U000e0067\U000e007f`},
		{"private use", "\ue000\U0010fffd", `\ue000\U0010fffd`},
		{"not assigned", "\u0378\U000effff", `\u0378\U000effff`},
		{"spaces", "a\u00a0b c\u3000d", "a\u00a0b c\u3000d"},
	} {
		if got := visible.Text(c.in); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTextOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		got := visible.Text(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
			t.Fatalf("%q is shown as %q", s, got)
		}
		if again := visible.Text(got); again != got {
			t.Fatalf("%q is shown as %q, and that as %q", s, got, again)
		}
		if valid := visible.UTF8(s); !utf8.ValidString(valid) || utf8.ValidString(s) && valid != s {
			t.Fatalf("%q becomes %q", s, valid)
		}
	})
}

// shown are the categories of characters that have a shape, or are a space.
var shown = []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs}

// Every character is shown as it is or, if its category is another one, as an escape that strconv reads back.
func TestEveryCharacter(t *testing.T) {
	escaped := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		got := visible.Text(string(r))
		if unicode.In(r, shown...) {
			if got != string(r) {
				t.Errorf("%U is shown as %q", r, got)
			}
			continue
		}
		escaped++
		back, err := strconv.Unquote(`"` + got + `"`)
		if err != nil || back != string(r) || got == string(r) {
			t.Errorf("%U is shown as %q, which reads back as %q, %v", r, got, back, err)
		}
	}
	parts.Count(t, escaped, "characters that are shown as escapes")
}

// Where characters stand in a text, and next to which, changes nothing.
func TestCharactersInText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text, want strings.Builder
		for _, r := range rapid.SliceOf(rapid.OneOf(rapid.Rune(), rapid.RuneFrom(nil, unicode.Cf, unicode.Co))).Draw(t, "text") {
			text.WriteRune(r)
			want.WriteString(visible.Text(string(r)))
		}
		if got := visible.Text(text.String()); got != want.String() {
			t.Fatalf("%q is shown as %q, want %q", text.String(), got, want.String())
		}
	})
}

func TestName(t *testing.T) {
	for in, want := range map[string]string{
		"new": "new", "": "", "new ": `new\x20`, "a b": "a b", "new\u00a0": `new\u00a0`, "new\u3000": `new\u3000`, "new\t": `new\t`,
	} {
		if got := visible.Name(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
