package wrd_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawn are the rooms that the picture of docs/architecture.md has as one, by what their paths begin with, the first that fits.
var drawn = []struct{ prefix, as string }{
	{"cli/internal/", "cli/internal"},
	{"adapters/", "adapters"},
	{"metric/evaluation/compare", "metric/evaluation: compare, check, correlate …"},
	{"metric/evaluation/check", "metric/evaluation: compare, check, correlate …"},
	{"metric/evaluation/correlate", "metric/evaluation: compare, check, correlate …"},
	{"metric/evaluation/similarity", "metric/evaluation: compare, check, correlate …"},
	{"metric/evaluation/repeat", "metric/evaluation: compare, check, correlate …"},
	{"metric/evaluation", "metric/evaluation"},
	{"metric/agreement", "metric/agreement"},
	{"metric/embedding", "metric/embedding"},
	{"metric/encoder", "metric/encoder"},
	{"metric/internal/texts", "metric"},
	{"metric/internal/pairs", "metric"},
	{"metric/internal/states", "metric"},
	{"metric/internal", "metric/internal"},
	{"internal/", "internal"},
}

// pairsWay are functions through which a pair of texts goes: how deep, package and name. Each is called by the last one
// that is less deep; a * says that it is called through a value, as the measures of a scorer are.
var pairsWay = []string{
	"0 metric Scorer.Stream",
	"1 metric worker.scoreBatch",
	"2 metric worker.score",
	"3 metric worker.read",
	"4 metric/internal/texts Reader.Read",
	"5 metric/internal/texts Reader.Finish",
	"3 metric worker.against",
	"4 metric worker.pair",
	"5 metric/internal/pairs Pair.Begin",
	"5 metric statusOf",
	"5 metric *transportMeasure",
	"6 metric/internal/pairs Pair.Distance",
	"7 metric/internal/pairs Pair.Problem",
	"8 metric/internal/pairs Pair.products",
	"8 metric/internal/pairs Pair.price",
	"7 metric/internal/pairs Pair.solve",
	"8 metric/transport Solver.Distance",
	"5 metric outcome.take",
	"4 metric outcome.into",
}

// The pictures in docs/architecture.md are those of the code: go test . -run TestPictures -update
func TestPictures(t *testing.T) {
	const page = "docs/architecture.md"
	said, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := string(said)
	for mark, picture := range map[string]string{"rooms": "```mermaid\n" + roomsPicture(t) + "```",
		"a pair's way": "```text\n" + wayPicture(t) + "```"} {
		block := regexp.MustCompile("(?ms)^<!-- picture: " + mark + " -->\n```\\w+\n.*?^```$")
		if !block.MatchString(want) {
			t.Fatalf("%s: found no picture of %s", page, mark)
		}
		want = block.ReplaceAllLiteralString(want, "<!-- picture: "+mark+" -->\n"+picture)
	}
	switch {
	case want == string(said):
	case *update:
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not have the pictures of the code (-said +code; -update mends it):\n%s", page,
			cmp.Diff(string(said), want))
	}
}

// roomsPicture draws which rooms import which, without the arrows that follow from others.
func roomsPicture(t *testing.T) string {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	as := func(importPath string) string {
		room := roomOf(importPath)
		for _, d := range drawn {
			if strings.HasPrefix(room, d.prefix) {
				return d.as
			}
		}
		return room
	}
	imports := map[string]map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		from := as(fields[0])
		for _, imported := range fields[1:] {
			if to := as(imported); strings.HasPrefix(imported, module+"/") && to != from && from != "" {
				if imports[from] == nil {
					imports[from] = map[string]bool{}
				}
				imports[from][to] = true
			}
		}
	}
	var reaches func(from, to string) bool
	reaches = func(from, to string) bool {
		for next := range imports[from] {
			if next == to || reaches(next, to) {
				return true
			}
		}
		return false
	}
	numbers := map[string]string{}
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	node := func(room string) string {
		if numbers[room] != "" {
			return numbers[room]
		}
		numbers[room] = fmt.Sprintf("r%d", len(numbers))
		return fmt.Sprintf("%s[%q]", numbers[room], room)
	}
	for _, from := range slices.Sorted(maps.Keys(imports)) {
		for _, to := range slices.Sorted(maps.Keys(imports[from])) {
			follows := false
			for other := range imports[from] {
				follows = follows || other != to && reaches(other, to)
			}
			if !follows {
				fmt.Fprintf(&b, "    %s --> %s\n", node(from), node(to))
			}
		}
	}
	return b.String()
}

// wayPicture draws pairsWay, each function with its file and the beginning of its comment.
func wayPicture(t *testing.T) string {
	functions := map[string]*ast.FuncDecl{}
	files := map[string]string{}
	positions := token.NewFileSet()
	for _, dir := range []string{"metric", "metric/internal/texts", "metric/internal/pairs", "metric/transport"} {
		list, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list {
			parsed, err := parser.ParseFile(positions, file, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, declaration := range parsed.Decls {
				f, ok := declaration.(*ast.FuncDecl)
				if !ok {
					continue
				}
				name := f.Name.Name
				if f.Recv != nil {
					of := f.Recv.List[0].Type
					if pointer, ok := of.(*ast.StarExpr); ok {
						of = pointer.X
					}
					if ident, ok := of.(*ast.Ident); ok {
						name = ident.Name + "." + name
					}
				}
				functions[dir+" "+name], files[dir+" "+name] = f, filepath.ToSlash(file)
			}
		}
	}
	var b strings.Builder
	var above [10]string
	for _, step := range pairsWay {
		deep, name := int(step[0]-'0'), step[2:]
		name, through := strings.Replace(name, "*", "", 1), strings.Contains(name, "*")
		f := functions[name]
		if f == nil {
			t.Fatalf("found no function %s", name)
		}
		if deep > 0 && !through && !mentions(functions[above[deep-1]], f.Name.Name) &&
			!(strings.HasSuffix(name, ".score") && mentions(functions[above[deep-1]], "scoreLine")) { // which does no more
			t.Errorf("%s does not call %s", above[deep-1], name)
		}
		above[deep] = name
		does, _, _ := strings.Cut(strings.TrimPrefix(strings.ReplaceAll(f.Doc.Text(), "\n", " "), f.Name.Name+" "), ". ")
		does, _, _ = strings.Cut(strings.TrimSuffix(strings.TrimSpace(does), "."), ", ")
		if runes := []rune(does); len(runes) > 64 {
			short := string(runes[:64])
			does = short[:strings.LastIndex(short, " ")] + " …"
		}
		_, short, _ := strings.Cut(name, " ")
		fmt.Fprintf(&b, "%-33s %-35s %s\n", strings.Repeat("  ", deep)+short, files[name], does)
	}
	return b.String()
}

// mentions says whether a function names another one.
func mentions(f *ast.FuncDecl, name string) (found bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		ident, ok := n.(*ast.Ident)
		found = found || ok && ident.Name == name
		return true
	})
	return found
}
