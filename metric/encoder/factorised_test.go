package encoder_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/metric/encoder"
)

// narrow is how many columns the factorised tables of these tests have.
const narrow = 8

// factorised returns a model of testdata with a factorised table of pieces, whose narrow rows are of a type, and the same
// model with the product of the two written out.
func factorised(t testing.TB, name string, kind safetensors.Type) (factors, product encoder.Files) {
	factors = folder(t, filepath.Join("testdata", name))
	product = factors
	var config map[string]any
	if err := json.Unmarshal(factors.Config, &config); err != nil {
		t.Fatal(err)
	}
	config["embedding_size"] = narrow
	content, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	factors.Config = content
	change := func(written bool) func(map[string]*array) {
		return func(all map[string]*array) {
			for name, a := range all {
				table, ok := strings.CutSuffix(name, "_embeddings.weight")
				if !ok || strings.Contains(table, "position") || strings.Contains(table, "type") {
					continue
				}
				rows, width := int(a.Shape[0]), int(a.Shape[1])
				words, widening := someNumbers(rows, kind), floats([]int64{int64(width), narrow})
				var scales *array
				if kind == "I8" || kind == "U8" {
					scales = floats([]int64{int64(rows)})
				}
				full := floats(a.Shape)
				v := make([]float32, width*narrow)
				for i := range v {
					v[i] = float32(math.Sin(float64(i)*1.7)) / 2
					widening.data = binary.LittleEndian.AppendUint32(widening.data, math.Float32bits(v[i]))
				}
				row := make([]float32, narrow)
				for i := range rows {
					scale := float32(1)
					if kind == "U8" {
						for k := range row {
							row[k] = float32(int8(words.data[(i*narrow+k)/2]<<(4-4*(k%2))) >> 4)
						}
					} else {
						kind.Decode(row, words.data[i*narrow*kind.Size():])
					}
					if scales != nil {
						scale = 1 / float32(100+i)
						scales.data = binary.LittleEndian.AppendUint32(scales.data, math.Float32bits(scale))
					}
					for k := range width {
						sum := 0.0
						for j, x := range row {
							sum += float64(x*scale) * float64(v[k*narrow+j])
						}
						full.data = binary.LittleEndian.AppendUint32(full.data, math.Float32bits(float32(sum)))
					}
				}
				if written {
					all[name] = full
					return
				}
				all[name], all[table+"_embeddings_projection.weight"] = words, widening
				if scales != nil {
					all[name+".scale"] = scales
				}
				return
			}
			t.Fatal("no table of pieces")
		}
	}
	weights := factors.Weights
	factors.Weights = rewritten(t, weights, change(false))
	product.Weights = rewritten(t, weights, change(true))
	return factors, product
}

// someNumbers returns a narrow table of a type of numbers, without their scales.
func someNumbers(rows int, kind safetensors.Type) *array {
	a := &array{Type: string(kind), Shape: []int64{int64(rows), narrow}}
	if kind == "U8" { // two integers of 4 bits, of any values, in each
		a.Shape[1] /= 2
		for i := range rows * narrow / 2 {
			a.data = append(a.data, byte(i*37))
		}
		return a
	}
	for i := range rows * narrow {
		x := math.Cos(float64(i) * 2.3)
		switch kind {
		case "F32":
			a.data = binary.LittleEndian.AppendUint32(a.data, math.Float32bits(float32(x)))
		case "F16": // 1.mmmmmmmmmm or its negative, of an exponent of −1
			a.data = binary.LittleEndian.AppendUint16(a.data, uint16(i*37%1024)|14<<10|uint16(i%2)<<15)
		case "BF16":
			a.data = binary.LittleEndian.AppendUint16(a.data, uint16(math.Float32bits(float32(x))>>16))
		case "I8":
			a.data = append(a.data, byte(int8(x*127)))
		}
	}
	return a
}

// A factorised table is the same model as the product of its factors, whatever the family, and however its rows are stored.
func TestFactorisedTable(t *testing.T) {
	for _, name := range made {
		for _, kind := range []safetensors.Type{"F32", "F16", "BF16", "I8", "U8"} {
			t.Run(name+" "+string(kind), func(t *testing.T) {
				factors, product := factorised(t, name, kind)
				for layer := range model(t, filepath.Join("testdata", name)).Layers() + 1 {
					if worst := apartOn(t, factors, product, encoder.Float32, layer); worst > 1e-5 {
						t.Errorf("layer %d: %v of the largest apart, want at most 1e-5", layer, worst)
					}
				}
				// Layers of small random models would make more of what is rounded.
				if worst := apartOn(t, factors, product, encoder.Int8, 0); worst > 0.1 || worst == 0 {
					t.Errorf("embeddings: %v of the largest apart in int8, want at most 0.1, and some", worst)
				}
			})
		}
	}
}

