package dense

import (
	"bytes"
	"encoding/binary"
	"math"
	"sync"
)

// Int8Weights are a matrix rounded to integers of 8 bits, packed for MultiplyInt8. They do not change, so any number of
// goroutines may use them.
type Int8Weights struct {
	outputs, inputs int
	words           int // words of an output, at least one, of which used have integers
	// panels holds width outputs after one another, the last ones filled up with zeros: of each word of inputs those of
	// all its outputs.
	panels []uint32
	scales []float32 // of the outputs, filled up with zeros
	starts []int32   // what the sum of an output begins at
	kernel *int8Kernel
}

// PackInt8 returns the rounded weights of a layer with inputs, at most 2¹⁷, and outputs. row is that of Pack.
func PackInt8(outputs, inputs int, row func(j int, dst []float32)) *Int8Weights {
	return chosenInt8().pack(outputs, inputs, row)
}

// RepackInt8 is PackInt8 of a matrix that is kept as integers of 8 bits, which become numbers only where they must. row
// returns the bytes of the integers of output j and what they are multiplied by; it is called once for each j, in rising
// order.
func RepackInt8(outputs, inputs int, row func(j int) (integers []byte, scale float32)) *Int8Weights {
	return chosenInt8().repack(outputs, inputs, row)
}

// An Int8Scratch is the memory of MultiplyInt8. It must not be shared between goroutines.
type Int8Scratch struct {
	words  []uint32 // the rounded rows of a block
	scales []float32
	sums   []int32   // of a block and a panel
	bias   []float32 // of all panels
	edge   []float32 // of a panel that is not full
	strips strips
}

// MultiplyInt8 is Multiply with integers of 8 bits: it rounds the rows of a as the weights are rounded, and sums of
// products are exact.
func MultiplyInt8(dst []float32, stride int, a []float32, lda, m int, w *Int8Weights, bias []float32,
	scratch *Int8Scratch) {
	w.multiply(dst, stride, a, lda, m, bias, false, scratch)
}

// MultiplyInt8GELU is MultiplyInt8 and then GELU of each number.
func MultiplyInt8GELU(dst []float32, stride int, a []float32, lda, m int, w *Int8Weights, bias []float32,
	scratch *Int8Scratch) {
	w.multiply(dst, stride, a, lda, m, bias, true, scratch)
}

// An int8Kernel is an implementation for some processors. Its methods tile, magnitude, quantize and rescale choose by
// it what to call; magnitude and quantize are given rows that fill registers.
type int8Kernel struct {
	name   string
	rows   int           // of a tile at most
	each   int           // integers in a word: 4 of 8 bits or 2 of 16
	shift  int32         // how much larger those of rows are, which then have no sign
	plain  bool          // Go in place of assembly
	strips func(*strips) // in place of tile and rescale; nil for none
}

// portableInt8 is the kernel without assembly.
var portableInt8 = int8Kernel{name: "go", rows: 8, each: 2, plain: true}

// chosenInt8 returns the best one for this processor.
var chosenInt8 = sync.OnceValue(func() *int8Kernel { return int8Kernels()[0] })

// Kernels returns the names of the implementations of Multiply and of MultiplyInt8 that this machine uses, after the
// instructions that they are made of: "go" where it is Go.
func Kernels() (floats, int8 string) { return chosen.name, chosenInt8().name }

// most is the largest magnitude of an integer of 8 bits here; −128 is not used.
const most = math.MaxInt8

// least is the largest magnitude of a row that is taken for zeros.
const least = 0x1p-100

// scaleOf returns what the numbers of a row are multiplied by to become integers, and the integers by to become
// numbers again; inverse is 0 if all integers are to be 0.
func scaleOf(largest float32) (inverse, scale float32) {
	switch {
	case largest-largest != 0:
		return 0, float32(math.NaN())
	case largest < least:
		return 0, 0
	}
	return most / largest, largest / most
}

// rounded returns the integer nearest to x, of two the even one.
func rounded(x float32) int32 { return int32(math.RoundToEven(float64(x))) }

func (k *int8Kernel) pack(outputs, inputs int, row func(j int, dst []float32)) *Int8Weights {
	numbers := make([]float32, inputs)
	return k.packRows(outputs, inputs, func(j int, dst []uint32) float32 {
		row(j, numbers)
		return k.quantizeRow(dst, numbers)
	})
}

