package reading_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/tokenize"
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
	if r.Spelling != (tokenize.Spelling{}) {
		t.Errorf("got %+v, want none", r.Spelling)
	}
}

// Candidates are counted for each kind; what a reference says, too, is none.
func TestLeftovers(t *testing.T) {
	plain := []string{"a", "b", "c", "d", "e", "f"}
	for _, c := range []struct {
		name                   string
		candidates, references []string
		want                   map[reading.LeftoverKind]int64
	}{
		{"none", []string{"a < b", "me@home.org", "<b>bold</b>", "☂"}, plain, nil},
		{"BPE", []string{"a wor@@ d", "wor@@ d wor@@ d", "wor@@", "word"}, plain, map[reading.LeftoverKind]int64{reading.BPEMarks: 3}},
		{"several", []string{"▁a ▁word", "word </s>", "<unk>", "<pad>", "<think>hm</think> word", "<|im_end|>"}, plain,
			map[reading.LeftoverKind]int64{reading.SentencePieceMarks: 1, reading.EndMarks: 1, reading.UnknownMarks: 1,
				reading.PadMarks: 1, reading.ThinkMarks: 1, reading.ChatMarks: 1}},
		{"twice", []string{"<unk>", "<unk>"}, plain, map[reading.LeftoverKind]int64{reading.UnknownMarks: 2}},
		{"said in the reference", []string{"write <unk> here"}, []string{"the mark <unk> is"}, nil},
	} {
		var r reading.SystemReading
		for i, candidate := range c.candidates {
			r.AddTexts(candidate, c.references[i:i+1])
		}
		if !maps.Equal(r.Leftovers, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, r.Leftovers, c.want)
		}
		for kind := range c.want {
			if !slices.Contains(reading.LeftoverKinds(), kind) {
				t.Errorf("%s: %q is not listed", c.name, kind)
			}
		}
	}
}
