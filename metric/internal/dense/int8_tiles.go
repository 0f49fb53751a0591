package dense

// Some processors multiply tiles of integers, 16 rows of 64 with 64 rows of 16, in one instruction. A panel is in the
// order that they want. Two tiles of rows and the two that stand side by side in a panel are in registers, with the
// four tiles of their sums.

const (
	tileRows  = 16 // at most
	tileWords = 16 // in a row of a tile
	stripRows = 2 * tileRows
	// tiledBlock is block for tiles.
	tiledBlock = 4 * stripRows
)

// strips are the product of some rows with panels: a few rows, a strip, at a time with a panel, of which the sums become
// numbers at once, while they are in the first-level cache.
type strips struct {
	dst           []float32 // rows of panels·width numbers
	stride        int
	a             []uint32 // rows of steps·tileWords words, with room for whole strips
	lda           int
	w             []uint32
	starts        []int32
	sums          []int32   // room for stripRows·width
	scales        []float32 // of the rows
	columns, bias []float32
	panels, steps int
	activated     bool // GELU follows
}

// rows is how many there are.
func (t *strips) rows() int { return len(t.scales) }

// each is how many rows are in a strip: as many as in the others, so that few are missing in the last one.
func (t *strips) each() int { return stripOf(t.rows()) }

func stripOf(rows int) int {
	n := (rows + stripRows - 1) / stripRows
	return (rows + n - 1) / n
}

// padded is how many rows whole strips have.
func padded(rows int) int {
	each := stripOf(rows)
	return (rows + each - 1) / each * each
}

// some is how many rows of sums become numbers in a step of the next strip.
func (t *strips) some() int { return (t.each() + t.steps - 1) / t.steps }

// second is how many bytes behind the first row of a strip the second tile of it begins: at the same row, of which
// nobody needs the sums again, where the first one has them all.
func (t *strips) second() int {
	if t.each() <= tileRows {
		return 0
	}
	return 4 * tileRows * t.lda
}

// check panics where a kernel would touch memory that is not the caller's.
func (t *strips) check() {
	last, columns, words := t.rows()-1, t.panels*width, t.steps*tileWords
	if last < 0 || t.panels < 1 || t.steps < 1 || len(t.dst) < last*t.stride+columns ||
		len(t.a) < (padded(t.rows())-1)*t.lda+words || len(t.w) < columns*words || len(t.starts) < columns ||
		len(t.sums) < stripRows*width || len(t.columns) < columns || len(t.bias) < columns {
		panic("dense: strips that are larger than their matrices")
	}
}

// A tileConfig is what tells the processor how large its eight tiles are (LDTILECFG in Intel's manual, volume 2). 0 to
// 3 are sums of two tiles of rows, 4 and 5 these rows, 6 and 7 weights.
type tileConfig [64]byte

// tileConfigs are those for so many rows in two tiles. Where the first one has them all, the second one has one of them
// again, of which nobody needs the sums.
var tileConfigs = func() (list [stripRows + 1]tileConfig) {
	for rows := range list {
		first := max(1, min(rows, tileRows))
		second := max(1, rows-tileRows)
		c := &list[rows]
		c[0] = 1 // the only palette
		for tile, rows := range [...]int{first, first, second, second, first, second, tileRows, tileRows} {
			c[16+2*tile] = 4 * tileWords
			c[48+tile] = byte(rows)
		}
	}
	return list
}()

// multiplyStrips is multiply of a kernel with tiles.
func (w *Int8Weights) multiplyStrips(dst []float32, stride int, a []float32, lda, m int, bias []float32, activated bool,
	s *Int8Scratch) {
	ldw := w.words | tileWords // an odd number of cache lines: rows do not drive one another out
	most := min(m, tiledBlock)
	s.words, s.scales = room(s.words, (most+stripRows)*ldw), room(s.scales, most)
	s.sums = room(s.sums, stripRows*width)
	if bias == nil || w.outputs%width > 0 {
		s.bias = room(s.bias, len(w.scales))
		clear(s.bias[copy(s.bias, bias):])
		bias = s.bias
	}
	t := &s.strips // not on the stack, as the compiler does not know what the kernel does with it
	*t = strips{a: s.words, lda: ldw, sums: s.sums, steps: w.words / tileWords, activated: activated}
	whole := w.outputs / width
	for first := 0; first < m; first += tiledBlock {
		t.scales = s.scales[:min(tiledBlock, m-first)]
		for i := range t.scales {
			t.scales[i] = w.kernel.quantizeRow(s.words[i*ldw:][:w.used()], a[(first+i)*lda:][:w.inputs])
		}
		if whole > 0 {
			t.dst, t.stride, t.panels = dst[first*stride:], stride, whole
			t.w, t.starts, t.columns, t.bias = w.panels, w.starts, w.scales, bias
			w.kernel.strips(t)
		}
		if rest := w.outputs % width; rest > 0 {
			s.edge = room(s.edge, most*width)
			column := whole * width
			t.dst, t.stride, t.panels = s.edge, width, 1
			t.w, t.starts = w.panels[column*w.words:], w.starts[column:]
			t.columns, t.bias = w.scales[column:], bias[column:]
			w.kernel.strips(t)
			for i := range t.scales {
				copy(dst[(first+i)*stride+column:][:rest], s.edge[i*width:])
			}
		}
	}
}
