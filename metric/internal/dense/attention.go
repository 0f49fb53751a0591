package dense

import "math"

// A Scratch is the memory of Attention. It grows to what the longest text needs and must not be shared between
// goroutines.
type Scratch struct {
	keys, scores, values []float32
}

// Attention computes one head of attention over the n pieces of one text:
//
//	out[i] = Σⱼ pᵢⱼ·v[j],  pᵢⱼ = exp(scale·⟨q[i], k[j]⟩) / Σₗ exp(scale·⟨q[i], k[l]⟩).
//
// over the pieces j that are at most reach from i: all of them if reach is n. The rows of q, k and v, each of d numbers, lie
// stride apart, those of out outStride. scale is positive, mostly 1/√d. out must not overlap the others.
func Attention(out []float32, outStride int, q, k, v []float32, stride, n, d, reach int, scale float32, scratch *Scratch) {
	chosen.attention(out, outStride, q, k, v, stride, n, d, reach, scale, scratch)
}

// queries is how many rows of the scores are computed at a time.
const queries = 4 * 14

func (k *kernel) attention(out []float32, outStride int, q, keys, values []float32, stride, n, d, reach int, scale float32,
	scratch *Scratch) {
	if n == 0 || d == 0 {
		return
	}
	reach = min(reach, n)
	last := (n-1)*stride + d
	if stride < d || outStride < d || len(q) < last || len(keys) < last || len(values) < last ||
		len(out) < (n-1)*outStride+d {
		panic("dense: rows of sizes that do not fit together")
	}
	padded := (n + width - 1) / width * width
	scratch.keys = room(scratch.keys, padded*d)
	k.transpose(scratch.keys, keys, stride, n, d)
	scratch.scores = room(scratch.scores, min(n, queries)*padded)
	scores := scratch.scores
	// The last columns of v, if they do not fill a tile, are filled up with zeros.
	whole := d / width * width
	var rest []float32
	if whole < d {
		scratch.values = room(scratch.values, n*width)
		rest = scratch.values
		for j := range n {
			row := rest[j*width:][:width]
			clear(row[copy(row, values[j*stride+whole:j*stride+d]):])
		}
	}
	blocks := (n + queries - 1) / queries
	for b := range blocks {
		first := b * n / blocks
		m := (b+1)*n/blocks - first
		// The keys that the queries reach, from one on with which a panel begins: a sum then has the same parts as that of
		// all keys.
		from, until := max(0, first-reach)/width*width, min(n, first+m+reach)
		columns := (until - from + width - 1) / width * width
		k.scores(scores, columns, q[first*stride:], stride, m, scratch.keys[from*d:], d)
		lines := (until - from + lanes - 1) / lanes * lanes
		for i := range m {
			row := scores[i*columns:][:lines]
			mask(row[:max(0, first+i-reach-from)])
			mask(row[min(until, first+i+reach+1)-from:])
		}
		k.softmax(scores, columns, m, lines, scale)
		k.mix(out[first*outStride:], outStride, scores, columns, m, values[from*stride:], stride, until-from, d,
			rest[min(from*width, len(rest)):])
	}
}

// mask sets scores to what leaves nothing of their keys.
func mask(scores []float32) {
	for j := range scores {
		scores[j] = float32(math.Inf(-1))
	}
}

// scores fills m rows of dst with the products of those of q with all keys, which are transposed: panels of d rows of
// width keys.
func (k *kernel) scores(dst []float32, stride int, q []float32, ldq, m int, keys []float32, d int) {
	t := tile{stride: stride, lda: ldq, ldw: width, start: zeros[:], depth: d, next: &zeros[0]}
	tiles := (m + k.rows - 1) / k.rows
	for column := 0; column < stride; column += width {
		t.w = keys[column*d:]
		for i := range tiles {
			row := i * m / tiles
			t.rows = (i+1)*m/tiles - row
			t.a, t.dst = q[row*ldq:], dst[row*stride+column:]
			k.tile(&t)
		}
	}
}

// mix fills m rows of out with the sums of the values, weighted with the rows of p. rest is the last columns of the
// values, fewer than width, filled up.
func (k *kernel) mix(out []float32, stride int, p []float32, ldp, m int, values []float32, ldv, n, d int,
	rest []float32) {
	t := tile{stride: stride, lda: ldp, start: zeros[:], depth: n, next: &zeros[0]}
	tiles := (m + k.rows - 1) / k.rows
	for column := 0; column < d; column += width {
		for i := range tiles {
			row := i * m / tiles
			t.rows = (i+1)*m/tiles - row
			t.a, t.dst = p[row*ldp:], out[row*stride+column:]
			if column+width <= d {
				t.w, t.ldw = values[column:], ldv
				k.tile(&t)
			} else {
				t.w, t.ldw = rest, width
				k.edge(&t, d-column, nil, 0, 0)
			}
		}
	}
}

// room returns n numbers, those of memory if it has as many.
func room[T any](memory []T, n int) []T {
	if cap(memory) < n {
		return make([]T, n)
	}
	return memory[:n]
}

// transposed fills dst with the n rows of x, of d numbers each: panels of d rows, of width columns that are rows of x,
// the last ones zero.
func transposed(dst, x []float32, stride, n, d int) {
	for first := 0; first < n; first += width {
		panel := dst[first*d:][:width*d]
		for j := range width {
			if first+j >= n {
				for c := range d {
					panel[c*width+j] = 0
				}
				continue
			}
			for c, value := range x[(first+j)*stride:][:d] {
				panel[c*width+j] = value
			}
		}
	}
}
