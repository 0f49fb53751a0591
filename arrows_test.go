// Package wrd_test checks what concerns the module as a whole.
package wrd_test

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/wordrotator/wrd"

// rooms lists each room with the rooms that it may import. A package belongs to the longest room that its path
// begins with, and may import other packages of its room.
var rooms = map[string][]string{
	"tokenize":                             {},
	"metric/internal":                      {},
	"internal/visible":                     {},
	"internal/safetensors":                 {},
	"metric/transport":                     {},
	"metric/agreement":                     {},
	"metric/embedding":                     {},
	"metric/embedding/internal/defaultgen": {"metric/embedding", "metric/embedding/formats"},
	"metric/embedding/formats":             {"metric/embedding", "metric/encoder/pieces", "internal/safetensors"},
	"metric/encoder/pieces":                {"metric/internal"},
	"metric/encoder":                       {"metric/internal", "metric/encoder/pieces", "internal/safetensors"},
	"metric/convert":                       {"metric/embedding"},
	"metric": {"tokenize", "metric/internal", "metric/convert", "metric/embedding", "metric/encoder",
		"metric/transport", "internal/visible"},
	"metric/evaluation": {"metric", "tokenize", "metric/agreement", "metric/convert", "metric/embedding",
		"metric/encoder"},
	"adapters": {"metric/evaluation", "metric", "tokenize", "metric/convert", "metric/embedding",
		"metric/embedding/formats", "metric/encoder", "metric/encoder/pieces", "metric/transport", "metric/agreement",
		"internal", "internal/visible", "internal/safetensors"},
	"internal": {"metric/evaluation", "metric", "tokenize", "metric/convert", "metric/embedding",
		"metric/embedding/formats", "metric/encoder", "metric/transport", "metric/agreement", "adapters",
		"internal/visible", "internal/safetensors"},
	"cli/internal/wrap":   {},
	"cli/internal/args":   {"cli/internal/wrap", "internal", "internal/visible"},
	"cli/internal/render": {"cli/internal/wrap", "internal", "internal/visible"},
	"cli/internal/show": {"cli/internal/wrap", "cli/internal/render", "adapters", "internal", "internal/visible",
		"metric/evaluation", "metric", "metric/convert", "metric/agreement"},
	"cli": {"cli/internal/wrap", "cli/internal/args", "cli/internal/render", "cli/internal/show", "adapters", "internal", "internal/visible",
		"internal/safetensors", "metric/evaluation", "metric", "tokenize",
		"metric/convert", "metric/embedding", "metric/embedding/formats", "metric/encoder", "metric/transport",
		"metric/agreement"},
}

// The data runs one way, so nothing early may import anything late.
func TestImportArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen int
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if fields[0] == module {
			continue // this test
		}
		from := roomOf(fields[0])
		if from == "" {
			t.Errorf("%s is in no room", fields[0])
			continue
		}
		for _, imported := range fields[1:] {
			if !strings.HasPrefix(imported, module+"/") {
				continue
			}
			seen++
			to := roomOf(imported)
			if to != from && !slices.Contains(rooms[from], to) {
				t.Errorf("%s imports %s, but %s may import only %v", fields[0], imported, from, rooms[from])
			}
		}
	}
	if seen == 0 {
		t.Error("saw no import between rooms: the test is blind")
	}
}

// roomOf returns the longest room that contains the package, or "".
func roomOf(importPath string) string {
	for dir := strings.TrimPrefix(importPath, module+"/"); dir != "."; dir = path.Dir(dir) {
		if _, ok := rooms[dir]; ok {
			return dir
		}
	}
	return ""
}
