package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/safetensors"
	"github.com/wordrotator/wrd/internal/shareddata"
)

// TestEmbeddedFilesAreCurrent shows that the files in the program are what the generator makes today. The encoders for
// English have the vocabulary of the first.
func TestEmbeddedFilesAreCurrent(t *testing.T) {
	for name, most := range map[string]int{"context-en": 11_000_000, "context-en-large": 26_000_000, "context-multi": 39_000_000} {
		if name != "context-en" && !parts.Runs(parts.Thorough) {
			continue // another vocabulary, and the table in factors: tested on made models
		}
		files, err := generate(shareddata.Path(t, "encoders/"+name))
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for file, content := range files {
			folder := name
			if file == vocabularyFile {
				folder = "context-en"
			}
			embedded, err := os.ReadFile(filepath.Join("..", "..", folder, file))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(content, embedded) {
				t.Errorf(`%s/%s is not what "go generate" makes of ../shared/encoders/%s`, folder, file, name)
			}
			size += len(embedded)
		}
		if len(files) < 3 || size > most {
			t.Errorf("%s: %d files of %d bytes, want 3 or more of at most %d", name, len(files), size, most)
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  float64
		row   []float32
		want  []int8
		scale float32
	}{
		{"the largest becomes 127", 127, []float32{127, -64, 0.4, 0.5, 1.5}, []int8{127, -64, 0, 0, 2}, 1},
		{"or −127", 127, []float32{-254, 2}, []int8{-127, 1}, 2},
		{"zeros", 127, []float32{0, 0}, []int8{0, 0}, 0},
		{"too small for a scale", 127, []float32{1e-45, 0}, []int8{0, 0}, 0},
		{"the largest becomes 7", 7, []float32{1.2, -3.5, 0.25}, []int8{2, -7, 0}, 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, scale := appendIntegers(nil, c.row, c.most)
			var got []int8
			for _, x := range b {
				got = append(got, int8(x))
			}
			if !slices.Equal(got, c.want) || scale != c.scale {
				t.Errorf("%d times %v, want %d times %v", got, scale, c.want, c.scale)
			}
		})
	}
}

// A factorised table becomes integers of 4 bits, two in a byte, with the scales of 8 bits multiplied in.
func TestTable(t *testing.T) {
	var w safetensors.Writer
	w.Add("words.weight", "I8", []int64{2, 4}, []byte{70, 246, 20, 186, 0, 0, 127, 129}) // 70 −10 20 −70, 0 0 127 −127
	w.Add("words.weight.scale", "F32", []int64{2}, appendNumbers(nil, 0.5, 2))
	w.Add("words_projection.weight", "F32", []int64{1, 4}, appendNumbers(nil, 127, 0, -127, 1))
	content, err := w.Bytes()
	if err == nil {
		content, err = quantize(content)
	}
	if err != nil {
		t.Fatal(err)
	}
	tensors, begin, err := safetensors.ReadHeader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{
		"words.weight":                  {0xf7, 0x92, 0x00, 0x97}, // 7 −1 2 −7, 0 0 7 −7
		"words.weight.scale":            appendNumbers(nil, 5, 254.0/7),
		"words_projection.weight":       {127, 0, 129, 1},
		"words_projection.weight.scale": appendNumbers(nil, 1),
	}
	for _, one := range tensors {
		got := content[begin+one.Offsets[0] : begin+one.Offsets[1]]
		if !bytes.Equal(got, want[one.Name]) {
			t.Errorf("%s: %#x, want %#x", one.Name, got, want[one.Name])
		}
		if packed := one.Type == "U8" && slices.Equal(one.Shape, []int64{2, 2}); packed != (one.Name == "words.weight") {
			t.Errorf("%s: %s %d", one.Name, one.Type, one.Shape)
		}
	}
	if len(tensors) != len(want) {
		t.Errorf("%d tensors, want %d", len(tensors), len(want))
	}
}
