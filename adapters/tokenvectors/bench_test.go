package tokenvectors

import (
	"fmt"
	"testing"
)

// BenchmarkLines reads texts of 30 tokens with vectors of 256 components.
func BenchmarkLines(b *testing.B) {
	const texts, tokens, dim = 20, 30, 256
	var rows []row
	names := []string{}
	arrays := map[string]array{}
	vectors := make([][]float32, tokens)
	words := make([]string, tokens)
	for i := range vectors {
		words[i] = fmt.Sprintf("word%d", i)
		vectors[i] = make([]float32, dim)
		for k := range vectors[i] {
			vectors[i][k] = float32(i*dim+k) / 7
		}
	}
	for i := range texts {
		rows = append(rows, row{int64(i), "candidate", "x", 0, words, vectors},
			row{int64(i), "reference", "", 0, words, vectors})
	}
	for _, set := range []string{"candidate", "reference"} {
		var numbers []float32
		var lengths []int64
		var text []byte
		for i := range texts {
			lengths = append(lengths, tokens)
			for k, x := range vectors {
				if i+k > 0 {
					text = append(text, '\n')
				}
				numbers, text = append(numbers, x...), append(text, words[k]...)
			}
		}
		arrays[set+"/vectors"] = array{"F32", []int{texts * tokens, dim}, numbers}
		arrays[set+"/lengths"] = array{"I64", []int{texts}, lengths}
		arrays[set+"/tokens"] = array{"U8", []int{len(text)}, text}
		names = append(names, set+"/vectors", set+"/lengths", set+"/tokens")
	}
	for name, file := range map[string][]byte{"Parquet": parquetFile(b, rows...),
		"safetensors": safeTensorsFile(b, names, arrays)} {
		b.Run(name, func(b *testing.B) {
			f, err := openBytes(b, "x", file)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(2 * texts * tokens * dim * 4)
			b.ReportAllocs()
			for b.Loop() {
				if n, err := f.Length(); n != texts || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}
