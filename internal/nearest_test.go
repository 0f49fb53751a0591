package internal_test

import (
	"testing"

	"github.com/wordrotator/wrd/internal/nearest"
)

func TestNearestOf(t *testing.T) {
	names := []string{"purpose", "precision", "vectors", "c", "COMET", "chrF2"}
	for name, want := range map[string]string{
		"purpse":   "purpose",
		"Purposes": "purpose",
		"vector":   "vectors",
		"banana":   "",
		"comet":    "COMET",
		"CHRF":     "chrF2",
		"c":        "", // a letter may mean anything
		"":         "",
	} {
		if got := nearest.Of(name, names); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
