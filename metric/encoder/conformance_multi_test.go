package encoder_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// A goldenMulti is what NumPy, POT and the tokenizers library made of a candidate, its reference and its source.
type goldenMulti struct {
	Candidate, Reference, Source string
	IDs                          map[string][]int32
	Values                       map[string]float64
}

// conformsMulti compares pieces, and distances on the states of the last layer, with golden values: one row in 37, or
// all of them in the part encoders. It returns how far apart the distances are, at most and on average.
func conformsMulti(t *testing.T, m *encoder.Model, precision encoder.Precision) (most, mean float64) {
	e, err := m.NewEncoderIn(precision, m.Layers())
	if err != nil {
		t.Fatal(err)
	}
	tokenizer, err := pieces.Read(folder(t, encoder.ContextMultiName).Files)
	if err != nil {
		t.Fatal(err)
	}
	scorer, err := metric.NewScorer(metric.Options{TokenVectors: &metric.Origin{Name: m.Name(), Digest: m.Digest()}})
	if err != nil {
		t.Fatal(err)
	}
	values, step := 0, 37
	if parts.Runs(parts.Encoders) {
		step = 1
	}
	for row, g := range lines[goldenMulti](t, "conformance/encoder-context-multi.jsonl.gz") {
		if row%step > 0 {
			continue
		}
		read := func(name, text string) (v metric.TokenVectors) {
			var states encoder.HiddenStates
			if err := e.Encode(text, &states); err != nil {
				t.Fatal(err)
			}
			ids := g.IDs[name]
			if len(states.Pieces) != len(ids)-2 {
				t.Fatalf("row %d, %s: %d pieces, want %d", row, name, len(states.Pieces), len(ids)-2)
			}
			for i, piece := range states.Pieces {
				if want := tokenizer.Text(ids[1+i]); piece.Text != want {
					t.Fatalf("row %d, %s: piece %d is %q, want %q", row, name, i, piece.Text, want)
				}
				v.Tokens = append(v.Tokens, piece.Text)
			}
			v.Vectors = states.Vectors
			return v
		}
		candidate := read("candidate", g.Candidate)
		for name, text := range map[string]string{"reference": g.Reference, "source": g.Source} {
			want, ok := g.Values[map[string]string{"reference": "wrd/8", "source": "wrd_source/8"}[name]]
			if !ok {
				continue
			}
			r, err := scorer.Score(metric.Segment{CandidateVectors: candidate,
				ReferenceVectors: []metric.TokenVectors{read(name, text)}})
			if err != nil {
				t.Fatal(err)
			}
			found, _ := r.Value(metric.WRD)
			most = max(most, math.Abs(found-want))
			mean += math.Abs(found - want)
			values++
		}
	}
	if values < 800/step {
		t.Fatalf("%d golden values, want at least %d", values, 800/step)
	}
	return most, mean / float64(values)
}

// The distances of context-multi are those of NumPy and POT as it was delivered. What it is built in with, matrices of 8
// bits, moves them a little, and rounding states to 8 bits, too, a little more.
func TestContextMulti(t *testing.T) {
	for _, c := range []struct {
		name       string
		open       func(t testing.TB) *encoder.Model
		precision  encoder.Precision
		most, mean float64
	}{
		{"as it was made", delivered, encoder.Float32, 1e-4, 1e-5},
		{"as it is built in", builtInMulti, encoder.Float32, 0.01, 0.0015},
		{"as it is built in, in int8", builtInMulti, encoder.Int8, 0.02, 0.003},
	} {
		t.Run(c.name, func(t *testing.T) {
			most, mean := conformsMulti(t, c.open(t), c.precision)
			t.Logf("on average %.2g and at most %.2g apart", mean, most)
			if most > c.most || mean > c.mean {
				t.Errorf("at most %v apart, %v on average, want at most %v and %v", most, mean, c.most, c.mean)
			}
		})
	}
}

// builtInMulti opens context-multi, and skips the test in a program without it.
func builtInMulti(t testing.TB) *encoder.Model {
	if b, _ := encoder.FindBuiltIn(encoder.ContextMultiName); b.Absent {
		t.Skip("built without " + b.Name)
	}
	m, err := encoder.ContextMulti()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// delivered reads context-multi as it was made.
func delivered(t testing.TB) *encoder.Model {
	return model(t, shareddata.Path(t, "encoders/"+encoder.ContextMultiName))
}