func (k *int8Kernel) repack(outputs, inputs int, row func(j int) (integers []byte, scale float32)) *Int8Weights {
	numbers := make([]float32, inputs)
	return k.packRows(outputs, inputs, func(j int, dst []uint32) float32 {
		integers, scale := row(j)
		return k.requantizeRow(dst, integers, scale, numbers)
	})
}

// packRows packs the rows that row rounds, as quantizeRow does.
func (k *int8Kernel) packRows(outputs, inputs int, row func(j int, dst []uint32) (scale float32)) *Int8Weights {
	used, padded := max(1, (inputs+k.each-1)/k.each), (outputs+width-1)/width*width
	words := used
	if k.strips != nil {
		words = (used + tileWords - 1) / tileWords * tileWords
	}
	w := &Int8Weights{outputs: outputs, inputs: inputs, words: words, kernel: k,
		panels: make([]uint32, padded*words), scales: make([]float32, padded), starts: make([]int32, padded)}
	rows := make([]uint32, width*used)
	for first := 0; first < outputs; first += width {
		n := min(width, outputs-first)
		for c := range n {
			packed := rows[c*used:][:used]
			w.scales[first+c] = row(first+c, packed)
			w.starts[first+c] = -k.shift * k.signed(packed, inputs)
		}
		panel := w.panels[first*words:]
		for i := range used {
			for c, at := 0, i; c < n; c, at = c+1, at+used {
				panel[i*width+c] = rows[at]
			}
		}
	}
	return w
}

// signed gives the n integers of a row their signs back, and returns their sum; 0 where they have them.
func (k *int8Kernel) signed(row []uint32, n int) (sum int32) {
	if k.shift == 0 {
		return 0
	}
	row[len(row)-1] |= 0x80808080 << (8 * (n - k.each*(len(row)-1))) // behind the last, which become zeros
	for i, x := range row {
		pairs := x&0x00ff00ff + x>>8&0x00ff00ff
		sum += int32(pairs * 0x00010001 >> 16)
		row[i] = x ^ 0x80808080
	}
	return sum - k.shift*int32(k.each*len(row))
}

// place returns integer q of a row where it stands in its word.
func (k *int8Kernel) place(q int32, i int) uint32 {
	if k.each == 4 {
		return uint32(uint8(q)) << (i % 4 * 8)
	}
	return uint32(uint16(q)) << (i % 2 * 16)
}

// int8Depth is how many words of a panel are used for rows of a at a time.
const int8Depth = 256

// used is how many words of an output have integers.
func (w *Int8Weights) used() int { return max(1, (w.inputs+w.kernel.each-1)/w.kernel.each) }

func (w *Int8Weights) multiply(dst []float32, stride int, a []float32, lda, m int, bias []float32, activated bool,
	s *Int8Scratch) {
	if m == 0 || w.outputs == 0 {
		return
	}
	if stride < w.outputs || lda < w.inputs || len(dst) < (m-1)*stride+w.outputs || len(a) < (m-1)*lda+w.inputs ||
		bias != nil && len(bias) != w.outputs {
		panic("dense: matrices of sizes that do not fit together")
	}
	if w.kernel.strips != nil {
		w.multiplyStrips(dst, stride, a, lda, m, bias, activated, s)
		return
	}
	most := min(m, block)
	s.words, s.scales, s.sums = room(s.words, most*w.words), room(s.scales, most), room(s.sums, most*width)
	for first := 0; first < m; first += block {
		rows := min(block, m-first)
		for i := range rows {
			s.scales[i] = w.kernel.quantizeRow(s.words[i*w.words:][:w.words], a[(first+i)*lda:][:w.inputs])
		}
		for column := 0; column < w.outputs; column += width {
			for part := 0; part < w.words; part += int8Depth {
				w.multiplyPart(s, rows, column, part)
			}
			w.rescale(dst[first*stride+column:], stride, s, rows, column, bias)
		}
		if activated {
			for i := range rows {
				GELU(dst[(first+i)*stride:][:w.outputs])
			}
		}
	}
}

