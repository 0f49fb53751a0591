package worker_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// Whatever bytes come, the worker ends with its input and writes lines of JSON only.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		`{"id": 1, "method": "score", "params": {"candidates": ["a cat"], "references": [["a", "cat"]]}}` + "\n",
		"{\"id\": 2, \"method\": \"score\", \"frame\": 22}\n\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00ab",
		"{\"frame\": 1e3}\n{\"frame\": 99999999999999999999}\n", `{"id": "\ud83d", "method": "\udead"}`,
		`{"id": 3, "method": "explain", "params": {"candidate": "x", "reference": "y", "svg": true}}` + "\n",
		`{"id": 4, "method": "compare", "params": {"scores": {"a": [1, 2], "b": [2, null]}, "samples": 10}}` + "\n",
		`{"id": 5, "method": "correlate", "params": {"measures": {"m": {"a": [1e308, 2]}}, "human": {"h": {"a": [1, 2]}}, ` +
			`"samples": 10}}` + "\n",
		`{"id": 7, "method": "table", "params": {"format": "latex", "table": {"systems": ["a", "b"], "columns": [{"name": "m", ` +
			`"means": [1, null], "best": [true, false]}], "clusters": [1, 2]}}}` + "\n",
		`{"id": 6, "method": "mbr", "params": {"groups": [{"candidates": ["a", "b"]}]}}`, "\r\n\x00\n",
		`{"id": 7, "method": "check", "params": {"systems": {"a": ["x", ""]}, "references": ["x", ["y", "z"]], ` +
			`"baseline_systems": {"a": ["y", "x"]}, "floor": {"wrd": 1}, "margin": {"points": 1}, "samples": 9}}` + "\n",
		`{"id": 8, "method": "sts", "params": {"pairs": {"p": {"first": ["a"], "second": ["b"], "gold": [null]}}, ` +
			`"convert": ["none", "A"]}}` + "\n",
	} {
		f.Add([]byte(seed))
	}
	s := scorer(f, metric.Options{})
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 1<<12 {
			return
		}
		var out bytes.Buffer
		err := worker.Serve(t.Context(), s, worker.Config{MaxRequest: 1 << 11, Workers: 1}, bytes.NewReader(input), &out)
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		reader := bufio.NewReader(&out)
		for {
			line, err := reader.ReadBytes('\n')
			if err == io.EOF {
				return
			}
			var a answer
			if err := json.Unmarshal(line, &a); err != nil {
				t.Fatalf("%v: %q", err, line)
			}
			if a.Error != nil && a.Error.Code == worker.Fault {
				t.Fatal(a.Error)
			}
			if a.Frame != nil {
				if _, err := reader.Discard(*a.Frame); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
