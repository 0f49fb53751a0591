package worker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
)

// What cannot be answered is answered with an error, and the request after it is answered as ever.
func TestBadRequests(t *testing.T) {
	s := scorer(t, metric.Options{})
	const good = `{"id": "good", "method": "score", "params": {"candidates": ["a cat"], "references": ["a cat"]}}`
	for _, c := range []struct{ name, request, code, message string }{
		{"garbage", "garbage", worker.ParseError, "found no valid JSON"},
		{"half a line", `{"id": 1, "method"`, worker.ParseError, "unexpected end of the input"},
		{"nothing", " ", worker.ParseError, "empty line"},
		{"no object", `[1, 2]`, worker.InvalidRequest, "found a JSON array, expected an object"},
		{"bytes that are no text", "{\"id\": \"\xff\"}", worker.ParseError, "not UTF-8"},
		{"half a character", `{"id": 1, "method": "tokenize", "params": {"texts": ["\uDE00 \ud83d\ude00"]}}`,
			worker.ParseError, `invalid surrogate pair "\\uDE00 \\ud83" in string, at byte 54`},
		{"the other half", `{"id": 1, "method": "tokenize", "params": {"texts": ["\\\ud83d\n"]}}`, worker.ParseError,
			"invalid surrogate pair `\\ud83d\\n\"]}}` in string, at byte 56"},
		{"a member twice", `{"id": 1, "method": "score", "method": "mbr"}`, worker.InvalidRequest, `"method" twice`},
		{"a member twice inside", `{"id": 1, "method": "tokenize", "params": {"texts": [], "texts": ["a"]}}`,
			worker.InvalidRequest, `"texts" twice`},
		{"an unknown member", `{"id": 1, "methods": "score"}`, worker.InvalidRequest, `unknown member "methods"`},
		{"no method", `{"id": 1}`, worker.UnknownMethod, `found "", expected one of: score, signature, explain`},
		{"an unknown method", `{"id": 1, "method": "shutdown"}`, worker.UnknownMethod, `found "shutdown"`},
		{"no params", `{"id": 1, "method": "score"}`, worker.InvalidParams, "params: found none"},
		{"an unknown parameter", `{"id": 1, "method": "score", "params": {"candidate": "a"}}`, worker.InvalidParams,
			`unknown member "candidate"`},
		{"a text where a list is due", `{"id": 1, "method": "score", "params": {"candidates": "a", "references": []}}`,
			worker.InvalidParams, "candidates: found a JSON string, expected a list"},
		{"a number where a text is due", `{"id": 1, "method": "tokenize", "params": {"texts": [1]}}`,
			worker.InvalidParams, "found a JSON number, expected a string"},
		{"a text where a number is due", `{"id": 1, "method": "compare", "params": {"samples": "many"}}`,
			worker.InvalidParams, "params: samples: found a JSON string, expected a number (int)"},
		{"a text where numbers are due", `{"id": 1, "method": "mean", "params": {"sums": "many"}}`,
			worker.InvalidParams, "params: sums: found a JSON string, expected a list"},
		{"too few references", `{"id": 1, "method": "score", "params": {"candidates": ["a", "b"], "references": ["a"]}}`,
			worker.InvalidParams, "found 2 candidates and references for 1"},
		{"no reference", `{"id": 1, "method": "score", "params": {"candidates": ["a"], "references": [[]]}}`,
			worker.InvalidParams, "segment 1: found no reference"},
		{"one text to explain", `{"id": 1, "method": "explain", "params": {"candidate": "a"}}`, worker.InvalidParams,
			"candidate and reference"},
		{"nothing to choose from", `{"id": 1, "method": "mbr", "params": {"groups": [{"candidates": []}]}}`,
			worker.InvalidParams, "group 1: found no candidate"},
		{"systems of different length",
			`{"id": 1, "method": "compare", "params": {"systems": {"a": ["x"], "b": []}, "references": ["x"]}}`,
			worker.InvalidParams, "system b: found 0 texts, expected one for each of 1 segments"},
		{"nothing to check", `{"id": 1, "method": "check", "params": {"floor": {"wrd": 1}}}`, worker.InvalidParams,
			"found none or several of systems, files and results"},
		{"no limit", `{"id": 1, "method": "check", "params": {"systems": {"a": ["x"]}, "references": ["x"]}}`,
			worker.InvalidParams, "found nothing to check against: give baseline FILE or floor MEASURE=VALUE"},
		{"an unknown floor",
			`{"id": 1, "method": "check", "params": {"systems": {"a": ["x"]}, "references": ["x"], "floor": {"bleu": 1}}}`,
			worker.InvalidParams, "floor bleu: found the measures wrd in measure"},
		{"two baselines", `{"id": 1, "method": "check", "params": {"systems": {"a": ["x"]}, "references": ["x"], "baseline": "b", ` +
			`"baseline_systems": {"a": ["x"]}}}`, worker.InvalidParams, "baseline_systems: found no systems or baseline too"},
		{"force alone", `{"id": 1, "method": "check", "params": {"systems": {"a": ["x"]}, "references": ["x"], "force": true}}`,
			worker.InvalidParams, "force: found no update, expected both"},
		{"a mean of nothing", `{"id": 1, "method": "mean", "params": {"sums": [], "sizes": []}}`,
			worker.InvalidParams, "found 0 sums, 0 against them and 0 sizes"},
		{"a mean of no confidence", `{"id": 1, "method": "mean", "params": {"sums": [1], "sizes": [1], "confidence": 1}}`,
			worker.InvalidParams, "confidence: found 1, expected a number between 0 and 1"},
		{"an unknown test", `{"id": 1, "method": "compare", "params": {"scores": {"a": [1]}, "test": "magic"}}`,
			worker.InvalidParams, `test: found "magic", expected one of: randomisation, bootstrap`},
		{"a table that is none", `{"id": 1, "method": "table", "params": {"format": "csv", "table": {"systems": ["a"], "columns": [{"name": "m"}]}}}`,
			worker.InvalidParams, "table: column m: expected a value for each of 1 system"},
		{"a table in an unknown format", `{"id": 1, "method": "table", "params": {"format": "html"}}`,
			worker.InvalidParams, `format: found "html", expected one of: markdown, latex, csv`},
		{"texts and scores", `{"id": 1, "method": "compare", "params": {"systems": {"a": []}, "scores": {}}}`,
			worker.InvalidParams, "expected one of them"},
		{"scores of other systems", `{"id": 1, "method": "correlate", "params": {"measures": {"m": {"a": [1]}}, ` +
			`"human": {"h": {"b": [1]}}}}`, worker.InvalidParams, `column m: found no system "b", expected those of the other columns`},
		{"scores of one system more", `{"id": 1, "method": "correlate", "params": {"measures": {"m": {"a": [1], "b": [1]}}, ` +
			`"human": {"h": {"b": [1]}}}}`, worker.InvalidParams, `column m: found the system "a", expected those of`},
		{"a distance that is not there", `{"id": 1, "method": "correlate", "params": {"measures": {"m": {"a": [1]}}, ` +
			`"human": {"h": {"a": [1]}}, "lower_is_better": ["n"]}}`, worker.InvalidParams, `found "n"`},
		{"a frame of less than nothing", `{"id": 1, "method": "score", "frame": -1}`, worker.InvalidRequest, "found -1"},
		{"a frame for another method", `{"id": 1, "method": "mbr", "frame": 0}`, worker.InvalidRequest, "found a frame"},
		{"an empty frame", `{"id": 1, "method": "score", "frame": 0}`, worker.InvalidParams, "frame: found 0 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := serve(t, s, worker.Config{}, c.request+"\n"+good+"\n")
			if len(answers) != 2 {
				t.Fatalf("found %d answers, expected 2", len(answers))
			}
			e := answers[0].Error
			if e == nil || e.Code != c.code || !strings.Contains(e.Message, c.message) {
				t.Errorf("found %+v, expected %s: …%s…", e, c.code, c.message)
			}
			if strings.Contains(c.request, `"id": 1`) && json.Valid([]byte(c.request)) && answers[0].ID != 1. {
				t.Errorf("found the id %v, expected 1", answers[0].ID)
			}
			if answers[1].ID != "good" || answers[1].Error != nil {
				t.Errorf("the request after it: %+v", answers[1])
			}
		})
	}
}

