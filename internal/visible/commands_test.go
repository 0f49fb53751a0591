package visible_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/visible"
	"pgregory.net/rapid"
)

func TestUncommanded(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"a workflow command", "::error title=x::y", `:\u003aerror title=x::y`},
		{"behind blanks", " \t\u00a0\u3000::error::y", " \t\u00a0\u3000" + `:\u003aerror::y`},
		{"on any line", "a\n::error::\r::x", "a\n" + `:\u003aerror::` + "\r" + `:\u003ax`},
		{"behind a mark, which .NET skips", "\u0301::\ufe0f", "\u0301" + `:\u003a` + "\ufe0f"},
		{"a mark between", ":\ufe0f:x", ":\ufe0f" + `\u003ax`},
		{"colons elsewhere", "a ::b std::c a: : : :", "a ::b std::c a: : : :"},
		{"one colon", ":smile: :", ":smile: :"},
		{"the older form, anywhere", "a ##[add-mask]b", `a ##\u005badd-mask]b`},
		{"Azure Pipelines", "a##vso[task.complete]", `a##vso\u005btask.complete]`},
		{"TeamCity", "##teamcity[buildStop]", `##teamcity\u005bbuildStop]`},
		{"more marks", "###[x #[x ##x", `###\u005bx #[x ##x`},
		{"a heading", "### wrd check: [x]", "### wrd check: [x]"},
		{"a mark between", "##\u0301[x", "##\u0301" + `\u005bx`},
		{"another letter between", "##é[x ##-[x", "##é[x ##-[x"},
		{"not UTF-8", "\xe3::a\xff\n\xe3\n::a", "\xe3::a\xff\n\xe3\n" + `:\u003aa`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := visible.Uncommanded(c.in); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// obeyed is what GitHub's runner, Azure Pipelines and TeamCity look for in a line, read from their sources.
var obeyed = regexp.MustCompile(`^[\s\p{Z}\p{M}\p{C}]*:[\p{M}\p{C}]*:|#[\p{M}\p{C}]*#[\p{M}\p{C}]*([A-Za-z][\p{M}\p{C}]*)*\[`)

// checkLog fails if a CI server obeys what a Log writes of lines in two parts, if it differs from that of the whole, or
// if a program that reads JSON would read something else.
func checkLog(t interface{ Fatalf(string, ...any) }, s string, cut int) {
	var b bytes.Buffer
	log := visible.NewLog(&b)
	log.Write([]byte(s[:cut]))
	log.Write([]byte(s[cut:]))
	got := b.String()
	if whole := visible.Uncommanded(s); got != whole {
		t.Fatalf("%q in parts is %q, at once %q", s, got, whole)
	}
	if again := visible.Uncommanded(got); again != got {
		t.Fatalf("%q is shown as %q, and that as %q", s, got, again)
	}
	for _, line := range strings.FieldsFunc(got, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if obeyed.MatchString(line) {
			t.Fatalf("%q of %q is obeyed", line, s)
		}
	}
	quoted, _ := json.Marshal(s)
	var want, back string
	if json.Unmarshal(quoted, &want) != nil || json.Unmarshal([]byte(visible.Uncommanded(string(quoted))), &back) != nil ||
		back != want {
		t.Fatalf("%s is read as %q", quoted, back)
	}
}

// attacks are lines that begin, hide or split commands.
var attacks = []string{"::error title=x::y", "##[add-mask]a", " \u2003##vso[task.setvariable]", "a\n\u00ad:\u200b:stop-commands::x",
	"section_start:1:x\r\x1b[0K::set-output::", "##\u034fteamcity[", "\xe3::", "\xf0\x9f\n:\xcc\x81:", "#️⃣#️⃣[", "::::", "####[["}

func TestLog(t *testing.T) {
	pieces := rapid.OneOf(rapid.SampledFrom([]string{":", "::", "#", "##", "[", " ", "\n", "\r", "a", "vso", "\u00a0", "\u0301", "\ufe0f",
		"\u00ad", "é", "\xe3", "\x81", "\x00", `\`, `"`}), rapid.StringN(0, 2, -1))
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(pieces).Draw(t, "pieces"), "")
		checkLog(t, s, rapid.IntRange(0, len(s)).Draw(t, "cut"))
	})
}

func FuzzLog(f *testing.F) {
	for i, s := range attacks {
		f.Add(s, i)
	}
	f.Fuzz(func(t *testing.T, s string, cut int) { checkLog(t, s, max(0, min(cut, len(s)))) })
}
