package encoder_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric/encoder"
)

// A text whose states would take too much memory is refused before they are computed, and the encoder goes on.
func TestTooManyPieces(t *testing.T) {
	t.Cleanup(func() { _ = limit.Set(limit.Default) })
	m, err := encoder.BuiltIns()[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	e := newEncoder(t, m, 1)
	const n = 100
	cells := (m.DimAt(1)*n*4 + 11) / 12
	for side, refused := 1, true; refused; side++ { // the least limit that lets so many pieces in
		if err := limit.Set(side); err != nil {
			t.Fatal(err)
		}
		states := make([]encoder.HiddenStates, 2)
		err := e.EncodeAll([]string{"a", strings.Repeat("!", n)}, states)
		var found *limit.Error
		if refused = errors.As(err, &found); refused != (side*side < cells) {
			t.Fatalf("limit %d: %v, for %d cells", side, err, cells)
		}
		if !refused && (err != nil || len(states[1].Pieces) != n) {
			t.Fatalf("limit %d: %v, %d pieces", side, err, len(states[1].Pieces))
		}
	}
}
