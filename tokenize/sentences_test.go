package tokenize

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"gopkg.in/neurosnap/sentences.v1/data"
	"pgregory.net/rapid"
)

// TestModel pins the asset that equals NLTK's punkt/PY3/english.pickle: other releases of the module add words.
func TestModel(t *testing.T) {
	asset := data.MustAsset(punktAsset)
	sum := sha256.Sum256(asset)
	if got, want := hex.EncodeToString(sum[:]),
		"2498632eaf8c3d0480c074e0331057ea9b20f1306523db06ff742689269a21a8"; got != want {
		t.Fatalf("%s has SHA-256 %s, want %s", punktAsset, got, want)
	}

	// The line reader finds what a JSON reader finds.
	var want map[string]map[string]int
	if err := json.Unmarshal(asset, &want); err != nil {
		t.Fatal(err)
	}
	m := english()
	for part, got := range map[string]map[string]bool{
		"AbbrevTypes": m.abbreviations, "Collocations": m.collocations, "SentStarters": m.starters,
	} {
		if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want[part]))) {
			t.Errorf("%s differs from the asset", part)
		}
	}
	if len(m.orthography()) != 20366 || len(want["OrthoContext"]) != 20366 {
		t.Errorf("%d and %d orthographic contexts, want 20366", len(m.orthography()), len(want["OrthoContext"]))
	}
	for word, seen := range m.orthography() {
		if want["OrthoContext"][word] != int(seen) {
			t.Errorf("orthographic context of %q is %d, want %d", word, seen, want["OrthoContext"][word])
		}
	}
}

func TestReadModelErrors(t *testing.T) {
	for name, in := range map[string]string{
		"unknown part": "{\n  \"Other\": {\n    \"a\": 1\n  }\n}",
		"no number":    "{\n  \"OrthoContext\": {\n    \"a\": x\n  }\n}",
		"out of range": "{\n  \"OrthoContext\": {\n    \"a\": 256\n  }\n}",
	} {
		contexts, rest := cutOrthography(in)
		_, err := readOrthography(contexts)
		if _, other := readModel(rest); err == nil && other == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestSentences names Punkt's decisions, each with a text that needs it. NLTK 3.8.1 gave the answers;
// golden.jsonl has many more.
func TestSentences(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"blanks", " \n ", ""},
		{"plain", "It rained. We left.", "It rained.|We left."},
		{"question", "Who? Me! you", "Who?|Me!|you"},
		{"no blank after the period", "The end.the end", "The end.the end"},
		{"abbreviation", "Mr. Smith left.", "Mr. Smith left."},
		{"abbreviation before a word that begins sentences", "It is in the U.S. The rest is not.",
			"It is in the U.S.|The rest is not."},
		{"abbreviation behind a hyphen", "A non-U.S. firm", "A non-U.S. firm"},
		{"frequent starter", "He left Acme Inc. However, it lived.", "He left Acme Inc.|However, it lived."},
		{"initial", "J. Bach wrote.", "J. Bach wrote."},
		{"ordinal", "It was the 1. international fair.", "It was the 1. international fair."},
		{"number at the end", "It was 1999. The next was 2000.", "It was 1999.|The next was 2000."},
		{"collocation", "He met J. Walter.", "He met J. Walter."},
		{"ellipsis", "He ran... then fell... The end.", "He ran... then fell...|The end."},
		{"last candidate of a word", "Stop!!! Now", "Stop!!!|Now"},
		{"closing marks move back", "(He left.) \"She stayed.\" End.", "(He left.)|\"She stayed.\"|End."},
		{"before a double dash", "\"Stop!\"--he cried.", "\"Stop!\"|--he cried."},
		{"blanks at the start stay", "  A dog. A cat. ", "  A dog.|A cat."},
		{"white space of Unicode", "A dog.\u2003A cat.\u2028A cow.", "A dog.|A cat.|A cow."},
	} {
		var got []string
		for _, s := range Sentences(c.in) {
			got = append(got, c.in[s.Start:s.End])
		}
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("%s: sentences of %q:\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
}

// TestPlain: where the shortcut sees a sentence end, the rules see it too, whatever the next word.
func TestPlain(t *testing.T) {
	m := english()
	vocabulary := slices.Sorted(maps.Keys(m.orthography()))
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.SampledFrom(vocabulary), rapid.StringMatching(`[A-Za-z0-9._'-]{0,5}`)).Draw(t, "word")
		next := rapid.OneOf(rapid.SampledFrom(vocabulary), rapid.StringMatching(`[A-Z][a-z]{0,5}`)).Draw(t, "next")
		if m.plain(word) && !m.breaksBetween(word+".", next, pythonRe) {
			t.Fatalf("no sentence end between %q and %q", word+".", next)
		}
	})
	if !m.plain("noon") || m.plain("Mr") || m.plain("J") || m.plain("1999") || m.plain("i.e") {
		t.Error("plain takes the wrong words")
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range nasty {
		f.Add("He said" + s + " it. " + s + "The " + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for i, s := range Sentences(text) {
			if s.Start < end || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("sentence %d of %q is [%d:%d] after %d", i, text, s.Start, s.End, end)
			}
			if strings.TrimRightFunc(text[s.Start:s.End], spaceRune) != text[s.Start:s.End] {
				t.Fatalf("sentence %d of %q, %q, ends in white space", i, text, text[s.Start:s.End])
			}
			if gap := text[end:s.Start]; strings.TrimFunc(gap, spaceRune) != "" {
				t.Fatalf("%q is in no sentence of %q", gap, text)
			}
			end = s.End
		}
		if strings.TrimFunc(text[end:], spaceRune) != "" {
			t.Fatalf("%q is in no sentence of %q", text[end:], text)
		}
	})
}
