package encoder_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/encoder"
)

// An array is a tensor with its numbers.
type array struct {
	Type    string   `json:"dtype"`
	Shape   []int64  `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
	data    []byte
}

// floats is an array of float32.
func floats(shape []int64, numbers ...float32) *array {
	a := &array{Type: "F32", Shape: shape}
	for _, x := range numbers {
		a.data = binary.LittleEndian.AppendUint32(a.data, math.Float32bits(x))
	}
	return a
}

// rewritten is a safetensors file with changed tensors.
func rewritten(t testing.TB, content []byte, change func(all map[string]*array)) []byte {
	t.Helper()
	tensors, begin, err := safetensors.ReadHeader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*array{}
	for _, one := range tensors {
		all[one.Name] = &array{Type: string(one.Type), Shape: one.Shape,
			data: bytes.Clone(content[begin+one.Offsets[0] : begin+one.Offsets[1]])}
	}
	change(all)
	var data []byte
	for _, a := range all {
		a.Offsets[0] = int64(len(data))
		data = append(data, a.data...)
		a.Offsets[1] = int64(len(data))
	}
	header, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(out, header...), data...)
}

// failure returns the first error of reading a model and encoding a text with all its layers.
func failure(files encoder.Files) error {
	m, err := encoder.Read(files)
	if err != nil {
		return err
	}
	e, err := m.NewEncoder(m.Layers())
	if err != nil {
		return err
	}
	var states encoder.HiddenStates
	return e.Encode("the cat sat", &states)
}

func TestRefusesConfigurations(t *testing.T) {
	for _, c := range []struct{ name, model, old, new, want string }{
		{"no JSON", "bert", "{", "", "bert/config.json: "},
		{"no type", "bert", `"model_type": "bert",`, "",
			`model_type: found none, expected "bert", "distilbert", "modernbert", "roberta" or "xlm-roberta"`},
		{"MPNet", "bert", `: "bert"`, `: "mpnet"`,
			`model_type: found "mpnet", which counts positions relative to each other`},
		{"another type", "bert", `: "bert"`, `: "t5"`, `model_type: found "t5", expected "bert"`},
		{"activation", "bert", `"gelu"`, `"silu"`, `hidden_act: found "silu", expected "gelu", "gelu_new" or "relu"`},
		{"DistilBERT's activation", "distilbert", `"relu"`, `"tanh"`, `activation: found "tanh", expected "gelu"`},
		{"positions", "bert", `"absolute"`, `"relative_key"`,
			`position_embedding_type: found "relative_key", expected "absolute"`},
		{"decoder", "bert", `"pad`, `"is_decoder": true, "pad`, "found a decoder, expected an encoder"},
		{"no size", "bert", `"hidden_size": 32,`, "", "hidden_size: found 0, expected 1 to 131072"},
		{"no layers", "distilbert", `"n_layers": 2`, `"n_layers": -1`, "n_layers: found -1, expected 0 to 1024"},
		{"huge", "bert", `"vocab_size": 109`, `"vocab_size": 1e9`, "vocab_size"},
		{"more than a number holds", "bert", `"vocab_size": 109`, `"vocab_size": 99999999999999999999`, "vocab_size"},
		{"heads", "bert", `heads": 2`, `heads": 3`,
			"num_attention_heads: found 3, expected a divisor of hidden_size, 32"},
		{"tuned for no layer", "bert", `"pad`, `"token_layer": 3, "pad`, "token_layer: found 3, expected 0 to 2"},
		{"epsilon", "bert", "1e-12", "-1", "layer_norm_eps: found -1, expected a number from 0 to 1"},
		{"no room", "bert", `embeddings": 24`, `embeddings": 2`,
			"max_position_embeddings: found 2, expected at least 3"},
		// What the file says must be what the tensors are.
		{"wider", "bert", `hidden_size": 32`, `hidden_size": 64`, `bert/model.safetensors: tensor ` +
			`"embeddings.word_embeddings.weight": found the shape [109 32], expected [109 64]`},
		{"more pieces", "bert", `"vocab_size": 109`, `"vocab_size": 16000000`,
			`found the shape [109 32], expected [16000000 32]`},
		{"more positions", "bert", `embeddings": 24`, `embeddings": 1000000`,
			`"embeddings.position_embeddings.weight": found the shape [24 32], expected [1000000 32]`},
		{"more layers", "bert", `layers": 2`, `layers": 1000`,
			`tensor "encoder.layer.2.attention.self.query.weight": found none, expected one of shape [32 32]`},
		{"wider between", "distilbert", `hidden_dim": 80`, `hidden_dim": 81`,
			`tensor "distilbert.transformer.layer.0.ffn.lin1.weight": found the shape [80 32], expected [81 32]`},
		{"fewer layers", "bert", `layers": 2`, `layers": 1`, `tensor "encoder.layer.1.attention.self.query.weight": found it, ` +
			`expected none, as the model has 1 layers in config.json`},
		{"fewer layers of DistilBERT", "distilbert", `layers": 2`, `layers": 0`,
			`tensor "distilbert.transformer.layer.0.attention.q_lin.weight": found it, expected none`},
		{"no types of tokens", "bert", `type_vocab_size": 2`, `type_vocab_size": 0`,
			`"embeddings.token_type_embeddings.weight": found it, expected none, as the model has no types of tokens`},
		{"a text for a number", "bert", `"vocab_size": 109`, `"vocab_size": "109"`,
			`bert/config.json: line 14: vocab_size: found JSON of kind string, expected a number that is not too large`},
		{"no number", "bert", "1e-12", "Infinity", `bert/config.json: line 5: found no JSON: invalid character 'I'`},
		// Of ModernBERT.
		{"biases", "modernbert", `"hidden_size"`, `"mlp_bias": true, "hidden_size"`,
			"modernbert/config.json: mlp_bias: found true, expected false, as ModernBERT has no biases"},
		{"ModernBERT's activation", "modernbert", `"hidden_activation": "gelu"`, `"hidden_act": "gelu"`,
			`hidden_activation: found "", expected "gelu"`},
		{"scaled angles", "modernbert", `"local_rope_theta": 50.0`, `"rope_scaling": {"type": "yarn"}`,
			"rope_scaling: found one, expected none"},
		{"scaled angles of transformers 5", "modernbert", `"local_rope_theta": 50.0`,
			`"rope_parameters": {"full_attention": {"rope_theta": 9, "rope_type": "yarn"}}`,
			`rope_parameters: found rope_type "yarn", expected "default"`},
		{"layers of another kind", "modernbert", `"local_rope_theta": 50.0`,
			`"layer_types": ["full_attention", "full_attention"]`,
			`layer_types: found "full_attention" at layer 1, expected "sliding_attention", as global_attn_every_n_layers is 3`},
		{"no global layers", "modernbert", `every_n_layers": 3`, `every_n_layers": 0`,
			"global_attn_every_n_layers: found 0, expected at least 1"},
		{"no window", "modernbert", `local_attention": 6`, `local_attention": -6`, "local_attention: found -6, expected at least 0"},
		{"no angle", "modernbert", `local_rope_theta": 50.0`, `local_rope_theta": 0`,
			"global_rope_theta, local_rope_theta: found 1000 and 0, expected 1 to"},
		{"components that are no pairs", "modernbert", `heads": 2`, `heads": 32`,
			"hidden_size: found 1 components for each of 32 heads, expected an even number"},
		{"a wider step", "modernbert", `intermediate_size": 40`, `intermediate_size": 80`,
			`tensor "model.layers.0.mlp.Wi.weight": found the shape [80 32], expected [160 32]`},
		{"fewer layers of ModernBERT", "modernbert", `hidden_layers": 5`, `hidden_layers": 4`,
			`tensor "model.layers.4.attn.Wqkv.weight": found it, expected none`},
		{"projection", "bert", `projection": 24`, `projection": 32`,
			`tensor "projection.weight": found the shape [24 32]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := folder(t, filepath.Join("testdata", c.model))
			changed := strings.Replace(string(files.Config), c.old, c.new, 1)
			if changed == string(files.Config) {
				t.Fatal("nothing was changed")
			}
			files.Config = []byte(changed)
			if err := failure(files); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestRefusesTensors(t *testing.T) {
	const words, query = "embeddings.word_embeddings.weight", "encoder.layer.1.attention.self.query.weight"
	nan := float32(math.NaN())
	for _, c := range []struct {
		name   string
		change func(all map[string]*array)
		want   string
	}{
		{"a tensor is missing", func(all map[string]*array) { delete(all, "encoder.layer.1.output.LayerNorm.bias") },
			`bert/model.safetensors: tensor "encoder.layer.1.output.LayerNorm.bias": found none, expected one of ` +
				`shape [32]`},
		{"no embeddings", func(all map[string]*array) { delete(all, words) }, `tensor "` + words + `": found none`},
		{"another shape", func(all map[string]*array) { all[query].Shape = []int64{16, 64} },
			`tensor "` + query + `": found the shape [16 64], expected [32 32]`},
		{"one dimension", func(all map[string]*array) { all[query].Shape = []int64{1024} },
			`tensor "` + query + `": found the shape [1024], expected [32 32]`},
		{"integers", func(all map[string]*array) { all[query].Type = "I32" },
			`tensor "` + query + `": found numbers of type I32, expected F32, F16, BF16 or I8`},
		{"no scales", func(all map[string]*array) {
			all[query] = &array{Type: "I8", Shape: []int64{32, 32}, data: make([]byte, 1024)}
		},
			`tensor "` + query + `.scale": found none, expected one of shape [32]`},
		{"an infinite scale", func(all map[string]*array) {
			all[query] = &array{Type: "I8", Shape: []int64{32, 32}, data: make([]byte, 1024)}
			all[query+".scale"] = floats([]int64{32}, append(make([]float32, 31), float32(math.Inf(1)))...)
		}, `tensor "` + query + `.scale": number 31: found +Inf, expected a finite number`},
		{"scales of halves", func(all map[string]*array) {
			all[query] = &array{Type: "I8", Shape: []int64{32, 32}, data: make([]byte, 1024)}
			all[query+".scale"] = &array{Type: "F16", Shape: []int64{32}, data: make([]byte, 64)}
		}, `tensor "` + query + `.scale": found numbers of type F16, expected F32`},
		{"no number in a matrix", func(all map[string]*array) {
			copy(all[query].data[4*(32*3+7):], floats(nil, nan).data)
		}, `bert/model.safetensors: tensor "` + query + `": row 3, column 7: found NaN, expected a finite number`},
		{"no number in a vector", func(all map[string]*array) {
			copy(all["embeddings.LayerNorm.weight"].data[4:], floats(nil, float32(math.Inf(-1))).data)
		}, `tensor "embeddings.LayerNorm.weight": number 1: found -Inf, expected a finite number`},
		{"no number in the row of a piece", func(all map[string]*array) {
			for row := range 109 {
				copy(all[words].data[4*(32*row+5):], floats(nil, nan).data)
			}
		}, `tensor "` + words + `": row 2, column 5: found NaN, expected a finite number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := folder(t, "testdata/bert")
			files.Weights = rewritten(t, files.Weights, c.change)
			if err := failure(files); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestRefusesFiles(t *testing.T) {
	whole := folder(t, "testdata/bert")
	for _, c := range []struct {
		name   string
		change func(f *encoder.Files)
		want   string
	}{
		{"no configuration", func(f *encoder.Files) { f.Config = nil },
			"bert/config.json: found an empty file, expected JSON"},
		{"no weights", func(f *encoder.Files) { f.Weights = nil },
			"bert/model.safetensors: found 0 bytes, expected more"},
		{"cut off in the header", func(f *encoder.Files) { f.Weights = f.Weights[:100] },
			"found 100 bytes, expected more"},
		{"cut off in a tensor", func(f *encoder.Files) { f.Weights = f.Weights[:len(f.Weights)-1] },
			"bytes behind the header, expected "},
		{"something behind", func(f *encoder.Files) { f.Weights = append(bytes.Clone(f.Weights), 0) },
			"bytes behind the header, expected "},
		{"no vocabulary", func(f *encoder.Files) { f.Vocabulary = nil }, "bert/found no vocabulary"},
		{"a vocabulary that is cut off", func(f *encoder.Files) { f.Vocabulary = f.Vocabulary[:len(f.Vocabulary)-9] },
			"bert/vocab.txt: found 108 pieces and no end of the last line, expected 109: the file is cut off"},
		{"more pieces than embeddings", func(f *encoder.Files) {
			f.Vocabulary = append(bytes.Clone(f.Vocabulary), "more\n"...)
		}, "bert/config.json: vocab_size: found 109, expected at least the tokenizer's 110"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := whole
			c.change(&files)
			if err := failure(files); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	m := model(t, "testdata/bert")
	for _, layer := range []int{-1, 3} {
		if _, err := m.NewEncoder(layer); err == nil || !strings.Contains(err.Error(), "expected 0 to 2") {
			t.Errorf("layer %d: %v", layer, err)
		}
	}
}

// Old names of tensors, and integers with scales, are the same model.
func TestSameModelOtherwiseStored(t *testing.T) {
	files := folder(t, "testdata/bert")
	encode := func(weights []byte) *encoder.HiddenStates {
		files.Weights = weights
		m, err := encoder.Read(files)
		if err != nil {
			t.Fatal(err)
		}
		var states encoder.HiddenStates
		if err := newEncoder(t, m, 2).Encode("the cat sat on the mat", &states); err != nil {
			t.Fatal(err)
		}
		return &states
	}
	want := encode(files.Weights)
	old := rewritten(t, files.Weights, func(all map[string]*array) {
		for name, a := range maps.Clone(all) {
			if strings.HasPrefix(name, "projection") {
				continue
			}
			delete(all, name)
			name = strings.Replace(name, "LayerNorm.weight", "LayerNorm.gamma", 1)
			all["bert."+strings.Replace(name, "LayerNorm.bias", "LayerNorm.beta", 1)] = a
		}
	})
	if !same(encode(old), want) {
		t.Error("other states under old names")
	}
	// A matrix of integers over 64, as float32 and as integers.
	const name = "encoder.layer.0.output.dense.weight"
	var integers []byte
	var numbers, scales []float32
	for i := range 32 * 64 {
		q := int8(i*37%255 - 127)
		integers, numbers = append(integers, byte(q)), append(numbers, float32(q)/64)
	}
	for range 32 {
		scales = append(scales, 1./64)
	}
	wide := rewritten(t, files.Weights, func(all map[string]*array) { all[name] = floats([]int64{32, 64}, numbers...) })
	narrow := rewritten(t, files.Weights, func(all map[string]*array) {
		all[name] = &array{Type: "I8", Shape: []int64{32, 64}, data: integers}
		all[name+".scale"] = floats([]int64{32}, scales...)
	})
	if !same(encode(narrow), encode(wide)) {
		t.Error("other states of integers")
	}
}

// What transformers 5 writes of ModernBERT is the same model.
func TestSameModernBERTOfTransformers5(t *testing.T) {
	files := folder(t, "testdata/modernbert")
	encode := func() *encoder.HiddenStates {
		m, err := encoder.Read(files)
		if err != nil {
			t.Fatal(err)
		}
		var states encoder.HiddenStates
		if err := newEncoder(t, m, m.Layers()).Encode("the cat sat on the mat", &states); err != nil {
			t.Fatal(err)
		}
		return &states
	}
	want := encode()
	files.Config = []byte(strings.NewReplacer(`"global_rope_theta": 1000.0`, `"rope_parameters": {
  "full_attention": {"rope_theta": 1000.0, "rope_type": "default"}, "sliding_attention": {"rope_theta": 50.0}}`,
		`"local_rope_theta": 50.0`, `"layer_types": ["full_attention", "sliding_attention", "sliding_attention",
  "full_attention", "sliding_attention"]`).Replace(string(files.Config)))
	if !strings.Contains(string(files.Config), "layer_types") || !same(encode(), want) {
		t.Error("other states")
	}
}

// FuzzRead reads damaged models: an error or states, but no panic and no more memory than a small model may need.
func FuzzRead(f *testing.F) {
	for _, name := range made {
		files := folder(f, filepath.Join("testdata", name))
		f.Add(files.Config, files.Weights)
	}
	built := folder(f, "testdata/bert")
	f.Add([]byte(strings.Replace(string(built.Config), "109", "16777216", 1)), built.Weights)
	f.Add(built.Config, built.Weights[:1000])
	pairs, _ := factorised(f, "bert", "U8")
	f.Add(pairs.Config, pairs.Weights)
	f.Fuzz(func(t *testing.T, config, weights []byte) {
		files := built
		files.Config, files.Weights = config, weights
		for _, name := range made {
			if strings.Contains(string(config), `"`+name+`"`) {
				files.Files = folder(t, "testdata/"+name).Files
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		failure(files)
		runtime.ReadMemStats(&after)
		if spent := after.TotalAlloc - before.TotalAlloc; spent > 64<<20+64*uint64(len(config)+len(weights)) {
			t.Errorf("%d bytes for files of %d and %d", spent, len(config), len(weights))
		}
	})
}
