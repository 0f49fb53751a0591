package formats

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
)

// reads checks that a reader has made what it should: a Store of words and rows, with warnings.
func reads(t *testing.T, s *embedding.Store, report Report, err error, words []string, rows [][]float32, warnings []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if err := holds(s, words, rows); err != nil {
		t.Error(err)
	}
	if got := report.Warnings(); !slices.Equal(got, warnings) {
		t.Errorf("warnings %q, want %q", got, warnings)
	}
}

// refuses checks that a reader has made nothing, and says why.
func refuses(t *testing.T, s *embedding.Store, err error, want string) {
	t.Helper()
	if err == nil || s != nil {
		t.Fatalf("store %v, error %v", s, err)
	}
	if err.Error() != want {
		t.Errorf("error %q\nwant  %q", err, want)
	}
}

// holds compares a Store with what it should hold.
func holds(s *embedding.Store, words []string, rows [][]float32) error {
	if s.Len() != len(words) || s.Dim() != len(rows[0]) {
		return fmt.Errorf("%d words of %d, want %d of %d", s.Len(), s.Dim(), len(words), len(rows[0]))
	}
	for id, word := range words {
		if s.Word(id) != word || !slices.Equal(s.Row(id), rows[id]) {
			return fmt.Errorf("row %d is %q %v, want %q %v", id, s.Word(id), s.Row(id), word, rows[id])
		}
		if at, ok := s.Index(word); !ok || at != id {
			return fmt.Errorf("word %q of row %d is found at %d, %v", word, id, at, ok)
		}
	}
	return nil
}

// sane checks what must hold of the result of any reader.
func sane(t *testing.T, s *embedding.Store, report Report, err error) {
	t.Helper()
	if (s == nil) != (err != nil) {
		t.Fatalf("store %v, error %v", s, err)
	}
	if err != nil {
		return
	}
	if s.Len() < 1 || report.Duplicates < 0 {
		t.Fatalf("%d words, %+v", s.Len(), report)
	}
	for id := range s.Len() {
		if at, ok := s.Index(s.Word(id)); !ok || at != id {
			t.Fatalf("word %q of row %d is found at %d, %v", s.Word(id), id, at, ok)
		}
		if n := s.Norm(id); math.IsNaN(n) || math.IsInf(n, 0) {
			t.Fatalf("norm %v of row %d", n, id)
		}
	}
}
