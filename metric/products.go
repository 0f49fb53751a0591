package metric

// innerProducts fills dst, row-major len(a.words)×len(b.words), with the inner products of the words of two texts.
// The vector of a word without one is a coordinate of its own: its product is not 0 only with the same word.
func innerProducts(dst []float64, a, b *side) []float64 {
	m := len(b.words)
	dst = resized(dst, len(a.words)*m)
	dots(dst, a.rows, b.rows)
	for i := a.known; i < len(a.words); i++ {
		for j := b.known; j < m; j++ {
			if a.words[i] == b.words[j] {
				dst[i*m+j] = a.norms[i] * b.norms[j]
			}
		}
	}
	return dst
}

// same says whether word i of a and word j of b have one and the same vector.
func same(a, b *side, i, j int32) bool {
	switch id := a.ids[i]; {
	case id != b.ids[j] || id == unknownWord || id == givenWord || a.sentenceWise:
		return false
	case id == composedWord:
		return a.words[i] == b.words[j]
	}
	return true
}

// cosine returns the cosine of word i of a and word j of b, which both have a direction, from their inner product.
func cosine(a, b *side, i, j int32, product float64) float64 {
	if same(a, b, i, j) {
		return 1
	}
	return min(max(product/(a.norms[i]*b.norms[j]), -1), 1)
}

// resized returns a slice of length n with the memory of s if it is large enough. Its content is undefined.
func resized(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n)
	}
	return s[:n]
}

// dots fills dst with the dot products of the rows of a and b. Each product is summed in float64 from the
// first component to the last, so a cell does not depend on its neighbours; two rows of either side are
// read at a time. A nil row leaves its cells undefined.
func dots(dst []float64, a, b [][]float32) {
	m := len(b)
	for i := 0; i < len(a); i += 2 {
		for j := 0; j < m; j += 2 {
			// The last row or column of an odd matrix is paired with itself.
			i1, j1 := min(i+1, len(a)-1), min(j+1, m-1)
			if a[i] == nil || a[i1] == nil || b[j] == nil || b[j1] == nil {
				dst[i*m+j] = dot(a[i], b[j])
				dst[i*m+j1] = dot(a[i], b[j1])
				dst[i1*m+j] = dot(a[i1], b[j])
				dst[i1*m+j1] = dot(a[i1], b[j1])
				continue
			}
			dst[i*m+j], dst[i*m+j1], dst[i1*m+j], dst[i1*m+j1] = dot2x2(a[i], a[i1], b[j], b[j1])
		}
	}
}

// dot returns the dot product of x and y, or 0 if one of them is nil.
func dot(x, y []float32) float64 {
	if x == nil || y == nil {
		return 0
	}
	var sum float64
	y = y[:len(x)]
	for k, v := range x {
		sum += float64(float64(v) * float64(y[k])) // the conversion forbids a fused multiply-add
	}
	return sum
}

// dot2x2 returns x₀·y₀, x₀·y₁, x₁·y₀ and x₁·y₁, with the same roundings as dot. Four independent sums hide
// the latency of the additions, and each component is loaded once for two products.
func dot2x2(x0, x1, y0, y1 []float32) (d00, d01, d10, d11 float64) {
	x1, y0, y1 = x1[:len(x0)], y0[:len(x0)], y1[:len(x0)]
	for k := range x0 {
		a0, a1, b0, b1 := float64(x0[k]), float64(x1[k]), float64(y0[k]), float64(y1[k])
		d00 += float64(a0 * b0)
		d01 += float64(a0 * b1)
		d10 += float64(a1 * b0)
		d11 += float64(a1 * b1)
	}
	return d00, d01, d10, d11
}
