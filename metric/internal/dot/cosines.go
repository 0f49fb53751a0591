package dot

// CosineCosts fills dst with what it costs to rotate each of a text's vectors onto each of another's, one minus their
// cosine, row-major, a row for each of the first:
//
//	dst[i, j] = 0 if ids[i] == otherIDs[j], else 1 − min(max(products[i, j]·(inverses[i]·others[j]), −1), 1).
//
// products are the inner products; inverses and others are 1 over the lengths. ids name vectors, so that a vector costs
// nothing to itself in spite of rounding; an id below 0 stands for none, and −2³¹ is not used. The
// operations are those of float64, each rounded on its own: the same bits on every machine.
func CosineCosts(dst, products, inverses []float64, ids []int32, others []float64, otherIDs []int32) {
	chosen.costs(dst, products, inverses, ids, others, otherIDs)
}

func (k *kernel) costs(dst, products, inverses []float64, ids []int32, others []float64, otherIDs []int32) {
	n := len(others)
	if len(products) != len(dst) || len(inverses)*n != len(dst) || len(ids) != len(inverses) || len(otherIDs) != n {
		panic("dot: slices of lengths that do not fit together")
	}
	if len(dst) == 0 {
		return
	}
	done := k.cosineCosts(dst, products, inverses, ids, others, otherIDs)
	if done == n {
		return
	}
	for i, inverse := range inverses {
		portableCosineCosts(dst[i*n:][done:n], products[i*n:][done:n], inverse, others[done:], ids[i], otherIDs[done:])
	}
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
