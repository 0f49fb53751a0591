package encoder_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// made are the models of testdata: one of each kind, with other activations, types of numbers, prefixes and sizes of
// heads.
var made = []string{"bert", "roberta", "distilbert", "xlm-roberta", "modernbert"}

// folder returns the files of a model.
func folder(t testing.TB, dir string) encoder.Files {
	t.Helper()
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return content
	}
	return encoder.Files{Name: filepath.Base(dir), Config: read("config.json"), Weights: read("model.safetensors"),
		Files: pieces.Files{Vocabulary: read("vocab.txt"), TokenizerJSON: read("tokenizer.json"),
			TokenizerConfig: read("tokenizer_config.json"), VocabularyJSON: read("vocab.json"),
			Merges: read("merges.txt"), Packed: read("pieces.safetensors")}}
}

// model reads the model of a folder.
func model(t testing.TB, dir string) *encoder.Model {
	t.Helper()
	m, err := encoder.Read(folder(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func newEncoder(t testing.TB, m *encoder.Model, layer int) *encoder.Encoder {
	t.Helper()
	e, err := m.NewEncoder(layer)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// texts are those that testdata/make.py had PyTorch encode.
func texts(t testing.TB) []string {
	t.Helper()
	content, err := os.ReadFile("testdata/texts.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	if err := json.Unmarshal(content, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

// A reference is what testdata/make.py wrote of a model.
type reference struct {
	tensors map[string]*safetensors.Tensor
	data    []byte
}

func readReference(t *testing.T, dir string) reference {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "states.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	tensors, begin, err := safetensors.ReadHeader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	r := reference{map[string]*safetensors.Tensor{}, content[begin:]}
	for _, one := range tensors {
		r.tensors[one.Name] = one
	}
	return r
}

// numbers returns a tensor, without any where there is none.
func (r reference) numbers(name string) (all []float64) {
	if t := r.tensors[name]; t != nil {
		for b := r.data[t.Offsets[0]:t.Offsets[1]]; len(b) > 0; b = b[t.Type.Size():] {
			all = append(all, t.Type.Number(b))
		}
	}
	return all
}

// apart returns the largest difference between the states and what they should be, relative to the largest of these.
func apart(t *testing.T, states *encoder.HiddenStates, want []float64) float64 {
	t.Helper()
	largest, difference := 0.0, 0.0
	at := 0
	for _, vector := range states.Vectors {
		if len(want) < at+len(vector) {
			t.Fatalf("%d vectors of %d, want %d numbers", len(states.Vectors), len(vector), len(want))
		}
		for k, x := range vector {
			largest = max(largest, math.Abs(want[at+k]))
			difference = max(difference, math.Abs(float64(x)-want[at+k]))
		}
		at += len(vector)
	}
	if len(want) != at {
		t.Fatalf("%d numbers, want %d", at, len(want))
	}
	if at == 0 {
		return 0
	}
	return difference / largest
}

// The pieces are those of Hugging Face's tokenizers, the states of all layers those of PyTorch, longer texts included.
func TestMadeModels(t *testing.T) {
	for _, name := range made {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join("testdata", name)
			m, want := model(t, dir), readReference(t, dir)
			if want.tensors[fmt.Sprint("0/", m.Layers())] == nil || want.tensors[fmt.Sprint("0/", m.Layers()+1)] != nil ||
				m.DimAt(0) != 32 || m.DimAt(1) != 32 || m.Window() != 22 {
				t.Fatalf("%d layers, %d wide, windows of %d", m.Layers(), m.DimAt(1), m.Window())
			}
			tokenizer, err := pieces.Read(folder(t, dir).Files)
			if err != nil {
				t.Fatal(err)
			}
			worst := 0.0
			for layer := range m.Layers() + 1 {
				e := newEncoder(t, m, layer)
				for i, text := range texts(t) {
					var states encoder.HiddenStates
					if err := e.Encode(text, &states); err != nil {
						t.Fatal(err)
					}
					tokens := want.numbers(fmt.Sprint(i, "/tokens"))
					if len(states.Pieces) != len(tokens)-2 {
						t.Fatalf("text %d: the pieces are %v, want %d", i, states.Pieces, len(tokens)-2)
					}
					for j, piece := range states.Pieces {
						if w := tokenizer.Text(int32(tokens[1+j])); piece.Text != w {
							t.Fatalf("text %d: piece %d is %q, want %q", i, j, piece.Text, w)
						}
					}
					if n, w := len(states.Pieces), states.Windows; w > 1 != (n > 22) || w > 0 != (n > 0) {
						t.Errorf("text %d: %d windows for %d pieces", i, w, n)
					}
					difference := apart(t, &states, want.numbers(fmt.Sprint(i, "/", layer)))
					if difference > 1e-5 {
						t.Errorf("layer %d, text %d: %v of the largest from PyTorch's", layer, i, difference)
					}
					worst = max(worst, difference)
				}
			}
			t.Logf("at most %.2g of the largest from PyTorch's", worst)
		})
	}
}
