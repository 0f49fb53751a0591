package worker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// scorer makes a scorer with the embedded vectors.
func scorer(t testing.TB, options metric.Options) *metric.Scorer {
	t.Helper()
	s, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// An answer is a line of a worker.
type answer struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Frame  *int            `json:"frame"`
	Error  *worker.Error   `json:"error"`
}

// serve sends input to a worker and returns its answers.
func serve(t testing.TB, s *metric.Scorer, settings worker.Config, input string) (answers []answer) {
	t.Helper()
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, settings, strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		if i == 0 {
			continue // hello
		}
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("line %d: %v: %s", i, err, line)
		}
		answers = append(answers, a)
	}
	return answers
}

func TestHello(t *testing.T) {
	s := scorer(t, metric.Options{Measures: []metric.Measure{metric.MeasureBERTScore, metric.MeasureWRD}})
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, worker.Config{}, strings.NewReader(""), &out); err != nil {
		t.Fatal(err)
	}
	var hello worker.Hello
	if err := json.Unmarshal(out.Bytes(), &hello); err != nil {
		t.Fatal(err)
	}
	if hello.Signature != s.Signature(1).String() || hello.Protocol != worker.Protocol || len(hello.Methods) != 19 {
		t.Errorf("found %+v", hello)
	}
	var main []string
	for _, column := range hello.Columns {
		if column.Main {
			main = append(main, fmt.Sprint(column.Name, column.Distance))
		}
	}
	if got := fmt.Sprint(main); got != "[bertscore_f1false wrdtrue]" {
		t.Errorf("found the main columns %s", got)
	}
}
