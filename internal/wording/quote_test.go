package wording_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/wording"
)

func TestQuote(t *testing.T) {
	long, wide := strings.Repeat("7", 1_000_000), strings.Repeat("é", 61)
	names := strings.Split(strings.Repeat("x ", 51), " ")[:51]
	for _, c := range []struct{ name, got, want string }{
		{"short", wording.Quote(`a "b"`), `"a \"b\""`},
		{"as much as is shown", wording.Quote(wide[2:]), `"` + wide[2:] + `"`},
		{"characters, not bytes", wording.Quote(wide), `"` + wide[2:] + `"… (122 bytes)`},
		{"a million digits", wording.Quote(long), `"` + long[:60] + `"… (1000000 bytes)`},
		{"what cannot be seen", wording.Quote("\x1b[31m\u202e\xff"), `"\x1b[31m\u202e\xff"`},
		{"without quotes", wording.Clip(long), long[:60] + "… (1000000 bytes)"},
		{"a list", wording.List([]string{"a", "b"}), "a, b"},
		{"a list of long names", wording.List([]string{"a", long}), "a, " + long[:60] + "… (1000000 bytes)"},
		{"a long list", wording.List(names), strings.Repeat("x, ", 50) + "… (51)"},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
}
