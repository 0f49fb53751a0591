package worker_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// The end of the input, in the middle of whatever, ends the worker, and what came before is answered.
func TestEnd(t *testing.T) {
	s := scorer(t, metric.Options{})
	for _, c := range []struct{ name, input, code string }{
		{"of a line", `{"id": 1, "method": "tok`, worker.ParseError},
		{"of a frame", `{"id": 1, "method": "score", "frame": 100}` + "\nabc", worker.InvalidRequest},
		{"without a last line end", `{"id": 1, "method": "tokenize", "params": {"texts": []}}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := serve(t, s, worker.Config{}, c.input)
			if len(answers) != 1 {
				t.Fatalf("found %d answers, expected 1", len(answers))
			}
			if e := answers[0].Error; (e == nil) != (c.code == "") || e != nil && e.Code != c.code {
				t.Errorf("found %+v, expected %q", e, c.code)
			}
		})
	}
}

// When the context ends, so does the work on a request, and Serve.
func TestCancel(t *testing.T) {
	s := scorer(t, metric.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	var group struct {
		Groups []map[string][]string `json:"groups"`
	}
	texts := make([]string, 4000)
	for i := range texts {
		texts[i] = fmt.Sprintf("text number %d of many that are all to be compared with each other %d", i, i*i)
	}
	group.Groups = []map[string][]string{{"candidates": texts, "references": texts}}
	params, err := json.Marshal(group)
	if err != nil {
		t.Fatal(err)
	}
	in, client := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		fmt.Fprintf(client, `{"id": 1, "method": "matrix", "params": %s}`+"\n", params)
		cancel()
	}()
	go io.Copy(io.Discard, answers)
	if err := worker.Serve(ctx, s, worker.Config{}, in, out); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v, expected %v", err, context.Canceled)
	}
}

// An output that nobody reads ends the worker.
func TestClosedOutput(t *testing.T) {
	s := scorer(t, metric.Options{})
	in := strings.NewReader(strings.Repeat(`{"id": 1, "method": "tokenize", "params": {"texts": ["a"]}}`+"\n", 100))
	out, err := os.OpenFile(os.DevNull, os.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := worker.Serve(t.Context(), s, worker.Config{}, in, out); err == nil {
		t.Error("found no error, expected that of the output")
	}
}
