package encoder

import (
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/metric/internal/jsonfile"
)

// A config is what config.json says of a model.
type config struct {
	kind       kind
	vocabulary int // rows of the table of pieces
	positions  int // rows of the table of positions
	first      int // the row of the first piece's position
	types      int // rows of the table of token types, 0 if the model has none
	hidden     int // components of a state
	layers     int
	heads      int
	wide       int // components between the two halves of a feed-forward step
	epsilon    float32
	activation activation
	projection int // components of a projected state, 0 if the model has no token projection
	tuned      int // the layer that the model was tuned for, -1 if it does not say
}

// A kind is a family of models. It decides what the tensors are called and how positions are counted.
type kind string

const (
	bert       kind = "bert"
	distilBERT kind = "distilbert"
	roberta    kind = "roberta"
	xlmRoberta kind = "xlm-roberta" // computes as RoBERTa does, with other pieces
)

// isRoBERTa says whether positions are counted as in fairseq, where the row of the padding's number belongs to the
// padding.
func (k kind) isRoBERTa() bool { return k == roberta || k == xlmRoberta }

// part is what the tensors of a model that was saved as a part of a larger one begin with.
func (k kind) part() string {
	if k == xlmRoberta {
		k = roberta
	}
	return string(k) + "."
}

// What is beyond these sizes is no model, and would make their products overflow.
const (
	mostWide       = 1 << 17
	mostLayers     = 1 << 10
	mostPositions  = 1 << 20
	mostVocabulary = 1 << 24
)

// specialTokens is how many tokens a model sees around the pieces of a text: [CLS] and [SEP], or <s> and </s>.
const specialTokens = 2

// fields are the members of config.json that decide what a model computes. A pointer tells a member that is missing.
type fields struct {
	ModelType  string   `json:"model_type"`
	Vocabulary int      `json:"vocab_size"`
	Positions  int      `json:"max_position_embeddings"`
	Hidden     int      `json:"hidden_size"`
	Layers     int      `json:"num_hidden_layers"`
	Heads      int      `json:"num_attention_heads"`
	Wide       int      `json:"intermediate_size"`
	Activation string   `json:"hidden_act"`
	Epsilon    *float64 `json:"layer_norm_eps"`
	Types      *int     `json:"type_vocab_size"`
	Padding    *int     `json:"pad_token_id"`
	Projection int      `json:"token_projection"` // of models made for wrd, as the next
	Tuned      *int     `json:"token_layer"`

	// What models may have that changes the states in ways that are not known here.
	PositionType   *string `json:"position_embedding_type"`
	Decoder        bool    `json:"is_decoder"`
	CrossAttention bool    `json:"add_cross_attention"`
}

// distilFields are the members that DistilBERT has names of its own for.
type distilFields struct {
	Hidden     int    `json:"dim"`
	Layers     int    `json:"n_layers"`
	Heads      int    `json:"n_heads"`
	Wide       int    `json:"hidden_dim"`
	Activation string `json:"activation"`
}

// names are what errors call the members that differ.
type names struct{ hidden, layers, heads, wide, activation string }

// readConfig reads config.json.
func readConfig(content []byte) (*config, error) {
	var f fields
	if err := jsonfile.Read(content, &f); err != nil {
		return nil, err
	}
	n := names{"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "hidden_act"}
	c := &config{kind: kind(f.ModelType), types: 2, epsilon: 1e-12, tuned: -1}
	padding := 0
	switch c.kind {
	case bert:
	case roberta, xlmRoberta:
		padding = 1
	case distilBERT:
		n = names{"dim", "n_layers", "n_heads", "hidden_dim", "activation"}
		var d distilFields
		if err := jsonfile.Read(content, &d); err != nil {
			return nil, err
		}
		f.Hidden, f.Layers, f.Heads, f.Wide, f.Activation = d.Hidden, d.Layers, d.Heads, d.Wide, d.Activation
		f.Epsilon, f.Types, c.types = nil, nil, 0
	default:
		return nil, unknownKind(f.ModelType)
	}
	if f.Types != nil {
		c.types = *f.Types
	}
	if f.Padding != nil {
		padding = *f.Padding
	}
	if f.Epsilon != nil {
		if !(*f.Epsilon >= 0 && *f.Epsilon <= 1) {
			return nil, fmt.Errorf("layer_norm_eps: found %v, expected a number from 0 to 1", *f.Epsilon)
		}
		c.epsilon = float32(*f.Epsilon)
	}
	if f.PositionType != nil && *f.PositionType != "absolute" {
		return nil, fmt.Errorf(`position_embedding_type: found %q, expected "absolute"`, *f.PositionType)
	}
	if f.Decoder || f.CrossAttention {
		return nil, errors.New("found a decoder, expected an encoder")
	}
	var err error
	if c.activation, err = activationOf(f.Activation); err != nil {
		return nil, fmt.Errorf("%s: %w", n.activation, err)
	}
	c.vocabulary, c.positions, c.projection = f.Vocabulary, f.Positions, f.Projection
	c.hidden, c.layers, c.heads, c.wide = f.Hidden, f.Layers, f.Heads, f.Wide
	for _, size := range []struct {
		name               string
		found, least, most int
	}{
		{"vocab_size", c.vocabulary, 1, mostVocabulary},
		{"max_position_embeddings", c.positions, 1, mostPositions},
		{n.hidden, c.hidden, 1, mostWide},
		{n.layers, c.layers, 0, mostLayers},
		{n.heads, c.heads, 1, mostWide},
		{n.wide, c.wide, 1, mostWide},
		{"type_vocab_size", c.types, 0, mostWide},
		{"pad_token_id", padding, 0, mostVocabulary},
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
		return nil, fmt.Errorf("%s: found %d, expected a divisor of %s, %d", n.heads, c.heads, n.hidden, c.hidden)
	}
	if c.kind.isRoBERTa() {
		c.first = padding + 1
	}
	if c.window() < 1 {
		return nil, fmt.Errorf("max_position_embeddings: found %d, expected at least %d, for one piece between the "+
			"special tokens", c.positions, c.first+specialTokens+1)
	}
	return c, nil
}

// unknownKind refuses a family of models.
func unknownKind(found string) error {
	const known = `expected "bert", "distilbert", "roberta" or "xlm-roberta"`
	switch found {
	case "":
		return errors.New("model_type: found none, " + known)
	case "mpnet":
		return fmt.Errorf("model_type: found %q, which counts positions relative to each other, %s", found, known)
	}
	return fmt.Errorf("model_type: found %q, %s", found, known)
}

// window is how many pieces the model sees at once, besides the special tokens.
func (c *config) window() int { return c.positions - c.first - specialTokens }

// headSize is how many components each head of attention has.
func (c *config) headSize() int { return c.hidden / c.heads }
