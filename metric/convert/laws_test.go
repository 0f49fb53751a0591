package convert

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A world is random vectors with frequencies, stop words and sentences.
type world struct {
	Resources
	sentences [][]int32
}

// drawWorld draws vectors of which each dimension extends less than the one before, so that principal directions are
// apart and rounding errors in them stay small.
func drawWorld(t *rapid.T) world {
	return newWorld(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(8, 60).Draw(t, "words"),
		rapid.IntRange(4, 20).Draw(t, "dim"))
}

func newWorld(seed uint64, words, dim int) world {
	r := rand.New(rand.NewPCG(seed, 1))
	var w world
	names := make([]string, words)
	rows := make([]float32, 0, words*dim)
	var listed []string
	var counts []int64
	for i := range names {
		names[i] = fmt.Sprint("w", i)
		for k := range dim {
			rows = append(rows, float32((r.NormFloat64()+0.3)*math.Pow(0.8, float64(k))))
		}
		if i < 6 || r.IntN(4) > 0 {
			listed, counts = append(listed, names[i]), append(counts, 1+int64(100/(i+1)))
		}
		if i%3 == 0 {
			w.StopWords = append(w.StopWords, names[i])
		}
	}
	for i := range 60 { // rare words without a vector, so that U has frequent words to tell from others
		listed, counts = append(listed, fmt.Sprint("x", i)), append(counts, 1)
	}
	var err error
	if w.Vectors, err = embedding.New("random", names, dim, rows); err != nil {
		panic(err)
	}
	if w.Frequencies, err = embedding.NewFrequencies("random", listed, counts, 0); err != nil {
		panic(err)
	}
	for range 5 + r.IntN(30) {
		s := make([]int32, r.IntN(9))
		for i := range s {
			s[i] = int32(r.IntN(words))
		}
		w.sentences = append(w.sentences, s)
	}
	w.sentences = append(w.sentences, []int32{0, 1, 2})
	return w
}

// converted returns the float64 rows that a converter without S makes of the vocabulary.
func converted(c *Converter) [][]float64 {
	b := newBatch(c.store.Dim())
	rows := make([][]float64, c.store.Len())
	for id := range rows {
		c.first(b.row(0), id)
		rows[id] = slices.Clone(c.third(b, 1)[:b.dim])
	}
	return rows
}

// TestAllButTheTop: after A the listed words have mean zero, and no word extends in a removed direction.
func TestAllButTheTop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		c := mustFit(t, "A", w)
		mean := make([]float64, w.Vectors.Dim())
		for id, row := range converted(c) {
			for j, v := range c.f1.top.vectors {
				if d := dot(v, row); math.Abs(d) > 1e-13 {
					t.Fatalf("row %d extends %g in direction %d", id, d, j)
				}
			}
			if _, listed := w.Frequencies.Count(w.Vectors.Word(id)); listed {
				for k, x := range row {
					mean[k] += x
				}
			}
		}
		if d := math.Sqrt(dot(mean, mean)); d > 1e-12 {
			t.Fatalf("the sum of listed words is %g long", d)
		}
		// The spectrum shows what is left: the sum of squares of the listed words.
		var left float64
		for id, row := range converted(c) {
			if _, listed := w.Frequencies.Count(w.Vectors.Word(id)); listed {
				left += dot(row, row)
			}
		}
		s := c.Info().Vocabulary
		if want := (1 - s.Share) * total(s.Variances) * float64(s.Rows); math.Abs(left-want) > 1e-11*(1+
			total(s.Variances)*float64(s.Rows)) {
			t.Fatalf("squares sum to %g, the spectrum says %g", left, want)
		}
	})
}

// TestRemovals: R leaves nothing of its direction, P is I − Σ rⱼvⱼvⱼᵀ with Σ rⱼ = 1, and neither moves what is
// orthogonal.
func TestRemovals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		letters := rapid.SampledFrom([]string{"R", "P", "AR", "AWP", "UR"}).Draw(t, "letters")
		c := mustFit(t, letters, w)
		var before Converter = *c
		before.directions = nil
		rows, plain := converted(c), converted(&before)
		var shares float64
		for j, v := range c.directions.vectors {
			shares += c.directions.shares[j]
			for id := range rows {
				want := (1 - c.directions.shares[j]) * dot(v, plain[id])
				if got := dot(v, rows[id]); math.Abs(got-want) > 1e-13 {
					t.Fatalf("word %d in direction %d: %g, want %g", id, j, got, want)
				}
			}
		}
		if math.Abs(shares-1) > 1e-12 {
			t.Fatalf("shares sum to %v", shares)
		}
		for id := range rows {
			lost := make([]float64, len(rows[id]))
			for k := range lost {
				lost[k] = plain[id][k] - rows[id][k]
			}
			for j, v := range c.directions.vectors {
				f := c.directions.shares[j] * dot(v, plain[id])
				for k := range lost {
					lost[k] -= f * v[k]
				}
			}
			if dot(lost, lost) > 1e-24 {
				t.Fatalf("word %d lost %v besides", id, lost)
			}
		}
	})
}

