// Package dense is the arithmetic of encoders in float32: products of matrices, attention, GELU, layer normalisation.
//
//	w := dense.Pack(outputs, inputs, row)                   // once
//	dense.Multiply(dst, stride, a, lda, m, w, bias)         // dst = a·wᵀ + bias
//	dense.MultiplyInt8(dst, stride, a, lda, m, rounded, bias, &scratch) // with weights and rows of 8 bits
//	dense.MultiplyInt8GELU(dst, stride, a, lda, m, rounded, bias, &scratch)
//	dense.GELU(x)
//	dense.AddLayerNorm(x, residual, gain, offset, eps)
//	rotation.Turn(q, position)
//	dense.Attention(out, width, q, k, v, stride, n, d, reach, scale, &scratch)
//
// There is assembly for AMX (of integers), AVX-512, AVX2 with FMA, NEON and its i8mm, and Go for everything else.
// Processor and operating system decide which of them runs, the build tag purego that it is always Go; WRD_AMX=off in
// the environment leaves AMX out. All of them return the same bits, whatever is computed together with a row. They
// follow one recipe, of which every step is a rounding to float32 that IEEE 754 prescribes; fma(x, y, z) is x·y + z
// rounded once.
//
// A product of matrices: a sum begins at the bias of its column (+0 if there is none). Then, for rising k,
// sum ← fma(a[i, k], w[j, k], sum). Its error is at most k·2⁻²⁴·Σ|aₖwₖ|, and mostly a small part of that.
//
// A product of matrices in integers of 8 bits: each row of weights and each row of a is rounded by itself.
//
//  1. l ← the largest magnitude of the row. If it is below 2⁻¹⁰⁰, all integers and the scale are 0; if it is not finite,
//     all integers are 0 and the scale is NaN.
//  2. The integer of x is x·(127/l), rounded to float32 and then to the nearest whole number, of two the even one. The
//     scale is l/127.
//  3. The sum of the products of integers is exact. Rounded to float32 it is s; the result is fma(s, scale of the row of
//     a · scale of the row of weights, bias).
//
// eʸ, for y from −87 to 0, as exponential computes it:
//
//  1. t ← fma(y, log₂e, 1.5·2²³); n ← t − 1.5·2²³, the nearest whole number.
//  2. r ← fma(n, −c, y); r ← fma(n, −c', r), c being ln 2 as a float32 and c' the rest of it.
//  3. A polynomial of degree 6 in r by Horner's rule, each step an fma; then n is added to its exponent.
//
// The error is below 1 unit in the last place. Below −87 the result is 0.
//
// GELU, x·Φ(x), Φ being the distribution function of the normal distribution (the exact form with erf, not the one with
// tanh):
//
//  1. a ← min(|x|, 12.9); s ← a·a; e ← fma(a, a, −s), what s lacks.
//  2. t ← 1/(a + 2.5). Mills' ratio Φ(−a)·e^(a²/2) is a polynomial of degree 8 in t, by Horner's rule with fma.
//  3. E is e^y of y = −½·s, with r ← fma(e, −½, r) between the steps 2 and 3 of the exponential.
//  4. The result is fma(−a, ratio·E, max(x, 0)).
//
// The error is below 7 units in the last place for x ≥ −12.9, on average half of one; below that the result is that of
// −12.9, −2.8·10⁻³⁷. GELU(+Inf) is +Inf.
//
// GELUTanh, the approximation of GELU by a hyperbolic tangent, which is x·σ(2√(2/π)·(x + 0.044715·x³)):
//
//  1. a ← min(|x|, 9.98); y ← a·fma(a·a, −0.07135481, −1.5957691); e ← e^y.
//  2. The result is fma(−a, e/(1 + e), max(x, 0)).
//
// The error is below 4 + 4|y| units in the last place for x ≥ −9.98; below that the result is that of −9.98.
//
// Layer normalisation: sums of a row are 16, component k belonging to sum k mod 16, for rising k; then sums l and l+8
// are added, of the eight that are left l and l+4, then l and l+2, then l and l+1.
//
//  1. What is to be added to the row is added. mean ← (sum of the x) / n.
//  2. dₖ ← xₖ − mean. variance ← (sum of the squares, sum ← fma(d, d, sum)) / n.
//  3. f ← 1/√(variance + eps), three roundings. The result is fma(dₖ·f, gainₖ, offsetₖ).
//
// Attention: products of q with all k, as those of matrices; softmax: y ← (product − largest)·scale, eʸ, their sum as
// that of a row above, f ← 1/sum, and eʸ·f; then the products with the columns of v, for rising keys. A key out of reach
// has the product −∞.
//
// Rotation: the angle of pair k at position p is p·fₖ, f the float32 nearest to 1/(theta^(2k/d) as a float32). Its cosine
// and sine are those of rotation.go, rounded to float32; a pair (x, y) becomes (x·cos − y·sin, y·cos + x·sin), each
// product and sum rounded.
//
// Inputs are to be finite. A NaN, or an infinity where the recipe makes a NaN of it, makes every number NaN that
// depends on it, with bits that may differ; sums that overflow are infinite everywhere alike.
package dense
