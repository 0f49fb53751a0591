package wrd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// stable are the packages whose names and meanings stay from 0.1.0 on. README has them.
var stable = []string{"metric", "metric/evaluation", "metric/ngrams", "metric/transport", "metric/embedding", "metric/encoder",
	"metric/convert", "metric/agreement",
	"metric/agreement/significance", "metric/evaluation/check", "metric/evaluation/compare", "metric/evaluation/correlate",
	"metric/evaluation/similarity", "metric/evaluation/reading", "tokenize", "adapters/setup", "adapters/corpus", "adapters/worker"}

// Every package that other modules can import is stable, or says in its comment that it may change.
func TestPromise(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range stable {
		if !strings.Contains(string(readme), "`]("+room+")") {
			t.Errorf("README does not list %s as stable", room)
		}
	}
	out, err := exec.Command("go", "list", "-f", "{{if .GoFiles}}{{.ImportPath}} {{.Name}}{{end}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue // tests alone
		}
		room := strings.TrimPrefix(fields[0], module+"/")
		if slices.Contains(strings.Split(room, "/"), "internal") || fields[1] == "main" {
			continue
		}
		files, err := filepath.Glob(filepath.Join(filepath.FromSlash(room), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		says := slices.ContainsFunc(files, func(file string) bool {
			content, err := os.ReadFile(file)
			return err == nil && strings.Contains(string(content), "// It may change with any version")
		})
		if says == slices.Contains(stable, room) {
			t.Errorf("%s: listed as stable: %v; its comment says that it may change: %v", room, says, says)
		}
	}
}
