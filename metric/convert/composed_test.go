package convert

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestComposedWordsAreWords: a word that comes with its vector is converted to the last bit as it is where the
// vocabulary has it with this vector, alone (the row of the table) and in a sentence, whatever its place.
func TestComposedWordsAreWords(t *testing.T) {
	for _, letters := range allLetters(t) {
		t.Run(letters.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				w := drawWorld(t)
				c := mustFit(t, letters.String(), w)
				n := int32(w.Vectors.Len())
				ids := rapid.SliceOfN(rapid.Int32Range(0, n-1), 1, 2*batchRows).Draw(t, "ids")
				counts := rapid.SliceOfN(rapid.Int32Range(1, 3), len(ids), len(ids)).Draw(t, "counts")
				want, wantNorms := c.NewSentence().Convert(ids, counts)

				var composed []Composed
				mixed := slices.Clone(ids)
				for i, id := range ids {
					if rapid.Bool().Draw(t, "composed") {
						mixed[i] = -1 - id
						composed = append(composed, Composed{w.Vectors.Word(int(id)), w.Vectors.Row(int(id))})
					}
				}
				rows, norms := c.NewSentence().ConvertWith(mixed, counts, composed)
				if !slices.Equal(norms, wantNorms) || !slices.EqualFunc(rows, want, slices.Equal[[]float32]) {
					t.Fatalf("got %v of %v, want %v", rows, norms, want)
				}
				if letters.SentenceWise() {
					return
				}
				table, err := c.Table(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				id := int(ids[0])
				alone, norm := c.NewSentence().ConvertWith([]int32{-1}, nil,
					[]Composed{{table.Word(id), w.Vectors.Row(id)}})
				if !slices.Equal(alone[0], table.Row(id)) || norm[0] != table.Norm(id) {
					t.Fatalf("%v of norm %v alone, %v of %v in the table", alone[0], norm[0], table.Row(id),
						table.Norm(id))
				}
			})
		})
	}
}

// By hand: sif weighs a composed word by its own count, and by p = 0 where it has none; S counts it as a token.
func TestComposedWordsByHand(t *testing.T) {
	c := corpus{words: []string{"a", "b"}, rows: [][]float32{{3, 0}, {0, 2}},
		counts: map[string]int64{"a": 1, "seen": 3}}
	for _, test := range []struct {
		letters, word string
		want          [2][]float32 // of the word a and of the composed word (4, 0)
	}{
		{"W", "seen", [2][]float32{{3 * 0.001 / 0.251, 0}, {4 * 0.001 / 0.751, 0}}},
		{"W", "unseen", [2][]float32{{3 * 0.001 / 0.251, 0}, {4, 0}}},
		{"S", "seen", [2][]float32{{0.6, 0}, {0.8, 0}}}, // 3 and 4 by √(9 + 16)
	} {
		rows, _ := c.fit(t, test.letters).NewSentence().ConvertWith([]int32{-1, 0}, nil,
			[]Composed{{test.word, []float32{4, 0}}})
		if !slices.Equal(rows[0], test.want[1]) || !slices.Equal(rows[1], test.want[0]) {
			t.Errorf("%s, %s: got %v, want %v", test.letters, test.word, rows, test.want)
		}
	}
}