// TestRemovedDirectionIsTheLargest: no unit vector has larger Σ (s·v)² over the sentence vectors s.
func TestRemovedDirectionIsTheLargest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		c := mustFit(t, "R", w)
		v := c.directions.vectors[0]
		other := rapid.SliceOfN(rapid.Float64Range(-1, 1), len(v), len(v)).Draw(t, "v")
		length := dot(other, other)
		if length == 0 {
			t.Skip("no direction")
		}
		var best, found float64
		for _, ids := range w.sentences {
			if len(ids) == 0 {
				continue
			}
			s := make([]float64, len(v))
			for _, id := range ids {
				addRow(s, 1/float64(len(ids)), w.Vectors.Row(int(id)))
			}
			best += dot(s, v) * dot(s, v)
			found += dot(s, other) * dot(s, other) / length
		}
		if found > best*(1+1e-12) {
			t.Fatalf("%v has %v, the removed direction %v", other, found, best)
		}
		if want := c.Info().Common.Variances[0] * float64(c.Info().Sentences); math.Abs(best-want) > 1e-12*want {
			t.Fatalf("σ² = %v, want %v", want, best)
		}
	})
}

// TestConceptorIsTheFormula computes A₃ as DESIGN and the paper write it, with three inversions.
func TestConceptorIsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		letters := rapid.SampledFrom([]string{"C", "AC", "UC"}).Draw(t, "letters")
		c := mustFit(t, letters, w)
		dim := w.Vectors.Dim()
		var before Converter = *c
		before.conceptor = nil
		plain := converted(&before)
		sentences, stopWords := mat.NewSymDense(dim, nil), mat.NewSymDense(dim, nil)
		n := float64(c.Info().Sentences)
		for _, ids := range w.sentences {
			if len(ids) == 0 {
				continue
			}
			s := mat.NewVecDense(dim, nil)
			for _, id := range ids {
				s.AddScaledVec(s, 1/float64(len(ids)), mat.NewVecDense(dim, plain[id]))
			}
			sentences.SymRankOne(sentences, 1/n, s)
		}
		for _, word := range w.StopWords {
			id, _ := w.Vectors.Index(word)
			x := make([]float64, dim)
			widen(x, w.Vectors.Row(id))
			stopWords.SymRankOne(stopWords, 1/float64(len(w.StopWords)), mat.NewVecDense(dim, x))
		}
		identity := mat.NewDiagDense(dim, slices.Repeat([]float64{1}, dim))
		inverted := func(m mat.Matrix) *mat.Dense {
			var inverse mat.Dense
			if err := inverse.Inverse(m); err != nil {
				t.Fatal(err)
			}
			return &inverse
		}
		negation := func(r mat.Matrix) *mat.Dense { // (I − C)⁻¹ with C = R(R + I)⁻¹
			var sum, c mat.Dense
			sum.Add(r, identity)
			c.Mul(r, inverted(&sum))
			c.Sub(identity, &c)
			return inverted(&c)
		}
		var a3 mat.Dense
		a3.Add(negation(sentences), negation(stopWords))
		a3.Sub(&a3, identity)
		want := inverted(&a3)
		got := mat.NewDense(dim, dim, c.conceptor.matrix.Data)
		if !mat.EqualApprox(got, want, 1e-11) {
			t.Fatalf("A₃ is\n%v, want\n%v", mat.Formatted(got), mat.Formatted(want))
		}
	})
}

// TestSentenceScaling: under S each feature has length 1 over the sentence, or 0, whatever unit it is measured in.
func TestSentenceScaling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		ids := rapid.SliceOfN(rapid.Int32Range(0, int32(w.Vectors.Len()-1)), 1, 100).Draw(t, "ids")
		rows, _ := mustFit(t, "S", w).NewSentence().Convert(ids, nil)
		for k := range w.Vectors.Dim() {
			var square float64
			for _, row := range rows {
				square += float64(row[k]) * float64(row[k])
			}
			if math.Abs(square-1) > 1e-6 {
				t.Fatalf("feature %d has square %v", k, square)
			}
		}
	})
}

// TestCountsAreOccurrences: merging equal tokens changes nothing but rounding.
func TestCountsAreOccurrences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		c := mustFit(t, rapid.SampledFrom([]string{"S", "SUP", "SWC", "AR"}).Draw(t, "letters"), w)
		counts := rapid.SliceOfN(rapid.Int32Range(1, 4), 1, 8).Draw(t, "counts")
		var ids, repeated []int32
		for i, count := range counts {
			ids = append(ids, int32(i))
			repeated = append(repeated, slices.Repeat([]int32{int32(i)}, int(count))...)
		}
		all, _ := c.NewSentence().Convert(repeated, nil)
		merged, norms := c.NewSentence().Convert(ids, counts)
		var at int
		for i, count := range counts {
			for k, x := range merged[i] {
				if math.Abs(float64(x-all[at][k])) > 1e-6*norms[i] {
					t.Fatalf("word %d: %v, one by one %v", i, merged[i], all[at])
				}
			}
			at += int(count)
		}
	})
}

