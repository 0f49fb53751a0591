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
)

// subwordStore is a fastText model of the words east (1, 0) and north (0, 1) whose one bucket, which holds every n-gram,
// is (0, 2): so any other word gets the vector (0, 2).
func subwordStore(t *testing.T) *embedding.Store {
	t.Helper()
	// The vector of a known word is the mean of its own row and of its n-grams' (4 for <east>, 5 for <north>).
	return fastTextStore(t, []string{"east", "north"}, [][]float32{{5, -8}, {0, -4}}, [][]float32{{0, 2}})
}

// fastTextStore is a fastText model of n-grams of 3 characters. rows are the words' own vectors, buckets those of n-grams.
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
	put(dim, int32(5), int32(5), int32(1), int32(5), int32(1), int32(2), int32(2), int32(len(buckets)), int32(3), int32(3), int32(100), float64(1e-4))
	put(n, n, int32(0), int64(10), int64(-1))
	for _, word := range words {
		put([]byte(word), byte(0), int64(5), byte(0))
	}
	put(false, int64(len(rows)+len(buckets)), int64(dim))
	for _, row := range append(slices.Clone(rows), buckets...) {
		put(row)
	}
	put(false, int64(1), int64(dim), make([]byte, 4*dim))
	store, _, err := embedding.ReadFastText(context.Background(), &b, "toy.bin", "toy")
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
		if got.Status != metric.OK || math.Abs(got.Values[metric.WRD]-c.want) > 1e-7 || got.CandidateOOV != c.oov {
			t.Errorf("%q against %q: %v, %v, %d unknown; want %v, %d", c.candidate, c.reference, got.Status, got.Values[metric.WRD], got.CandidateOOV, c.want, c.oov)
		}
	}
	e, err := s.Explain("zork", "east")
	if err != nil || !e.Candidate[0].Known || e.Candidate[0].Norm != 2 {
		t.Errorf("%+v, %v", e.Candidate, err)
	}
}

// Under every converter a composed word counts as one that the vocabulary has with the same vector. The converters learn
// the same from both vocabularies: no sentence has the word, and A reads only words with a count.
func TestComposedWordsUnderConverters(t *testing.T) {
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
	composing := fastTextStore(t, words, random(len(words)), random(11))
	var longer []string
	var rows []float32
	for id, word := range words {
		longer, rows = append(longer, word), append(rows, composing.Row(id)...)
	}
	for _, word := range []string{"rivers", "zork"} {
		vector := make([]float32, 6)
		if _, ok := composing.Compose(word, vector); !ok {
			t.Fatal("not composed")
		}
		longer, rows = append(longer, word), append(rows, vector...)
	}
	knowing, err := embedding.New("toy", longer, 6, rows)
	if err != nil {
		t.Fatal(err)
	}
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
	sentences := slices.Values([]string{"the east and the sea", "north", "river and sea", "south west", "the river", "the west and the north", "sea sea east"})
	segments := []metric.Segment{
		{Candidate: "the rivers and zork", References: []string{"the river and the sea"}},
		{Candidate: "zork east zork", References: []string{"rivers zork", "the west"}},
		{Candidate: "east", References: []string{"zork"}},
		{Candidate: "zork", References: []string{"zork rivers"}},
	}
	for _, name := range []string{"none", "A", "S", "W", "U", "R", "P", "C", "AW", "AWR", "WR", "UP", "SUP", "SWC", "SUC", "AUC"} {
		t.Run(name, func(t *testing.T) {
			letters, err := convert.ParseLetters(name)
			if err != nil {
				t.Fatal(err)
			}
			scorer := func(vectors *embedding.Store) *metric.Scorer {
				options := metric.Options{Vectors: vectors, OOV: metric.OOVSkip, Measures: metric.Measures(), Frequencies: frequencies}
				if options.Converter, err = metric.FitConverter(t.Context(), letters, options, frequencies, pairs(sentences)); err != nil {
					t.Fatal(err)
				}
				return newScorer(t, options)
			}
			composed, known := scorer(composing), scorer(knowing)
			for _, segment := range segments {
				got, err := composed.Score(segment)
				if err != nil {
					t.Fatal(err)
				}
				want, err := known.Score(segment)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%q (-known +composed):\n%s", segment.Candidate, diff)
				}
			}
		})
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
