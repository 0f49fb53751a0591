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
		})
	}
}
