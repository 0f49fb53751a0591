package wrd_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// update copies the examples of packages into docs/go.md: go test . -run TestDocumentedExamples -update
var update = flag.Bool("update", false, "copy the examples of packages into docs/go.md")

// exampleBlock is a block of code with a mark before it that names a package and one of its examples.
var exampleBlock = regexp.MustCompile("(?ms)^<!-- (\\S+) (Example\\w*) -->\n```go\n.*?^```$")

// The code in docs/go.md is that of the packages' examples, which are compiled and run.
func TestDocumentedExamples(t *testing.T) {
	const page = "docs/go.md"
	said, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	want := exampleBlock.ReplaceAllStringFunc(string(said), func(block string) string {
		examples++
		names := exampleBlock.FindStringSubmatch(block)
		return "<!-- " + names[1] + " " + names[2] + " -->\n```go\n" + exampleBody(t, names[1], names[2]) + "```"
	})
	switch {
	case examples == 0:
		t.Errorf("%s: found no example: the test is blind", page)
	case want == string(said):
	case *update:
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not have the code of the examples (-said +code; -update mends it):\n%s", page,
			cmp.Diff(string(said), want))
	}
}

// exampleBody returns the statements of an example in the tests of the package in dir, without their indentation.
func exampleBody(t *testing.T, dir, name string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		positions := token.NewFileSet()
		parsed, err := parser.ParseFile(positions, file, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range parsed.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Name.Name != name {
				continue
			}
			body := string(source[positions.Position(f.Body.Lbrace).Offset+
				2 : positions.Position(f.Body.Rbrace).Offset])
			return strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n")
		}
	}
	t.Fatalf("%s: found no example %s", dir, name)
	return ""
}