// A line or a frame that is too long costs no memory and no more than an error.
func TestTooLarge(t *testing.T) {
	s := scorer(t, metric.Options{})
	config := worker.Config{MaxRequest: 4 << 10}
	long := io.MultiReader(strings.NewReader(`{"id": 1, "x": "`), io.LimitReader(endless{}, 64<<20),
		strings.NewReader("\n"+`{"id": 2, "method": "score", "frame": 1000000}`+"\n"), io.LimitReader(endless{}, 1000000),
		strings.NewReader(`{"id": 3, "method": "tokenize", "params": {"texts": ["a"]}}`+"\n"))
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), s, config, long, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, expected := range []string{`"code":"too_large"`, `"code":"too_large"`, `"tokens":[["a"]]`} {
		if !strings.Contains(lines[i+1], expected) {
			t.Errorf("answer %d: found %s, expected %s", i, lines[i+1], expected)
		}
	}
}

// What the input breaks off is answered all the same.
func TestCutOff(t *testing.T) {
	s := scorer(t, metric.Options{})
	for _, c := range []struct{ name, input, want string }{
		{"a line", `{"id": 1, "method": "score", "par`, `{"id":null,"error":{"code":"parse_error"`},
		{"a frame", `{"id": 2, "method": "score", "frame": 100}` + "\nabc", `{"id":2,"error":{"code":"invalid_request"`},
		{"a frame that is too long", `{"id": 3, "method": "score", "frame": 1000000}` + "\nabc",
			`{"id":3,"error":{"code":"too_large"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			err := worker.Serve(t.Context(), s, worker.Config{MaxRequest: 4 << 10}, strings.NewReader(c.input), &out)
			_, answers, _ := strings.Cut(out.String(), "\n")
			if err != nil || !strings.HasPrefix(answers, c.want) || strings.Count(answers, "\n") != 1 {
				t.Errorf("got %q, %v, want one answer beginning with %s", answers, err, c.want)
			}
		})
	}
}

// A short request for a matrix that would not fit into memory is rejected before anything is computed.
func TestTooManyPairs(t *testing.T) {
	text := strings.TrimSuffix(strings.Repeat(`"a",`, 4000), ",")
	request := fmt.Sprintf(`{"id": 1, "method": "matrix", "params": {"groups": [{"candidates": [%s], "references": [%s]}]}}`,
		text, text)
	var out bytes.Buffer
	if err := worker.Serve(t.Context(), scorer(t, metric.Options{}), worker.Config{}, strings.NewReader(request+"\n"),
		&out); err != nil {
		t.Fatal(err)
	}
	if want := `"error":{"code":"too_large","message":"found 16000000 pairs of texts, expected at most 4000000`; !strings.
		Contains(out.String(), want) {
		t.Errorf("found no %s in %.300s", want, out.String())
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
