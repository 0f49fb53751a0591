package encoder_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// The states of all layers of a model are those of PyTorch, and those of the last layer what onnxruntime computes of
// the ONNX file that the model was converted from, if it was. .ci/encoders.py makes the folder: the files of the model,
// texts.json, and states.safetensors, whose tensors are named as testdata/make.py names them, and "t/onnx".
func TestStatesOfOthers(t *testing.T) {
	dir := os.Getenv("WRD_ENCODER_STATES")
	if dir == "" {
		t.Skip("WRD_ENCODER_STATES is not set; .ci/encoders.py makes what it names")
	}
	content, err := os.ReadFile(filepath.Join(dir, "texts.json"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	if err := json.Unmarshal(content, &texts); err != nil {
		t.Fatal(err)
	}
	tokenizer, err := pieces.Read(folder(t, dir).Files)
	if err != nil {
		t.Fatal(err)
	}
	m, want := model(t, dir), readReference(t, dir)
	var mu sync.Mutex
	worst, compared := map[string]float64{}, map[string]int{}
	t.Run("layers", func(t *testing.T) {
		for layer := range m.Layers() + 1 {
			t.Run(fmt.Sprint(layer), func(t *testing.T) {
				t.Parallel()
				states := make([]encoder.HiddenStates, len(texts))
				if err := newEncoder(t, m, layer).EncodeAll(texts, states); err != nil {
					t.Fatal(err)
				}
				for i := range states {
					tokens := want.numbers(fmt.Sprint(i, "/tokens"))
					if len(states[i].Pieces) != len(tokens)-2 {
						t.Fatalf("text %d: %d pieces, want %d", i, len(states[i].Pieces), len(tokens)-2)
					}
					for j, piece := range states[i].Pieces {
						if w := tokenizer.Text(int32(tokens[1+j])); piece.Text != w {
							t.Fatalf("text %d: piece %d is %q, want %q", i, j, piece.Text, w)
						}
					}
					for other, name := range map[string]string{"PyTorch": fmt.Sprint(i, "/", layer),
						"onnxruntime": fmt.Sprint(i, "/onnx")} {
						if other == "onnxruntime" && (layer < m.Layers() || want.tensors[name] == nil) {
							continue
						}
						difference := apart(t, &states[i], want.numbers(name))
						if !(difference <= 2e-5) {
							t.Errorf("layer %d, text %d, %.40q: %v of the largest from %s's", layer, i, texts[i], difference,
								other)
						}
						mu.Lock()
						worst[other] = max(worst[other], difference)
						compared[other]++
						mu.Unlock()
					}
				}
			})
		}
	})
	if compared["PyTorch"] != len(texts)*(m.Layers()+1) {
		t.Errorf("compared %d texts, want %d in each of %d layers", compared["PyTorch"], len(texts), m.Layers()+1)
	}
	for _, other := range slices.Sorted(maps.Keys(worst)) {
		t.Logf("%d states of texts at most %.2g of the largest from %s's", compared[other], worst[other], other)
	}
}
