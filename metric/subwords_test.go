package metric_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// subwordStore is a fastText model of the words east (1, 0) and north (0, 1) whose one bucket, which holds every
// n-gram, is (0, 2): so any other word gets the vector (0, 2).
func subwordStore(t *testing.T) *embedding.Store {
	t.Helper()
	// The vector of a known word is the mean of its own row and of its n-grams' (4 for <east>, 5 for <north>).
	return fastTextStore(t, []string{"east", "north"}, [][]float32{{5, -8}, {0, -4}}, [][]float32{{0, 2}})
}

// fastTextStore is a fastText model of n-grams of 3 characters. rows are the words' own vectors, buckets those of
// n-grams.
func fastTextStore(t *testing.T, words []string, rows, buckets [][]float32) *embedding.Store {
	t.Helper()
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	n, dim := int32(len(words)), int32(len(rows[0]))
	put(int32(793712314), int32(12))
	// dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate, t
	put(dim, int32(5), int32(5), int32(1), int32(5), int32(1), int32(2), int32(2), int32(len(buckets)), int32(3),
		int32(3), int32(100), float64(1e-4))
	put(n, n, int32(0), int64(10), int64(-1))
	for _, word := range words {
		put([]byte(word), byte(0), int64(5), byte(0))
	}
	put(false, int64(len(rows)+len(buckets)), int64(dim))
	for _, row := range append(slices.Clone(rows), buckets...) {
		put(row)
	}
	put(false, int64(1), int64(dim), make([]byte, 4*dim))
	store, _, err := formats.ReadFastText(context.Background(), &b, "toy.bin", "toy")
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestComposedWords(t *testing.T) {
	s := newScorer(t, metric.Options{Vectors: subwordStore(t), OOV: metric.OOVSkip})
	for _, c := range []struct {
		candidate, reference string
		want                 float64
		oov                  int
	}{
		{"zork", "zork", 0, 0},
		{"zork", "bork", 0, 0},           // both (0, 2)
		{"zork", "east", 1, 0},           // orthogonal
		{"east zork", "east", 2. / 3, 0}, // norms 1 and 2
		{"zork east zork", "zork", 1. / 5, 0},
	} {
		got, err := s.Score(metric.Segment{Candidate: c.candidate, References: []string{c.reference}})
		if err != nil {
			t.Fatal(err)
		}
		if got.Status != metric.OK || math.Abs(value(got, metric.WRD)-c.want) > 1e-7 || got.CandidateOOV != c.oov {
			t.Errorf("%q against %q: %v, %v, %d unknown; want %v, %d", c.candidate, c.reference, got.Status,
				value(got, metric.WRD), got.CandidateOOV, c.want, c.oov)
		}
	}
	e, err := s.Explain("zork", "east")
	if err != nil || !e.Candidate[0].Known || e.Candidate[0].Norm != 2 {
		t.Errorf("%+v, %v", e.Candidate, err)
	}
}

// A composingWorld is a fastText model with what converters learn from, and texts.
type composingWorld struct {
	vectors     *embedding.Store
	frequencies *embedding.Frequencies
	sentences   iter.Seq2[string, error]
	segments    []metric.Segment // with the unknown words rivers and zork
}

func newComposingWorld(t *testing.T) composingWorld {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) [][]float32 {
		rows := make([][]float32, n)
		for i := range rows {
			for range 6 {
				rows[i] = append(rows[i], float32(r.NormFloat64()+0.2))
			}
		}
		return rows
	}
	words := []string{"the", "and", "east", "north", "south", "west", "river", "sea"}
	var listed []string
	var counts []int64
	for i := range 100 { // enough rare words for U to know frequent ones
		listed, counts = append(listed, fmt.Sprint("x", i)), append(counts, 1)
	}
	listed, counts = append(listed, words...), append(counts, 900, 300, 20, 10, 9, 8, 3, 2)
	frequencies, err := embedding.NewFrequencies("toy", listed, counts, 0)
	if err != nil {
		t.Fatal(err)
	}
	return composingWorld{
		vectors:     fastTextStore(t, words, random(len(words)), random(11)),
		frequencies: frequencies,
		sentences: pairs(slices.Values([]string{"the east and the sea", "north", "river and sea", "south west",
			"the river", "the west and the north", "sea sea east"})),
		segments: []metric.Segment{
			{Candidate: "the rivers and zork", References: []string{"the river and the sea"}},
			{Candidate: "zork east zork", References: []string{"rivers zork", "the west"}},
			{Candidate: "east", References: []string{"zork"}},
			{Candidate: "zork", References: []string{"zork rivers"}},
		},
	}
}

