package convert

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// statesLetters are the combinations that states can be converted by.
func statesLetters(t testing.TB) (all []Letters) {
	for _, f1 := range []string{"", "A", "M", "S", "Z"} {
		for _, f3 := range []string{"", "R", "P"} {
			all = append(all, parse(t, f1+f3))
		}
	}
	return all
}

// layerOf is a layer of states of dim components.
func layerOf(dim int) Layer {
	return Layer{Origin{"model", strings.Repeat("ab", 32)}, 3, "float32", dim}
}

// newHiddenStates returns the states of texts of 0 to 9 pieces, far from zero, of which each component extends less than the
// one before.
func newHiddenStates(seed uint64, texts, dim int) [][][]float32 {
	r := rand.New(rand.NewPCG(seed, 2))
	all := make([][][]float32, texts)
	for i := range all {
		shift := r.NormFloat64()
		for range r.IntN(10) {
			state := make([]float32, dim)
			for k := range state {
				state[k] = float32((r.NormFloat64()+shift)*math.Pow(0.8, float64(k)) + 3*math.Cos(float64(7*k)))
			}
			all[i] = append(all[i], state)
		}
	}
	return all
}

func statesFitter(t rapid.TB, letters Letters, layer Layer) *Fitter {
	t.Helper()
	f, err := NewFitter(context.Background(), letters, Resources{Layer: &layer})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func addStates(t rapid.TB, f *Fitter, texts [][][]float32) {
	t.Helper()
	for _, states := range texts {
		if err := f.AddHiddenStates(states); err != nil {
			t.Fatal(err)
		}
	}
}

func fitStates(t rapid.TB, letters Letters, texts [][][]float32, dim int) *Converter {
	t.Helper()
	f := statesFitter(t, letters, layerOf(dim))
	addStates(t, f, texts)
	c, err := f.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// cloned copies the states of a text, which ConvertHiddenStates changes.
func cloned(states [][]float32) (copied [][]float32) {
	for _, state := range states {
		copied = append(copied, slices.Clone(state))
	}
	return copied
}

// convertedStates returns what a converter makes of texts.
func convertedStates(c *Converter, texts [][][]float32) (all [][][]float32) {
	s := c.NewSentence()
	for _, states := range texts {
		states = cloned(states)
		s.ConvertHiddenStates(states)
		all = append(all, states)
	}
	return all
}

// byDefinition converts texts as the definitions say it, in several passes over all states: principal directions are
// right singular vectors of the matrix of all rows.
func byDefinition(letters Letters, texts [][][]float32, dim int) (all [][][]float64) {
	var pieces [][]float64
	for _, states := range texts {
		var text [][]float64
		for _, state := range states {
			x := make([]float64, dim)
			widen(x, state)
			text, pieces = append(text, x), append(pieces, x)
		}
		all = append(all, text)
	}
	if letters.centres() {
		mean, square := make([]float64, dim), make([]float64, dim)
		for _, x := range pieces {
			for k := range x {
				mean[k] += x[k] / float64(len(pieces))
			}
		}
		for _, x := range pieces {
			for k := range x {
				x[k] -= mean[k]
				square[k] += x[k] * x[k] / float64(len(pieces))
			}
		}
		if letters.f1 == 'Z' {
			for _, x := range pieces {
				for k := range x {
					x[k] /= math.Sqrt(square[k])
				}
			}
		}
		if letters.f1 == 'A' {
			removeTop(pieces, pieces, []float64{1, 1, 1})
		}
	}
	if letters.f1 == 'S' {
		for _, text := range all {
			for k := range dim {
				var square float64
				for _, x := range text {
					square += x[k] * x[k]
				}
				for _, x := range text {
					x[k] /= math.Sqrt(square)
				}
			}
		}
	}
	var sentences [][]float64
	for _, text := range all {
		if len(text) > 0 {
			s := make([]float64, dim)
			for _, x := range text {
				for k := range x {
					s[k] += x[k] / float64(len(text))
				}
			}
			sentences = append(sentences, s)
		}
	}
	switch letters.f3 {
	case 'R':
		removeTop(pieces, sentences, []float64{1})
	case 'P':
		removeTop(pieces, sentences, nil)
	}
	return all
}

// removeTop removes shares of the top singular directions of rows from x, of as many as there are shares; nil is what P
// does.
func removeTop(x, rows [][]float64, shares []float64) {
	m := mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDThin) {
		panic("no singular vectors")
	}
	if shares == nil {
		var sum float64
		for _, sigma := range svd.Values(nil)[:removedByP] {
			shares, sum = append(shares, sigma*sigma), sum+sigma*sigma
		}
		for j := range shares {
			shares[j] /= sum
		}
	}
	var v mat.Dense
	svd.VTo(&v)
	for j, share := range shares {
		direction := mat.Col(nil, j, &v)
		for _, row := range x {
			product := dot(direction, row)
			for k := range row {
				row[k] -= share * product * direction[k]
			}
		}
	}
}

// TestStatesByDefinition: the sums of one pass give what the definitions give, by all letters.
func TestStatesByDefinition(t *testing.T) {
	const dim = 12
	for seed := range uint64(5) {
		texts := newHiddenStates(seed, 40, dim)
		for _, letters := range statesLetters(t) {
			got := convertedStates(fitStates(t, letters, texts, dim), texts)
			for i, text := range byDefinition(letters, texts, dim) {
				for j, want := range text {
					for k := range want {
						// Rounding to float32.
						if !(math.Abs(float64(got[i][j][k])-want[k]) <= 5e-7*max(1, math.Abs(want[k]))) {
							t.Fatalf("%s: text %d, piece %d: %v, want %v", letters, i, j, got[i][j], want)
						}
					}
				}
			}
		}
	}
}

// TestStatesInParts: texts may be learned from in parts, by several fitters or from saved sums.
func TestStatesInParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const dim = 6
		texts := newHiddenStates(rapid.Uint64().Draw(t, "seed"), 20, dim)
		texts = append(texts, [][]float32{{1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1}, {1, 0, 1, 0, 0, 0}, {0, 1, 0, 0, 0, 1}})
		letters := parsed(t, rapid.SampledFrom([]string{"A", "M", "ZR", "AP", "R", "SP"}).Draw(t, "letters"))
		cut := rapid.IntRange(0, len(texts)).Draw(t, "cut")
		want := fitStates(t, letters, texts, dim)

		merged, added := statesFitter(t, letters, layerOf(dim)), statesFitter(t, letters, layerOf(dim))
		part := merged.Part()
		for _, texts := range [][][][]float32{texts[:cut], texts[cut:]} {
			addStates(t, part, texts)
			merged.Merge(part)
			var sums bytes.Buffer
			f := statesFitter(t, letters, layerOf(dim))
			addStates(t, f, texts)
			if err := f.SaveSums(&sums); err != nil {
				t.Fatal(err)
			}
			if err := added.AddSums(&sums); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range []*Fitter{merged, added} {
			got, err := f.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if got.Info().Sentences != want.Info().Sentences || got.Info().Tokens != want.Info().Tokens {
				t.Fatalf("%+v, want %+v", got.Info(), want.Info())
			}
			for _, s := range [][2]Spectrum{{got.Info().Vocabulary, want.Info().Vocabulary},
				{got.Info().Common, want.Info().Common}} {
				for j, v := range s[1].Variances {
					if math.Abs(s[0].Variances[j]-v) > 1e-10*(1+v) {
						t.Errorf("variance %d: %v, want %v", j, s[0].Variances[j], v)
					}
				}
			}
		}
	})
}

