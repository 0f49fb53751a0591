//go:build !purego

package dot

import "golang.org/x/sys/cpu"

//go:generate go -C asm run . -out ../panels_amd64.s -stubs ../panels_amd64.go -pkg dot

var (
	avx512 = kernel{"avx512", 4,
		func(dst []float64, stride int, a, b [][]float32, dim int) {
			panelAVX512(&dst[0], stride, &a[0], &b[0], len(a), len(b), dim)
		},
		func(dst []float64, rows [][]float32, dim int) int {
			done := (len(rows) - 2) / 4 * 4
			if done > 0 {
				bandAVX512(&dst[0], &rows[0], done/4, dim)
			}
			// At the end vectors that are not there are the last one. Few are left to panels.
			for ; done < len(rows)-3; done += 4 {
				var ends [6][]float32
				var products [8]float64
				for i := range ends {
					ends[i] = rows[min(done+i, len(rows)-1)]
				}
				bandAVX512(&products[0], &ends[0], 1, dim)
				copy(dst[2*done:2*len(rows)-3], products[:])
			}
			return done
		},
		func(dst, products, inverses []float64, ids []int32, others []float64, otherIDs []int32) int {
			cosinesAVX512(&dst[0], &products[0], &inverses[0], &ids[0], &others[0], &otherIDs[0], len(inverses),
				len(others))
			return len(others)
		},
		func(dst, x, before, after, own, near []float64, n int) bool {
			blendAVX512(&dst[0], &x[0], &before[0], &after[0], &own[0], &near[0], len(own), n)
			return true
		},
		func(dst, blended, own, before, after []float64, low []uint64, limit float64) bool {
			blendedCostsAVX512(&dst[0], &blended[0], &own[0], &before[0], &after[0], &low[0], len(low), len(own), limit)
			return true
		}}
	avx2 = kernel{"avx2", 2,
		func(dst []float64, stride int, a, b [][]float32, dim int) {
			panelAVX2(&dst[0], stride, &a[0], &b[0], len(a), len(b), dim)
		},
		noBand,
		func(dst, products, inverses []float64, ids []int32, others []float64, otherIDs []int32) int {
			done := len(others) &^ 3
			if done > 0 {
				cosinesAVX2(&dst[0], &products[0], &inverses[0], &ids[0], &others[0], &otherIDs[0], len(inverses),
					len(others))
			}
			return done
		},
		func(dst, x, before, after, own, near []float64, n int) bool {
			blendAVX2(&dst[0], &x[0], &before[0], &after[0], &own[0], &near[0], len(own), n)
			return true
		},
		func(dst, blended, own, before, after []float64, low []uint64, limit float64) bool {
			blendedCostsAVX2(&dst[0], &blended[0], &own[0], &before[0], &after[0], &low[0], len(low), len(own), limit)
			return true
		}}
)

// kernels returns those that this processor and its operating system can run, the fastest first.
func kernels() []*kernel {
	list := []*kernel{&portable}
	// BMI2 has the instructions that make and move masks.
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA && cpu.X86.HasBMI2 {
		list = []*kernel{&avx2, &portable}
		if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL {
			list = []*kernel{&avx512, &avx2, &portable}
		}
	}
	return list
}

func prefetchRows(rows [][]float32) {
	if len(rows) > 0 {
		prefetch(&rows[0], len(rows))
	}
}
