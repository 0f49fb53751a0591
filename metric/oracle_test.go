package metric_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// oracleFile returns the content of a file that testdata/conformance/oracle.py made.
func oracleFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "testdata", "conformance", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Every measure, converter and extension gives what NumPy and SciPy compute from the definitions.
func TestOracle(t *testing.T) {
	store, _, err := formats.ReadWord2Vec(context.Background(), bytes.NewReader(oracleFile(t, "vectors.txt")),
		"vectors.txt", "made")
	if err != nil {
		t.Fatal(err)
	}
	frequencies, _, err := formats.ReadFrequencies(context.Background(), bytes.NewReader(oracleFile(t, "counts.tsv")),
		"counts.tsv", "made")
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(bytes.NewReader(oracleFile(t, "measures.jsonl")))
	var corpus struct{ Sentences []string }
	if err := lines.Decode(&corpus); err != nil {
		t.Fatal(err)
	}
	power := 0.5
	extensions := map[string]metric.Options{
		"":                 {Measures: referenceMeasures()},
		"mass-power":       {MassPower: &power},
		"spelling":         {Spelling: metric.SpellingAll},
		"spelling-weight":  {SpellingWeight: 0.1},
		"order-weight":     {OrderWeight: 0.25},
		"all":              {MassPower: &power, Spelling: metric.SpellingAll, OrderWeight: 0.25},
		"spelling-unknown": {Spelling: metric.SpellingUnknown},
		"context-weight":   {ContextWeight: 0.7},
		"all-in-context": {Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureRelaxed},
			MassPower: &power, Spelling: metric.SpellingUnknown, OrderWeight: 0.25, ContextWeight: 1.5},
		"mixed-in-context": {Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureRelaxed},
			MassPower: &power, SpellingWeight: 0.6, OrderWeight: 0.25, ContextWeight: 1.5},
	}
	converters := map[string]*convert.Converter{}
	scorers := map[string]*metric.Scorer{}
	// scorerFor returns the scorer of a key such as own/AWR+spelling.
	scorerFor := func(key string) *metric.Scorer {
		if s, ok := scorers[key]; ok {
			return s
		}
		key, extension, _ := strings.Cut(key, "+")
		oov, letters, _ := strings.Cut(key, "/")
		o := extensions[extension]
		o.Vectors, o.Frequencies, o.OOV = store, frequencies, metric.OOVPolicy(oov)
		if letters != "none" {
			if converters[letters] == nil {
				converters[letters] = fitWith(t, letters, metric.Options{Vectors: store}, frequencies,
					corpus.Sentences...)
			}
			o.Converter = converters[letters]
		}
		return newScorer(t, o)
	}
	columns := map[string]metric.Column{}
	for _, m := range referenceMeasures() {
		for _, c := range m.Columns() {
			columns[c.String()] = c
		}
	}
	checked := map[metric.Column]int{}
	for lines.More() {
		var c struct {
			Candidate, Reference string
			Values               map[string]float64
		}
		if err := lines.Decode(&c); err != nil {
			t.Fatal(err)
		}
		for key, want := range c.Values {
			at := strings.LastIndex(key, "/")
			name, extension, extended := strings.Cut(key[at+1:], "+")
			configuration := key[:at]
			if extended {
				configuration += "+" + extension
			}
			column, ok := columns[name]
			if !ok {
				t.Fatalf("%s: no such column", key)
			}
			s := scorerFor(configuration)
			scorers[configuration] = s
			got, err := s.Score(metric.Segment{Candidate: c.Candidate, References: []string{c.Reference}})
			if err != nil {
				t.Fatal(err)
			}
			checked[column]++
			// Vectors, converted ones too, are float32.
			if value, ok := got.Value(column); !ok || math.Abs(value-want) > 2e-6*max(1, want) {
				t.Errorf("%s of %q and %q: %.9f, want %.9f", key, c.Candidate, c.Reference, value, want)
			}
		}
	}
	for name, column := range columns {
		if checked[column] < 20 {
			t.Errorf("%s: only %d values were checked", name, checked[column])
		}
	}
}
