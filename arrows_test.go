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

// rooms lists each room with the rooms that it may import besides those that all of its floor may, see floors. A package
// belongs to the longest room that its path begins with, and may import other packages of its room.
var rooms = map[string][]string{
	"tokenize":                             {},
	"metric/internal":                      {},
	"metric/transport":                     {},
	"metric/agreement":                     {},
	"metric/agreement/significance":        {"metric/agreement"},
	"metric/embedding":                     {},
	"metric/embedding/formats":             {"metric/embedding", "metric/encoder/pieces", "internal/safetensors"},
	"metric/embedding/internal/defaultgen": {"metric/embedding", "metric/embedding/formats"},
	"metric/encoder/pieces":                {"metric/internal", "internal/safetensors"},
	"metric/encoder":                       {"metric/internal", "metric/encoder/pieces", "internal/limit", "internal/safetensors"},
	"metric/convert":                       {"metric/embedding"},
	"metric/ngrams":                        {},
	"metric/internal/texts":                {"tokenize", "metric/internal", "metric/ngrams", "metric/convert", "metric/embedding"},
	"metric/internal/pairs":                {"metric/internal", "metric/internal/texts", "metric/transport", "internal/limit"},
	"metric/internal/states":               {"tokenize", "metric/internal/texts", "metric/convert", "metric/encoder", "internal/fault"},
	"metric": {"tokenize", "metric/internal", "metric/internal/texts", "metric/internal/pairs", "metric/internal/states",
		"metric/ngrams", "metric/convert", "metric/embedding", "metric/encoder", "metric/transport", "internal/fault",
		"internal/limit", "internal/visible"},
	"metric/evaluation/internal": {"metric", "metric/agreement"},
	"metric/evaluation/reading": {"metric", "tokenize", "metric/embedding", "metric/encoder", "metric/evaluation/internal",
		"internal/odd"},
	"metric/evaluation/finding":   {"tokenize", "internal/lazy"},
	"metric/evaluation/people":    {"metric", "metric/encoder", "metric/evaluation/internal", "metric/evaluation/reading"},
	"metric/evaluation/points":    {"metric", "metric/evaluation/internal", "metric/evaluation/reading"},
	"metric/evaluation/explained": {"metric"},
	"metric/evaluation": {"metric", "tokenize", "metric/agreement", "metric/agreement/significance", "metric/evaluation/internal",
		"metric/evaluation/points", "metric/evaluation/reading", "internal/wording"},
	"metric/evaluation/outcome": {"metric", "metric/evaluation"},
	"metric/evaluation/repeat":  {"metric", "metric/evaluation", "metric/evaluation/outcome"},
	"metric/evaluation/compare": {"metric", "metric/agreement", "metric/agreement/significance", "metric/evaluation",
		"metric/evaluation/internal", "metric/evaluation/people", "metric/evaluation/points", "metric/evaluation/reading"},
	"metric/evaluation/check": {"metric", "tokenize", "metric/agreement", "metric/agreement/significance", "metric/evaluation",
		"metric/evaluation/explained", "metric/evaluation/finding", "metric/evaluation/internal", "metric/evaluation/people",
		"metric/evaluation/points", "metric/evaluation/reading", "internal/pairing"},
	"metric/evaluation/correlate": {"metric", "metric/agreement", "metric/evaluation", "metric/evaluation/internal"},
	"metric/evaluation/similarity": {"metric", "tokenize", "metric/agreement", "metric/convert", "metric/embedding",
		"metric/encoder", "metric/evaluation/internal", "metric/evaluation/reading", "metric/ngrams", "internal/wording"},
	"metric/inspection": {"metric", "metric/agreement", "metric/evaluation", "metric/evaluation/compare",
		"metric/evaluation/correlate", "metric/evaluation/explained", "metric/evaluation/points", "metric/evaluation/reading",
		"tokenize"},

	"internal/arrowipc":      {"internal/stored"},
	"internal/arrowtest":     {"internal/arrowipc"},
	"internal/download":      {"internal/file", "internal/wording"},
	"internal/fault":         {},
	"internal/file":          {"internal/lazy"},
	"internal/jsonvalue":     {"internal/wording"},
	"internal/lazy":          {},
	"internal/limit":         {},
	"internal/nearest":       {},
	"internal/markup":        {"internal/lazy", "internal/visible"},
	"internal/odd":           {},
	"internal/pairing":       {"internal/wording"},
	"internal/parquetcolumn": {"internal/lazy", "internal/limit", "internal/stored", "internal/wording"},
	"internal/parts":         {},
	"internal/plot":          {"internal/visible", "internal/wording"},
	"internal/safetensors":   {},
	"internal/shareddata":    {},
	"internal/stored":        {},
	"internal/visible":       {},
	"internal/shade":         {},
	"internal/wording":       {"internal/visible"},

	"adapters/cache":    {},
	"adapters/catalog":  {"adapters/cache"},
	"adapters/cite":     {},
	"adapters/corpus":   {"adapters/rows", "adapters/text"},
	"adapters/encoders": {"adapters/cache", "adapters/catalog"},
	"adapters/findings": {"adapters/say"},
	"adapters/github":   {"adapters/findings"},
	"adapters/html":     {"adapters/findings", "adapters/say"},
	"adapters/jobs": {"adapters/corpus", "adapters/html", "adapters/junit", "adapters/pairs", "adapters/parquet", "adapters/replay",
		"adapters/rows", "adapters/say", "adapters/scores", "adapters/setup", "adapters/text", "adapters/tokenvectors",
		"adapters/vectors"},
	"adapters/junit":        {"adapters/findings"},
	"adapters/numpy":        {},
	"adapters/pairs":        {"adapters/rows", "adapters/scores", "adapters/tokenvectors"},
	"adapters/paper":        {"adapters/pairs", "adapters/scores", "adapters/setup"},
	"adapters/parquet":      {},
	"adapters/say":          {},
	"adapters/setup":        {"adapters/catalog", "adapters/encoders", "adapters/say", "adapters/vectors"},
	"adapters/svg":          {},
	"adapters/rows":         {"adapters/parquet", "adapters/text"},
	"adapters/scores":       {"adapters/rows", "adapters/text"},
	"adapters/text":         {},
	"adapters/tokenvectors": {"adapters/parquet", "adapters/rows"},
	"adapters/vectors":      {"adapters/cache", "adapters/catalog"},
	"adapters/worker": {"adapters/cache", "adapters/corpus", "adapters/jobs", "adapters/pairs", "adapters/say", "adapters/scores",
		"adapters/setup", "adapters/svg", "adapters/text"},
	"adapters/replay": {"adapters/parquet", "adapters/rows", "adapters/setup"},

	"cli/internal/args": {"cli/internal/wrap"},
	"cli/internal/flags": {"tokenize", "metric/...", "adapters/...", "cli/internal/args", "cli/internal/render",
		"cli/internal/show"},
	"cli/internal/render": {"cli/internal/wrap"},
	"cli/internal/show":   {"cli/internal/render", "cli/internal/wrap", "metric/...", "adapters/..."},
	"cli/internal/wrap":   {},
	"cli/wrd":             {"tokenize", "metric/...", "adapters/...", "cli/internal/..."},
}

