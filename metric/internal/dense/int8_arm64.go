//go:build !purego

package dense

import (
	"runtime"

	"golang.org/x/sys/cpu"
)

var (
	matrixInt8 = int8Kernel{name: "neon-i8mm", rows: 8, each: 4}
	neonInt8   = int8Kernel{name: "neon", rows: 8, each: 4}
)

// int8Kernels returns those that this processor can run, the fastest first. All of Apple's have dot products.
func int8Kernels() []*int8Kernel {
	list := []*int8Kernel{&portableInt8}
	if cpu.ARM64.HasASIMDDP || runtime.GOOS == "darwin" {
		list = []*int8Kernel{&neonInt8, &portableInt8}
		if cpu.ARM64.HasI8MM {
			list = []*int8Kernel{&matrixInt8, &neonInt8, &portableInt8}
		}
	}
	return list
}

func (k *int8Kernel) tile(t *int8Tile) {
	t.check()
	if k.plain {
		k.portableTile(t)
		return
	}
	product := tileInt8NEON
	if k == &matrixInt8 {
		product = tileInt8I8MM
	}
	product(&t.dst[0], t.stride, &t.a[0], t.lda, &t.w[0], width, &t.start[0], t.lds, t.rows, t.depth)
}

func (k *int8Kernel) magnitude(x []float32) uint32 {
	if k.plain || len(x) == 0 {
		return portableMagnitude(x)
	}
	return magnitudeNEON(&x[0], len(x))
}

func (k *int8Kernel) quantize(dst []uint32, x []float32, inverse float32) {
	if k.plain {
		k.portableQuantize(dst, x, inverse)
		return
	}
	_ = dst[len(x)/4-1]
	quantizeNEON(&dst[0], &x[0], len(x), inverse)
}

func (k *int8Kernel) rescale(dst []float32, stride int, sums []int32, scales, columns, bias []float32) {
	rows := len(scales)
	_, _, _, _ = dst[(rows-1)*stride+width-1], sums[rows*width-1], columns[width-1], bias[width-1]
	if k.plain {
		portableRescale(dst, stride, sums, scales, columns, bias)
		return
	}
	rescaleNEON(&dst[0], stride, &sums[0], rows, &scales[0], &columns[0], &bias[0])
}

// tileInt8NEON fills rows of dst, 1 to 8, with what start is and depth products of a and w.
//
//go:noescape
func tileInt8NEON(dst *int32, stride int, a *uint32, lda int, w *uint32, ldw int, start *int32, lds, rows, depth int)

// tileInt8I8MM is tileInt8NEON by products of two rows with two columns.
//
//go:noescape
func tileInt8I8MM(dst *int32, stride int, a *uint32, lda int, w *uint32, ldw int, start *int32, lds, rows, depth int)

// magnitudeNEON returns the bits of the largest magnitude of n numbers, a multiple of 16, at least one.
//
//go:noescape
func magnitudeNEON(x *float32, n int) uint32

// quantizeNEON sets the words of dst, of four integers, to n numbers, a multiple of 16, at least one, multiplied by
// inverse and rounded.
//
//go:noescape
func quantizeNEON(dst *uint32, x *float32, n int, inverse float32)

// rescaleNEON fills rows of dst, at least one, of 32 numbers, with sums times the scale of the row and that of the
// column, to which the bias is added.
//
//go:noescape
func rescaleNEON(dst *float32, stride int, sums *int32, rows int, scales, columns, bias *float32)
