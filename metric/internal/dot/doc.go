// Package dot computes the inner products of the rows of one matrix with the rows of another, which is where word
// mover's measures spend most of their time apart from the transport problem.
//
//	dot.Products(dst, len(b), a, b) // dst[i*len(b)+j] = ⟨a[i], b[j]⟩
//
// The rows may lie anywhere, such as those of the words of a text in a table of vectors: nothing is copied. There is
// assembly for AVX-512, for AVX2 with FMA and for NEON, and Go for everything else; the processor decides which of them
// runs, and the build tag purego that it is always Go.
//
// All of them return the same bits. They follow one recipe of which every step is a rounding that IEEE 754 prescribes:
//
//  1. Sixteen sums begin at +0. Component k belongs to sum k mod 16: sum ← sum + aₖ·bₖ, rounded once to float32 (a
//     fused multiply-add), for rising k. The last components are filled up with zeros to a multiple of 16.
//  2. Sums l and l+8 are added, rounded to float32; of the eight that are left l and l+4, then l and l+2, then l and l+1.
//
// A product therefore depends neither on the machine nor on the place of its cell nor on which side is which. Its error
// is at most (⌈d/16⌉+4)·2⁻²⁴·Σ|aₖbₖ|, and mostly a small part of that. Where float32 overflows or runs out of small
// numbers, that is no bound: keep the lengths of the rows within about 1e-15 and 1e15.
package dot
