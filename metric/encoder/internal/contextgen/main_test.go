package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
)

// TestEmbeddedFilesAreCurrent shows that the files in the program are what the generator makes today. The encoders for
// English have the vocabulary of the first.
func TestEmbeddedFilesAreCurrent(t *testing.T) {
	for name, most := range map[string]int{"context-en": 11_000_000, "context-en-large": 26_000_000, "context-multi": 55_000_000} {
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
		row   []float32
		want  []int8
		scale float32
	}{
		{"the largest becomes 127", []float32{127, -64, 0.4, 0.5, 1.5}, []int8{127, -64, 0, 0, 2}, 1},
		{"or −127", []float32{-254, 2}, []int8{-127, 1}, 2},
		{"zeros", []float32{0, 0}, []int8{0, 0}, 0},
		{"too small for a scale", []float32{1e-45, 0}, []int8{0, 0}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, scale := appendIntegers(nil, c.row)
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