// floors lists what all rooms below a folder may import. Leaves of internal know neither metrics nor files of them.
var floors = map[string][]string{
	"adapters/": {"tokenize", "metric/...", "internal/..."},
	"cli/":      {"internal/..."},
}

// mayImport says whether a room may import another one.
func mayImport(from, to string) bool {
	allowed := rooms[from]
	for folder, all := range floors {
		if strings.HasPrefix(from, folder) {
			allowed = slices.Concat(allowed, all)
		}
	}
	return slices.ContainsFunc(allowed, func(room string) bool {
		folder, all := strings.CutSuffix(room, "...")
		return room == to || all && (strings.HasPrefix(to, folder) || to+"/" == folder)
	})
}

// The data runs one way, so nothing early may import anything late.
func TestImportArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{if .GoFiles}}{{.ImportPath}}{{range .Imports}} {{.}}{{end}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen int
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue // tests alone
		}
		from := roomOf(fields[0])
		if from == "" {
			t.Errorf("%s is in no room: add one to rooms, with what it may import", fields[0])
			continue
		}
		for _, imported := range fields[1:] {
			if !strings.HasPrefix(imported, module+"/") {
				continue
			}
			seen++
			to := roomOf(imported)
			if to != from && !mayImport(from, to) {
				t.Errorf("%s imports %s, but %s may import only %v and what its floor may", fields[0], imported, from,
					rooms[from])
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
