package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/metric/convert"
)

// testHost is a host that reads stdin, and what it prints and says.
func testHost(stdin string) (h flags.Host, printed *bytes.Buffer, said *[]string) {
	printed, said = new(bytes.Buffer), new([]string)
	return flags.Host{Out: printed, Errs: new(bytes.Buffer), Environment: &setup.Environment{
		Stdin: strings.NewReader(stdin), Notify: func(notice string) { *said = append(*said, notice) },
	}}, printed, said
}

// A verb runs by its options alone, without a command line.
func TestVerbsWithoutFlags(t *testing.T) {
	dir := t.TempDir()
	pairs, words := filepath.Join(dir, "pairs.tsv"), filepath.Join(dir, "words.tsv")
	writeTestFile(t, pairs, "5\ta man plays\ta man plays\n3\ta man plays\ta woman plays\n0\ta man plays\tthe sea is cold\n")
	writeTestFile(t, words, "cat\tcat\t5\ncat\tdog\t3\ncat\tparliament\t0\n")
	groups := filepath.Join(dir, "groups.jsonl")
	writeTestFile(t, groups, `{"candidates": ["a cat"], "references": ["a cat", "a dog"]}`+"\n")
	none := []convert.Letters{{}}
	for _, c := range []struct {
		name string
		run  func(h flags.Host) error
		want string // in what is printed
	}{
		{"sts", func(h flags.Host) error {
			return runSTS(t.Context(), h, stsOptions{data: []string{pairs}, letters: none, format: "json"})
		}, `"spearman": 100,`},
		{"wordsim", func(h flags.Host) error {
			return runWordsim(t.Context(), h, wordsimOptions{data: []string{words}, letters: none, format: "markdown"})
		}, "cos | none | 100.00 | 3 | 0 |"},
		{"explain", func(h flags.Host) error {
			return runExplain(t.Context(), h, explainOptions{texts: []string{"a cat", "-"}, format: "text"})
		}, "cat        cat"},
		{"matrix", func(h flags.Host) error {
			return runMatrix(t.Context(), h, matrixOptions{format: "text", GroupOptions: flags.GroupOptions{File: groups}})
		}, "\n0.0000\t0."},
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
			if json.Valid(printed.Bytes()) != strings.HasPrefix(printed.String(), "{") {
				t.Errorf("no JSON:\n%s", printed.String())
			}
		})
	}
}
