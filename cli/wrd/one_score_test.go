package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"
)

// answered sends requests to a worker and returns the results.
func answered(t *testing.T, flags []string, requests ...map[string]any) (results []map[string]any) {
	t.Helper()
	var in, out, errs bytes.Buffer
	for _, r := range requests {
		if err := json.NewEncoder(&in).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	line := append([]string{"wrd", "serve", "--stdio"}, flags...)
	if code := run(t.Context(), line, &in, &out, &errs); code != 0 {
		t.Fatalf("%q: exit status %d: %s", line, code, errs.String())
	}
	for i, text := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var answer struct {
			Result map[string]any
			Error  any
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			results = append(results, answer.Result)
			if answer.Error != nil {
				t.Fatalf("request %v: %v", requests[i-1], answer.Error)
			}
		}
	}
	return results
}

// What the worker says of each segment is what the command prints of it, by a converter that was learned, too.
func TestOneScore(t *testing.T) {
	t.Chdir(t.TempDir())
	references := []string{"a cat sat on the mat", "the sea is cold", "a man plays the piano", "she read two books"}
	candidates := []string{"a cat sat on a mat", "the water is xyzzy", "", "she read two books"}
	writeTestFile(t, "ref.txt", strings.Join(references, "\n")+"\n")
	writeTestFile(t, "now.txt", strings.Join(candidates, "\n")+"\n")
	texts := map[string]any{"candidates": candidates, "references": references}
	fit := func(params map[string]any) map[string]any {
		params["letters"] = "AWR"
		return map[string]any{"method": "fit", "params": params}
	}
	for _, c := range []struct {
		name  string
		line  []string // of the command beside flags
		flags []string
		first []map[string]any // requests
		texts map[string]any
	}{
		{"references", []string{"now.txt", "ref.txt"}, []string{"--measure", "wrd,bertscore"}, nil, texts},
		{"sources", []string{"now.txt", "-s", "ref.txt"}, []string{"--purpose", "estimation"}, nil,
			map[string]any{"candidates": candidates, "sources": references}},
		{"a converter", []string{"now.txt", "ref.txt", "--convert", "AWR"}, []string{"--language", "en"},
			[]map[string]any{fit(map[string]any{"sentences": references})}, texts},
		{"a converter that was learned in parts, after another one", []string{"now.txt", "ref.txt", "--convert", "AWR"},
			[]string{"--language", "en"}, []map[string]any{
				fit(map[string]any{"sentences": candidates}),
				fit(map[string]any{"sentences": references[:1], "more": true}),
				fit(map[string]any{"sentences": references[1:], "after": 1}),
			}, texts},
	} {
		t.Run(c.name, func(t *testing.T) {
			results := answered(t, c.flags, append(c.first, map[string]any{"method": "score", "params": c.texts})...)
			found := results[len(results)-1]
			delete(found, "warnings")
			var out, errs bytes.Buffer
			line := append(append([]string{"wrd", "score", "--format", "jsonl"}, c.line...), c.flags...)
			if code := run(t.Context(), line, strings.NewReader(""), &out, &errs); code != 0 {
				t.Fatalf("%q: exit status %d: %s", line, code, errs.String())
			}
			scores, want := map[string]any{}, map[string]any{"signature": found["signature"], "segments": float64(len(candidates))}
			if !strings.Contains(errs.String(), found["signature"].(string)) {
				t.Errorf("signature %v, the command says %s", found["signature"], errs.String())
			}
			for name := range found["scores"].(map[string]any) {
				scores[name] = []any{}
			}
			for text := range strings.Lines(out.String()) {
				var row map[string]any
				if err := json.Unmarshal([]byte(text), &row); err != nil {
					t.Fatal(err)
				}
				for name, value := range row {
					switch list, ofScores := scores[name].([]any); {
					case ofScores:
						scores[name] = append(list, value)
					case name == "status" || strings.HasSuffix(name, "_tokens") || strings.HasSuffix(name, "_oov") ||
						name == "best_reference":
						values, _ := want[name].([]any)
						want[name] = append(values, value)
					}
				}
			}
			want["scores"] = scores
			if !reflect.DeepEqual(found, want) {
				t.Errorf("the worker answers\n%v\nthe command prints\n%v", found, want)
			}
		})
	}
}