// TestOrderOfSentences: it changes nothing beyond rounding, and where sentences are the same their order is
// nothing at all.
func TestOrderOfSentences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		letters := rapid.SampledFrom([]string{"R", "AWR", "UP", "AC"}).Draw(t, "letters")
		one := mustFit(t, letters, w)
		if d := one.directions; d != nil {
			v := one.Info().Common.Variances
			if last := len(d.vectors) - 1; last+1 < len(v) && v[last]-v[last+1] < 4e-3*v[0] {
				t.Skip("the last direction to remove is hardly larger than the first to keep")
			}
		}
		w.sentences = rapid.Permutation(w.sentences).Draw(t, "order")
		two := mustFit(t, letters, w)
		rows, again := converted(one), converted(two)
		for id := range rows {
			for k := range rows[id] {
				if math.Abs(rows[id][k]-again[id][k]) > 1e-12 {
					t.Fatalf("word %d: %v, in another order %v", id, rows[id], again[id])
				}
			}
		}
	})
}

// partOf returns the table of a part of a converter.
func partOf(t *testing.T, c *Converter, ids []int32) *embedding.Store {
	t.Helper()
	part, err := c.Part(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	if !part.IsPart() || c.IsPart() || part.Hash() != c.Hash() {
		t.Errorf("%s: a part: %v, of a part: %v, hashes %s and %s", c.Letters(), part.IsPart(), c.IsPart(), part.Hash(),
			c.Hash())
	}
	table, err := part.Table(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// checkWithTable checks that a converter gives back the table that it was given, and takes no part of it.
func checkWithTable(t *testing.T, c *Converter, table, part *embedding.Store) {
	t.Helper()
	with, err := c.WithTable(table)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := with.Table(t.Context()); got != table || err != nil || with.IsPart() || with.Hash() != c.Hash() {
		t.Errorf("%s: another table than the one given, or %v", c.Letters(), err)
	}
	if _, err := c.WithTable(part); err == nil {
		t.Errorf("%s: a part taken for the table", c.Letters())
	}
}

// TestTableIsRowByRow: a table, a piece of it, a part of it and a sentence give a word the same bits.
func TestTableIsRowByRow(t *testing.T) {
	w := newWorld(1, 3*tableBlock+77, 21)
	for _, letters := range allLetters(t) {
		c := mustFit(t, letters.String(), w)
		table, err := c.Table(t.Context())
		if letters.SentenceWise() {
			_, partErr := c.Part(t.Context(), []int32{0})
			if _, withErr := c.WithTable(w.Vectors); err == nil || partErr == nil || withErr == nil {
				t.Errorf("%s: a table", letters)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		const lo, hi, stride = 5, 200, 24
		piece := slices.Repeat([]float32{7}, (hi-lo)*stride)
		if err := c.Rows(t.Context(), lo, hi, piece, stride); err != nil {
			t.Fatal(err)
		}
		ids := make([]int32, hi-lo)
		for i := range ids {
			ids[i] = int32(lo + i)
		}
		rows, norms := c.NewSentence().Convert(ids, nil)
		for i, id := range ids {
			if !slices.Equal(table.Row(int(id)), rows[i]) || !slices.Equal(rows[i], piece[i*stride:][:21]) {
				t.Fatalf("%s: word %d: table %v, sentence %v, piece %v", letters, id, table.Row(int(id)), rows[i],
					piece[i*stride:][:21])
			}
			if norms[i] != table.Norm(int(id)) {
				t.Errorf("%s: word %d: norm %v, in the table %v", letters, id, norms[i], table.Norm(int(id)))
			}
			if between := piece[i*stride:][21:24]; !slices.Equal(between, []float32{7, 7, 7}) {
				t.Errorf("%s: word %d: the gap has become %v", letters, id, between)
			}
		}
		slices.Reverse(ids)
		part := partOf(t, c, ids)
		if part.Len() != len(ids) || part.Name() != table.Name() {
			t.Fatalf("%s: part %s of %d words", letters, part.Name(), part.Len())
		}
		for i, id := range ids {
			if part.Word(i) != table.Word(int(id)) || !slices.Equal(part.Row(i), table.Row(int(id))) {
				t.Fatalf("%s: part: %s is %v, in the table %s is %v", letters, part.Word(i), part.Row(i),
					table.Word(int(id)), table.Row(int(id)))
			}
		}
		if part := partOf(t, c, nil); part.Len() != 1 {
			t.Errorf("%s: part without words: %d words", letters, part.Len())
		}
		checkWithTable(t, c, table, part)
		if table.Len() != w.Vectors.Len() || table.Word(9) != w.Vectors.Word(9) {
			t.Errorf("%s: another vocabulary", letters)
		}
		if want := "random+" + letters.String(); letters != (Letters{}) && table.Name() != want {
			t.Errorf("name %s, want %s", table.Name(), want)
		}
	}
}

// mustFit fits letters to a world.
func mustFit(t rapid.TB, letters string, w world) *Converter {
	t.Helper()
	l, err := ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFitter(context.Background(), l, w.Resources)
	if err != nil {
		t.Fatal(err)
	}
	for _, ids := range w.sentences {
		f.Add(ids)
	}
	c, err := f.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func total(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum
}
