package metric_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
)

// subwordStore is a fastText model of the words east (1, 0) and north (0, 1) whose one bucket, which holds every n-gram,
// is (0, 2): so any other word gets the vector (0, 2).
func subwordStore(t *testing.T) *embedding.Store {
	t.Helper()
	var b bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(int32(793712314), int32(12))
	// dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate, t
	put(int32(2), int32(5), int32(5), int32(1), int32(5), int32(1), int32(2), int32(2), int32(1), int32(3), int32(3), int32(100), float64(1e-4))
	put(int32(2), int32(2), int32(0), int64(10), int64(-1))
	for _, word := range []string{"east", "north"} {
		put([]byte(word), byte(0), int64(5), byte(0))
	}
	put(false, int64(3), int64(2))
	// The vector of a known word is the mean of its own row and of its n-grams' (4 for <east>, 5 for <north>).
	put([]float32{5, -8}, []float32{0, -4}, []float32{0, 2})
	put(false, int64(1), int64(2), make([]byte, 8))
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
