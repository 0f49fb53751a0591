package setup_test

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
)

// protocol is the page of the worker.
const protocol = "../../docs/serve.md"

// The params in the page of the worker are those of its types, with their comments.
func TestDocumentedParams(t *testing.T) {
	page, err := os.ReadFile(protocol)
	if err != nil {
		t.Fatal(err)
	}
	params := paramsOfMethods(t)
	var lines []string
	for line := range strings.Lines(string(page)) {
		cells := strings.SplitN(line, " | ", 3)
		method := strings.Trim(cells[0], "| `")
		of, ok := params[method]
		if !ok || len(cells) < 3 || !strings.HasPrefix(line, "| `"+method+"`") {
			of, ok = sharedParams[strings.Trim(cells[0], "| *")]
			if !ok || !strings.HasPrefix(line, "| *") {
				lines = append(lines, line)
				continue
			}
			lines = append(lines, fmt.Sprintf("%s | %s |\n", cells[0], documentedParams(t, of)))
			continue
		}
		lines = append(lines, strings.Join([]string{cells[0], embeddedParams(t, of), cells[2]}, " | "))
		delete(params, method)
	}
	want := strings.Join(lines, "")
	for method := range params {
		t.Errorf("%s: found no row of the method %s", protocol, method)
	}
	if *update {
		if err := os.WriteFile(protocol, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := gocmp.Diff(want, string(page)); diff != "" {
		t.Errorf("%s: go test ./adapters/setup -run TestDocumented -update writes it (-want +got)\n%s", protocol, diff)
	}
}

// sharedParams are those that several methods have, by what the page calls them.
var sharedParams = map[string]string{"outputs": "outputParams", "pairs": "pairParams", "tests": "testParams"}

// paramsOfMethods returns the types of the params by method.
func paramsOfMethods(t *testing.T) map[string]string {
	types, methods := map[string]string{}, map[string]string{}
	for _, f := range packageOf(t, "../worker") {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if last := n.Type.Params.List; n.Recv != nil && len(last) > 0 {
					if star, ok := last[len(last)-1].Type.(*ast.StarExpr); ok {
						types[n.Name.Name] = lastName(star.X)
					}
				}
			case *ast.CompositeLit:
				if len(n.Elts) != 3 {
					return true
				}
				name, isText := n.Elts[0].(*ast.BasicLit)
				if call, ok := n.Elts[1].(*ast.CallExpr); ok && isText && lastName(call.Fun) == "decoded" {
					method, _ := strconv.Unquote(name.Value)
					methods[method] = lastName(call.Args[0])
				}
			}
			return true
		})
	}
	if len(methods) < 10 {
		t.Fatalf("found the methods %v, expected those of the worker", methods)
	}
	for method, function := range methods {
		methods[method] = types[function]
	}
	return methods
}

// documentedParams says what params a type has.
func documentedParams(t *testing.T, name string) string {
	var out strings.Builder
	room := "../worker"
	if strings.Contains(name, "/") {
		room, name = "../../metric/"+path.Dir(name), path.Base(name)
	}
	of := membersOf(t, room, name)
	next := ""
	for _, m := range of.members {
		out.WriteString(next)
		meaning := strings.TrimSuffix(of.inWords(m.meaning, "null"), ".")
		first, size := utf8.DecodeRuneInString(meaning)
		switch {
		case m.name == "":
			out.WriteString(embeddedParams(t, lastName(m.of)))
			next = "; "
			continue
		case meaning == "" || meaning == "and" || meaning == "or" || meaning == "with":
			fmt.Fprintf(&out, "`%s`", m.name)
			next = ", "
			if meaning != "" {
				next = " " + meaning + " "
			}
			continue
		}
		fmt.Fprintf(&out, "`%s`: %s", m.name, string(unicode.ToLower(first))+meaning[size:])
		next = "; "
	}
	return out.String()
}

// embeddedParams says what params a type has that is part of others.
func embeddedParams(t *testing.T, name string) string {
	for called, of := range sharedParams {
		if of == name {
			return "*" + called + "*"
		}
	}
	if name == "UnitSums" || name == "Direction" {
		return documentedParams(t, "evaluation/"+name)
	}
	return documentedParams(t, name)
}
