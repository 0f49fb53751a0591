package dot

// Blend fills dst with own·x + near·(before + after), cell by cell: inner products of a vector that is the same sum of
// three. The operations are those of float64, each rounded on its own: the same bits on every machine.
func Blend(dst, x, before, after []float64, own, near float64) {
	chosen.blended(dst, x, before, after, own, near)
}

func (k *kernel) blended(dst, x, before, after []float64, own, near float64) {
	n := len(dst)
	if n == 0 {
		return
	}
	x, before, after = x[:n], before[:n], after[:n]
	for j := k.blend(dst, x, before, after, own, near); j < n; j++ {
		dst[j] = float64(own*x[j]) + float64(near*float64(before[j]+after[j]))
	}
}

// BlendedCosts fills dst with what it costs to rotate a vector onto those of a text that are sums of three that stand next to
// each other, one minus their cosine,
//
//	dst[j] = 1 − min(max(own[j]·row[j+1] + before[j]·row[j] + after[j]·row[j+2], −1), 1).
//
// row holds the inner products of the vector with those that are summed, and a cell more on either side. The lengths of
// all vectors are 1, or in the factors. It returns whether a cost is below limit, which is below 1. The bits are the
// same on every machine.
func BlendedCosts(dst, row, own, before, after []float64, limit float64) bool {
	return chosen.blendedCostsOf(dst, row, own, before, after, limit)
}

func (k *kernel) blendedCostsOf(dst, row, own, before, after []float64, limit float64) bool {
	n := len(dst)
	if n == 0 {
		return false
	}
	row, own, before, after = row[:n+2], own[:n], before[:n], after[:n]
	done, least := k.blendedCosts(dst, row, own, before, after, limit)
	for j := done; j < n; j++ {
		cosine := float64(float64(own[j]*row[j+1])+float64(before[j]*row[j])) + float64(after[j]*row[j+2])
		if cosine > 1 {
			cosine = 1
		} else if cosine < -1 {
			cosine = -1
		}
		dst[j] = 1 - cosine
		if dst[j] < least {
			least = dst[j]
		}
	}
	return least < limit
}
