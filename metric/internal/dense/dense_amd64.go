//go:build !purego

package dense

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C asm run . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg dense
//go:generate go -C asm run ./neon -out ../kernels_arm64.s

var (
	avx512 = kernel{"avx512", 14}
	avx2   = kernel{"avx2", 6}
)

// kernels returns those that this processor and its operating system can run, the fastest first.
func kernels() []*kernel {
	list := []*kernel{&portable}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		list = []*kernel{&avx2, &portable}
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			list = []*kernel{&avx512, &avx2, &portable}
		}
	}
	return list
}

func (k *kernel) tile(t *tile) {
	if k == &portable {
		portableTile(t)
		return
	}
	t.check()
	dst, a, w, start := &t.dst[0], unsafe.SliceData(t.a), unsafe.SliceData(t.w), &t.start[0]
	if k == &avx512 {
		tileAVX512(dst, t.stride, a, t.lda, w, t.ldw, start, t.lds, t.rows, t.depth, t.next)
	} else {
		tileAVX2(dst, t.stride, a, t.lda, w, t.ldw, start, t.lds, t.rows, t.depth, t.next)
	}
}

func (k *kernel) gelu(x []float32) {
	switch {
	case len(x) == 0:
	case k == &avx512:
		geluAVX512(&x[0], len(x))
	case k == &avx2:
		geluAVX2(&x[0], len(x))
	default:
		portableGELU(x)
	}
}

func (k *kernel) geluTanh(x []float32) {
	switch {
	case len(x) == 0:
	case k == &avx512:
		geluTanhAVX512(&x[0], len(x))
	case k == &avx2:
		geluTanhAVX2(&x[0], len(x))
	default:
		portableGELUTanh(x)
	}
}

func (k *kernel) softmax(x []float32, stride, rows, n int, scale float32) {
	_ = x[(rows-1)*stride+n-1]
	switch k {
	case &avx512:
		softmaxAVX512(&x[0], stride, rows, n, scale)
	case &avx2:
		softmaxAVX2(&x[0], stride, rows, n, scale)
	default:
		portableSoftmax(x, stride, rows, n, scale)
	}
}

func (k *kernel) layerNorm(x, more, gain, offset []float32, eps float32) {
	switch {
	case len(x)%lanes > 0 || k == &portable:
		portableLayerNorm(x, more, gain, offset, eps)
	case k == &avx512:
		layerNormAVX512(&x[0], unsafe.SliceData(more), &gain[0], &offset[0], len(x), eps)
	default:
		layerNormAVX2(&x[0], unsafe.SliceData(more), &gain[0], &offset[0], len(x), eps)
	}
}

func (k *kernel) transpose(dst, x []float32, stride, n, d int) {
	places := lanes
	if k == &avx2 {
		places = lanes / 2
	}
	if k == &portable || d%places > 0 {
		transposed(dst, x, stride, n, d)
		return
	}
	_ = x[(n-1)*stride+d-1]
	for j := 0; j < n; j += places {
		panel := dst[j/width*width*d+j%width:][:(d-1)*width+places]
		if k == &avx512 {
			transposeAVX512(&panel[0], &x[j*stride], stride, min(places, n-j), d)
		} else {
			transposeAVX2(&panel[0], &x[j*stride], stride, min(places, n-j), d)
		}
	}
}
