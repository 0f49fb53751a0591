package embedding

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkOpenDefault measures the whole opening of the built-in vectors, which Default does once.
func BenchmarkOpenDefault(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := openQuantized(DefaultName, defaultTable, defaultSlots); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenDefaultFrequencies measures the same for the word counts.
func BenchmarkOpenDefaultFrequencies(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := openQuantizedFrequencies(DefaultName, defaultTable); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDefaultRows measures how long it takes from nothing to having every default row as float32.
func BenchmarkDefaultRows(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, err := openQuantized(DefaultName, defaultTable, defaultSlots)
		if err != nil {
			b.Fatal(err)
		}
		s.Rows()
	}
}

// BenchmarkRow measures one access to a row that is there already.
func BenchmarkRow(b *testing.B) {
	s, err := openQuantized(DefaultName, defaultTable, defaultSlots)
	if err != nil {
		b.Fatal(err)
	}
	s.Rows()
	var sink float32
	id := 0
	for b.Loop() {
		sink += s.Row(id)[0]
		id = (id + 1) & 1023
	}
	_ = sink
}

// BenchmarkIndex measures looking up all words of the vocabulary in turn, and as many unknown ones.
func BenchmarkIndex(b *testing.B) {
	s, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	known := make([]string, 1<<15)
	unknown := make([]string, len(known))
	for i := range known {
		known[i] = s.Word(i)
		unknown[i] = s.Word(i) + "-"
	}
	for _, list := range []struct {
		name  string
		words []string
	}{{"known", known}, {"unknown", unknown}} {
		b.Run(list.name, func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				s.Index(list.words[i&(len(known)-1)])
				i++
			}
		})
	}
}

type countingWriter int

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}

func BenchmarkDigest(b *testing.B) {
	s, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(4 * s.Len() * s.Dim()))
	for b.Loop() {
		digestStore(s)
	}
}

// BenchmarkOpenTable measures the opening of a mapped table of 58,778 × 150, without use of it.
func BenchmarkOpenTable(b *testing.B) {
	file := defaultTableFile(b)
	b.ReportAllocs()
	for b.Loop() {
		s, _, err := OpenTable(file, "default", nil)
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

// BenchmarkMapped measures what an access to a mapped table costs when its block has been checked.
func BenchmarkMapped(b *testing.B) {
	s, _, err := OpenTable(defaultTableFile(b), "default", nil)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	words := make([]string, 1<<15)
	for i := range words {
		words[i] = s.Word(i)
	}
	s.Rows()
	b.Run("Row", func(b *testing.B) {
		var sink float32
		id := 0
		for b.Loop() {
			sink += s.Row(id)[0]
			id = (id + 1) & 1023
		}
		_ = sink
	})
	b.Run("Index", func(b *testing.B) {
		i := 0
		for b.Loop() {
			s.Index(words[i&(len(words)-1)])
			i++
		}
	})
}

// defaultTableFile writes the default vectors as a binary table.
func defaultTableFile(b *testing.B) string {
	s, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "table")
	if err := os.WriteFile(file, tableOf(b, s, ""), 0o666); err != nil {
		b.Fatal(err)
	}
	return file
}

// BenchmarkWriteTable measures checksums and copying; the digest is known.
func BenchmarkWriteTable(b *testing.B) {
	s, err := Default()
	if err != nil {
		b.Fatal(err)
	}
	var size countingWriter
	for b.Loop() {
		size = 0
		if err := WriteTable(&size, s, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(size))
}

// BenchmarkCompose makes vectors of 300 components for unknown words of a model with fastText's usual n-grams.
func BenchmarkCompose(b *testing.B) {
	s := &Store{rows: newMatrix(1, 300), subwords: subwords{shortest: 3, longest: 6, buckets: newMatrix(20_000, 300)}}
	dst := make([]float32, 300)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := s.Compose("unfathomably", dst); !ok {
			b.Fatal("no vector")
		}
	}
}
