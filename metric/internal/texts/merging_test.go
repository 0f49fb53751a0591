package texts

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// A text of any length counts its words as a map does, also after texts of other lengths.
func TestMerging(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	reader, s := NewReader(&Space{KeepUnknown: true}, nil, nil), Text{}
	for range 200 {
		reader.Begin(&s)
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
				k.id = UnknownWord
			case k.id < 90:
				k.id = ComposedWord
			}
			want[k]++
			reader.AddToken(&s, k.word, TableWord{ID: k.id}, position)
		}
		if len(s.Words) != len(want) {
			t.Fatalf("%d places, want %d", len(s.Words), len(want))
		}
		for i, word := range s.Words {
			if k := (key{word, s.IDs[i]}); s.Counts[i] != want[k] {
				t.Fatalf("%v occurs %d times, want %d", k, s.Counts[i], want[k])
			}
		}
	}
}
