package encoder_test

import (
	"cmp"
	"os"
	"strconv"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
)

// sentences are references of WMT15, in their order.
func sentences(b *testing.B, n int) (texts []string) {
	for _, row := range lines[judged](b, "data/mt/wmt15_da.jsonl") {
		if texts = append(texts, row.Reference); len(texts) == n {
			break
		}
	}
	return texts
}

// BenchmarkEncode encodes references of WMT15 on one core. bench/encoder.py compares it with other programs.
func BenchmarkEncode(b *testing.B) {
	models := map[string]*encoder.Model{}
	for _, builtIn := range encoder.BuiltIns() {
		m, err := builtIn.Open()
		if err != nil {
			b.Fatal(err)
		}
		models[builtIn.Name] = m
	}
	if dir := os.Getenv("WRD_MINILM"); dir != "" {
		models["MiniLM"] = model(b, dir)
	}
	for name, m := range models {
		for _, precision := range encoder.Precisions() {
			encodeIn(b, name, m, precision)
		}
	}
}

func encodeIn(b *testing.B, name string, m *encoder.Model, precision encoder.Precision) {
	if precision != encoder.Float32 {
		name += " " + string(precision)
	}
	b.Run(name, func(b *testing.B) {
		e, err := m.NewEncoderIn(precision, m.Layers())
		if err != nil {
			b.Fatal(err)
		}
		n, err := strconv.Atoi(cmp.Or(os.Getenv("WRD_BENCH_SENTENCES"), "500"))
		if err != nil {
			b.Fatal(err)
		}
		texts := sentences(b, n)
		states := make([]encoder.HiddenStates, len(texts))
		encode := func() {
			if err := e.EncodeAll(texts, states); err != nil {
				b.Fatal(err)
			}
		}
		encode() // which makes the memory
		pieces := 0
		b.ReportAllocs()
		for b.Loop() {
			encode()
		}
		for i := range states {
			pieces += len(states[i].Pieces)
		}
		seconds := b.Elapsed().Seconds()
		b.ReportMetric(float64(b.N*len(texts))/seconds, "sentences/s")
		b.ReportMetric(float64(b.N*pieces)/seconds, "pieces/s")
	})
}

// BenchmarkOpen reads built-in encoders and makes them ready for their first text.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{encoder.ContextENName, encoder.ContextMultiName} {
		b.Run(name, func(b *testing.B) {
			files := folder(b, name)
			for b.Loop() {
				m, err := encoder.Read(files)
				if err != nil {
					b.Fatal(err)
				}
				e := newEncoder(b, m, m.Layers())
				var states encoder.HiddenStates
				if err := e.Encode("a cat sat.", &states); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
