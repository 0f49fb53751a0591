package parquet

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/huff0"
	"github.com/klauspost/compress/zstd"
)

// Every page comes back from a reader of zstd, whatever its size and its bytes.
func TestLiterals(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	reader, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	memory := pageMemory{huffman: huff0.Scratch{Reuse: huff0.ReusePolicyNone}}
	for _, alphabet := range []int{1, 2, 26, 256} {
		for _, size := range []int{0, 1, 2, 31, 1 << 10, 1<<14 - 1, 1 << 14, 1<<17 - 1, 1 << 17, 1<<17 + 1, 300_000} {
			page := make([]byte, size)
			for i := range page {
				page[i] = byte(min(r.IntN(alphabet), r.IntN(alphabet)))
			}
			frame := memory.appendLiterals(nil, page)
			got, err := reader.DecodeAll(frame, nil)
			if err != nil || !bytes.Equal(got, page) {
				t.Errorf("%d bytes of %d kinds: error %v, equal %v", size, alphabet, err, bytes.Equal(got, page))
			}
			if alphabet == 26 && size >= 1<<10 && len(frame) > size*3/4 {
				t.Errorf("%d bytes of %d kinds take %d", size, alphabet, len(frame))
			}
		}
	}
}
