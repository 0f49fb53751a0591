package tokenize

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// newer are modifier letters that became lower-case letters with Unicode 15.0; Python 3.11 has Unicode 14.0.
var newer = map[rune]bool{0x10fc: true, 0xa7f2: true, 0xa7f3: true, 0xa7f4: true, 0xab69: true}

// TestClassesEqualPython compares the classes with Python's for every rune that Python 3.11 knows.
func TestClassesEqualPython(t *testing.T) {
	python := pythonClasses(t)
	for name, in := range map[string]func(rune) bool{
		"word": wordRune, "digit": digitRune, "space": spaceRune, "upper": upperRune, "lower": lowerRune,
	} {
		if python[name] == nil {
			t.Fatalf("classes.tsv has no class %q", name)
		}
		for r := range python["assigned"] {
			if want := python[name][r]; in(r) != want && !(name == "lower" && newer[r]) {
				t.Errorf("%s(%U) = %v, want %v", name, r, in(r), want)
			}
		}
	}
}

// TestClassTable compares the table of ASCII with the functions for runes.
func TestClassTable(t *testing.T) {
	for c := range rune(len(class)) {
		bits := class[c]
		if c >= utf8.RuneSelf {
			if bits != 0 {
				t.Errorf("class[%#x] = %b, want 0: part of a rune", c, bits)
			}
			continue
		}
		is := func(bit uint8) bool { return bits&bit != 0 }
		word, digit := wordRune(c), digitRune(c)
		for name, ok := range map[string]bool{
			"isWord":  is(isWord) == word,
			"isSpace": is(isSpace) == spaceRune(c),
			"isAlnum": is(isAlnum) == (word && c != '_'),
			"isUpper": is(isUpper) == (upperRune(c) && !digit),
			"isEnd":   is(isEnd) == strings.ContainsRune(".?!", c),
			"notWord": is(notWord) == strings.ContainsRune(`)";}]*:@'({[?!`, c),
		} {
			if !ok {
				t.Errorf("%s of %q is wrong in the table", name, c)
			}
		}
	}
}

// pythonClasses reads the sets of runes in testdata/classes.tsv.
func pythonClasses(t *testing.T) map[string]map[rune]bool {
	data, err := os.ReadFile("testdata/classes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]map[rune]bool{}
	for line := range strings.Lines(string(data)) {
		var name string
		var first, last rune
		if _, err := fmt.Sscanf(line, "%s %x %x", &name, &first, &last); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if classes[name] == nil {
			classes[name] = map[rune]bool{}
		}
		for r := first; r <= last; r++ {
			classes[name][r] = true
		}
	}
	return classes
}

// TestLowerEqualsPython checks each rune that Python 3.11 knows, and sigmas with all kinds of neighbours.
func TestLowerEqualsPython(t *testing.T) {
	f, err := os.Open("testdata/lower.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	changed := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var pair [2]string
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			t.Fatal(err)
		}
		if got := Lower(pair[0]); got != pair[1] {
			t.Errorf("Lower(%+q) = %+q, want %+q", pair[0], got, pair[1])
		}
		changed[pair[0]] = true
	}
	if len(changed) < 2000 {
		t.Fatalf("only %d cases", len(changed))
	}
	for r := range pythonClasses(t)["assigned"] {
		if s := string(r); utf8.ValidRune(r) && !changed[s] && Lower(s) != s {
			t.Errorf("Lower(%+q) = %+q, want no change", s, Lower(s))
		}
	}
}

func TestLower(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"nothing to do", "already lower 123", "already lower 123"},
		{"ascii", "Hello, WORLD", "hello, world"},
		{"two runes for one", "İ", "i̇"},
		{"three bytes for two", "ȺȾ", "ⱥⱦ"},
		{"one byte for three", "\u212aelvin", "kelvin"},
		{"final sigma", "ΟΔΟΣ", "οδος"},
		{"final sigma before an apostrophe", "ΑΣ'", "ας'"},
		{"not final", "ΑΣ'Α", "ασ'α"},
		{"alone", "Σ", "σ"},
		{"bad bytes stay", "A\xffB\xe2\x80C", "a\xffb\xe2\x80c"},
		{"replacement character", "\uFFFDA", "\uFFFDa"},
	} {
		if got := Lower(c.in); got != c.want {
			t.Errorf("%s: Lower(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func FuzzLower(f *testing.F) {
	f.Add("ΑΣ.ΑΣ' İ ȺB\xff\xe2\x80")
	f.Fuzz(func(t *testing.T, s string) {
		got := Lower(s)
		if utf8.RuneCountInString(got) != utf8.RuneCountInString(s)+strings.Count(s, "İ") {
			t.Errorf("Lower(%q) = %q: runes were lost or made", s, got)
		}
		// ASCII and sigmas apart, Go's own mapping is the same.
		if strings.ContainsAny(s, "İΣ") || !utf8.ValidString(s) {
			return
		}
		if want := strings.ToLower(s); got != want {
			t.Errorf("Lower(%q) = %q, want %q", s, got, want)
		}
		var l lowering
		if got := l.lower(s); got != Lower(s) {
			t.Errorf("lowering of %q is %q, want %q", s, got, Lower(s))
		}
	})
}

// A run of word characters ends, and has the classes, that looking at one byte after the other gives.
func TestWordRun(t *testing.T) {
	bytes := rapid.OneOf(rapid.SampledFrom([]byte("azAZ09_@[`{/:. \x00\x7f\x80\xc3\xe1\xff")), rapid.Byte())
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]byte("azMQ05")), bytes), 0, 30).Draw(t, "text"))
		for from := range len(s) + 1 {
			end, classes := from, uint8(0)
			for ; end < len(s) && class[s[end]]&isWord != 0; end++ {
				classes |= class[s[end]]
			}
			if i, c := wordRun(s, from); i != end || c != classes {
				t.Fatalf("the run in %q from %d ends at %d and has classes %b, want %d and %b", s, from, i, c, end, classes)
			}
		}
	})
}
