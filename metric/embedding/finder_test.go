package embedding_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
	"pgregory.net/rapid"
)

// A Finder says what the Store says, whatever it was asked for before.
func TestFinder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.StringN(1, 20, 40), rapid.StringMatching(`[ab]{1,18}`))
		known := rapid.SliceOfNDistinct(word, 1, 300, rapid.ID[string]).Draw(t, "known")
		store, err := embedding.New("drawn", known, 1, rapid.SliceOfN(rapid.Float32Range(-9, 9), len(known), len(known)).Draw(t, "rows"))
		if err != nil {
			t.Fatal(err)
		}
		finder := embedding.NewFinder(store)
		asked := rapid.SliceOf(rapid.OneOf(word, rapid.SampledFrom(known), rapid.Just(""))).Draw(t, "asked")
		for _, w := range append(asked, asked...) {
			id, norm, ok := finder.Find(w)
			if wantID, wantOK := store.Index(w); id != wantID || ok != wantOK || ok && norm != store.Norm(id) {
				t.Fatalf("%q: got %d, %v, %v, want %d, %v", w, id, norm, ok, wantID, wantOK)
			}
		}
	})
}

// BenchmarkFinder finds the words of an English sentence, as Store and Finder do.
func BenchmarkFinder(b *testing.B) {
	store, err := embedding.Default()
	if err != nil {
		b.Fatal(err)
	}
	words := strings.Fields("the prime minister said on tuesday that he would not resign over claims of zorking made by rivals")
	finder := embedding.NewFinder(store)
	b.Run("store", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			store.Index(words[i%len(words)])
		}
	})
	b.Run("finder", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			finder.Find(words[i%len(words)])
		}
	})
}
