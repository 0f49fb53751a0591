package encoder_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
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
func same(a, b *encoder.HiddenStates) bool {
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
	factors, _ := factorised(t, "xlm-roberta", "I8")
	narrow, err := encoder.Read(factors)
	if err != nil {
		t.Fatal(err)
	}
	models := map[string]*encoder.Model{encoder.ContextENName: built, "factorised": narrow}
	for _, name := range made {
		models[name] = model(t, "testdata/"+name)
	}
	eachPrecision(t, models, func(t *testing.T, m *encoder.Model, precision encoder.Precision) {
		alone, together := newEncoderIn(t, m, precision), newEncoderIn(t, m, precision)
		rapid.Check(t, func(t *rapid.T) {
			texts := rapid.SliceOfN(text(), 1, 30).Draw(t, "texts")
			want, got := make([]encoder.HiddenStates, len(texts)), make([]encoder.HiddenStates, len(texts))
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

// eachPrecision runs a test on models with each precision.
func eachPrecision(t *testing.T, models map[string]*encoder.Model,
	test func(t *testing.T, m *encoder.Model, precision encoder.Precision)) {
	for name, m := range models {
		for _, precision := range encoder.Precisions() {
			t.Run(name+" "+string(precision), func(t *testing.T) { test(t, m, precision) })
		}
	}
}

// newEncoderIn returns an encoder for the last layer.
func newEncoderIn(t testing.TB, m *encoder.Model, precision encoder.Precision) *encoder.Encoder {
	t.Helper()
	e, err := m.NewEncoderIn(precision, m.Layers())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Rounding to 8 bits changes the states of a trained model by no more than a few hundredths of the largest.
func TestInt8IsNear(t *testing.T) {
	m, err := encoder.ContextEN()
	if err != nil {
		t.Fatal(err)
	}
	exact, rounded := newEncoderIn(t, m, encoder.Float32), newEncoderIn(t, m, encoder.Int8)
	worst := 0.0
	for _, text := range texts(t) {
		var want, got encoder.HiddenStates
		if err := errors.Join(exact.Encode(text, &want), rounded.Encode(text, &got)); err != nil {
			t.Fatal(err)
		}
		worst = max(worst, apart(t, &got, numbersOf(&want)))
	}
	t.Logf("at most %.2g of the largest from float32", worst)
	if worst > 0.05 || worst == 0 {
		t.Errorf("%.2g of the largest from float32, want at most 0.05, and some", worst)
	}
	if _, err := m.NewEncoderIn("int4", 1); err == nil {
		t.Error("int4 is not refused")
	}
}

// Many goroutines may use one model, also for the first time.
func TestManyGoroutines(t *testing.T) {
	m := model(t, "testdata/bert")
	texts := texts(t)
	all := make([][]encoder.HiddenStates, 8)
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			e, err := m.NewEncoder(2)
			if err != nil {
				t.Error(err)
				return
			}
			all[i] = make([]encoder.HiddenStates, len(texts))
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

// States keep their memory, and so do encoders. Only words that the model does not know are copied.
func TestNoAllocation(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector empties pools of memory at random")
	}
	texts := texts(t)
	states := make([]encoder.HiddenStates, len(texts))
	bert := map[string]*encoder.Model{"bert": model(t, "testdata/bert")}
	eachPrecision(t, bert, func(t *testing.T, m *encoder.Model, precision encoder.Precision) {
		e := newEncoderIn(t, m, precision)
		encode := func() {
			if err := e.EncodeAll(texts, states); err != nil {
				t.Fatal(err)
			}
		}
		encode()
		unknown := 0
		for i := range states {
			for _, piece := range states[i].Pieces {
				if piece.Unknown != "" {
					unknown++
				}
			}
		}
		if n := testing.AllocsPerRun(20, encode); n > float64(unknown) {
			t.Errorf("%v allocations for texts that were encoded before, with %d unknown words", n, unknown)
		}
	})
}

// inManyScripts are texts for an encoder of many languages.
var inManyScripts = []string{"Příliš žluťoučký kůň úpěl ďábelské ódy.", "東京は大きい。 ﬁne", "सभी मनुष्यों को गौरव है।",
	"Съешь ещё этих мягких французских булок", "كل الناس أحرار 👩‍👩‍👧", "", "It's 3.14 times naïve"}

// The states have these bits on every processor.
func TestSameBitsEverywhere(t *testing.T) {
	want := map[string]string{
		"bert float32":          "fa93560e85fc2f75",
		"roberta float32":       "bd250a38cf4254ac",
		"distilbert float32":    "e6ef1f2dbc9f9559",
		"xlm-roberta float32":   "66ef4d114c3fd005",
		"bert int8":             "d89fdcca7e342389",
		"roberta int8":          "4c7b64ff3c607d77",
		"distilbert int8":       "9aa52d2d2be3a05f",
		"xlm-roberta int8":      "5723a567057fd891",
		"modernbert float32":    "4f9c5f50a411c66f",
		"modernbert int8":       "98ad827ce0e25c94",
		"context-multi float32": "dc743b7257f1a93a",
		"context-multi int8":    "5fb88cbcf14952cb",
	}
	models := map[string]*encoder.Model{encoder.ContextMultiName: builtInMulti(t)}
	for _, name := range made {
		models[name] = model(t, "testdata/"+name)
	}
	eachPrecision(t, models, func(t *testing.T, m *encoder.Model, precision encoder.Precision) {
		e := newEncoderIn(t, m, precision)
		h := sha256.New()
		texts := texts(t)
		if m.Name() == encoder.ContextMultiName {
			texts = inManyScripts
		}
		for _, text := range texts {
			var states encoder.HiddenStates
			if err := e.Encode(text, &states); err != nil {
				t.Fatal(err)
			}
			for _, vector := range states.Vectors {
				if err := binary.Write(h, binary.LittleEndian, vector); err != nil {
					t.Fatal(err)
				}
			}
		}
		name := m.Name() + " " + string(precision)
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != want[name] {
			t.Errorf("%s: the states have the hash %s, want %s", name, got, want[name])
		}
	})
}
