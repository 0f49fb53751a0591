package visible_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

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
		{"Arabic with a joiner", "ک\u200cتاب مرحبا\u200f", "ک\u200cتاب مرحبا\u200f"},
		{"Hebrew with a mark", "שלום\u200e", "שלום\u200e"},
		{"an emoji of several", "👩\u200d👩\u200d👧 ❤\ufe0f", "👩\u200d👩\u200d👧 ❤\ufe0f"},
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
