package encoder

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/wordrotator/wrd/internal/limit"
	"github.com/wordrotator/wrd/metric/internal/dense"
)

// An Encoder computes the states of one layer. It keeps its memory from text to text and must not be shared between
// goroutines; give each one its own.
type Encoder struct {
	model      *Model
	dim        int
	embeddings *embeddings
	widening   *linear // of the rows of a factorised table; nil for none
	layers     []*layer
	last       *norm   // behind the last layer; nil for none, and for states of layers before it
	projection *linear // nil for none
	// Of ModernBERT, in layers with global and with local attention; nil for none.
	global, local *dense.Rotation

	split     // of the text that was added last
	sequences []sequence
	ids       []int32 // of the pieces and special tokens of all sequences, one after another
	narrow    matrix  // the rows of a factorised table
	hidden    matrix  // the states of all sequences, one after another
	attention matrix  // query, key and value, one behind the other
	context   matrix  // what attention makes of them
	mixed     matrix  // what is added to the states
	normal    matrix  // of ModernBERT: the states behind a norm
	wide      matrix
	projected matrix
	scratch   dense.Scratch
	rounded   dense.Int8Scratch
}

// A sequence is a window of a text with the special tokens around it.
type sequence struct {
	row    int // of the first token
	tokens int
	window window
	states *HiddenStates
}

// batchRows is how many rows go through the layers at once: enough for the time that it takes to bring the weights
// from memory not to count, few enough for the rows to stay in the cache.
const batchRows = 256

// Encode fills states with those of a text. What states had before is gone, but its memory is used again.
//
// A text with more pieces than Model.Window is read in windows of that many pieces w, with the special tokens around
// each: in as few as can overlap by ⌊w/4⌋ pieces. They begin at equal distances, rounded down: of k windows of a text of
// n pieces, window i, counted from 0, begins at piece ⌊i·(n−w)/(k−1)⌋. Each piece takes its state from the window in
// which it is farthest from a cut: the one whose middle is nearest to it, of two the earlier one.
func (e *Encoder) Encode(text string, states *HiddenStates) error {
	if err := e.add(text, states); err != nil {
		return err
	}
	return e.run()
}

// EncodeAll fills states[i] with those of texts[i], the same as Encode does, in less time. states must be as long as
// texts. After an error all states are undefined.
func (e *Encoder) EncodeAll(texts []string, states []HiddenStates) error {
	if len(states) != len(texts) {
		panic("encoder: not as many states as texts")
	}
	for i, text := range texts {
		if err := e.add(text, &states[i]); err != nil {
			return err
		}
	}
	return e.run()
}

// add splits a text into pieces and puts its windows into the batch, which runs when it is full.
func (e *Encoder) add(text string, states *HiddenStates) error {
	if err := e.model.readable(); err != nil {
		return err
	}
	e.split.of(e.model.tokenizer, text)
	n := len(e.pieces)
	if err := e.fits(n); err != nil {
		e.clear()
		return err
	}
	states.reset(n, e.dim)
	if n == 0 {
		return nil
	}
	e.split.into(states.Pieces, e.model.tokenizer)
	states.Windows = windowsOf(n, e.model.Window())
	for i := range states.Windows {
		w := windowOf(i, states.Windows, n, e.model.Window())
		if err := e.addWindow(w, states); err != nil {
			e.clear()
			return err
		}
	}
	return nil
}

// fits fails if the states of n pieces take more memory than what is held against one another may. A text of as many
// bytes as there may be has a fifth as many pieces in most languages, but some have one for each byte.
func (e *Encoder) fits(n int) error {
	const number, cell = 4, 12 // bytes of a component, and of a cell of package limit
	bytes := n * e.dim * number
	if (bytes+cell-1)/cell <= limit.Pairs() {
		return nil
	}
	return &limit.Error{Found: fmt.Sprintf("a text of %d pieces, of which the states take %d MB", n, (bytes+1e6-1)/1e6),
		Most: limit.Pairs() * cell / 1e6, Of: "MB"}
}