// multiplyPart computes the sums of the columns of one panel: it adds the products of up to int8Depth words, the first
// of which is from, to what they are, or to what they begin at if from is 0.
func (w *Int8Weights) multiplyPart(s *Int8Scratch, m, column, from int) {
	k := w.kernel
	t := int8Tile{stride: width, lda: w.words, start: w.starts[column:], depth: min(int8Depth, w.words-from)}
	t.w = w.panels[column*w.words+from*width:]
	next := column*w.words + (from+int8Depth)*width
	if from+int8Depth >= w.words {
		next = (column + width) * w.words
	}
	soon := w.panels[min(next, len(w.panels)-1):]
	tiles := (m + k.rows - 1) / k.rows
	for i := range tiles {
		row := i * m / tiles
		t.rows = (i+1)*m/tiles - row
		t.a, t.dst = s.words[row*w.words+from:], s.sums[row*width:]
		t.next = &soon[min(i*width*int8Depth/4, len(soon)-1)]
		if from > 0 {
			t.start, t.lds = t.dst, width
		}
		k.tile(&t)
	}
}

// An int8Tile is a tile of integers.
type int8Tile struct {
	dst    []int32
	stride int
	a      []uint32
	lda    int
	w      []uint32 // depth rows of width words
	start  []int32
	lds    int
	rows   int
	depth  int
	next   *uint32
}

// check panics where a kernel would touch memory that is not the caller's.
func (t *int8Tile) check() {
	if last := t.rows - 1; last < 0 || last >= maxRows || len(t.dst) < last*t.stride+width ||
		len(t.start) < last*t.lds+width ||
		t.depth > 0 && (len(t.a) < last*t.lda+t.depth || len(t.w) < t.depth*width) {
		panic("dense: a tile that is larger than its matrices")
	}
}

// quantizeRow rounds a row to integers and returns its scale.
func (k *int8Kernel) quantizeRow(dst []uint32, x []float32) float32 {
	whole, rest := split(x)
	inverse, scale := scaleOf(math.Float32frombits(max(k.magnitude(whole), portableMagnitude(rest))))
	if inverse == 0 {
		for i := range dst {
			dst[i] = uint32(k.shift) * 0x01010101
		}
		return scale
	}
	words := len(whole) / k.each
	if words > 0 {
		k.quantize(dst[:words], whole, inverse)
	}
	k.portableQuantize(dst[words:], rest, inverse)
	return scale
}

// requantizeRow is quantizeRow of the products of integers with a scale; numbers is room for them. Where the largest
// integer is the largest there is, a product over the scale of its row is the integer again: three roundings do not move
// it by half.
func (k *int8Kernel) requantizeRow(dst []uint32, integers []byte, scale float32, numbers []float32) float32 {
	inverse, rounded := scaleOf(most * scale)
	full := bytes.IndexByte(integers, most) >= 0 || bytes.IndexByte(integers, 256-most) >= 0
	if inverse <= 0 || !full || bytes.IndexByte(integers, 128) >= 0 {
		for i, q := range integers {
			numbers[i] = float32(int8(q)) * scale
		}
		return k.quantizeRow(dst, numbers)
	}
	whole := 0
	if k.each == 4 {
		whole = len(integers) / 4
		shift := uint32(k.shift) * 0x01010101 // 0 or the sign bits, which to turn is to add 128
		for i := range dst[:whole] {
			dst[i] = binary.LittleEndian.Uint32(integers[4*i:]) ^ shift
		}
	}
	clear(dst[whole:])
	for i := whole * 4; i < len(integers); i++ {
		dst[i/k.each] |= k.place(int32(int8(integers[i]))+k.shift, i)
	}
	return rounded
}

// rescale turns the sums of the columns of one panel into numbers.
func (w *Int8Weights) rescale(dst []float32, stride int, s *Int8Scratch, m, column int, bias []float32) {
	columns := min(width, w.outputs-column)
	if columns == width {
		if bias == nil {
			bias = zeros[:]
		} else {
			bias = bias[column:]
		}
		w.kernel.rescale(dst, stride, s.sums, s.scales[:m], w.scales[column:], bias)
		return
	}
	var padded, row [width]float32
	if bias != nil {
		copy(padded[:], bias[column:])
	}
	for i := range m {
		w.kernel.rescale(row[:], width, s.sums[i*width:], s.scales[i:i+1], w.scales[column:], padded[:])
		copy(dst[i*stride:][:columns], row[:])
	}
}
