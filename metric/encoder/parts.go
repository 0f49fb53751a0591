package encoder

import "fmt"

// parts are the tensors of a model, each of the shape that its config.json says.
type parts struct {
	words, positions, types *tensor // tables of embeddings; types may be nil
	gain, offset            *tensor // of the LayerNorm of embeddings
	layers                  []layerParts
	projection              *linearParts // nil if the model has none
}

// layerParts are the tensors of one layer.
type layerParts struct {
	query, key, value, output linearParts
	attentionGain             *tensor
	attentionOffset           *tensor
	up, down                  linearParts
	gain, offset              *tensor
}

// linearParts are those of a map x ↦ Wx + b.
type linearParts struct{ weight, bias *tensor }

// layerNames are what the tensors of a layer are called, after the number of the layer.
type layerNames struct {
	layers                             string // before the number
	query, key, value, output          string
	attentionNorm, up, down, finalNorm string
}

var bertNames = layerNames{
	layers: "encoder.layer.",
	query:  "attention.self.query", key: "attention.self.key", value: "attention.self.value",
	output: "attention.output.dense", attentionNorm: "attention.output.LayerNorm",
	up: "intermediate.dense", down: "output.dense", finalNorm: "output.LayerNorm",
}

var distilBERTNames = layerNames{
	layers: "transformer.layer.",
	query:  "attention.q_lin", key: "attention.k_lin", value: "attention.v_lin",
	output: "attention.out_lin", attentionNorm: "sa_layer_norm",
	up: "ffn.lin1", down: "ffn.lin2", finalNorm: "output_layer_norm",
}

// A finder looks tensors up and keeps the first error.
type finder struct {
	*tensors
	prefix string
	err    error
}

// findParts looks up every tensor that a model of this configuration has. Nothing as large as config.json may say is
// allocated.
func findParts(t *tensors, c *config) (*parts, error) {
	const words = "embeddings.word_embeddings.weight"
	f := &finder{tensors: t}
	// A model that was saved as a part of a larger one, such as one with a head for classification, has the name of
	// the part before its tensors'.
	if own := c.kind.part(); !t.has(words) && t.has(own+words) {
		f.prefix = own
	}
	n := bertNames
	if c.kind == distilBERT {
		n = distilBERTNames
	}
	p := &parts{
		words:     f.matrix(c.vocabulary, c.hidden, words),
		positions: f.matrix(c.positions, c.hidden, "embeddings.position_embeddings.weight"),
	}
	if c.types > 0 {
		p.types = f.matrix(c.types, c.hidden, "embeddings.token_type_embeddings.weight")
	}
	p.gain, p.offset = f.norm(c.hidden, "embeddings.LayerNorm")
	// A configuration that leaves out what the file has would give other states without a word.
	if c.types == 0 {
		f.refuse("embeddings.token_type_embeddings.weight", "has no types of tokens")
	}
	f.refuse(fmt.Sprint(n.layers, c.layers, ".", n.query, ".weight"), fmt.Sprintf("has %d layers", c.layers))
	for i := 0; i < c.layers && f.err == nil; i++ {
		at := fmt.Sprint(n.layers, i, ".")
		l := layerParts{
			query:  f.linear(c.hidden, c.hidden, at+n.query),
			key:    f.linear(c.hidden, c.hidden, at+n.key),
			value:  f.linear(c.hidden, c.hidden, at+n.value),
			output: f.linear(c.hidden, c.hidden, at+n.output),
			up:     f.linear(c.wide, c.hidden, at+n.up),
			down:   f.linear(c.hidden, c.wide, at+n.down),
		}
		l.attentionGain, l.attentionOffset = f.norm(c.hidden, at+n.attentionNorm)
		l.gain, l.offset = f.norm(c.hidden, at+n.finalNorm)
		p.layers = append(p.layers, l)
	}
	if c.projection > 0 {
		f.prefix = ""
		l := f.linear(c.projection, c.hidden, "projection")
		p.projection = &l
	}
	return p, f.err
}

func (f *finder) matrix(rows, columns int, name string) *tensor {
	if f.err != nil {
		return nil
	}
	m, err := f.tensors.matrix(rows, columns, f.prefix+name)
	f.err = err
	return m
}

// refuse fails if there is a tensor that the configuration has no place for.
func (f *finder) refuse(name, model string) {
	if f.err == nil && f.has(f.prefix+name) {
		f.err = fmt.Errorf("tensor %q: found it, expected none, as the model %s in %s", f.prefix+name, model, configFile)
	}
}

func (f *finder) vector(n int, names ...string) *tensor {
	if f.err != nil {
		return nil
	}
	for i := range names {
		names[i] = f.prefix + names[i]
	}
	m, err := f.tensors.vector(n, names...)
	f.err = err
	return m
}

func (f *finder) linear(outputs, inputs int, name string) linearParts {
	return linearParts{f.matrix(outputs, inputs, name+".weight"), f.vector(outputs, name+".bias")}
}

// norm finds a LayerNorm, whose tensors had other names when they were converted from TensorFlow.
func (f *finder) norm(n int, name string) (gain, offset *tensor) {
	return f.vector(n, name+".weight", name+".gamma"), f.vector(n, name+".bias", name+".beta")
}
