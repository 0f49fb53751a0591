package encoder_test

import (
	"math"
	"os"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/encoder/pieces"
)

// A goldenMulti is what other programs made of a candidate, its reference and its source: the tokenizers library its
// pieces, PyTorch or JAX the states, and POT the distances.
type goldenMulti struct {
	Candidate, Reference, Source string
	IDs                          map[string][]int32
	Values                       map[string]float64
}

// conformsMulti compares pieces, and distances on the states of the last layer, with golden values. It returns how far
// apart the distances are, at most and on average.
func conformsMulti(t *testing.T, m *encoder.Model, precision encoder.Precision, rows []goldenMulti) (most, mean float64) {
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
	values := 0
	for row, g := range rows {
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
	if values < 3*len(rows)/2 {
		t.Fatalf("%d golden values in %d rows", values, len(rows))
	}
	return most, mean / float64(values)
}

// The distances of context-multi are those that PyTorch and POT compute with its weights. Rounding states to 8 bits, too,
// moves them a little.
func TestContextMulti(t *testing.T) {
	content, err := os.ReadFile("testdata/context-multi.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows := parsed[goldenMulti](t, "testdata/context-multi.jsonl", content)
	for _, c := range []struct {
		precision  encoder.Precision
		most, mean float64
	}{
		{encoder.Float32, 3e-7, 1e-7},
		{encoder.Int8, 0.02, 0.003},
	} {
		t.Run(string(c.precision), func(t *testing.T) {
			most, mean := conformsMulti(t, builtInMulti(t), c.precision, rows)
			t.Logf("on average %.2g and at most %.2g apart", mean, most)
			if most > c.most || mean > c.mean {
				t.Errorf("at most %v apart, %v on average, want at most %v and %v", most, mean, c.most, c.mean)
			}
		})
	}
}

// A model with a factorised table and numbers of 16 bits has the distances of NumPy and POT: one row in 37, or all of them
// in the part encoders.
func TestFactorisedConforms(t *testing.T) {
	m := model(t, shareddata.Path(t, "encoders/"+encoder.ContextMultiName))
	rows := lines[goldenMulti](t, "conformance/encoder-context-multi.jsonl.gz")
	if !parts.Runs(parts.Encoders) {
		kept := rows[:0]
		for row := 0; row < len(rows); row += parts.Of(parts.Thorough, 111, 37) {
			kept = append(kept, rows[row])
		}
		rows = kept
	}
	if most, mean := conformsMulti(t, m, encoder.Float32, rows); most > 1e-4 || mean > 1e-5 {
		t.Errorf("at most %v apart, %v on average, want at most 1e-4 and 1e-5", most, mean)
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
