package pieces_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// Where tokenizers 0.23.3 of Hugging Face says that these pieces stand, in bytes. Those of Unigram models are in
// unigram_test.go.
func TestSpansOfWordPiece(t *testing.T) {
	tokenizer := read(t, pieces.Files{Vocabulary: smallVocabulary()})
	for _, c := range []struct {
		name, text string
		want       []pieces.Span
	}{
		{"pieces of a word", "unaffable", []pieces.Span{{0, 2}, {2, 5}, {5, 9}}},
		{"accents", "THE Cafés, cafe\u0301s.",
			[]pieces.Span{{0, 3}, {4, 9}, {9, 10}, {10, 11}, {12, 16}, {18, 19}, {19, 20}}},
		{"Chinese characters", "the中文the", []pieces.Span{{0, 3}, {3, 6}, {6, 9}, {9, 12}}},
		{"one character that falls apart", "한", []pieces.Span{{0, 3}, {0, 3}, {0, 3}}},
		{"characters that vanish", "th\x00\u200be\tthe", []pieces.Span{{0, 7}, {8, 11}}},
		{"a special token", "the[SEP]the", []pieces.Span{{0, 3}, {3, 8}, {8, 11}}},
		{"an unknown word", "affx the", []pieces.Span{{0, 4}, {5, 8}}},
		{"white space and punctuation", "  the'the ", []pieces.Span{{2, 5}, {5, 6}, {6, 9}}},
		{"nothing", " ", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, _, got := tokenizer.AppendSpans(nil, nil, nil, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%q: got %v, want %v", c.text, got, c.want)
			}
		})
	}
}

// Pieces of byte-level BPE stand where their bytes do, those of one character in one place.
func TestSpansOfBytes(t *testing.T) {
	tokenizer := read(t, pieces.Files{VocabularyJSON: byteLevelVocabulary(`, "bc": 261`), Merges: []byte("#version: 0.2\nb c\n")})
	got, _, spans := tokenizer.AppendSpans(nil, nil, nil, "a bc é")
	if want := []pieces.Span{{0, 1}, {1, 2}, {2, 4}, {4, 5}, {5, 7}, {5, 7}}; !slices.Equal(spans, want) {
		t.Errorf("got %v at %v, want %v", got, spans, want)
	}
}

// checkSpans checks what holds for the places of the pieces of any text.
func checkSpans(t *testing.T, tokenizer *pieces.Tokenizer, text string) {
	t.Helper()
	want := tokenizer.Append(nil, text)
	got, unknown, spans := tokenizer.AppendSpans(nil, nil, nil, text)
	unknownPieces := 0
	for _, p := range got {
		if p.ID == tokenizer.Unknown() {
			unknownPieces++
		}
	}
	if !slices.Equal(got, want) || len(spans) != len(got) || len(unknown) > unknownPieces {
		t.Fatalf("got %v with %q and spans %v, want %v", got, unknown, spans, want)
	}
	for i, s := range spans {
		if s.Start < 0 || s.Start > s.End || int(s.End) > len(text) || i > 0 && s.Start < spans[i-1].Start {
			t.Fatalf("piece %d: got the span %v of %d bytes", i, s, len(text))
		}
	}
}
