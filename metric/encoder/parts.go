package encoder

import (
	"cmp"
	"fmt"
)

// parts are the tensors of a model, each of the shape that its config.json says.
type parts struct {
	words, positions, types *tensor      // tables of embeddings; the latter two may be nil
	widening                *linearParts // of the rows of words to states; nil where they are as wide
	norm                    normParts
	layers                  []layerParts
	last                    *normParts   // behind the last layer; nil for none
	projection              *linearParts // nil if the model has none
}

// layerParts are the tensors of one layer.
type layerParts struct {
	attention     []linearParts // query, key and value; of ModernBERT in one
	output        linearParts
	attentionNorm *normParts // behind attention; of ModernBERT before it, nil in the first layer
	up, down      linearParts
	norm          *normParts // behind the feed-forward step; of ModernBERT before it
}

// linearParts are those of a map x ↦ Wx + b. bias is nil for none.
type linearParts struct{ weight, bias *tensor }

// normParts are those of a LayerNorm. offset is nil for none.
type normParts struct{ gain, offset *tensor }

// tensorNames are what the tensors of a family are called: those of tables and norms without ".weight", and those of a
// layer after the number of the layer.
type tensorNames struct {
	words, positions, types, norm string // "" for none
	layers                        string // before the number
	attention                     []string
	output, attentionNorm         string
	up, down, layerNorm           string
	last                          string // "" for none
}

var bertTensors = tensorNames{
	words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings",
	types: "embeddings.token_type_embeddings", norm: "embeddings.LayerNorm",
	layers:    "encoder.layer.",
	attention: []string{"attention.self.query", "attention.self.key", "attention.self.value"},
	output:    "attention.output.dense", attentionNorm: "attention.output.LayerNorm",
	up: "intermediate.dense", down: "output.dense", layerNorm: "output.LayerNorm",
}

var distilBERTTensors = tensorNames{
	words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings",
	types: "embeddings.token_type_embeddings", norm: "embeddings.LayerNorm",
	layers:    "transformer.layer.",
	attention: []string{"attention.q_lin", "attention.k_lin", "attention.v_lin"},
	output:    "attention.out_lin", attentionNorm: "sa_layer_norm",
	up: "ffn.lin1", down: "ffn.lin2", layerNorm: "output_layer_norm",
}

var modernBERTTensors = tensorNames{
	words: "embeddings.tok_embeddings", norm: "embeddings.norm",
	layers:    "layers.",
	attention: []string{"attn.Wqkv"}, output: "attn.Wo", attentionNorm: "attn_norm",
	up: "mlp.Wi", down: "mlp.Wo", layerNorm: "mlp_norm",
	last: "final_norm",
}

// A finder looks tensors up and keeps the first error.
type finder struct {
	*tensors
	prefix string
	bare   bool // no map has a bias, no norm an offset
	err    error
}

// findParts looks up every tensor that a model of this configuration has. Nothing as large as config.json may say is
// allocated.
func findParts(t *tensors, c *config) (*parts, error) {
	n := c.tensors
	f := &finder{tensors: t, bare: c.modern}
	// A model that was saved as a part of a larger one, such as one with a head for classification, has the name of
	// the part before its tensors'.
	if words := n.words + ".weight"; !t.has(words) && t.has(c.part+words) {
		f.prefix = c.part
	}
	p := &parts{words: f.matrix(c.vocabulary, cmp.Or(c.narrow, c.hidden), n.words)}
	if widening := n.words + "_projection"; c.narrow > 0 {
		p.widening = &linearParts{weight: f.matrix(c.hidden, c.narrow, widening)}
	} else {
		f.refuse(widening, "has no embedding_size")
	}
	if n.positions != "" {
		p.positions = f.matrix(c.positions, c.hidden, n.positions)
	}
	if c.types > 0 {
		p.types = f.matrix(c.types, c.hidden, n.types)
	}
	p.norm = *f.norm(c.hidden, n.norm)
	// A configuration that leaves out what the file has would give other states without a word.
	if c.types == 0 && n.types != "" {
		f.refuse(n.types, "has no types of tokens")
	}
	f.refuse(fmt.Sprint(n.layers, c.layers, ".", n.attention[0]), fmt.Sprintf("has %d layers", c.layers))
	for i := 0; i < c.layers && f.err == nil; i++ {
		at := fmt.Sprint(n.layers, i, ".")
		var l layerParts
		for _, name := range n.attention {
			l.attention = append(l.attention, f.linear(3/len(n.attention)*c.hidden, c.hidden, at+name))
		}
		l.output = f.linear(c.hidden, c.hidden, at+n.output)
		if i > 0 || !c.modern {
			l.attentionNorm = f.norm(c.hidden, at+n.attentionNorm)
		}
		l.up, l.down = f.linear(c.opened(), c.hidden, at+n.up), f.linear(c.hidden, c.wide, at+n.down)
		l.norm = f.norm(c.hidden, at+n.layerNorm)
		p.layers = append(p.layers, l)
	}
	if n.last != "" {
		p.last = f.norm(c.hidden, n.last)
	}
	if c.projection > 0 {
		f.prefix, f.bare = "", false
		l := f.linear(c.projection, c.hidden, "projection")
		p.projection = &l
	}
	return p, f.err
}

// find is that of tensors, for names without the prefix. After an error it returns nil.
func (f *finder) find(shape []int64, names ...string) (m *tensor) {
	if f.err != nil {
		return nil
	}
	for i := range names {
		names[i] = f.prefix + names[i]
	}
	m, f.err = f.tensors.find(shape, names...)
	return m
}

func (f *finder) matrix(rows, columns int, name string) *tensor {
	return f.find([]int64{int64(rows), int64(columns)}, name+".weight")
}

func (f *finder) vector(n int, names ...string) *tensor { return f.find([]int64{int64(n)}, names...) }

// refuse fails if there is a tensor that the configuration has no place for.
func (f *finder) refuse(name, model string) {
	if name = f.prefix + name + ".weight"; f.err == nil && f.has(name) {
		f.err = fmt.Errorf("tensor %q: found it, expected none, as the model %s in %s", name, model, configFile)
	}
}

func (f *finder) linear(outputs, inputs int, name string) linearParts {
	l := linearParts{weight: f.matrix(outputs, inputs, name)}
	if !f.bare {
		l.bias = f.vector(outputs, name+".bias")
	}
	return l
}

// norm finds a LayerNorm, whose tensors had other names when they were converted from TensorFlow.
func (f *finder) norm(n int, name string) *normParts {
	l := &normParts{gain: f.vector(n, name+".weight", name+".gamma")}
	if !f.bare {
		l.offset = f.vector(n, name+".bias", name+".beta")
	}
	return l
}
