package metric

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// A text of any length counts its words as a map does, also after texts of other lengths.
func TestWordIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	var s text
	for range 200 {
		s.reset(false)
		type key struct {
			word string
			id   int32
		}
		want := map[key]int32{}
		for position := range r.IntN(600) {
			k := key{id: int32(r.IntN(200))}
			k.word = fmt.Sprint("w", k.id)
			switch {
			case k.id < 60:
				k.id = unknownWord
			case k.id < 90:
				k.id = composedWord
			}
			want[k]++
			s.add(k.word, tableWord{id: k.id}, position)
		}
		if len(s.words) != len(want) {
			t.Fatalf("%d places, want %d", len(s.words), len(want))
		}
		for i, word := range s.words {
			if k := (key{word, s.ids[i]}); s.counts[i] != want[k] {
				t.Fatalf("%v occurs %d times, want %d", k, s.counts[i], want[k])
			}
		}
	}
}
