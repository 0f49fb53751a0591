package dot

// CosineCosts fills dst with what it costs to rotate one vector onto each of others, one minus their cosine:
//
//	dst[j] = 0 if id == ids[j], else 1 − min(max(products[j]·(inverse·inverses[j]), −1), 1).
//
// products are the inner products; inverse and inverses are 1 over the lengths. ids name vectors, so that a vector costs
// nothing to itself in spite of rounding; an id below 0 stands for none, and −2³¹ is not used. All slices have the length of dst. The
// operations are those of float64, each rounded on its own: the same bits on every machine.
func CosineCosts(dst, products []float64, inverse float64, inverses []float64, id int32, ids []int32) {
	if len(products) != len(dst) || len(inverses) != len(dst) || len(ids) != len(dst) {
		panic("dot: slices of different length")
	}
	done := chosen.cosineCosts(dst, products, inverse, inverses, id, ids)
	portableCosineCosts(dst[done:], products[done:], inverse, inverses[done:], id, ids[done:])
}

func portableCosineCosts(dst, products []float64, inverse float64, inverses []float64, id int32, ids []int32) {
	products, inverses, ids = products[:len(dst)], inverses[:len(dst)], ids[:len(dst)]
	for j := range dst {
		if ids[j] == id && id >= 0 {
			dst[j] = 0
			continue
		}
		cosine := products[j] * (inverse * inverses[j])
		// Not min and max, which take longer. A NaN stays one.
		if cosine > 1 {
			cosine = 1
		} else if cosine < -1 {
			cosine = -1
		}
		dst[j] = 1 - float64(cosine) // the conversion forbids a fused multiply-add
	}
}