// addWindow puts a window of e.pieces into the batch.
func (e *Encoder) addWindow(w window, states *HiddenStates) error {
	s := sequence{tokens: w.to - w.from + specialTokens, window: w, states: states}
	if rows := e.rows(); rows > 0 && rows+s.tokens > batchRows {
		if err := e.run(); err != nil {
			return err
		}
	}
	s.row = e.rows()
	e.ids = append(e.ids[:s.row], e.model.tokenizer.Begin())
	for _, piece := range e.pieces[w.from:w.to] {
		e.ids = append(e.ids, piece.ID)
	}
	e.ids = append(e.ids, e.model.tokenizer.End())
	words := e.words()
	words.grow(len(e.ids))
	for i, id := range e.ids[s.row:] {
		if err := e.embeddings.word(words.row(s.row+i), id); err != nil {
			return e.model.wrong(err)
		}
	}
	e.sequences = append(e.sequences, s)
	return nil
}

// words is where the rows of pieces are put: that of the states, or of a factorised table.
func (e *Encoder) words() *matrix {
	if e.widening != nil {
		return &e.narrow
	}
	return &e.hidden
}

// embed makes the embeddings of the batch of the rows of its pieces.
func (e *Encoder) embed(rows int) error {
	if e.widening != nil {
		e.hidden.grow(rows)
		e.apply(e.widening, &e.hidden, &e.narrow, rows)
	}
	e.context.grow(1)
	for i := range e.sequences {
		s := &e.sequences[i]
		for t := range s.tokens {
			row := s.row + t
			if err := e.embeddings.place(e.hidden.row(row), e.context.row(0), e.ids[row], t); err != nil {
				return e.model.wrong(err)
			}
		}
	}
	e.embeddings.norm.apply(&e.hidden, rows, e.model.config.epsilon)
	return nil
}

// rows is how many rows the batch has.
func (e *Encoder) rows() int {
	if len(e.sequences) == 0 {
		return 0
	}
	last := &e.sequences[len(e.sequences)-1]
	return last.row + last.tokens
}

// clear leaves no text in the batch.
func (e *Encoder) clear() {
	clear(e.sequences)
	e.sequences = e.sequences[:0]
}

// run sends the batch through the layers and writes what comes out to the states.
func (e *Encoder) run() error {
	defer e.clear()
	rows := e.rows()
	if err := e.embed(rows); err != nil {
		return err
	}
	for _, l := range e.layers {
		e.pass(l, rows)
	}
	if e.last != nil {
		e.last.apply(&e.hidden, rows, e.model.config.epsilon)
	}
	out := &e.hidden
	if e.projection != nil {
		e.projected.grow(rows)
		e.apply(e.projection, &e.projected, &e.hidden, rows)
		out = &e.projected
	}
	for i := range e.sequences {
		s := &e.sequences[i]
		for p := s.window.take; p < s.window.until; p++ {
			copy(s.states.Vectors[p], out.row(s.row+1+p-s.window.from))
		}
	}
	return nil
}

// pass sends the states of the batch through one layer:
//
//	y = LayerNorm(x + attention(x)), x ← LayerNorm(y + down(activation(up(y))))
//
// or, of ModernBERT,
//
//	y = x + attention(LayerNorm(x)), x ← y + down(activation(a)·b), where (a, b) = up(LayerNorm(y)).
func (e *Encoder) pass(l *layer, rows int) {
	c := e.model.config
	if c.modern {
		in := &e.hidden
		if l.attended.gain != nil {
			in = e.normalised(&l.attended, rows)
		}
		e.attend(l, in, rows)
		e.hidden.add(&e.mixed, rows)
		e.feedForward(l, e.normalised(&l.final, rows), rows)
		e.hidden.add(&e.mixed, rows)
		return
	}
	e.attend(l, &e.hidden, rows)
	l.attended.add(&e.hidden, &e.mixed, rows, c.epsilon)
	e.feedForward(l, &e.hidden, rows)
	l.final.add(&e.hidden, &e.mixed, rows, c.epsilon)
}

// attend sets e.mixed to what attention makes of the states.
func (e *Encoder) attend(l *layer, states *matrix, rows int) {
	c := e.model.config
	e.attention.grow(rows)
	e.context.grow(rows)
	e.mixed.grow(rows)
	e.apply(l.attention, &e.attention, states, rows)
	each := c.headSize()
	scale := float32(1 / math.Sqrt(float64(each)))
	rotation := e.global
	if l.local {
		rotation = e.local
	}
	for i := range e.sequences {
		s := &e.sequences[i]
		reach := s.tokens
		if l.local {
			reach = c.reach
		}
		for t := range s.tokens {
			if rotation != nil {
				rotation.Turn(e.attention.row(s.row + t)[:2*c.hidden], t) // queries and keys
			}
		}
		for head := 0; head < c.hidden; head += each {
			q := e.attention.from(s.row, head)
			dense.Attention(e.context.from(s.row, head), e.context.stride, q, q[c.hidden:], q[2*c.hidden:],
				e.attention.stride, s.tokens, each, reach, scale, &e.scratch)
		}
	}
	e.apply(l.output, &e.mixed, &e.context, rows)
}

