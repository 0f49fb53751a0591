package encoder

import (
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// A config is what config.json says of a model.
type config struct {
	*family
	vocabulary int // rows of the table of pieces
	positions  int // how many tokens the model sees at once; rows of the table of positions, if it has one
	first      int // the row of the first piece's position
	types      int // rows of the table of token types, 0 if the model has none
	hidden     int // components of a state
	narrow     int // components of a row of the table of pieces where it is factorised, 0 if rows are states
	layers     int
	heads      int
	wide       int // components between the two halves of a feed-forward step
	epsilon    float32
	activation activation
	projection int // components of a projected state, 0 if the model has no token projection
	tuned      int // the layer that the model was tuned for, -1 if it does not say

	// Of ModernBERT. Attention is global in layers whose number, from 0 on, every divides; in the others a token sees reach
	// tokens to either side. The thetas are those of dense.NewRotation.
	every, reach            int
	globalTheta, localTheta float64
}

// A family is what models of the same model_type have in common.
type family struct {
	members
	tensors *tensorNames
	part    string // what the names of tensors begin with in a model that was saved as a part of a larger one
	types   int    // rows of the table of token types where config.json does not say; 0 if there is none
	padding int    // the number of the padding where config.json does not say
	fairseq bool   // positions are counted from behind the row of the padding's number, which belongs to the padding
	// modern models (Warner et al. 2024) turn queries and keys by their positions in place of a table of positions, have
	// layers of local attention, LayerNorm before each step in place of behind it, gates, and no biases.
	modern bool
}

// members are what config.json calls those that are not called alike everywhere.
type members struct{ hidden, layers, heads, wide, activation, epsilon string }

var (
	bertMembers = members{"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "hidden_act",
		"layer_norm_eps"}
	distilBERTMembers = members{"dim", "n_layers", "n_heads", "hidden_dim", "activation", ""}
	modernBERTMembers = members{"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size",
		"hidden_activation", "norm_eps"}
)

var families = map[string]*family{
	"bert":        {members: bertMembers, tensors: &bertTensors, part: "bert.", types: 2},
	"distilbert":  {members: distilBERTMembers, tensors: &distilBERTTensors, part: "distilbert."},
	"modernbert":  {members: modernBERTMembers, tensors: &modernBERTTensors, part: "model.", modern: true},
	"roberta":     {members: bertMembers, tensors: &bertTensors, part: "roberta.", types: 2, padding: 1, fairseq: true},
	"xlm-roberta": {members: bertMembers, tensors: &bertTensors, part: "roberta.", types: 2, padding: 1, fairseq: true},
}

// What is beyond these sizes is no model, and would make their products overflow.
const (
	mostWide       = 1 << 17
	mostLayers     = 1 << 10
	mostPositions  = 1 << 20
	mostVocabulary = 1 << 24
	mostTheta      = 1 << 40
)

// specialTokens is how many tokens a model sees around the pieces of a text: [CLS] and [SEP], or <s> and </s>.
const specialTokens = 2

// fields are the members of config.json that decide what a model computes. A pointer tells a member that is missing.
type fields struct {
	ModelType  string `json:"model_type"`
	Vocabulary int    `json:"vocab_size"`
	Positions  int    `json:"max_position_embeddings"`
	Types      *int   `json:"type_vocab_size"`
	Padding    *int   `json:"pad_token_id"`
	Narrow     int    `json:"embedding_size"`
	Projection int    `json:"token_projection"` // of models made for wrd, as the next
	Tuned      *int   `json:"token_layer"`

	// Under the names of a family's members.
	Hidden           int      `json:"hidden_size"`
	Dim              int      `json:"dim"`
	HiddenLayers     int      `json:"num_hidden_layers"`
	Layers           int      `json:"n_layers"`
	AttentionHeads   int      `json:"num_attention_heads"`
	Heads            int      `json:"n_heads"`
	Intermediate     int      `json:"intermediate_size"`
	HiddenDim        int      `json:"hidden_dim"`
	HiddenAct        string   `json:"hidden_act"`
	HiddenActivation string   `json:"hidden_activation"`
	Activation       string   `json:"activation"`
	LayerNormEpsilon *float64 `json:"layer_norm_eps"`
	NormEpsilon      *float64 `json:"norm_eps"`

	// Of ModernBERT. A local_rope_theta of null is that of global attention.
	Every       int      `json:"global_attn_every_n_layers"`
	Local       int      `json:"local_attention"`
	GlobalTheta float64  `json:"global_rope_theta"`
	LocalTheta  *float64 `json:"local_rope_theta"`
	// What transformers 5 writes in place of the thetas, and beside the number of layers between global ones.
	Rope *struct {
		Global ropeFields `json:"full_attention"`
		Local  ropeFields `json:"sliding_attention"`
	} `json:"rope_parameters"`
	LayerTypes []string `json:"layer_types"`

	// What models may have that changes the states in ways that are not known here.
	PositionType   *string `json:"position_embedding_type"`
	Decoder        bool    `json:"is_decoder"`
	CrossAttention bool    `json:"add_cross_attention"`
	AttentionBias  bool    `json:"attention_bias"`
	WideBias       bool    `json:"mlp_bias"`
	NormBias       bool    `json:"norm_bias"`
	RopeScaling    any     `json:"rope_scaling"`
}

// ropeFields are the members of rope_parameters for one kind of layers.
type ropeFields struct {
	Theta float64 `json:"rope_theta"`
	Type  string  `json:"rope_type"`
}

// readConfig reads config.json.
func readConfig(content []byte) (*config, error) {
	// What transformers takes where config.json does not say.
	f := fields{Every: 3, Local: 128, GlobalTheta: 160_000, LocalTheta: new(10_000.)}
	if err := jsonfile.Read(content, &f); err != nil {
		return nil, err
	}
	c := &config{family: families[f.ModelType], epsilon: 1e-12, tuned: -1}
	if c.family == nil {
		return nil, unknownFamily(f.ModelType)
	}
	numbers := map[string]int{"hidden_size": f.Hidden, "dim": f.Dim, "num_hidden_layers": f.HiddenLayers, "n_layers": f.Layers,
		"num_attention_heads": f.AttentionHeads, "n_heads": f.Heads, "intermediate_size": f.Intermediate,
		"hidden_dim": f.HiddenDim}
	c.vocabulary, c.positions, c.narrow, c.projection = f.Vocabulary, f.Positions, f.Narrow, f.Projection
	c.hidden, c.wide = numbers[c.members.hidden], numbers[c.members.wide]
	c.layers, c.heads = numbers[c.members.layers], numbers[c.members.heads]
	if c.types = c.family.types; c.types > 0 && f.Types != nil {
		c.types = *f.Types
	}
	padding := c.padding
	if f.Padding != nil {
		padding = *f.Padding
	}
	if c.fairseq {
		c.first = padding + 1
	}
	epsilon := map[string]*float64{"layer_norm_eps": f.LayerNormEpsilon, "norm_eps": f.NormEpsilon}[c.members.epsilon]
	if epsilon != nil {
		if !(*epsilon >= 0 && *epsilon <= 1) {
			return nil, fmt.Errorf("%s: found %v, expected a number from 0 to 1", c.members.epsilon, *epsilon)
		}
		c.epsilon = float32(*epsilon)
	}
	var err error
	if c.activation, err = activationOf(map[string]string{"hidden_act": f.HiddenAct, "activation": f.Activation,
		"hidden_activation": f.HiddenActivation}[c.members.activation]); err != nil {
		return nil, fmt.Errorf("%s: %w", c.members.activation, err)
	}
	if f.Decoder || f.CrossAttention {
		return nil, errors.New("found a decoder, expected an encoder")
	}
	for _, size := range []struct {
		name               string
		found, least, most int
	}{
		{"vocab_size", c.vocabulary, 1, mostVocabulary},
		{"max_position_embeddings", c.positions, 1, mostPositions},
		{c.members.hidden, c.hidden, 1, mostWide},
		{c.members.layers, c.layers, 0, mostLayers},
		{c.members.heads, c.heads, 1, mostWide},
		{c.members.wide, c.wide, 1, mostWide},
		{"type_vocab_size", c.types, 0, mostWide},
		{"pad_token_id", padding, 0, mostVocabulary},
		{"embedding_size", c.narrow, 0, mostWide},
		{"token_projection", c.projection, 0, mostWide},
	} {
		if size.found < size.least || size.found > size.most {
			return nil, fmt.Errorf("%s: found %d, expected %d to %d", size.name, size.found, size.least, size.most)
		}
	}
	if f.Tuned != nil {
		if c.tuned = *f.Tuned; c.tuned < 0 || c.tuned > c.layers {
			return nil, fmt.Errorf("token_layer: found %d, expected 0 to %d", c.tuned, c.layers)
		}
	}
	if c.hidden%c.heads != 0 {
		return nil, fmt.Errorf("%s: found %d, expected a divisor of %s, %d", c.members.heads, c.heads, c.members.hidden,
			c.hidden)
	}
	if c.window() < 1 {
		return nil, fmt.Errorf("max_position_embeddings: found %d, expected at least %d, for one piece between the "+
			"special tokens", c.positions, c.first+specialTokens+1)
	}
	if c.modern {
		return c, c.setModern(&f)
	}
	if f.PositionType != nil && *f.PositionType != "absolute" {
		return nil, fmt.Errorf(`position_embedding_type: found %q, expected "absolute"`, *f.PositionType)
	}
	return c, nil
}

// setModern reads what only ModernBERT has.
func (c *config) setModern(f *fields) error {
	for name, found := range map[string]bool{"attention_bias": f.AttentionBias, "mlp_bias": f.WideBias,
		"norm_bias": f.NormBias} {
		if found {
			return fmt.Errorf("%s: found true, expected false, as ModernBERT has no biases", name)
		}
	}
	if f.RopeScaling != nil {
		return errors.New("rope_scaling: found one, expected none")
	}
	if f.Rope != nil {
		for _, kind := range []string{f.Rope.Global.Type, f.Rope.Local.Type} {
			if kind != "" && kind != "default" {
				return fmt.Errorf(`rope_parameters: found rope_type %q, expected "default"`, jsonfile.Shortened(kind))
			}
		}
		f.GlobalTheta, f.LocalTheta = f.Rope.Global.Theta, &f.Rope.Local.Theta
	}
	c.every, c.reach, c.globalTheta, c.localTheta = f.Every, f.Local/2, f.GlobalTheta, f.GlobalTheta
	if f.LocalTheta != nil {
		c.localTheta = *f.LocalTheta
	}
	switch {
	case f.Every < 1:
		return fmt.Errorf("global_attn_every_n_layers: found %d, expected at least 1", f.Every)
	case f.Local < 0:
		return fmt.Errorf("local_attention: found %d, expected at least 0", f.Local)
	case !(min(c.globalTheta, c.localTheta) >= 1 && max(c.globalTheta, c.localTheta) <= mostTheta):
		return fmt.Errorf("global_rope_theta, local_rope_theta: found %v and %v, expected 1 to %v", c.globalTheta, c.localTheta,
			float64(mostTheta))
	case c.headSize()%2 != 0:
		return fmt.Errorf("%s: found %d components for each of %d heads, expected an even number: they are turned in pairs",
			c.members.hidden, c.headSize(), c.heads)
	}
	for i, found := range f.LayerTypes {
		expected := "full_attention"
		if c.isLocal(i) {
			expected = "sliding_attention"
		}
		if found != expected {
			return fmt.Errorf("layer_types: found %q at layer %d, expected %q, as global_attn_every_n_layers is %d",
				jsonfile.Shortened(found), i, expected, c.every)
		}
	}
	return nil
}

// isLocal says whether attention is local in a layer, counted from 0.
func (c *config) isLocal(layer int) bool { return c.modern && layer%c.every != 0 }

// unknownFamily rejects a model_type.
func unknownFamily(found string) error {
	const known = `expected "bert", "distilbert", "modernbert", "roberta" or "xlm-roberta"`
	switch found {
	case "":
		return errors.New("model_type: found none, " + known)
	case "mpnet":
		return fmt.Errorf("model_type: found %q, which counts positions relative to each other, %s", found, known)
	}
	return fmt.Errorf("model_type: found %q, %s", jsonfile.Shortened(found), known)
}

// window is how many pieces the model sees at once, besides the special tokens.
func (c *config) window() int { return c.positions - c.first - specialTokens }

// headSize is how many components each head of attention has.
func (c *config) headSize() int { return c.hidden / c.heads }

// opened is how many components the first half of a feed-forward step makes: as many gates again, if there are any.
func (c *config) opened() int {
	if c.modern {
		return 2 * c.wide
	}
	return c.wide
}
