//go:build !purego

package dot

import "golang.org/x/sys/cpu"

//go:generate go -C asm run . -out ../panels_amd64.s -stubs ../panels_amd64.go -pkg dot

// kernels returns those that this processor and its operating system can run, the fastest first.
func kernels() []*kernel {
	list := []*kernel{&portable}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		list = append([]*kernel{{"avx2", 2, func(dst []float64, stride int, a, b [][]float32, dim int) {
			panelAVX2(&dst[0], stride, &a[0], &b[0], len(a), len(b), dim)
		}}}, list...)
	}
	// BMI2 is BZHI's.
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2 {
		list = append([]*kernel{{"avx512", 4, func(dst []float64, stride int, a, b [][]float32, dim int) {
			panelAVX512(&dst[0], stride, &a[0], &b[0], len(a), len(b), dim)
		}}}, list...)
	}
	return list
}

func prefetchRows(rows [][]float32) {
	if len(rows) > 0 {
		prefetch(&rows[0], len(rows))
	}
}
