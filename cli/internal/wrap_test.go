package internal_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/cli/internal/wrap"
	"pgregory.net/rapid"
)

func TestWrapLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"nothing", " \n", 10, nil},
		{"room", "a b\nc", 10, []string{"a b c"}},
		{"between words", "one two three", 7, []string{"one two", "three"}},
		{"a long list", "LIST: aaa,bbb,ccc", 8, []string{"LIST:", "aaa,bbb,", "ccc"}},
		{"a long word", "see https://example.org now", 6, []string{"see", "https://example.org", "now"}},
		{"a number with its signs", "by +0.1 (95 % to 3), p < 0.01.", 12, []string{"by +0.1", "(95 % to 3),", "p < 0.01."}},
		{"a sign first", "% = 3", 2, []string{"% = 3"}},
		{"wide characters", "猫猫 犬犬", 6, []string{"猫猫", "犬犬"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := wrap.Lines(c.text, c.width); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// No word is lost, and a line is too long only for a word that is.
func TestWrapLinesKeepWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-z猫]{1,12}`)).Draw(t, "words")
		width := rapid.IntRange(1, 40).Draw(t, "width")
		lines := wrap.Lines(strings.Join(words, " "), width)
		if got := strings.Fields(strings.Join(lines, " ")); !slices.Equal(got, words) && len(got)+len(words) > 0 {
			t.Fatalf("got the words %q, want %q", got, words)
		}
		for _, line := range lines {
			if uniseg.StringWidth(line) > width && strings.Contains(line, " ") {
				t.Fatalf("%q is wider than %d", line, width)
			}
		}
	})
}