// apartOn returns how far the states of a layer of one model are from those of another one, in float32.
func apartOn(t *testing.T, one, other encoder.Files, precision encoder.Precision, layer int) (worst float64) {
	encoded := func(files encoder.Files, precision encoder.Precision) []encoder.HiddenStates {
		m, err := encoder.Read(files)
		if err != nil {
			t.Fatal(err)
		}
		e, err := m.NewEncoderIn(precision, layer)
		if err != nil {
			t.Fatal(err)
		}
		states := make([]encoder.HiddenStates, len(texts(t)))
		if err := e.EncodeAll(texts(t), states); err != nil {
			t.Fatal(err)
		}
		return states
	}
	found, want := encoded(one, precision), encoded(other, encoder.Float32)
	for i := range found {
		worst = max(worst, apart(t, &found[i], numbersOf(&want[i])))
	}
	return worst
}

// numbersOf returns the components of all states, one behind the other.
func numbersOf(states *encoder.HiddenStates) (numbers []float64) {
	for _, vector := range states.Vectors {
		for _, x := range vector {
			numbers = append(numbers, float64(x))
		}
	}
	return numbers
}

// What does not fit a factorised table is refused.
func TestRefusesFactors(t *testing.T) {
	const words, widening = "embeddings.word_embeddings.weight", "embeddings.word_embeddings_projection.weight"
	number := func(name string, at int, x float32) func(map[string]*array) {
		return func(all map[string]*array) { copy(all[name].data[4*at:], floats(nil, x).data) }
	}
	pairs := func(change func(table *array)) func(map[string]*array) {
		return func(all map[string]*array) {
			all[words] = someNumbers(109, "U8")
			all[words+".scale"] = floats([]int64{109}, make([]float32, 109)...)
			change(all[words])
		}
	}
	for _, c := range []struct {
		name, old, new string // of config.json
		change         func(all map[string]*array)
		want           string
	}{
		{"pairs as wide as the table", "", "", pairs(func(table *array) {
			table.Shape, table.data = []int64{109, 8}, make([]byte, 109*8)
		}), `tensor "` + words + `": found the shape [109 8], expected [109 4]`},
		{"pairs that are cut off", "", "", pairs(func(table *array) { table.data = table.data[1:] }),
			`tensor "` + words + `": found 435 bytes, the shape [109 4] of U8 needs 436`},
		{"pairs without scales", "", "", func(all map[string]*array) { all[words] = someNumbers(109, "U8") },
			`tensor "` + words + `.scale": found none, expected one of shape [109]`},
		{"pairs in a vector", "", "", func(all map[string]*array) {
			all["embeddings.LayerNorm.weight"] = &array{Type: "U8", Shape: []int64{32}, data: make([]byte, 32)}
		}, `tensor "embeddings.LayerNorm.weight": found numbers of type U8, expected F32, F16, BF16 or I8`},
		{"no widening", "", "", func(all map[string]*array) { delete(all, widening) },
			`bert/model.safetensors: tensor "` + widening + `": found none, expected one of shape [32 8]`},
		{"another shape", "", "", func(all map[string]*array) { all[widening].Shape = []int64{8, 32} },
			`tensor "` + widening + `": found the shape [8 32], expected [32 8]`},
		{"a wider table", "", "", func(all map[string]*array) { all[words] = floats([]int64{109, 9}, make([]float32, 109*9)...) },
			`tensor "` + words + `": found the shape [109 9], expected [109 8]`},
		{"not configured", `"embedding_size":8,`, "", nil,
			`tensor "` + words + `": found the shape [109 8], expected [109 32]`},
		{"not configured, written out", `"embedding_size":8,`, "", func(all map[string]*array) {
			all[words] = floats([]int64{109, 32}, make([]float32, 109*32)...)
		},
			`tensor "` + widening + `": found it, expected none, as the model has no embedding_size in config.json`},
		{"below zero", `"embedding_size":8`, `"embedding_size":-8`, nil,
			"bert/config.json: embedding_size: found -8, expected 0 to 131072"},
		{"no number in the widening", "", "", number(widening, 8*3+5, float32(math.NaN())),
			`tensor "` + widening + `": row 3, column 5: found NaN, expected a finite number`},
		{"a large number in the widening", "", "", number(widening, 8*3+5, 1e30),
			`tensor "` + widening + `": row 3, column 5: found 1e+30, expected a smaller number`},
		{"a large number in a row", "", "", number(words, 8*2+5, 1e30),
			`tensor "` + words + `": row 2, column 5: found 1e+30, expected a smaller number`},
		{"a large position", "", "", number("embeddings.position_embeddings.weight", 7, 1e30),
			`tensor "embeddings.position_embeddings.weight": row 0, column 7: found 1e+30, expected a smaller number`},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, _ := factorised(t, "bert", "F32")
			files.Config = bytes.Replace(files.Config, []byte(c.old), []byte(c.new), 1)
			if c.change != nil {
				files.Weights = rewritten(t, files.Weights, c.change)
			}
			if err := failure(files); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
