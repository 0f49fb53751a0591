package encoder

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/wordrotator/wrd/metric/internal/dense"
)

// A linear is a map x ↦ Wx + b, ready to be applied to many x.
type linear struct {
	weights  *dense.Weights
	integers *dense.Int8Weights // in place of weights
	bias     []float32
}

// pack prepares one map of the outputs of several, one behind the other, which all have the same input. in are the
// bounds of that; those of the outputs are returned and at most most.
func (p Precision) pack(in []float64, most float64, maps ...linearParts) (l *linear, out []float64, failed error) {
	outputs, each := 0, maps[0].weight.rows
	for _, one := range maps {
		outputs += one.weight.rows
	}
	l = &linear{bias: make([]float32, 0, outputs)}
	for _, one := range maps {
		bias, err := one.bias.values()
		if err != nil {
			return nil, nil, err
		}
		l.bias = append(l.bias, bias...)
	}
	inputs := maps[0].weight.columns
	out = make([]float64, outputs)
	row := func(j int, dst []float32) {
		from := maps[j/each]
		err := from.weight.row(j%each, dst)
		if err == nil {
			out[j], err = from.bound(j%each, dst, l.bias[j], in, most)
		}
		if failed == nil {
			failed = err
		}
	}
	if p == Int8 {
		l.integers = dense.PackInt8(outputs, inputs, row)
	} else {
		l.weights = dense.Pack(outputs, inputs, row)
	}
	return l, out, failed
}

// A norm is a LayerNorm: mean and variance are taken out of a row, gain and offset put in.
type norm struct{ gain, offset []float32 }

// newNorm reads a norm, with the bounds of what it makes.
func newNorm(gain, offset *tensor) (n norm, bounds []float64, err error) {
	if n.gain, err = gain.values(); err == nil {
		n.offset, err = offset.values()
	}
	if err == nil {
		bounds, err = n.bounds(gain, offset)
	}
	return n, bounds, err
}

// embeddings are the tables that the first states are looked up in. The rows stay where they are in the file.
type embeddings struct {
	*parts
	first int
	types []float32 // the row of the only type of token that there is here; nil if the model has none
	norm  norm
}

func newEmbeddings(c *config, p *parts) (*embeddings, error) {
	e := &embeddings{parts: p, first: c.first}
	if p.types != nil {
		e.types = make([]float32, p.types.columns)
		if err := p.types.row(0, e.types); err != nil {
			return nil, err
		}
	}
	var err error
	e.norm, _, err = newNorm(p.gain, p.offset)
	return e, err
}

// look sets dst to the embedding, before LayerNorm, of a piece at a position, counted from 0: the sum of the rows of
// the three tables, rounded as PyTorch does. other is room for a row.
func (e *embeddings) look(dst, other []float32, piece int32, position int) error {
	if err := e.words.row(int(piece), dst); err != nil {
		return err
	}
	if e.types != nil {
		for k, x := range e.types {
			dst[k] += x
		}
	}
	if err := e.positions.row(e.first+position, other); err != nil {
		return err
	}
	for k, x := range other {
		dst[k] += x
	}
	return e.check(dst, int(piece), e.first+position)
}

// A layer is one layer of the model.
type layer struct {
	attention *linear // query, key and value, one behind the other
	output    *linear
	attended  norm
	up, down  *linear
	final     norm
}

// packLayer prepares layer i.
func (m *Model) packLayer(precision Precision, i int) (l *layer, err error) {
	p := &m.parts.layers[i]
	in, err := m.parts.bounds(i)
	if err != nil {
		return nil, err
	}
	l = &layer{}
	var asked, wide, attended []float64
	if l.attention, asked, err = precision.pack(in, mostMapped, p.query, p.key, p.value); err != nil {
		return nil, err
	}
	values := asked[2*len(in):]
	if l.output, _, err = precision.pack(values, mostSummed, p.output); err != nil {
		return nil, err
	}
	if l.attended, attended, err = newNorm(p.attentionGain, p.attentionOffset); err != nil {
		return nil, err
	}
	if l.up, wide, err = precision.pack(attended, mostMapped, p.up); err != nil {
		return nil, err
	}
	if l.down, _, err = precision.pack(wide, mostSummed, p.down); err != nil {
		return nil, err
	}
	l.final, _, err = newNorm(p.gain, p.offset)
	return l, err
}

// A stack is what is made of the weights of all layers when they are first asked for.
type stack struct {
	layers     []func() (*layer, error)
	projection func() (*linear, error) // nil for none
}

func newStack(m *Model, precision Precision) *stack {
	s := &stack{}
	for i := range m.parts.layers {
		s.layers = append(s.layers, once(m, func() (*layer, error) { return m.packLayer(precision, i) }))
	}
	if p := m.parts.projection; p != nil {
		s.projection = once(m, func() (*linear, error) {
			in, err := m.parts.bounds(len(m.parts.layers))
			if err != nil {
				return nil, err
			}
			l, _, err := precision.pack(in, mostMapped, *p)
			return l, err
		})
	}
	return s
}

// packLayers returns the first n layers. Those that were not asked for before are packed at the same time.
func (s *stack) packLayers(n int) ([]*layer, error) {
	layers, errs := make([]*layer, n), make([]error, n)
	var wait sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		free <- struct{}{}
		wait.Go(func() {
			layers[i], errs[i] = s.layers[i]()
			<-free
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return layers, nil
}

// NewEncoder returns an encoder for the states of a layer, from 0, the embeddings, to Layers, in float32. The layers up
// to that are made ready when they are first asked for, and shared.
func (m *Model) NewEncoder(layer int) (*Encoder, error) { return m.NewEncoderIn(Float32, layer) }

// NewEncoderIn is NewEncoder in another precision. Layers are made ready and shared for each precision.
func (m *Model) NewEncoderIn(precision Precision, layer int) (*Encoder, error) {
	if layer < 0 || layer > m.config.layers {
		return nil, fmt.Errorf("layer: found %d, expected 0 to %d, the number of layers of %s", layer, m.config.layers,
			m.name)
	}
	s, err := m.stack(precision)
	if err != nil {
		return nil, err
	}
	c := m.config
	e := &Encoder{model: m, dim: m.DimAt(layer), hidden: newMatrix(c.hidden), attention: newMatrix(3 * c.hidden),
		context: newMatrix(c.hidden), mixed: newMatrix(c.hidden), wide: newMatrix(c.wide), projected: newMatrix(c.projection)}
	if e.embeddings, err = m.embeddings(); err != nil {
		return nil, err
	}
	if e.layers, err = s.packLayers(layer); err != nil {
		return nil, err
	}
	if layer == m.config.layers && s.projection != nil {
		e.projection, err = s.projection()
	}
	return e, err
}
