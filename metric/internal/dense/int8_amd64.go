//go:build !purego

package dense

import "golang.org/x/sys/cpu"

var (
	amxInt8  = int8Kernel{name: "amx", rows: 14, each: 4, shift: 128, strips: stripsAMX}
	vnniInt8 = int8Kernel{name: "avx512vnni", rows: 14, each: 4, shift: 128}
	avx2Int8 = int8Kernel{name: "avx2", rows: 6, each: 2}
)

// int8Kernels returns those that this processor and its operating system can run, the fastest first.
func int8Kernels() []*int8Kernel {
	list := []*int8Kernel{&portableInt8}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		list = []*int8Kernel{&avx2Int8, &portableInt8}
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI {
			list = []*int8Kernel{&vnniInt8, &avx2Int8, &portableInt8}
			if amxAllowed() {
				list = []*int8Kernel{&amxInt8, &vnniInt8, &avx2Int8, &portableInt8}
			}
		}
	}
	return list
}

// wide says whether the kernel is one with registers of 512 bits.
func (k *int8Kernel) wide() bool { return k.shift > 0 }

func (k *int8Kernel) tile(t *int8Tile) {
	t.check()
	switch {
	case k.plain:
		k.portableTile(t)
	case k.wide():
		tileInt8AVX512(&t.dst[0], t.stride, &t.a[0], t.lda, &t.w[0], width, &t.start[0], t.lds, t.rows, t.depth, t.next)
	default:
		tileInt8AVX2(&t.dst[0], t.stride, &t.a[0], t.lda, &t.w[0], width, &t.start[0], t.lds, t.rows, t.depth, t.next)
	}
}

func (k *int8Kernel) magnitude(x []float32) uint32 {
	switch {
	case len(x) == 0 || k.plain:
		return portableMagnitude(x)
	case k.wide():
		return magnitudeAVX512(&x[0], len(x))
	}
	return magnitudeAVX2(&x[0], len(x))
}

func (k *int8Kernel) quantize(dst []uint32, x []float32, inverse float32) {
	switch {
	case k.plain:
		k.portableQuantize(dst, x, inverse)
	case k.wide():
		_ = dst[len(x)/4-1]
		quantizeAVX512(&dst[0], &x[0], len(x), inverse)
	default:
		_ = dst[len(x)/2-1]
		quantizeAVX2(&dst[0], &x[0], len(x), inverse)
	}
}

func (k *int8Kernel) rescale(dst []float32, stride int, sums []int32, scales, columns, bias []float32) {
	rows := len(scales)
	_, _, _, _ = dst[(rows-1)*stride+width-1], sums[rows*width-1], columns[width-1], bias[width-1]
	switch {
	case k.plain:
		portableRescale(dst, stride, sums, scales, columns, bias)
	case k.wide():
		rescaleAVX512(&dst[0], stride, &sums[0], rows, &scales[0], &columns[0], &bias[0])
	default:
		rescaleAVX2(&dst[0], stride, &sums[0], rows, &scales[0], &columns[0], &bias[0])
	}
}
