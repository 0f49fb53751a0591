package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/flags"
)

// Every flag that takes a file or a folder says in inputFlags which files it reads: what is not there could be written
// over.
func TestInputFlags(t *testing.T) {
	takesFile := regexp.MustCompile("`[^`]*(FILE|DIR)[^`]*`")
	var visit func(commands []*cli.Command)
	found := 0
	visit = func(commands []*cli.Command) {
		for _, command := range commands {
			visit(command.Subcommands)
			for _, flag := range command.Flags {
				text, ok := flag.(cli.DocGenerationFlag)
				if !ok || !takesFile.MatchString(text.GetUsage()) {
					continue
				}
				found++
				if flags.InputFlags[flag.Names()[0]] == nil {
					t.Errorf("wrd %s --%s takes a file and is not in inputFlags", command.Name, flag.Names()[0])
				}
			}
		}
	}
	commands := newApp(nil, io.Discard, io.Discard).Commands
	visit(commands)
	if found < 50 || !slices.ContainsFunc(commands, func(c *cli.Command) bool { return c.Name == "score" }) {
		t.Errorf("found %d flags that take files: the test is blind", found)
	}
}

// Stored settings that are damaged are an error with the file, in every verb that reads them.
func TestDamagedSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "a.txt", "a cat\nthe dog\n")
	if _, stderr, code := runIn(t, "score", "a.txt", "a.txt", "-o", "results"); code != exitDone {
		t.Fatal(stderr)
	}
	path := filepath.Join("results", "segments.parquet")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.ReplaceAll(content, []byte(`"tokenizer":"usif"`), []byte(`"tokenixer":"usif"`))
	if bytes.Equal(damaged, content) {
		t.Fatal("found no settings to damage")
	}
	writeTestFile(t, path, string(damaged))
	for _, line := range [][]string{{"explain", "results", "--line", "1"}, {"explain", path, "--line", "1"}, {"replay", "results"}} {
		_, stderr, code := runIn(t, line...)
		if code != exitBadInput || !strings.HasPrefix(stderr, "wrd: "+path+": ") || !strings.Contains(stderr, "tokenixer") {
			t.Errorf("%q: exit status %d, said %s", line, code, stderr)
		}
	}
}
