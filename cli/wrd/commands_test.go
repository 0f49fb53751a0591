package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// badName would be an error on GitHub at the beginning of a line; badText masks something anywhere, ends a task of Azure
// Pipelines, and begins a section of GitLab.
const (
	badName = "::error title=x::y"
	badText = "::warning::a cat ##[add-mask]cat ##vso[task.complete] section_start:1:s\r\x1b[0K"
)

// command is what a CI server obeys: on GitHub, on Azure Pipelines and TeamCity, and on GitLab.
var command = regexp.MustCompile(`^\s*::|##[A-Za-z]*\[|section_(start|end):.*\r\x1b\[0K`)

// No verb prints a line that a CI server obeys, in any format that people or programs read, save the annotations that are
// asked for.
func TestNoCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	var table bytes.Buffer
	encoder := json.NewEncoder(&table)
	for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
		for _, system := range []string{badName, "##[b"} {
			encoder.Encode(map[string]any{"id": badName + id, "system": system, "candidate": badText + " and " + id + system[2:],
				"reference": "::a dog ##[c] " + id, "human": len(id) + len(system), "doc": badName})
		}
	}
	writeTestFile(t, "t.jsonl", table.String())
	writeTestFile(t, "texts.txt", strings.Repeat("::error::a cat\nthe ##[add-mask]dog\n", 6))
	writeTestFile(t, "good.txt", strings.Repeat("a cat\nthe dog\n", 6))
	writeTestFile(t, "pairs.tsv", "1\t::a cat\ta dog\n2\t##[a cat\tthe cat\n3\ta cat\ta cat\n")
	writeTestFile(t, "##[words.tsv", "cat\tdog\t1\ncat\tcat\t5\ndog\thouse\t0\n")
	writeTestFile(t, "##[v.vec", "cat 1 0\n::dog 0 1\n##[a 1 1\n")
	shown := 0
	for _, line := range [][]string{
		{"score", "t.jsonl"}, {"score", "t.jsonl", "--format", "json"},
		{"score", "t.jsonl", "--format", "jsonl", "--alignments"}, {"score", "t.jsonl", "--format", "tsv"},
		{"score", "t.jsonl", "-o", "results"}, {"score", "good.txt", "good.txt", "--vectors", "##[v.vec"},
		{"check", "good.txt", "-r", "good.txt", "--baseline", "b.parquet", "--update"},
		{"check", "texts.txt", "-r", "good.txt", "--baseline", "b.parquet", "--junit", "junit.xml"},
		{"check", "texts.txt", "-r", "good.txt", "--baseline", "b.parquet", "--format", "markdown", "--annotations"},
		{"check", "texts.txt", "-r", "good.txt", "--baseline", "b.parquet", "--format", "json"},
		{"compare", "t.jsonl"}, {"compare", "t.jsonl", "--format", "markdown", "--details"},
		{"compare", "t.jsonl", "--format", "latex", "--details"}, {"compare", "t.jsonl", "--details"},
		{"compare", "t.jsonl", "--format", "json"},
		{"correlate", "--table", "results", "--human", "human", "--measure", "wrd"},
		{"explain", "--tokenizer", "whitespace", "::cat ##[cat", "##[dog ::dog"},
		{"explain", "--tokenizer", "whitespace", "--format", "json", "::cat ##[cat", "##[dog ::dog"},
		{"explain", "results", "--line", "1", "--system", badName},
		{"mbr", "texts.txt", "--candidates-per-group", "2", "--format", "json"},
		{"matrix", "texts.txt", "good.txt", "--format", "json"},
		{"sts", "--data", "pairs.tsv"}, {"wordsim", "--data", "##[words.tsv"},
		{"tokenize", "--tokenizer", "whitespace"}, {"vectors", "info", "##[v.vec"}, {"replay", "results"},
		{"report", "t.jsonl", "-o", "r.html"},
		// Mistakes, which end with "".
		{"score", badName, "good.txt", ""}, {badName, ""}, {"score", "--" + badName, ""}, {"explain", "--format", badName, "a", "b", ""},
		{"score", "##[no.txt", "good.txt", ""}, {"score", "t.jsonl", "--columns", "id=" + badName, ""},
	} {
		var out, errs bytes.Buffer
		given := slices.DeleteFunc(slices.Clone(line), func(arg string) bool { return arg == "" })
		code := run(context.Background(), append([]string{"wrd"}, given...), strings.NewReader(badText+"\n"), &out, &errs)
		if last := line[len(line)-1]; (code > exitRegression) != (last == "") || code > exitBadInput {
			t.Errorf("%q: exit status %d, %s", line, code, errs.String())
		}
		shown += strings.Count(out.String()+errs.String(), `:\u003aerror title=x::y`)
		for printed := range strings.Lines(out.String() + errs.String()) {
			if strings.HasPrefix(printed, "::error file=texts.txt,") && line[0] == "check" {
				printed = printed[2:]
			}
			if command.MatchString(printed) {
				t.Errorf("%q prints %q", line, printed)
			}
		}
		var value any
		if i := len(line) - 1; line[i] == "json" && json.Unmarshal(out.Bytes(), &value) != nil {
			t.Errorf("%q prints no JSON: %s", line, out.String())
		}
	}
	if shown < 10 {
		t.Errorf("found %d commands that are shown harmlessly", shown)
	}
	if content, err := os.ReadFile("junit.xml"); err != nil || command.Match(content) {
		t.Errorf("JUnit has a command, or %v:\n%s", err, content)
	}
}

// The chosen texts of wrd mbr are exact. Where a CI server would obey one, it is refused.
func TestChosenCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	const texts = "a cat\n ::error::a cat\n"
	writeTestFile(t, "texts.txt", texts)
	for _, variable := range []string{"", "GITHUB_ACTIONS", "TF_BUILD", "GITLAB_CI"} {
		for _, other := range []string{"GITHUB_ACTIONS", "TF_BUILD", "GITLAB_CI"} {
			t.Setenv(other, "")
		}
		if variable != "" {
			t.Setenv(variable, "true")
		}
		stdout, stderr, code := runIn(t, "mbr", "texts.txt", "--candidates-per-group", "1", "-r", "texts.txt")
		switch {
		case variable == "" && (code != exitDone || stdout != texts):
			t.Errorf("exit status %d, printed %q, %s", code, stdout, stderr)
		case variable != "" && (code != exitBadInput || !strings.Contains(stderr, "wrd: group 2: the chosen text, \" ::error::a cat\", is a "+
			"command to this CI server, whose log may show it: expected > FILE, or --format json") || command.MatchString(stdout)):
			t.Errorf("%s: exit status %d, printed %q, %s", variable, code, stdout, stderr)
		}
	}
}
