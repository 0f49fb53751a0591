package tokenize

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
)

func TestIsStopWord(t *testing.T) {
	for word, want := range map[string]bool{
		"the": true, "a": true, "zero": true, "you've": true, "cat": false, "": false, "The": false, "re": true,
		"ve": false,
	} {
		if IsStopWord(word) != want {
			t.Errorf("IsStopWord(%q) = %v, want %v", word, !want, want)
		}
	}
	if n := len(stopWords()); n != 570 {
		t.Errorf("%d stop words, want 570", n)
	}
}

func TestStopWordsAreSMART(t *testing.T) {
	smart := map[string]bool{}
	for _, word := range strings.Fields(string(shareddata.Read(t, "data/stopwords/smart.txt"))) {
		smart[word] = true
		if !IsStopWord(word) {
			t.Errorf("%q is missing", word)
		}
	}
	if len(smart) != len(stopWords()) {
		t.Errorf("%d stop words, %d in the list", len(stopWords()), len(smart))
	}
}
