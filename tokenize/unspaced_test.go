package tokenize_test

import (
	"testing"

	"github.com/wordrotator/wrd/tokenize"
)

func TestIsUnspaced(t *testing.T) {
	for text, want := range map[string]bool{"漢ひカ々": true, "ไทย": true, "ລາວ": true, "ខ្មែរ": true, "မြန်": true, "བོད": true,
		"aß1,日本"[:5]: false, "яαאع한देー。": false} {
		for _, r := range text {
			if got := tokenize.IsUnspaced(r); got != want {
				t.Errorf("%q of %q: got %v, want %v", r, text, got, want)
			}
		}
	}
}