// feedRows is how many rows take the second step of a layer at once: few enough for what lies between its two maps, the
// widest rows of all, to stay in the second-level cache.
const feedRows = 128

// feedForward sets e.mixed to what the second step of a layer makes of the states.
func (e *Encoder) feedForward(l *layer, states *matrix, rows int) {
	c := e.model.config
	e.wide.grow(min(rows, feedRows))
	for first := 0; first < rows; first += feedRows {
		n := min(feedRows, rows-first)
		if in := states.from(first, 0); c.activation == gelu && !c.modern && l.up.integers != nil {
			dense.MultiplyInt8GELU(e.wide.values, e.wide.stride, in, states.stride, n, l.up.integers, l.up.bias, &e.rounded)
		} else {
			l.up.multiply(e.wide.values, e.wide.stride, in, states.stride, n, &e.rounded)
			e.activate(n)
		}
		l.down.multiply(e.mixed.from(first, 0), e.mixed.stride, e.wide.values, e.wide.stride, n, &e.rounded)
	}
}

// activate applies the activation to the first rows of e.wide, and the gates behind them, which only ModernBERT has.
func (e *Encoder) activate(rows int) {
	c := e.model.config
	for i := range rows {
		row := e.wide.row(i)
		c.activation.apply(row[:c.wide])
		for k, gate := range row[c.wide:] {
			row[k] *= gate
		}
	}
}

// normalised returns the states behind a norm. They stay what they are.
func (e *Encoder) normalised(n *norm, rows int) *matrix {
	e.normal.grow(rows)
	copy(e.normal.values[:rows*e.normal.stride], e.hidden.values)
	n.apply(&e.normal, rows, e.model.config.epsilon)
	return &e.normal
}

// apply sets rows of dst to the outputs for those of a.
func (e *Encoder) apply(l *linear, dst, a *matrix, n int) {
	l.multiply(dst.values, dst.stride, a.values, a.stride, n, &e.rounded)
}

// multiply sets n rows of dst, stride apart, to the outputs for those of a, lda apart.
func (l *linear) multiply(dst []float32, stride int, a []float32, lda, n int, rounded *dense.Int8Scratch) {
	if l.integers != nil {
		dense.MultiplyInt8(dst, stride, a, lda, n, l.integers, l.bias, rounded)
		return
	}
	dense.Multiply(dst, stride, a, lda, n, l.weights, l.bias)
}

// apply applies the norm to the first rows of x.
func (n *norm) apply(x *matrix, count int, epsilon float32) {
	for i := range count {
		dense.LayerNorm(x.row(i), n.gain, n.offset, epsilon)
	}
}

// add adds rows of y to those of x and applies the norm to them.
func (n *norm) add(x, y *matrix, count int, epsilon float32) {
	for i := range count {
		dense.AddLayerNorm(x.row(i), y.row(i), n.gain, n.offset, epsilon)
	}
}

// add adds rows of y to those of x.
func (x *matrix) add(y *matrix, count int) {
	for i := range count {
		row := x.row(i)
		for k, more := range y.row(i) {
			row[k] += more
		}
	}
}

// A matrix grows by rows, with some room between them.
type matrix struct {
	dim, stride int
	values      []float32
}

func newMatrix(dim int) matrix { return matrix{dim: dim, stride: dense.Stride(dim)} }

// grow makes room for n rows. Those that there are stay. There is room for a power of two of them, so that batches, which
// have nearly the same number of rows, need no more of it each.
func (x *matrix) grow(n int) {
	if n*x.stride > len(x.values) {
		values := make([]float32, x.stride<<bits.Len(uint(n-1)))
		copy(values, x.values)
		x.values = values
	}
}

func (x *matrix) row(i int) []float32 { return x.values[i*x.stride:][:x.dim] }

// from returns what begins at a column of row i.
func (x *matrix) from(i, column int) []float32 { return x.values[i*x.stride+column:] }
