package embedding_test

import (
	"bytes"
	"context"
	"math"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// TestDefaultNearOriginal compares with the float32 file that the default was quantized from.
func TestDefaultNearOriginal(t *testing.T) {
	parts.Need(t, parts.Thorough)
	original := readShared(t, "vectors/distilled-en.vec.gz")
	s, err := embedding.Default()
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != original.Len() || s.Dim() != original.Dim() {
		t.Fatalf("%d words of %d, want %d of %d", s.Len(), s.Dim(), original.Len(), original.Dim())
	}
	for id := range s.Len() {
		if s.Word(id) != original.Word(id) {
			t.Fatalf("word %d is %q, want %q", id, s.Word(id), original.Word(id))
		}
		row, want := s.Row(id), original.Row(id)
		largest, worst, dot := 0.0, 0.0, 0.0
		for k := range row {
			largest = max(largest, math.Abs(float64(want[k])))
			worst = max(worst, math.Abs(float64(row[k])-float64(want[k])))
			dot += float64(row[k]) * float64(want[k])
		}
		// Half a step of the scale, which is up to 2⁻¹⁴ above largest/127, and a little for rounding.
		if limit := 0.5 * largest / 127 * (1 + 0x1p-14) * (1 + 1e-6); worst > limit {
			t.Errorf("%q: a component is off by %v, limit %v", s.Word(id), worst, limit)
		}
		if cosine := dot / (s.Norm(id) * original.Norm(id)); cosine < 0.999 {
			t.Errorf("%q: cosine %v with the original", s.Word(id), cosine)
		}
	}
}

// readShared reads vectors from the shared data, and skips the test where there are none.
func readShared(t *testing.T, name string) *embedding.Store {
	t.Helper()
	s, report, err := formats.ReadWord2Vec(context.Background(), bytes.NewReader(shareddata.Read(t, name)), name, "original")
	if err != nil || len(report.Warnings()) > 0 {
		t.Fatalf("error %v, warnings %q", err, report.Warnings())
	}
	return s
}
