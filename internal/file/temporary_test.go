package file_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/wordrotator/wrd/internal/file"
)

// TestTemporary checks that what was written is read back, in memory and beyond, wherever writes and reads end.
func TestTemporary(t *testing.T) {
	for name, size := range map[string]int{"nothing": 0, "little": 1000, "pieces": 3 << 20, "a file": 17 << 20} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			want := make([]byte, size)
			for i := range want {
				want[i] = byte(r.Uint32())
			}
			var held file.Temporary
			t.Cleanup(func() { held.Close() })
			for rest := want; len(rest) > 0; {
				n := min(len(rest), 1+r.IntN(700_000))
				if written, err := held.Write(rest[:n]); written != n || err != nil {
					t.Fatalf("wrote %d of %d, error %v", written, n, err)
				}
				rest = rest[n:]
			}
			if held.Size() != int64(size) {
				t.Errorf("%d bytes, want %d", held.Size(), size)
			}
			for range 50 {
				at := r.Int64N(int64(size) + 10)
				got, expected := make([]byte, r.IntN(1<<20)), make([]byte, 0)
				n, err := held.ReadAt(got, at)
				if at < int64(size) {
					expected = want[at:min(size, int(at)+len(got))]
				}
				if !bytes.Equal(got[:n], expected) || (n < len(got)) != (err == io.EOF) {
					t.Fatalf("at %d of %d: %d bytes of %d, error %v", at, size, n, len(got), err)
				}
			}
		})
	}
}