// TestStatesSaved: a saved fit converts as before, and says what it was learned from.
func TestStatesSaved(t *testing.T) {
	const dim = 9
	texts := newHiddenStates(3, 40, dim)
	layer := layerOf(dim)
	for _, letters := range statesLetters(t) {
		c := fitStates(t, letters, texts, dim)
		if of, ok := c.Layer(); !ok || of != layer || c.Vectors() != nil {
			t.Errorf("%s: layer %v, vectors %v", letters, of, c.Vectors())
		}
		again := saveLoad(t, c, Resources{Layer: &layer})
		if !reflect.DeepEqual(again.Info(), c.Info()) {
			t.Errorf("%s: %+v, want %+v", letters, again.Info(), c.Info())
		}
		if !reflect.DeepEqual(convertedStates(again, texts), convertedStates(c, texts)) {
			t.Errorf("%s: converts to other states", letters)
		}
		for name, no := range map[string]func() error{
			"Table":     func() error { _, err := c.Table(t.Context()); return err },
			"Part":      func() error { _, err := c.Part(t.Context(), nil); return err },
			"WithTable": func() error { _, err := c.WithTable(newWorld(1, 9, dim).Vectors); return err },
		} {
			if err := no(); err == nil || !strings.Contains(err.Error(), "for the states of layer 3 of model@abababab") {
				t.Errorf("%s: %s: %v", letters, name, err)
			}
		}
	}
}

