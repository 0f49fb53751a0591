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

// pack prepares one map of the outputs of several, one behind the other, which all have the same input.
func (p Precision) pack(maps ...linearParts) (*linear, error) {
	outputs, each := 0, maps[0].weight.rows
	for _, one := range maps {
		outputs += one.weight.rows
	}
	l := &linear{bias: make([]float32, 0, outputs)}
	var failed error
	inputs := maps[0].weight.columns
	row := func(j int, dst []float32) {
		if err := maps[j/each].weight.row(j%each, dst); err != nil && failed == nil {
			failed = err
		}
	}
	if p == Int8 {
		l.integers = dense.PackInt8(outputs, inputs, row)
	} else {
		l.weights = dense.Pack(outputs, inputs, row)
	}
	for _, one := range maps {
		bias, err := one.bias.values()
		if err != nil && failed == nil {
			failed = err
		}
		l.bias = append(l.bias, bias...)
	}
	return l, failed
}

// A norm is a LayerNorm: mean and variance are taken out of a row, gain and offset put in.
type norm struct{ gain, offset []float32 }

func newNorm(gain, offset *tensor) (n norm, err error) {
	if n.gain, err = gain.values(); err == nil {
		n.offset, err = offset.values()
	}
	return n, err
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
	e.norm, err = newNorm(p.gain, p.offset)
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
	return nil
}

// A layer is one layer of the model.
type layer struct {
	attention *linear // query, key and value, one behind the other
	output    *linear
	attended  norm
	up, down  *linear
	final     norm
}

func (precision Precision) packLayer(p *layerParts) (*layer, error) {
	l := &layer{}
	for _, one := range []struct {
		to   **linear
		from []linearParts
	}{
		{&l.attention, []linearParts{p.query, p.key, p.value}},
		{&l.output, []linearParts{p.output}},
		{&l.up, []linearParts{p.up}},
		{&l.down, []linearParts{p.down}},
	} {
		var err error
		if *one.to, err = precision.pack(one.from...); err != nil {
			return nil, err
		}
	}
	var err error
	if l.attended, err = newNorm(p.attentionGain, p.attentionOffset); err != nil {
		return nil, err
	}
	l.final, err = newNorm(p.gain, p.offset)
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
		s.layers = append(s.layers, once(m, func() (*layer, error) { return precision.packLayer(&m.parts.layers[i]) }))
	}
	if p := m.parts.projection; p != nil {
		s.projection = once(m, func() (*linear, error) { return precision.pack(*p) })
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
