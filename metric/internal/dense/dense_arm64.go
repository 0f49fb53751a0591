//go:build !purego

package dense

import "unsafe"

// neon is on every processor of this architecture.
var neon = kernel{"neon", 8}

// kernels returns those that this processor can run, the fastest first.
func kernels() []*kernel { return []*kernel{&neon, &portable} }

func (k *kernel) tile(t *tile) {
	if k == &portable {
		portableTile(t)
		return
	}
	t.check()
	tileNEON(&t.dst[0], t.stride, unsafe.SliceData(t.a), t.lda, unsafe.SliceData(t.w), t.ldw, &t.start[0], t.lds,
		t.rows, t.depth)
}

func (k *kernel) gelu(x []float32) {
	if k == &portable || len(x) == 0 {
		portableGELU(x)
		return
	}
	geluNEON(&x[0], len(x))
}

func (k *kernel) geluTanh(x []float32) {
	if k == &portable || len(x) == 0 {
		portableGELUTanh(x)
		return
	}
	geluTanhNEON(&x[0], len(x))
}

func (k *kernel) softmax(x []float32, stride, rows, n int, scale float32) {
	if k == &portable {
		portableSoftmax(x, stride, rows, n, scale)
		return
	}
	_ = x[(rows-1)*stride+n-1]
	softmaxNEON(&x[0], stride, rows, n, scale)
}

func (k *kernel) layerNorm(x, more, gain, offset []float32, eps float32) {
	if k == &portable || len(x)%lanes > 0 {
		portableLayerNorm(x, more, gain, offset, eps)
		return
	}
	layerNormNEON(&x[0], unsafe.SliceData(more), &gain[0], &offset[0], len(x), eps)
}

func (*kernel) transpose(dst, x []float32, stride, n, d int) { transposed(dst, x, stride, n, d) }

// tileNEON fills rows of dst, 1 to 8, with what start is and depth products of a and w.
//
//go:noescape
func tileNEON(dst *float32, stride int, a *float32, lda int, w *float32, ldw int, start *float32, lds, rows, depth int)

// geluNEON is GELU of n numbers, a multiple of 4, at least one.
//
//go:noescape
func geluNEON(x *float32, n int)

// geluTanhNEON is GELUTanh of n numbers, a multiple of 4, at least one.
//
//go:noescape
func geluTanhNEON(x *float32, n int)

// softmaxNEON is the softmax of the first n numbers, a multiple of 16, of at least one row.
//
//go:noescape
func softmaxNEON(x *float32, stride, rows, n int, scale float32)

// layerNormNEON normalises a row of n numbers, a multiple of 16, at least one. more may be nil.
//
//go:noescape
func layerNormNEON(x, more, gain, offset *float32, n int, eps float32)