// The worker's sums and converters are those of wrd convert fit, and it says what it cannot learn.
func TestOneFit(t *testing.T) {
	t.Chdir(t.TempDir())
	sentences := []string{"a cat sat on the mat", "the sea is cold", "a man plays the piano"}
	writeTestFile(t, "all.txt", strings.Join(sentences, "\n")+"\n")
	writeTestFile(t, "first.txt", sentences[0]+"\n")
	for _, line := range []string{"-o first.sums --sums --sentences first.txt", "-o want.fit --sentences all.txt"} {
		var out, errs bytes.Buffer
		words := append([]string{"wrd", "convert", "fit", "--letters", "AWR"}, strings.Fields(line)...)
		if code := run(t.Context(), words, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%q: exit status %d: %s", line, code, errs.String())
		}
	}
	request := func(params map[string]any) map[string]any {
		all := map[string]any{"letters": "AWR"}
		maps.Copy(all, params)
		return map[string]any{"method": "fit", "params": all}
	}
	results := answered(t, []string{"--language", "en"},
		request(map[string]any{"sentences": sentences[:1], "sums": true}),
		request(map[string]any{"sentences": sentences, "output": "found.fit"}))
	sums, err := json.Marshal(map[string]any{"sums": readTestFile(t, "first.sums")})
	if err != nil {
		t.Fatal(err)
	}
	if found, _ := json.Marshal(results[0]); !bytes.Equal(found, sums) {
		t.Errorf("sums differ from those of wrd convert fit")
	}
	if !bytes.Equal(readTestFile(t, "found.fit"), readTestFile(t, "want.fit")) {
		t.Errorf("the converter differs from that of wrd convert fit")
	}
	for _, c := range []struct {
		name, params, flags, message string
	}{
		{"letters that there are not", `{"letters": "AAA"}`, "--language en", "letters: "},
		{"letters that learn nothing", `{"letters": "AW"}`, "--language en", "AW learns nothing from sentences"},
		{"a part of nothing", `{"letters": "AWR", "after": 3}`, "--language en", "begin anew"},
		{"damaged sums", `{"letters": "AWR", "add": ["AAAA"]}`, "--language en", "add: "},
		{"a worker with a converter", `{"letters": "AWR"}`, "--language en --converter distilled-en --vectors distilled-en",
			"found a converter in the settings"},
		{"a worker without a language", `{"letters": "AWR"}`, "", "language: found none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			line := append([]string{"wrd", "serve", "--stdio"}, strings.Fields(c.flags)...)
			in := strings.NewReader(fmt.Sprintf(`{"method": "fit", "params": %s}`, c.params))
			if code := run(t.Context(), line, in, &out, &errs); code != 0 {
				t.Fatalf("exit status %d: %s", code, errs.String())
			}
			if _, answer, _ := strings.Cut(out.String(), "\n"); !strings.Contains(answer, c.message) {
				t.Errorf("answer %s, expected %q", answer, c.message)
			}
		})
	}
}

// The page is the same, whoever writes it.
func TestOneReport(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "ref.txt", "a cat sat\nthe sea is cold\n")
	writeTestFile(t, "now.txt", "a cat sits\nthe water is cold\n")
	printed(t, "", "score", "now.txt", "ref.txt", "-o", "results", "--format", "json")
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"wrd", "report", "results", "-o", "a.html"}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("exit status %d: %s", code, errs.String())
	}
	found := answered(t, nil, map[string]any{"method": "report", "params": map[string]any{"results": "results", "output": "b.html"}})[0]
	if want := map[string]any{"systems": []any{"now"}, "segments": 2.0}; !reflect.DeepEqual(found, want) {
		t.Errorf("the worker answers %v, expected %v", found, want)
	}
	if !bytes.Equal(readTestFile(t, "a.html"), readTestFile(t, "b.html")) {
		t.Errorf("the pages differ")
	}
}

func readTestFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
