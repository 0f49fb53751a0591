package worker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/worker"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Answers about texts that can hardly be read say so, those about others do not, and the method warnings says the same
// of counts.
func TestWarnings(t *testing.T) {
	s := scorer(t, metric.Options{})
	const want = "100 % of the candidates and 100 % of the references have no words"
	for _, c := range []struct {
		method, params string
		want           string // the warning begins so; "" for none
	}{
		{"score", `{"candidates": ["猫", "犬"], "references": ["我", ["你", "!!!"]]}`, want},
		{"score", `{"candidates": ["a cat"], "references": ["the cat"]}`, ""},
		{"score", `{"candidates": [""], "references": [" "]}`, ""},
		{"explain", `{"candidate": "!!!", "reference": "???"}`, want},
		{"matrix", `{"groups": [{"candidates": ["猫"], "references": ["我"]}]}`, want},
		{"mbr", `{"groups": [{"candidates": ["猫", "犬"]}]}`, "100 % of the candidates have no words"},
		{"mbr", `{"groups": [{"candidates": ["猫", "犬"], "references": ["a cat"]}]}`,
			"100 % of the candidates have no words"},
		{"matrix", `{"groups": [{"candidates": ["a <unk>", "a cat"], "references": ["the cat"]}]}`, "<unk> is left in candidates: 1"},
		{"mbr", `{"groups": [{"candidates": ["a <unk>", "a cat"]}, {"candidates": ["<unk>"]}]}`, "<unk> is left in candidates: 2"},
		{"score", `{"candidates": [` + strings.Repeat(`"a cat", `, reading.JudgedReferences) + `"a <unk>"], "references": [` +
			strings.Repeat(`"a cat", `, reading.JudgedReferences) + `"a dog"]}`, "<unk> is left in candidates: 1"},
		{"compare", `{"systems": {"a": ["猫", "犬"], "b": ["a cat", "dogs"]}, "references": ["a", "the dogs"]}`,
			"100 % of the candidates of a have no words"},
		{"warnings", `{"candidates": {"texts": 10, "without_words": 10}, "references": {"texts": 1, "without_words": 1}}`,
			want},
		{"warnings", `{"candidates": {"texts": 10, "tokens": 100, "oov": 20}}`, ""},
	} {
		t.Run(c.method, func(t *testing.T) {
			answers := serve(t, s, worker.Config{},
				fmt.Sprintf(`{"id": 1, "method": %q, "params": %s}`, c.method, c.params)+"\n")
			if answers[0].Error != nil {
				t.Fatal(answers[0].Error)
			}
			var result struct{ Warnings []string }
			if err := json.Unmarshal(answers[0].Result, &result); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(result.Warnings, "|")
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) || len(result.Warnings) > 1 {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	packed := pack([]string{"猫"}, [][]string{{"我"}}, nil)
	var out bytes.Buffer
	err := worker.Serve(t.Context(), s, worker.Config{}, strings.NewReader(fmt.Sprintf(
		"{\"id\": 1, \"method\": \"score\", \"frame\": %d}\n%s", len(packed), packed)), &out)
	if err != nil || !strings.Contains(out.String(), `"warnings":["`+want) {
		t.Errorf("frame: %q, %v", out.String(), err)
	}
}

// The method language says what auto is of references, and the worker stays what it is.
func TestLanguage(t *testing.T) {
	s := scorer(t, metric.Options{})
	translation := setup.Settings{Purpose: new("translation"), Language: new("en")}
	for _, c := range []struct {
		said         setup.Settings
		params, want string
	}{
		{setup.Settings{}, `{"references": ["猫が好きです", "a"]}`,
			`{"language":"ja","notice":"most letters of the references are Japanese: language ja, tokenizer written, vectors ngrams; ` +
				`purpose translation takes the encoder context-multi, which sees words in context"}`},
		{translation, `{"references": ["猫が好きです", "a"]}`,
			`{"language":"ja","notice":"most letters of the references are Japanese: language ja, encoder context-multi"}`},
		{translation, `{"references": ["ᎠᏂᎩᏚᏩᎩ"]}`, `{"language":"mis","notice":"most letters of the references are of another ` +
			`script: language mis, tokenizer written, vectors ngrams, as no built-in encoder knows it; wrd vectors pull ` +
			`multilingual-e5-small gets an encoder, which sees words in context"}`},
		{setup.Settings{Purpose: new("summary")}, `{"references": ["Я люблю кошек"]}`,
			`{"language":"und","notice":"most letters of the references are Cyrillic: language und (any but English), tokenizer ` +
				`unicode, vectors ngrams4-6"}`},
		{setup.Settings{Vectors: new("ngrams")}, `{"references": ["猫が好きです"]}`, `{"language":"en"}`},
		{setup.Settings{}, `{"references": ["a cat", "über"]}`, `{"language":"en"}`},
		{setup.Settings{}, `{"references": []}`, `{"language":"en"}`},
	} {
		request := fmt.Sprintf(`{"id": 1, "method": "language", "params": %s}`, c.params)
		if got := string(serve(t, s, worker.Config{Said: c.said}, request+"\n")[0].Result); got != c.want {
			t.Errorf("%s: got %s, want %s", c.params, got, c.want)
		}
	}
}
