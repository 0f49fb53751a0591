package agreement_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/agreement"
)

// grid returns a grid of rows for that many systems, where nil is a gap.
func grid(systems int, values ...any) agreement.Grid {
	numbers := make([]float64, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case nil:
			numbers[i] = math.NaN()
		case int:
			numbers[i] = float64(v)
		case float64:
			numbers[i] = v
		}
	}
	g, err := agreement.NewGrid(systems, len(values)/systems, numbers)
	if err != nil {
		panic(err)
	}
	return g
}

// What SciPy, and definitions by brute force, give for the made grids of testdata.
func TestSciPy(t *testing.T) {
	cases, err := os.ReadFile("../../testdata/conformance/agreement.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	checkCorrelations(t, cases, 200)
}

// What mt-metrics-eval computes for random grids, some with gaps and some with ties.
func TestConformance(t *testing.T) {
	checkCorrelations(t, shareddata.Read(t, "conformance/agreement.jsonl.gz"), 700)
}

// checkCorrelations compares with the values of cases, JSON Lines, of which there are at least the given number.
func checkCorrelations(t *testing.T, cases []byte, least int) {
	checked := 0
	for decoder := json.NewDecoder(bytes.NewReader(cases)); decoder.More(); {
		var c struct {
			Systems       int
			Human, Metric []any
			Expect        map[string]*float64
		}
		if err := decoder.Decode(&c); err != nil {
			t.Fatal(err)
		}
		human, metric := grid(c.Systems, c.Human...), grid(c.Systems, c.Metric...)
		for name, want := range c.Expect {
			statistic, averaging, _ := strings.Cut(name, "/")
			got := agreement.Spec{
				Statistic: agreement.Statistic(statistic),
				Averaging: agreement.Averaging(averaging),
			}.Correlate(human, metric)
			checked++
			switch {
			case got.Defined != (want != nil):
				t.Errorf("%s of %v and %v: %+v, want %v", name, c.Human, c.Metric, got, want)
			case got.Defined && math.Abs(got.Value-*want) > 1e-9:
				t.Errorf("%s of %v and %v: %v, want %v", name, c.Human, c.Metric, got.Value, *want)
			}
		}
	}
	if checked < least {
		t.Errorf("checked %d values, want at least %d", checked, least)
	}
}
