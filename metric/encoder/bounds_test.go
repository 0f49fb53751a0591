package encoder_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
	"pgregory.net/rapid"
)

// set changes the number at a place of each row of an array, counted from 0 and from the start again behind the last.
func (a *array) set(at int, x float32) {
	columns := int(a.Shape[len(a.Shape)-1])
	for k := at % columns; 4*k < len(a.data); k += columns {
		binary.LittleEndian.PutUint32(a.data[4*k:], math.Float32bits(x))
	}
}

// However large a finite weight is, and wherever it stands, what comes out is finite, or the error names file and
// tensor; of the largest there is, it is the tensor that was changed.
func TestLargeWeights(t *testing.T) {
	whole := folder(t, "testdata/bert")
	var names []string
	rewritten(t, whole.Weights, func(all map[string]*array) { names = slices.Sorted(maps.Keys(all)) })
	refused, finite := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		name, place := rapid.SampledFrom(names).Draw(rt, "tensor"), rapid.IntRange(0, 1<<10).Draw(rt, "place")
		exponent, negative := rapid.IntRange(-38, 38).Draw(rt, "exponent"), rapid.Bool().Draw(rt, "negative")
		x := float32(3 * math.Pow10(exponent))
		if negative {
			x = -x
		}
		files := whole
		files.Weights = rewritten(t, whole.Weights, func(all map[string]*array) { all[name].set(place, x) })
		for _, precision := range encoder.Precisions() {
			states, err := states(files, precision)
			if err != nil {
				refused++
				if !strings.HasPrefix(err.Error(), "bert/model.safetensors: tensor ") || exponent < 4 {
					rt.Fatal(err)
				}
				if exponent == 38 && !strings.Contains(err.Error(), fmt.Sprintf("%q", name)) {
					rt.Fatalf("changed %s: %v", name, err)
				}
				continue
			}
			finite++
			for _, vector := range states.Vectors {
				for _, y := range vector {
					if y-y != 0 {
						rt.Fatalf("found the component %v", y)
					}
				}
			}
			// The rows of pieces that no text has, and of the other type of token, are not read.
			if exponent == 38 && !strings.Contains(name, "token_type") {
				rt.Fatal("found no error")
			}
		}
	})
	t.Logf("%d refused, %d with finite states", refused, finite)
	if !t.Failed() && (refused == 0 || finite == 0) {
		t.Error("the test is blind")
	}
}

// states returns those of the last layer.
func states(files encoder.Files, precision encoder.Precision) (*encoder.HiddenStates, error) {
	m, err := encoder.Read(files)
	if err != nil {
		return nil, err
	}
	e, err := m.NewEncoderIn(precision, m.Layers())
	if err != nil {
		return nil, err
	}
	states := new(encoder.HiddenStates)
	return states, e.Encode("the cat sat", states)
}

// The messages say where the number stands; of integers with scales it is the scale.
func TestRefusesLargeWeights(t *testing.T) {
	const query, layer = "encoder.layer.1.attention.self.query.weight", "encoder.layer.1."
	const expected = ", expected a smaller number: float32 does not hold what would be computed with it"
	for _, c := range []struct {
		name   string
		change func(all map[string]*array)
		want   string
	}{
		{"a matrix", func(all map[string]*array) { copy(all[query].data[4*(32*3+7):], floats(nil, 3e38).data) },
			`tensor "` + query + `": row 3, column 7: found 3e+38`},
		{"bfloat16", func(all map[string]*array) {
			all[query] = &array{Type: "BF16", Shape: []int64{32, 32}, data: make([]byte, 2048)}
			all[query].data[2*33], all[query].data[2*33+1] = 0x7f, 0x7f
		}, `tensor "` + query + `": row 1, column 1: found 3.3895314e+38`},
		{"a scale", func(all map[string]*array) {
			all[query] = &array{Type: "I8", Shape: []int64{32, 32}, data: make([]byte, 1024)}
			all[query].data[32*31] = 1
			all[query+".scale"] = floats([]int64{32}, append(make([]float32, 31), 1e36)...)
		}, `tensor "` + query + `.scale": number 31: found 1e+36`},
		{"a bias", func(all map[string]*array) {
			copy(all[layer+"intermediate.dense.bias"].data[8:], floats(nil, -1e30).data)
		}, `tensor "` + layer + `intermediate.dense.bias": number 2: found -1e+30`},
		{"a gain", func(all map[string]*array) {
			copy(all[layer+"output.LayerNorm.weight"].data[4:], floats(nil, 1e20).data)
		}, `tensor "` + layer + `output.LayerNorm.weight": number 1: found 1e+20`},
		{"an embedding", func(all map[string]*array) {
			copy(all["embeddings.position_embeddings.weight"].data[4*(32+5):], floats(nil, 1e25).data)
		}, `tensor "embeddings.position_embeddings.weight": row 1, column 5: found 1e+25`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := folder(t, "testdata/bert")
			files.Weights = rewritten(t, files.Weights, c.change)
			if err := failure(files); err == nil || err.Error() != "bert/model.safetensors: "+c.want+expected {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
