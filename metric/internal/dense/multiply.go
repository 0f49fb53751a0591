package dense

// Multiply fills m rows of dst, stride apart, from m rows of a, lda apart:
//
//	dst[i*stride+j] = bias[j] + Σₖ a[i*lda+k]·w[j, k],
//
// with the bits of the package's recipe. bias is nil or has a number for each output. dst and a must not overlap.
func Multiply(dst []float32, stride int, a []float32, lda, m int, w *Weights, bias []float32) {
	chosen.multiply(dst, stride, a, lda, m, w, bias)
}

// How a product is cut into parts. None of it changes a sum, which goes on in dst where it stopped.
const (
	// depth is how many inputs of a panel are used for rows of a: that much of a panel and of the rows of a tile stays
	// in a first-level cache of 48 KiB, mostly in one of 32.
	depth = 256
	// block rows of a and span inputs of them are used with all weights: they stay in a second-level cache of 1 MiB.
	block = 126
	span  = 1024
)

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
	next   *float32 // what will be read soon: width·depth/4 numbers from there on
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
		for from := 0; from == 0 || from < w.inputs; from += span {
			for column := 0; column < w.outputs; column += width {
				out := dst[first*stride+column:]
				for part := from; part == 0 || part < min(from+span, w.inputs); part += depth {
					k.multiplyPart(out, stride, a[first*lda+part:], lda, rows, w, bias, column, part)
				}
			}
		}
	}
}

// multiplyPart computes the columns of one panel in m rows: it adds the products of up to depth inputs, the first of
// which is from, to what dst is, or to the bias if from is 0.
func (k *kernel) multiplyPart(dst []float32, stride int, a []float32, lda, m int, w *Weights, bias []float32,
	column, from int) {
	t := tile{stride: stride, lda: lda, ldw: width, depth: min(depth, w.inputs-from), start: zeros[:]}
	t.w = w.panels[column*w.inputs+from*width:]
	soon := w.after(column, from)
	columns := min(width, w.outputs-column)
	if columns == width && bias != nil {
		t.start = bias[column:]
	}
	tiles := (m + k.rows - 1) / k.rows
	for i := range tiles {
		row := i * m / tiles
		t.rows = (i+1)*m/tiles - row
		t.a, t.dst = a[row*lda:], dst[row*stride:]
		t.next = &soon[min(i*width*depth/4, len(soon)-1)] // each tile asks for a quarter of depth inputs
		if columns < width {
			k.edge(&t, columns, bias, column, from)
			continue
		}
		if from > 0 {
			t.start, t.lds = t.dst, stride
		}
		k.tile(&t)
	}
}

// after returns the weights that are used after those of the panel of a column that begin at an input, at least one
// number.
func (w *Weights) after(column, from int) []float32 {
	next := column*w.inputs + (from+depth)*width
	if end := from + depth; end >= w.inputs || end%span == 0 {
		next = (column+width)*w.inputs + from/span*span*width
	}
	if next >= len(w.panels) {
		return zeros[:]
	}
	return w.panels[next:]
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
