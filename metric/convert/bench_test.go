package convert

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
)

// benchWorld is random vectors of which every second word is listed, and 3000 sentences of 12 tokens, about the
// size of STS-B's development set.
func benchWorld(words, dim int) world {
	r := rand.New(rand.NewPCG(1, 2))
	names := make([]string, words)
	rows := make([]float32, words*dim)
	counts := make([]int64, words)
	for i := range names {
		names[i] = fmt.Sprint("w", i)
		counts[i] = 1 + int64(1e8/(i+1)) // Zipf's law
	}
	for i := range rows {
		rows[i] = r.Float32()*2 - 0.9
	}
	var w world
	w.Vectors, _ = embedding.New("random", names, dim, rows)
	w.Frequencies, _ = embedding.NewFrequencies("random", names, counts, 0)
	w.StopWords = names[:300]
	for range 3000 {
		s := make([]int32, 12)
		for i := range s {
			s[i] = int32(words * r.IntN(1000) / 1000)
		}
		w.sentences = append(w.sentences, s)
	}
	w.Vectors.Digest()
	w.Frequencies.Digest()
	return w
}

// size is that of the built-in vectors.
var size = sync.OnceValue(func() world { return benchWorld(58778, 150) })

func BenchmarkFit(b *testing.B) {
	for _, letters := range []string{"AWR", "SUP", "SWC"} {
		b.Run(letters+"/58778x150/3000", func(b *testing.B) {
			w := size()
			b.ReportAllocs()
			for b.Loop() {
				mustFit(b, letters, w)
			}
		})
	}
}

func BenchmarkAllButTheTop(b *testing.B) {
	b.Run("58778x150", func(b *testing.B) { benchmarkAllButTheTop(b, size()) })
	b.Run("1000000x300", func(b *testing.B) {
		if testing.Short() {
			b.Skip("2 GB of vectors")
		}
		benchmarkAllButTheTop(b, benchWorld(1_000_000, 300))
	})
}

func benchmarkAllButTheTop(b *testing.B, w world) {
	runtime.GC()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := fitAffine(b.Context(), 'A', w.Vectors, w.Frequencies); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	for _, letters := range []string{"AWR", "UC"} {
		b.Run(letters+"/58778x150", func(b *testing.B) {
			c := mustFit(b, letters, size())
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Table(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(letters+"/58778x150/rows", func(b *testing.B) {
			c := mustFit(b, letters, size())
			dst := make([]float32, 58778*150)
			b.ReportAllocs()
			for b.Loop() {
				if err := c.Rows(b.Context(), 0, 58778, dst, 150); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSentence(b *testing.B) {
	for _, letters := range []string{"S", "SUP", "SWR", "SWC", "AWR"} {
		b.Run(letters+"/12x150", func(b *testing.B) {
			w := size()
			s := mustFit(b, letters, w).NewSentence()
			b.ReportAllocs()
			for b.Loop() {
				s.Convert(w.sentences[7], nil)
			}
		})
	}
}
