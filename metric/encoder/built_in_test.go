package encoder

import (
	"fmt"
	"testing"
)

// TestBuiltInIsTested holds what readBuiltIn takes for granted: the digest of the files, and weights within their bounds.
func TestBuiltInIsTested(t *testing.T) {
	for name, open := range map[string]func() (*Model, error){ContextENName: ContextEN, ContextENLargeName: ContextENLarge} {
		t.Run(name, func(t *testing.T) {
			m, err := open()
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
