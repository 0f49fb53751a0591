package dot

// Blend fills rows of dst with sums of three rows each, of n cells:
//
//	dst[r, 1+j] = own[r]·x[r, j] + near[r]·(before[r, j] + after[r, j]),
//
// the inner products of vectors that are such sums themselves. There are as many rows as own and near have numbers,
// all row-major; those of dst have a cell more on either side, which becomes 0. The operations are those of
// float64, each rounded on its own: the same bits on every machine.
func Blend(dst, x, before, after, own, near []float64, n int) {
	chosen.blended(dst, x, before, after, own, near, n)
}

func (k *kernel) blended(dst, x, before, after, own, near []float64, n int) {
	rows := len(own)
	if rows == 0 || n == 0 {
		return
	}
	near = near[:rows]
	dst, x, before, after = dst[:rows*(n+2)], x[:rows*n], before[:rows*n], after[:rows*n]
	if k.blend(dst, x, before, after, own, near, n) {
		return
	}
	for r := range rows {
		row := dst[r*(n+2):][:n+2]
		row[0], row[n+1] = 0, 0
		out := row[1:][:n]
		x, before, after := x[r*n:][:n], before[r*n:][:n], after[r*n:][:n]
		for j := range out {
			out[j] = float64(own[r]*x[j]) + float64(near[r]*float64(before[j]+after[j]))
		}
	}
}

// BlendedCosts fills rows of dst with what it costs to rotate vectors onto those of a text, each a sum of three that
// stand next to each other, one minus their cosine:
//
//	dst[r, j] = 1 − min(max(own[j]·blended[r, 1+j] + before[j]·blended[r, j] + after[j]·blended[r, 2+j], −1), 1).
//
// blended holds the inner products of the vectors with those that are summed, as Blend fills it, with 0 in the outer
// cells. The factors make the lengths of all vectors 1. There is a row for each number of low, of which bit j mod 64 is
// set if the cost of cell j is above 0 and below limit, which is below 1; other bits are 0. The bits are the same on
// every machine.
func BlendedCosts(dst, blended, own, before, after []float64, low []uint64, limit float64) {
	chosen.blendedCostsOf(dst, blended, own, before, after, low, limit)
}

func (k *kernel) blendedCostsOf(dst, blended, own, before, after []float64, low []uint64, limit float64) {
	n, rows := len(own), len(low)
	if len(dst) != rows*n {
		panic("dot: slices of lengths that do not fit together")
	}
	if len(dst) == 0 {
		clear(low)
		return
	}
	blended, before, after = blended[:rows*(n+2)], before[:n], after[:n]
	if k.blendedCosts(dst, blended, own, before, after, low, limit) {
		return
	}
	for r := range rows {
		out, row := dst[r*n:][:n], blended[r*(n+2):][:n+2]
		low[r] = 0
		for j := range out {
			cosine := float64(float64(own[j]*row[j+1])+float64(before[j]*row[j])) + float64(after[j]*row[j+2])
			if cosine > 1 {
				cosine = 1
			} else if cosine < -1 {
				cosine = -1
			}
			out[j] = 1 - cosine
			if out[j] < limit && out[j] > 0 {
				low[r] |= 1 << (j % 64)
			}
		}
	}
}
