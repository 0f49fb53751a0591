package encoder_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/metric/encoder"
	"pgregory.net/rapid"
)

// words are texts' words, known and unknown, of one piece and of many.
var words = rapid.SampledFrom(strings.Fields("the a cat cats dog sat on mat in sun sea was blue zebra 42 , . ! é naïf"))

// text draws texts of no word up to several windows.
func text() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		most := rapid.SampledFrom([]int{3, 12, 60}).Draw(t, "most")
		return strings.Join(rapid.SliceOfN(words, 0, most).Draw(t, "words"), " ")
	})
}

// same says whether two texts have the same states, to the bit.
func same(a, b *encoder.States) bool {
	return slices.Equal(a.Pieces, b.Pieces) && a.Windows == b.Windows &&
		slices.EqualFunc(a.Vectors, b.Vectors, func(x, y []float32) bool {
			return slices.EqualFunc(x, y, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
		})
}

// The states of a text do not depend on what is encoded with it, in what order, by whom, or how many texts there are.
func TestSameBits(t *testing.T) {
	built, err := encoder.ContextEN()
	if err != nil {
		t.Fatal(err)
	}
	models := map[string]*encoder.Model{encoder.ContextENName: built}
	for _, name := range made {
		models[name] = model(t, "testdata/"+name)
	}
	for name, m := range models {
		t.Run(name, func(t *testing.T) {
			alone, together := newEncoder(t, m, m.Layers()), newEncoder(t, m, m.Layers())
			rapid.Check(t, func(t *rapid.T) {
				texts := rapid.SliceOfN(text(), 1, 30).Draw(t, "texts")
				want, got := make([]encoder.States, len(texts)), make([]encoder.States, len(texts))
				for i, text := range texts {
					if err := alone.Encode(text, &want[i]); err != nil {
						t.Fatal(err)
					}
				}
				order := rapid.Permutation(texts).Draw(t, "order")
				for rest := order; len(rest) > 0; {
					n := rapid.IntRange(1, len(rest)).Draw(t, "batch")
					if err := together.EncodeAll(rest[:n], got[len(order)-len(rest):][:n]); err != nil {
						t.Fatal(err)
					}
					rest = rest[n:]
				}
				for i, text := range order {
					if !same(&got[i], &want[slices.Index(texts, text)]) {
						t.Fatalf("%q has other states in a batch", text)
					}
				}
			})
		})
	}
}

// Many goroutines may use one model, also for the first time.
func TestManyGoroutines(t *testing.T) {
	m := model(t, "testdata/bert")
	texts := texts(t)
	all := make([][]encoder.States, 8)
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			e, err := m.NewEncoder(2)
			if err != nil {
				t.Error(err)
				return
			}
			all[i] = make([]encoder.States, len(texts))
			if err := e.EncodeAll(texts, all[i]); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for i := range all {
		for j := range all[i] {
			if !same(&all[i][j], &all[0][j]) {
				t.Errorf("goroutine %d has other states of %q", i, texts[j])
			}
		}
	}
}

// States keep their memory, and so do encoders.
func TestNoAllocation(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector empties pools of memory at random")
	}
	m := model(t, "testdata/bert")
	e := newEncoder(t, m, m.Layers())
	texts := texts(t)
	states := make([]encoder.States, len(texts))
	encode := func() {
		if err := e.EncodeAll(texts, states); err != nil {
			t.Fatal(err)
		}
	}
	encode()
	if n := testing.AllocsPerRun(20, encode); n > 0 {
		t.Errorf("%v allocations for texts that were encoded before", n)
	}
}

// The states have these bits on every processor.
func TestSameBitsEverywhere(t *testing.T) {
	for name, want := range map[string]string{
		"bert":       "fa93560e85fc2f75",
		"roberta":    "bd250a38cf4254ac",
		"distilbert": "e6ef1f2dbc9f9559",
	} {
		m := model(t, "testdata/"+name)
		e := newEncoder(t, m, m.Layers())
		h := sha256.New()
		for _, text := range texts(t) {
			var states encoder.States
			if err := e.Encode(text, &states); err != nil {
				t.Fatal(err)
			}
			for _, vector := range states.Vectors {
				if err := binary.Write(h, binary.LittleEndian, vector); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want {
			t.Errorf("%s: the states have the hash %s, want %s", name, got, want)
		}
	}
}
