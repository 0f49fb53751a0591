package metric

// costs fills dst, row-major len(a.words)×len(b.words), with the costs 1 − cos of moving each word of a onto
// each word of b (Algorithm 1 of the paper, line 7), every one in [0, 2]. A word costs exactly 0 to itself, unless
// each text gave it a vector of its own; a word without a vector costs 1 to every other word, as its direction is
// orthogonal to all.
func costs(dst []float64, a, b *side) []float64 {
	m := len(b.words)
	if n := len(a.words) * m; cap(dst) < n {
		dst = make([]float64, n)
	} else {
		dst = dst[:n]
	}
	dots(dst, a.rows, b.rows)
	for i := range a.words {
		row := dst[i*m:][:m]
		for j := range row {
			switch {
			case a.ids[i] == unknownWord && b.ids[j] == unknownWord && a.words[i] == b.words[j]:
				row[j] = 0
			case a.ids[i] == unknownWord || b.ids[j] == unknownWord:
				row[j] = 1
			case a.ids[i] == b.ids[j] && a.sentence == nil:
				row[j] = 0
			default:
				row[j] = min(max(1-row[j]/(a.norms[i]*b.norms[j]), 0), 2)
			}
		}
	}
	return dst
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