// knowing returns the vectors of a world with its unknown words as words of the vocabulary.
func (w composingWorld) knowing(t *testing.T) *embedding.Store {
	t.Helper()
	var words []string
	var rows []float32
	for id := range w.vectors.Len() {
		words, rows = append(words, w.vectors.Word(id)), append(rows, w.vectors.Row(id)...)
	}
	for _, word := range []string{"rivers", "zork"} {
		vector := make([]float32, w.vectors.Dim())
		if _, ok := w.vectors.Compose(word, vector); !ok {
			t.Fatalf("%s is not composed", word)
		}
		words, rows = append(words, word), append(rows, vector...)
	}
	store, err := embedding.New("toy", words, w.vectors.Dim(), rows)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// options returns options with a converter that is fitted to vectors.
func (w composingWorld) options(t *testing.T, name string, vectors *embedding.Store) metric.Options {
	t.Helper()
	letters, err := convert.ParseLetters(name)
	if err != nil {
		t.Fatal(err)
	}
	o := metric.Options{Vectors: vectors, OOV: metric.OOVSkip, Measures: referenceMeasures(), Frequencies: w.frequencies}
	if o.Converter, err = (&metric.Fit{Options: o}).Converter(t.Context(), letters, w.sentences); err != nil {
		t.Fatal(err)
	}
	return o
}

// combinations are letters with every step.
var combinations = []string{"none", "A", "S", "W", "U", "R", "P", "C", "AW", "AWR", "WR", "UP", "SUP", "SWC", "SUC",
	"AUC"}

// Under every converter a composed word counts as one that the vocabulary has with the same vector. The converters
// learn the same from both vocabularies: no sentence has the word, and A reads only words with a count.
func TestComposedWordsUnderConverters(t *testing.T) {
	w := newComposingWorld(t)
	knowing := w.knowing(t)
	for _, name := range combinations {
		t.Run(name, func(t *testing.T) {
			sameScores(t, w.segments, w.options(t, name, knowing), w.options(t, name, w.vectors))
		})
	}
}

// sameScores checks that two ways of scoring give the same bits.
func sameScores(t *testing.T, segments []metric.Segment, one, other metric.Options) {
	t.Helper()
	a, b := newScorer(t, one), newScorer(t, other)
	for _, segment := range segments {
		want, err := a.Score(segment)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.Score(segment)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(metric.Result{})); diff != "" {
			t.Errorf("%q (-one +other):\n%s", segment.Candidate, diff)
		}
	}
}

// A part of the table that has the words of the texts gives the scores of the whole.
func TestFitPart(t *testing.T) {
	w := newComposingWorld(t)
	texts := func(yield func(string, error) bool) {
		for _, s := range w.segments {
			for _, text := range append(s.References, s.Candidate) {
				if !yield(text, nil) {
					return
				}
			}
		}
	}
	for _, name := range combinations {
		t.Run(name, func(t *testing.T) {
			whole := w.options(t, name, w.vectors)
			part := whole
			var err error
			part.Converter, err = (&metric.Fit{Options: whole}).Part(t.Context(), whole.Converter, texts)
			if whole.Converter.Letters().SentenceWise() {
				if err == nil {
					t.Error("a table although the vectors depend on the sentence")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			table, err := part.Converter.Table(t.Context())
			if err != nil || table.Len() != 6 { // the, and, river, sea, east, west
				t.Errorf("%d words, %v", table.Len(), err)
			}
			sameScores(t, w.segments, whole, part)
			part.OOV = metric.OOVOwn
			if _, err := metric.NewScorer(part); err == nil {
				t.Error("a part where unknown words are as long as the median of all")
			}
		})
	}
}

// A single word has the row that the converted table of a vocabulary with it has.
func TestWords(t *testing.T) {
	w := newComposingWorld(t)
	knowing := w.knowing(t)
	for _, name := range combinations {
		t.Run(name, func(t *testing.T) {
			words, err := convert.NewWords(w.vectors, w.options(t, name, w.vectors).Converter)
			converter := w.options(t, name, knowing).Converter
			if converter.Letters().SentenceWise() {
				if err == nil {
					t.Error("single words although the vectors depend on the sentence")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			table, err := converter.Table(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := make([]float32, table.Dim())
			for id := range table.Len() {
				norm, ok := words.Vector(table.Word(id), got)
				if !ok || norm != table.Norm(id) || !slices.Equal(got, table.Row(id)) {
					t.Errorf("%s: %v of norm %v, %v; want %v of norm %v", table.Word(id), got, norm, ok, table.Row(id),
						table.Norm(id))
				}
			}
		})
	}
	words, err := convert.NewWords(w.vectors, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float32, 6)
	if norm, ok := words.Vector("zork", got); !ok || norm != embedding.Norm(got) {
		t.Errorf("without a converter: %v of norm %v, %v", got, norm, ok)
	}
	if _, ok := words.Vector("</s>", got); ok {
		t.Error("a word without n-grams has a vector")
	}
}

func pairs(sentences iter.Seq[string]) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for s := range sentences {
			if !yield(s, nil) {
				return
			}
		}
	}
}
