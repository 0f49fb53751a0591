package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The command prints the record with which the worker answers, whether it is asked of files or of texts in memory. What
// the worker adds, and the names of files, are taken out.
func TestOneRecord(t *testing.T) {
	t.Chdir(t.TempDir())
	references := []string{"a cat sat on the mat", "the sea is cold", "a man plays the piano", "she read two books"}
	now := []string{"a cat sat on a mat", "the water is cold", "a man plays", "she read two books"}
	before := []string{"a cat sat on the mat", "the sea is cold", "a man plays music", "she read 2 books"}
	var table, old bytes.Buffer
	for i := range references {
		row := func(text string) map[string]any {
			return map[string]any{"system": "s", "candidate": text, "reference": references[i]}
		}
		json.NewEncoder(&table).Encode(row(now[i]))
		json.NewEncoder(&old).Encode(row(before[i]))
	}
	writeTestFile(t, "now.jsonl", table.String())
	writeTestFile(t, "before.jsonl", old.String())
	for name, lines := range map[string][]string{"now": now, "before": before, "ref": references} {
		writeTestFile(t, name+".txt", strings.Join(lines, "\n")+"\n")
	}
	printed(t, "", "score", "now.txt", "ref.txt", "-o", "results", "--format", "json")
	scores := map[string]any{
		"human": map[string]any{"a": []float64{3, 1, 4, 2, 5, 1}, "b": []float64{2, 2, 5, 3, 4, 1}},
		"bleu":  map[string]any{"a": []float64{.3, .2, .4, .1, .5, .2}, "b": []float64{.1, .3, .6, .2, .5, .1}},
		"ter":   map[string]any{"a": []float64{.3, .4, .1, .5, .2, .9}, "b": []float64{.7, .6, .3, .4, .1, .8}},
	}
	writeTestFile(t, "pairs.tsv", "5\ta man plays\ta man plays\n3\ta man plays\ta woman plays\n"+
		"0\ta man plays\tthe sea is cold\n")
	writeTestFile(t, "words.tsv", "cat\tdog\t4\ncat\thouse\t1\nsea\twater\t5\n")
	writeTestFile(t, "scores.csv", csvOf(scores))
	var groups []any
	for i := range now {
		groups = append(groups, map[string]any{"candidates": []string{before[i], now[i], references[i]}})
	}
	texts := map[string]any{"systems": map[string]any{"s": now}, "references": references}
	both := map[string]any{"systems": map[string]any{"now": now, "before": before}, "references": references}
	with := func(params map[string]any, more map[string]any) map[string]any {
		joined := map[string]any{}
		for _, m := range []map[string]any{params, more} {
			for name, value := range m {
				joined[name] = value
			}
		}
		return joined
	}
	files := map[string]any{"candidates": []string{"now.txt"}, "references": []string{"ref.txt"}}
	for _, c := range []struct {
		name   string
		line   []string // of the command
		flags  []string // of both
		method string
		params map[string]any
	}{
		{"check of files", []string{"check", "now.txt", "ref.txt", "--baseline", "before.txt"}, nil, "check",
			map[string]any{"files": files, "baseline": "before.txt"}},
		{"check of texts", []string{"check", "now.jsonl", "--baseline", "before.txt", "--margin", "0.2", "--max-broken", "50%"},
			nil, "check",
			with(texts, map[string]any{"baseline": "before.txt", "margin": 0.2, "max_broken": "50%"})},
		{"check of texts against texts", []string{"check", "now.jsonl", "--baseline", "before.jsonl", "--margin", "0.1", "--margin",
			"wrd=0.3"},
			[]string{"--measure", "wrd,bertscore"}, "check", with(texts, map[string]any{
				"baseline_systems": map[string]any{"s": before}, "margin": map[string]any{"": 0.1, "wrd": 0.3}})},
		{"check of summaries", []string{"check", "now.jsonl", "--floor", "wrd_recall=0.4", "--worst", "2", "--seed", "7"},
			[]string{"--purpose", "summary"}, "check", with(texts, map[string]any{"floor": map[string]any{"wrd_recall": 0.4},
				"worst": 2, "seed": 7})},
		{"check of results", []string{"check", "--results", "results", "--floor", "wrd=0.1"}, nil, "check",
			map[string]any{"results": "results", "floor": map[string]any{"wrd": 0.1}}},
		{"compare", []string{"compare", "before.txt", "now.txt", "-r", "ref.txt"}, nil, "compare", both},
		{"correlate", []string{"correlate", "scores.csv", "--lower-is-better", "ter", "--compare", "perm_both", "--seed", "3"}, nil,
			"correlate", map[string]any{"lower_is_better": []string{"ter"}, "compare": "perm_both", "seed": 3,
				"measures": map[string]any{"bleu": scores["bleu"], "ter": scores["ter"]},
				"human":    map[string]any{"human": scores["human"]}}},
		{"mbr", []string{"mbr", "now.txt", "before.txt", "ref.txt"}, nil, "mbr", map[string]any{"groups": groups}},
		{"mbr, the best only", []string{"mbr", "now.txt", "before.txt", "ref.txt", "--best-only"}, []string{"--measure", "bertscore"},
			"mbr", map[string]any{"groups": groups, "best_only": true}},
		{"sts", []string{"sts", "--data", "pairs.tsv", "--convert", "none,A"}, nil, "sts",
			map[string]any{"data": []string{"pairs.tsv"}, "convert": []string{"none", "A"}}},
		{"wordsim", []string{"wordsim", "--data", "words.tsv"}, nil, "wordsim", map[string]any{"pairs": map[string]any{
			"words.tsv": map[string]any{
				"first": []string{"cat", "cat", "sea"}, "second": []string{"dog", "house", "water"}, "gold": []float64{4, 1, 5}}}}},
		{"replay", []string{"replay", "results"}, nil, "replay", map[string]any{"path": "results"}},
		{"explain", []string{"explain", now[0], references[0]}, nil, "explain",
			map[string]any{"candidate": now[0], "reference": references[0]}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := printed(t, "", append(append(c.line, c.flags...), "--format", "json")...)
			request, err := json.Marshal(map[string]any{"id": 1, "method": c.method, "params": c.params})
			if err != nil {
				t.Fatal(err)
			}
			answer := printed(t, string(request)+"\n", append([]string{"serve", "--stdio"}, c.flags...)...)
			found, ok := answer["result"].(map[string]any)
			if !ok {
				t.Fatalf("found no result: %v", answer)
			}
			for _, added := range []string{"passed", "shown", "table"} {
				delete(found, added)
			}
			for _, record := range []map[string]any{found, want} {
				if name, ok := record["baseline"].(string); ok {
					record["baseline"] = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
				}
			}
			if found["baseline"] == "the baseline" {
				found["baseline"] = want["baseline"]
			}
			if !reflect.DeepEqual(found, want) {
				t.Errorf("the worker answers\n%v\nthe command prints\n%v", found, want)
			}
		})
	}
}

// printed runs a command and returns the last line or the whole of its output, which is an object of JSON.
func printed(t *testing.T, stdin string, line ...string) (object map[string]any) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"wrd"}, line...), strings.NewReader(stdin), &out, &errs)
	if code > exitRegression {
		t.Fatalf("%q: exit status %d: %s", line, code, errs.String())
	}
	text := out.Bytes()
	if stdin != "" { // after the first line of a worker
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	if err := json.Unmarshal(text, &object); err != nil {
		t.Fatalf("%q: %v: %s", line, err, text)
	}
	return object
}

// csvOf writes columns of scores by system as a table.
func csvOf(columns map[string]any) string {
	names := []string{"human", "bleu", "ter"}
	table := "system,segment," + strings.Join(names, ",") + "\n"
	for _, system := range []string{"a", "b"} {
		for i := range 6 {
			table += fmt.Sprintf("%s,%d", system, i)
			for _, name := range names {
				table += fmt.Sprintf(",%v", columns[name].(map[string]any)[system].([]float64)[i])
			}
			table += "\n"
		}
	}
	return table
}