// TestStatesLoadRefuses: a fit is for one layer of one encoder in one precision.
func TestStatesLoadRefuses(t *testing.T) {
	const dim = 9
	file := saved(t, fitStates(t, parse(t, "AR"), newHiddenStates(3, 40, dim), dim))
	w := newWorld(5, 30, dim)
	words := saved(t, mustFit(t, "AR", w))
	const fitted = "fitted to the states of layer 3 of model@abababab in float32, not to "
	with := func(change func(*Layer)) Resources {
		layer := layerOf(dim)
		change(&layer)
		return Resources{Layer: &layer}
	}
	for _, test := range []struct {
		name      string
		file      []byte
		resources Resources
		want      string
	}{
		{"encoder", file, with(func(l *Layer) { l.Encoder.Digest = strings.Repeat("cd", 32) }),
			fitted + "those of layer 3 of model@cdcdcdcd in float32"},
		{"layer", file, with(func(l *Layer) { l.Number = 2 }), fitted + "those of layer 2"},
		{"precision", file, with(func(l *Layer) { l.Precision = "int8" }),
			fitted + "those of layer 3 of model@abababab in int8"},
		{"dimensions", file, with(func(l *Layer) { l.Dim = 8 }), fitted + "those of layer 3"},
		{"vectors of words", file, w.Resources, fitted + "the vectors random@"},
		{"of vectors of words", words, with(func(*Layer) {}), "fitted to the vectors random@" + w.Vectors.Digest()[:8] +
			", not to the states of layer 3 of model@abababab in float32"},
		{"both", file, Resources{Vectors: w.Vectors, Layer: with(func(*Layer) {}).Layer}, "not to"},
		{"nothing", file, Resources{}, "no vectors are given"},
		{"letters", sealed(bytes.Replace(unsealed(file), []byte(`"AR"`), []byte(`"AWR"`), 1)), with(func(*Layer) {}),
			"damaged: header: AWR of layer 3"},
	} {
		_, err := Load(t.Context(), bytes.NewReader(test.file), test.resources)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", test.name, err, test.want)
		}
	}
	// The name of a folder is nobody's business.
	if _, err := Load(t.Context(), bytes.NewReader(file), with(func(l *Layer) { l.Encoder.Name = "copy" })); err != nil {
		t.Error(err)
	}
}

func TestStatesFitRefuses(t *testing.T) {
	piece := func(n int) (states [][]float32) {
		for i := range n {
			states = append(states, []float32{float32(i), 1, 2, 3, 4, 5})
		}
		return states
	}
	for _, test := range []struct {
		letters string
		dim     int
		states  [][]float32
		want    string
	}{
		{"AW", 6, piece(9), "converter AW: letter W weighs words by their frequencies, which the pieces of an encoder"},
		{"U", 6, piece(9), "letter U weighs words"},
		{"SC", 6, piece(9), "letter C learns from the vectors of stop words"},
		{"A", 6, piece(3), "converter A: letter A needs pieces of sentences: found 3, expected at least 4"},
		{"M", 6, piece(0), "letter M needs pieces of sentences: found 0, expected at least 1"},
		{"Z", 6, piece(1), "letter Z needs pieces of sentences: found 1, expected at least 2"},
		{"R", 6, piece(0), "letter R needs sentences, found none with a piece"},
		{"A", 3, nil, "leaves nothing of vectors of 3 dimensions"},
		{"R", 1, nil, "leaves nothing of vectors of 1 dimension"},
		{"M", maxDim + 1, nil, "found vectors of 4097 dimensions, expected at most 4096"},
		{"M", 6, [][]float32{{0, 1, 2, 3, 4, 2e30}},
			"converter M: piece 0: found a state with the norm 2e+30, expected at most 1e+30"},
		{"R", 6, [][]float32{{0, 1, 2, 3, 4, float32(math.NaN())}}, "found a state with the norm NaN"},
	} {
		layer := layerOf(test.dim)
		f, err := NewFitter(t.Context(), parse(t, test.letters), Resources{Layer: &layer})
		if err == nil {
			err = f.AddHiddenStates(test.states)
		}
		if err == nil {
			_, err = f.Finish()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %d dimensions: error %v, want %s", test.letters, test.dim, err, test.want)
		}
	}
	one, other := statesFitter(t, parse(t, "AR"), layerOf(6)), layerOf(6)
	other.Number = 2
	var sums bytes.Buffer
	if err := statesFitter(t, parse(t, "AR"), other).SaveSums(&sums); err != nil {
		t.Fatal(err)
	}
	if err := one.AddSums(&sums); err == nil || !strings.Contains(err.Error(), "found sums for the states of layer 2") {
		t.Errorf("sums of another layer: %v", err)
	}
	if err := statesFitter(t, parse(t, "S"), other).SaveSums(&sums); err == nil ||
		!strings.Contains(err.Error(), "expected A, M, Z, R or P") {
		t.Errorf("sums of S: %v", err)
	}
}

