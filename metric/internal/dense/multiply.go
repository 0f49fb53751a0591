package dense

// Multiply fills m rows of dst, stride apart, from m rows of a, lda apart:
//
//	dst[i*stride+j] = bias[j] + Σₖ a[i*lda+k]·w[j, k],
//
// with the bits of the package's recipe. bias is nil or has a number for each output. dst and a must not overlap.
func Multiply(dst []float32, stride int, a []float32, lda, m int, w *Weights, bias []float32) {
	chosen.multiply(dst, stride, a, lda, m, w, bias)
}

// depth is how many inputs are multiplied before the next ones: that many rows of a panel, and of as many rows of a as a
// tile has, stay in a first-level cache of 48 KiB, mostly in one of 32.
const depth = 256

// block is how many rows of a are multiplied with all weights before the next ones: depth inputs of them stay in a
// second-level cache of 1 MiB.
const block = 512

// A tile is a product of a few rows with width columns, of which the sums are in registers.
type tile struct {
	dst    []float32 // rows of width numbers
	stride int
	a      []float32 // rows of depth numbers
	lda    int
	w      []float32 // depth rows of width numbers
	ldw    int
	start  []float32 // rows of width numbers, what the sums begin at; may be dst
	lds    int       // 0 where all rows begin alike
	rows   int
	depth  int
}

// check panics where a kernel would touch memory that is not the caller's.
func (t *tile) check() {
	if last := t.rows - 1; last < 0 || last >= maxRows || len(t.dst) < last*t.stride+width ||
		len(t.start) < last*t.lds+width ||
		t.depth > 0 && (len(t.a) < last*t.lda+t.depth || len(t.w) < (t.depth-1)*t.ldw+width) {
		panic("dense: a tile that is larger than its matrices")
	}
}

var zeros [width]float32

func (k *kernel) multiply(dst []float32, stride int, a []float32, lda, m int, w *Weights, bias []float32) {
	if m == 0 || w.outputs == 0 {
		return
	}
	if stride < w.outputs || lda < w.inputs || len(dst) < (m-1)*stride+w.outputs || len(a) < (m-1)*lda+w.inputs ||
		bias != nil && len(bias) != w.outputs {
		panic("dense: matrices of sizes that do not fit together")
	}
	for first := 0; first < m; first += block {
		rows := min(block, m-first)
		for from := 0; from == 0 || from < w.inputs; from += depth {
			k.multiplyPart(dst[first*stride:], stride, a[first*lda:], lda, rows, w, bias, from)
		}
	}
}

// multiplyPart adds the products of up to depth inputs, the first of which is from, to what dst is, or to the bias if
// from is 0.
func (k *kernel) multiplyPart(dst []float32, stride int, a []float32, lda, m int, w *Weights, bias []float32, from int) {
	t := tile{stride: stride, lda: lda, ldw: width, depth: min(depth, w.inputs-from)}
	tiles := (m + k.rows - 1) / k.rows
	for column := 0; column < w.outputs; column += width {
		t.w = w.panels[column*w.inputs+from*width:]
		columns := min(width, w.outputs-column)
		for i := range tiles {
			row := i * m / tiles
			t.rows = (i+1)*m/tiles - row
			t.a = a[row*lda+from:]
			t.dst = dst[row*stride+column:]
			if columns < width {
				k.edge(&t, columns, bias, column, from)
				continue
			}
			switch {
			case from > 0:
				t.start, t.lds = t.dst, stride
			case bias == nil:
				t.start, t.lds = zeros[:], 0
			default:
				t.start, t.lds = bias[column:], 0
			}
			k.tile(&t)
		}
	}
}

// edge is the tile of the last columns, fewer than width.
func (k *kernel) edge(t *tile, columns int, bias []float32, column, from int) {
	var room [maxRows * width]float32
	for i := range t.rows {
		if from > 0 {
			copy(room[i*width:][:columns], t.dst[i*t.stride:])
		} else if bias != nil {
			copy(room[i*width:][:columns], bias[column:])
		}
	}
	inner := *t
	inner.dst, inner.stride = room[:], width
	inner.start, inner.lds = room[:], width
	k.tile(&inner)
	for i := range t.rows {
		copy(t.dst[i*t.stride:][:columns], room[i*width:])
	}
}
