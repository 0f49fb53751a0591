package encoder

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
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
// bounds of that, nil if they are not looked at; those of the outputs are returned and at most most.
func (p Precision) pack(in []float64, most float64, maps ...linearParts) (l *linear, out []float64, failed error) {
	outputs, each := 0, maps[0].weight.rows
	for _, one := range maps {
		outputs += one.weight.rows
	}
	l = &linear{bias: make([]float32, 0, outputs)}
	for _, one := range maps {
		bias := make([]float32, one.weight.rows)
		if one.bias != nil {
			if err := one.bias.row(0, bias); err != nil {
				return nil, nil, err
			}
		}
		l.bias = append(l.bias, bias...)
	}
	inputs := maps[0].weight.columns
	if in != nil {
		out = make([]float64, outputs)
	}
	row := func(j int, dst []float32) {
		from := maps[j/each]
		err := from.weight.row(j%each, dst)
		if err == nil && in != nil {
			out[j], err = from.bound(j%each, dst, l.bias[j], in, most)
		}
		if failed == nil {
			failed = err
		}
	}
	switch {
	case p != Int8:
		l.weights = dense.Pack(outputs, inputs, row)
	case in == nil && maps[0].weight.Type == integersOf8: // no number of them is looked at
		l.integers = dense.RepackInt8(outputs, inputs, func(j int) ([]byte, float32) {
			return maps[j/each].weight.integers(j % each)
		})
	default:
		l.integers = dense.PackInt8(outputs, inputs, row)
	}
	return l, out, failed
}

// A norm is a LayerNorm: mean and variance are taken out of a row, gain and offset put in.
type norm struct{ gain, offset []float32 }

// newNorm reads a norm, with the bounds of what it makes.
func newNorm(p *normParts) (n norm, bounds []float64, err error) {
	if n.gain, err = p.gain.values(); err == nil {
		n.offset = make([]float32, len(n.gain))
		if p.offset != nil {
			err = p.offset.row(0, n.offset)
		}
	}
	if err == nil {
		bounds, err = n.bounds(p)
	}
	return n, bounds, err
}

// embeddings are the tables that the first states are looked up in. The rows stay where they are in the file.
type embeddings struct {
	*parts
	first int
	types []float32 // the row of the only type of token that there is here; nil if the model has none
	norm  norm
	last  *norm // behind the last layer; nil for none

	tested bool // the rows are known to be within their bounds
}

func newEmbeddings(m *Model) (*embeddings, error) {
	p := m.parts
	e := &embeddings{parts: p, first: m.config.first, tested: m.tested}
	if p.types != nil {
		e.types = make([]float32, p.types.columns)
		if err := p.types.row(0, e.types); err != nil {
			return nil, err
		}
	}
	var err error
	if e.norm, _, err = newNorm(&p.norm); err == nil && p.last != nil {
		e.last = new(norm)
		*e.last, _, err = newNorm(p.last)
	}
	return e, err
}

// word sets dst to the row of a piece, which is to be widened if the table is factorised.
func (e *embeddings) word(dst []float32, piece int32) error {
	if err := e.words.row(int(piece), dst); err != nil || e.widening == nil || e.tested {
		return err
	}
	for k, x := range dst {
		if x > mostNormal || x < -mostNormal {
			return e.words.tooLarge(int(piece), k, x)
		}
	}
	return nil
}

// place makes of a word, at a position counted from 0, its embedding before LayerNorm: the sum of the rows of the three
// tables, rounded as PyTorch does. other is room for a row.
func (e *embeddings) place(dst, other []float32, piece int32, position int) error {
	if e.types != nil {
		for k, x := range e.types {
			dst[k] += x
		}
	}
	if e.positions != nil {
		if err := e.positions.row(e.first+position, other); err != nil {
			return err
		}
		for k, x := range other {
			dst[k] += x
		}
	}
	if e.tested {
		return nil
	}
	return e.check(dst, int(piece), e.first+position)
}

// A layer is one layer of the model.
type layer struct {
	attention *linear // query, key and value, one behind the other
	output    *linear
	attended  norm // without a gain where the first layer of ModernBERT has none
	up, down  *linear
	final     norm
	local     bool
}

// packLayer prepares layer i.
func (m *Model) packLayer(precision Precision, i int) (l *layer, err error) {
	p, modern := &m.parts.layers[i], m.config.modern
	in, err := m.parts.bounds(i)
	if err != nil {
		return nil, err
	}
	looked := func(bounds []float64) []float64 {
		if m.tested {
			return nil
		}
		return bounds
	}
	in = looked(in)
	l = &layer{local: m.config.isLocal(i)}
	most := float64(mostSummed)
	if modern {
		most = mostAdded
	}
	var asked, wide, attended, final []float64
	if l.attention, asked, err = precision.pack(in, mostMapped, p.attention...); err != nil {
		return nil, err
	}
	values := asked[2*len(in):]
	if l.output, _, err = precision.pack(values, most, p.output); err != nil {
		return nil, err
	}
	if p.attentionNorm != nil {
		if l.attended, attended, err = newNorm(p.attentionNorm); err != nil {
			return nil, err
		}
	}
	if l.final, final, err = newNorm(p.norm); err != nil {
		return nil, err
	}
	if modern {
		attended = final
	}
	if l.up, wide, err = precision.pack(looked(attended), mostMapped, p.up); err != nil {
		return nil, err
	}
	if modern && wide != nil {
		for k, gate := range wide[m.config.wide:] {
			wide[k] *= gate
		}
		wide = wide[:m.config.wide]
	}
	l.down, _, err = precision.pack(wide, most, p.down)
	return l, err
}

// A stack is what is made of the weights of all layers when they are first asked for.
type stack struct {
	layers     []func() (*layer, error)
	widening   func() (*linear, error) // nil for none
	projection func() (*linear, error) // nil for none
}

func newStack(m *Model, precision Precision) *stack {
	s := &stack{}
	for i := range m.parts.layers {
		s.layers = append(s.layers, once(m, func() (*layer, error) { return m.packLayer(precision, i) }))
	}
	if p := m.parts.widening; p != nil {
		s.widening = once(m, func() (*linear, error) {
			var in []float64
			if !m.tested {
				in = slices.Repeat([]float64{mostNormal}, m.config.narrow)
			}
			l, _, err := precision.pack(in, mostMapped, *p)
			return l, err
		})
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
	return layers, cmp.Or(errs...)
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
	e := &Encoder{model: m, dim: m.DimAt(layer), narrow: newMatrix(c.narrow), hidden: newMatrix(c.hidden), attention: newMatrix(3 * c.hidden),
		context: newMatrix(c.hidden), mixed: newMatrix(c.hidden), normal: newMatrix(c.hidden), wide: newMatrix(c.opened()),
		projected: newMatrix(c.projection)}
	if e.embeddings, err = m.embeddings(); err != nil {
		return nil, err
	}
	if s.widening != nil {
		if e.widening, err = s.widening(); err != nil {
			return nil, err
		}
	}
	if e.layers, err = s.packLayers(layer); err != nil {
		return nil, err
	}
	if c.modern {
		e.global = dense.NewRotation(c.headSize(), c.globalTheta)
		e.local = dense.NewRotation(c.headSize(), c.localTheta)
	}
	if layer == c.layers {
		e.last = e.embeddings.last
		if s.projection != nil {
			e.projection, err = s.projection()
		}
	}
	return e, err
}
