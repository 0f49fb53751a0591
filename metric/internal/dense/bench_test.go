package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// shapes are inputs and outputs of the layers of encoders: context-en, MiniLM and bge-small, BERT-base.
var shapes = [][2]int{
	{256, 256}, {256, 1024}, {1024, 256},
	{384, 384}, {384, 1536}, {1536, 384},
	{768, 768}, {768, 3072}, {3072, 768},
}

// BenchmarkMultiply is named for rows × inputs × outputs.
func BenchmarkMultiply(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, m := range []int{30, 120, 480} {
		for _, shape := range shapes {
			inputs, outputs := shape[0], shape[1]
			b.Run(fmt.Sprintf("%dx%dx%d", m, inputs, outputs), func(b *testing.B) {
				lda, stride := Stride(inputs), Stride(outputs)
				a, row, bias := numbers(r, m*lda), numbers(r, inputs), numbers(r, outputs)
				w := Pack(outputs, inputs, func(_ int, dst []float32) { copy(dst, row) })
				dst := make([]float32, m*stride)
				for b.Loop() {
					Multiply(dst, stride, a, lda, m, w, bias)
				}
				b.ReportMetric(2*float64(m*inputs*outputs)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
			b.Run(fmt.Sprintf("%dx%dx%d int8", m, inputs, outputs), func(b *testing.B) {
				lda, stride := Stride(inputs), Stride(outputs)
				a, row, bias := numbers(r, m*lda), numbers(r, inputs), numbers(r, outputs)
				w := PackInt8(outputs, inputs, func(_ int, dst []float32) { copy(dst, row) })
				dst := make([]float32, m*stride)
				var scratch Int8Scratch
				for b.Loop() {
					MultiplyInt8(dst, stride, a, lda, m, w, bias, &scratch)
				}
				b.ReportMetric(2*float64(m*inputs*outputs)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GOP/s")
			})
		}
	}
}

// BenchmarkRepackInt8 is named for inputs × outputs.
func BenchmarkRepackInt8(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, shape := range shapes {
		inputs, outputs := shape[0], shape[1]
		b.Run(fmt.Sprintf("%dx%d", inputs, outputs), func(b *testing.B) {
			row := make([]byte, inputs)
			for i := range row {
				row[i] = byte(r.IntN(255) - most)
			}
			row[0] = most
			b.SetBytes(int64(inputs * outputs))
			for b.Loop() {
				RepackInt8(outputs, inputs, func(int) ([]byte, float32) { return row, 0.01 })
			}
		})
	}
}

// BenchmarkAttention is all heads of a layer: pieces × heads × their size.
func BenchmarkAttention(b *testing.B) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{12, 30, 60, 128, 512} {
		for _, heads := range [][2]int{{12, 32}, {8, 32}, {4, 64}, {12, 64}} {
			h, d := heads[0], heads[1]
			b.Run(fmt.Sprintf("%dx%dx%d", n, h, d), func(b *testing.B) {
				stride, outStride := Stride(3*h*d), Stride(h*d)
				x, out := numbers(r, n*stride), make([]float32, n*outStride)
				var scratch Scratch
				for b.Loop() {
					for head := range h {
						Attention(out[head*d:], outStride, x[head*d:], x[(h+head)*d:], x[(2*h+head)*d:], stride, n, d, n, 0.2,
							&scratch)
					}
				}
				b.ReportMetric(4*float64(n*n*h*d)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}

// BenchmarkRows is what is done to each number of a row of 1024.
func BenchmarkRows(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 3))
	x, more, gain := numbers(r, 1024), make([]float32, 1024), numbers(r, 1024)
	for name, once := range map[string]func(){
		"gelu":      func() { GELU(x) },
		"softmax":   func() { chosen.softmax(x, 32, 32, 32, 0.2) },
		"layerNorm": func() { AddLayerNorm(x, more, gain, gain, 1e-12) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				once()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/1024/float64(b.N), "ns/number")
		})
	}
}
