package encoder

import (
	"fmt"
	"testing"
)

// TestBuiltInIsTested holds what readBuiltIn takes for granted: the digest of the files, and weights within their bounds.
func TestBuiltInIsTested(t *testing.T) {
	for _, b := range BuiltIns() {
		t.Run(b.Name, func(t *testing.T) {
			if b.Absent {
				t.Skip("the program was built without it")
			}
			m, err := b.Open()
			if err != nil {
				t.Fatal(err)
			}
			if found, err := m.hash(); found != m.Digest() || err != nil {
				t.Errorf("the digest is %s (error %v), not %s", found, err, m.Digest())
			}
			plain, err := Read(m.files)
			if err != nil || plain.tested {
				t.Fatal(plain.tested, err)
			}
			for _, precision := range Precisions() {
				if _, err := plain.NewEncoderIn(precision, plain.Layers()); err != nil {
					t.Error(fmt.Errorf("%s: %w", precision, err))
				}
			}
			testRows(t, plain)
		})
	}
}

// testRows looks at the rows of all pieces and of all positions.
func testRows(t *testing.T, m *Model) {
	e, err := m.embeddings()
	if err != nil {
		t.Fatal(err)
	}
	word, sum, other := make([]float32, e.words.columns), make([]float32, m.config.hidden), make([]float32, m.config.hidden)
	for piece := range int32(e.words.rows) {
		if err := e.word(word, piece); err != nil {
			t.Fatal(err)
		}
		if e.widening != nil {
			continue // NewEncoderIn has looked at what is made of them
		}
		if err := e.place(word, other, piece, 0); err != nil {
			t.Fatal(err)
		}
	}
	for position := range m.Window() + specialTokens {
		clear(sum)
		if err := e.place(sum, other, 0, position); err != nil {
			t.Fatal(err)
		}
	}
}
