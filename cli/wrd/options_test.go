package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// testHost is a host that reads stdin, and what it prints and says.
func testHost(stdin string) (h flags.Host, printed *bytes.Buffer, said *[]string) {
	printed, said = new(bytes.Buffer), new([]string)
	return flags.Host{Out: printed, Errs: new(bytes.Buffer), Host: jobs.Host{Environment: &setup.Environment{
		Stdin: strings.NewReader(stdin), Notify: func(notice string) { *said = append(*said, notice) },
	}}}, printed, said
}

// A verb runs by its options alone, without a command line.
func TestVerbsWithoutFlags(t *testing.T) {
	dir := t.TempDir()
	sentences, words := filepath.Join(dir, "pairs.tsv"), filepath.Join(dir, "words.tsv")
	writeTestFile(t, sentences, "5\ta man plays\ta man plays\n3\ta man plays\ta woman plays\n0\ta man plays\tthe sea is cold\n")
	writeTestFile(t, words, "cat\tcat\t5\ncat\tdog\t3\ncat\tparliament\t0\n")
	groups := filepath.Join(dir, "groups.jsonl")
	writeTestFile(t, groups, `{"candidates": ["a cat"], "references": ["a cat", "a dog"]}`+"\n")
	none := []convert.Letters{{}}
	a, b, results := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt"), filepath.Join(dir, "results")
	writeTestFile(t, a, "a cat\nthe sea is cold\na man plays\n")
	writeTestFile(t, b, "a dog\nthe sea is wet\na man plays\n")
	texts := flags.TextOptions{TextFiles: jobs.TextFiles{Systems: []text.SystemFile{{Name: "a", Path: a}, {Name: "b", Path: b}},
		References: []string{a}}}
	tables := jobs.Tables{Tables: []scores.File{{Path: results}}}
	for _, c := range []struct {
		name string
		run  func(h flags.Host) error
		want string // in what is printed
	}{
		{"sts", func(h flags.Host) error {
			return runSTS(t.Context(), h, stsOptions{format: "json", job: jobs.Similarity{Letters: none,
				Data: jobs.PairData{Files: []string{sentences}}}})
		}, `"spearman": 100,`},
		{"wordsim", func(h flags.Host) error {
			return runWordsim(t.Context(), h, wordsimOptions{format: "markdown", job: jobs.WordSimilarity{Letters: none,
				Data: jobs.PairData{Files: []string{words}, Layout: pairs.Words}}})
		}, "cos | none | 100.00 | 3 | 0 |"},
		{"explain", func(h flags.Host) error {
			return runExplain(t.Context(), h, explainOptions{job: jobs.Explain{Texts: []string{"a cat", "-"}}, format: "text"})
		}, "cat        cat"},
		{"matrix", func(h flags.Host) error {
			return runMatrix(t.Context(), h, matrixOptions{format: "text", GroupOptions: flags.GroupOptions{Groups: jobs.Groups{File: groups}}})
		}, "\n0.0000\t0."},
		{"score", func(h flags.Host) error {
			return runScore(t.Context(), h, scoreOptions{TextOptions: texts, job: jobs.Score{Output: results}, format: "json"})
		}, `"wrd_similarity"`},
		{"compare", func(h flags.Host) error {
			return runCompare(t.Context(), h, compareOptions{texts: &texts, job: jobs.Compare{Texts: &texts.TextFiles}, format: "json"})
		}, `"verdict": "~"`},
		{"compare tables", func(h flags.Host) error {
			return runCompare(t.Context(), h, compareOptions{job: jobs.Compare{Tables: tables}, format: "text"})
		}, "do not differ significantly by wrd"},
		{"check", func(h flags.Host) error {
			return runCheck(t.Context(), h, checkOptions{texts: &texts, format: "json", job: jobs.Check{Texts: &texts.TextFiles,
				Rules: check.Rules{Columns: []string{"wrd"}, Floors: map[string]float64{"wrd": 2}}}})
		}, `"against": "floor",`},
		{"correlate", func(h flags.Host) error {
			return runCorrelate(t.Context(), h, correlateOptions{format: "json", job: jobs.Correlate{Tables: tables,
				Humans: []string{"wrd"}, Measures: []string{"wrd_similarity"}}})
		}, `"value": -1,`},
		{"report", func(h flags.Host) error {
			return runReport(t.Context(), h, reportOptions{job: jobs.Report{Tables: tables, Title: "Without flags", Out: h.Out}})
		}, "<title>Without flags</title>"},
		{"serve", func(h flags.Host) error {
			h.Stdin = strings.NewReader(`{"id": 1, "method": "tokenize", "params": {"texts": ["a cat"]}}` + "\n")
			return runServe(t.Context(), h, serveOptions{})
		}, `"result":{"tokens":[["a","cat"]]}`},
		{"cache list", func(h flags.Host) error {
			h.CacheDir = dir
			return listCache(t.Context(), h, "json")
		}, `"entries": []`},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, printed, said := testHost("a cat\n")
			if err := c.run(h); err != nil {
				t.Fatal(err, *said)
			}
			if !strings.Contains(printed.String(), c.want) {
				t.Errorf("found no %q in\n%s", c.want, printed.String())
			}
			if c.name != "serve" && json.Valid(printed.Bytes()) != strings.HasPrefix(printed.String(), "{") {
				t.Errorf("no JSON:\n%s", printed.String())
			}
		})
	}
}
