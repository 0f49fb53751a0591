package reading_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Blank references are none, so that nothing differs from them.
func TestSpellingOfBlankReferences(t *testing.T) {
	var r reading.SystemReading
	for _, c := range []struct {
		candidate  string
		references []string
	}{{"a cat", []string{"a cat", "\t"}}, {"it’s", []string{" \u00a0"}}, {"\t", []string{"a cat"}}, {"a\u00adb", []string{"", "a\u00adc"}}} {
		r.AddTexts(c.candidate, c.references)
	}
	if got := reading.Warnings(r); got != nil {
		t.Errorf("got %q, want none", got)
	}
}

// One sentence for each kind, with the number of candidates; what a reference says, too, is none.
func TestLeftovers(t *testing.T) {
	add := func(name string, candidates, references []string) reading.SystemReading {
		r := reading.SystemReading{System: name}
		for i, candidate := range candidates {
			r.AddTexts(candidate, references[i:i+1])
		}
		return r
	}
	plain := []string{"a", "b", "c", "d", "e", "f"}
	for _, c := range []struct {
		name    string
		systems []reading.SystemReading
		want    []string
	}{
		{"none", []reading.SystemReading{add("x", []string{"a < b", "me@home.org", "<b>bold</b>", "☂", "@@", "a"}[:4], plain)}, nil},
		{"BPE", []reading.SystemReading{add("x", []string{"a wor@@ d", "wor@@ d wor@@ d", "wor@@", "word"}, plain)},
			[]string{"@@ of BPE is left in candidates: 3"}},
		{"several", []reading.SystemReading{add("x", []string{"▁a ▁word", "word </s>", "<unk>", "<pad>", "<think>hm</think> word", "<|im_end|>"}, plain)},
			[]string{"▁ of SentencePiece is left in candidates: 1", "</s> or <s> is left in candidates: 1",
				"<unk> is left in candidates: 1", "<pad> is left in candidates: 1", "<think> is left in candidates: 1",
				"<|…|> of a chat is left in candidates: 1"}},
		{"of two systems", []reading.SystemReading{add("x", []string{"<unk>", "<unk>"}, plain), add("y", []string{"a", "<unk> b"}, plain)},
			[]string{"<unk> is left in candidates: 2 of x and 1 of y"}},
		{"said in the reference", []reading.SystemReading{add("x", []string{"write <unk> here"}, []string{"the mark <unk> is"})}, nil},
	} {
		if got := reading.Warnings(c.systems...); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