// TestStatesStayFinite: whatever states a fit has seen, no converted state is NaN or infinite, and of what is the same
// everywhere nothing but zero is left.
func TestStatesStayFinite(t *testing.T) {
	const huge, tiny = 9e29, 1e-45
	for name, text := range map[string][][]float32{
		"zero":     {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
		"the same": {{0.1, 0.7, 3, 4}, {0.1, 0.7, 3, 4}, {0.1, 0.7, 3, 4}, {0.1, 0.7, 3, 4}, {0.1, 0.7, 3, 4}},
		"huge":     {{huge, 0, 0, 0}, {0, -huge, 0, 0}, {0, 0, huge, 0}, {0, 0, 0, -huge}},
		"tiny":     {{tiny, 0, 0, 0}, {tiny, -tiny, 0, 0}, {0, tiny, 0, tiny}, {0, 0, tiny, 0}},
		"both":     {{tiny, 0, huge, 0}, {tiny, -tiny, 0, huge}, {1, 1, 0, tiny}, {0, 1, tiny, 1}},
	} {
		for _, letters := range statesLetters(t) {
			c := fitStates(t, letters, [][][]float32{text, {}, text[:1]}, 4)
			other := [][]float32{{huge, 0, 0, 0}, {0, huge, 1, tiny}, {-0.5, 0.5, 0.5, 0.5}}
			for i, states := range convertedStates(c, [][][]float32{text, other}) {
				for _, state := range states {
					for _, x := range state {
						if x-x != 0 || i == 0 && name == "the same" && letters.centres() && x != 0 {
							t.Errorf("%s: %s: %v", name, letters, states)
							break
						}
					}
				}
			}
			layer := layerOf(4)
			if again := saveLoad(t, c, Resources{Layer: &layer}); again.Hash() != c.Hash() {
				t.Errorf("%s: %s: hash %s after loading, want %s", name, letters, again.Hash(), c.Hash())
			}
		}
	}
}

// TestStatesAllocateNothing holds for the conversion of texts, of any length.
func TestStatesAllocateNothing(t *testing.T) {
	const dim = 40
	texts := newHiddenStates(4, 60, dim)
	for _, letters := range []string{"AR", "SP", "Z"} {
		s := fitStates(t, parse(t, letters), texts, dim).NewSentence()
		states := slices.Concat(texts...)
		if n := testing.AllocsPerRun(20, func() { s.ConvertHiddenStates(states) }); n != 0 {
			t.Errorf("%s: %v allocations a text of %d pieces", letters, n, len(states))
		}
	}
}

func ExampleFitter_AddHiddenStates() {
	letters, _ := ParseLetters("M")
	layer := Layer{Encoder: Origin{Name: "model", Digest: "00000000"}, Number: 3, Precision: "float32", Dim: 2}
	fitter, err := NewFitter(context.Background(), letters, Resources{Layer: &layer})
	if err != nil {
		panic(err)
	}
	fitter.AddHiddenStates([][]float32{{1, 5}, {3, 9}}) // the pieces of a text
	converter, err := fitter.Finish()
	if err != nil {
		panic(err)
	}
	states := [][]float32{{2, 8}}
	converter.NewSentence().ConvertHiddenStates(states)
	fmt.Println(states)
	// Output: [[0 1]]
}
