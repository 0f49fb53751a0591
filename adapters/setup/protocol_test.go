package setup_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
)

// protocol is the page of the worker.
const protocol = "../../docs/serve.md"

// What the page of the worker says of params, results and codes are its types, with their comments.
func TestDocumentedProtocol(t *testing.T) {
	page, err := os.ReadFile(protocol)
	if err != nil {
		t.Fatal(err)
	}
	methods := methodsOfWorker(t)
	var lines []string
	for line := range strings.Lines(string(page)) {
		cell, _, _ := strings.Cut(line, " | ")
		name := strings.Trim(cell, "| `*")
		m, isMethod := methods[name]
		shared, isShared := sharedTypes[name]
		switch {
		case isMethod && strings.HasPrefix(line, "| `"):
			line = fmt.Sprintf("%s | %s | %s |\n", cell, documentedType(t, m.params), m.documentedResult(t))
			delete(methods, name)
		case isShared && strings.HasPrefix(line, "| *"):
			line = fmt.Sprintf("%s | %s |\n", cell, documentedMembers(t, shared))
		}
		lines = append(lines, line)
	}
	want := withList(t, strings.Join(lines, ""), "No bad request ends the worker.", documentedCodes(t))
	for method := range methods {
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

// withList replaces the list that follows on some words.
func withList(t *testing.T, page, after string, list []string) string {
	before, rest, found := strings.Cut(page, after+"\n\n")
	_, behind, ends := strings.Cut(rest, "\n\n")
	if !found || !ends {
		t.Fatalf("%s: found no list after %q", protocol, after)
	}
	return before + after + "\n\n- " + strings.Join(list, "\n- ") + "\n\n" + behind
}

// sharedTypes are those that several methods have, by what the page calls them.
var sharedTypes = map[string]string{
	"outputs": "outputParams", "pairs": "pairParams", "tests": "testParams",
	"hello": "Hello", "columns": "ScoreColumn", "framed": "ScoreFrame",
	"words": "explained.Word", "moves": "explained.Move", "shown": "say.Table",
}

// roomsOfTypes are where types of other rooms are.
var roomsOfTypes = map[string]string{
	"evaluation": "../../metric/evaluation", "explained": "../../metric/evaluation/explained", "jobs": "../jobs", "say": "../say",
}

// A workerMethod is a method of the worker as its source has it.
type workerMethod struct {
	params, result string // types
	answers        string // what its comment says that it answers with
}

// methodsOfWorker returns the methods by their names.
func methodsOfWorker(t *testing.T) map[string]workerMethod {
	functions, methods := map[string]workerMethod{}, map[string]workerMethod{}
	for _, f := range packageOf(t, "../worker") {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				given, found := n.Type.Params.List, n.Type.Results
				if n.Recv == nil || fullName(n.Recv.List[0].Type) != "call" || len(given) == 0 || found == nil {
					return true
				}
				m := workerMethod{params: fullName(given[len(given)-1].Type), result: fullName(found.List[0].Type)}
				if answers, ok := strings.CutPrefix(n.Doc.Text(), n.Name.Name+" answers with "); ok {
					m.answers = strings.TrimSuffix(strings.Join(strings.Fields(answers), " "), ".")
				}
				functions[n.Name.Name] = m
			case *ast.CompositeLit:
				if len(n.Elts) != 3 {
					return true
				}
				name, isText := n.Elts[0].(*ast.BasicLit)
				if call, ok := n.Elts[1].(*ast.CallExpr); ok && isText && lastName(call.Fun) == "decoded" {
					method, _ := strconv.Unquote(name.Value)
					methods[method] = workerMethod{answers: lastName(call.Args[0])}
				}
			}
			return true
		})
	}
	if len(methods) < 10 {
		t.Fatalf("found the methods %v, expected those of the worker", methods)
	}
	for method, m := range methods {
		methods[method] = functions[m.answers]
	}
	return methods
}

// documentedResult says what the result of a method has.
func (m workerMethod) documentedResult(t *testing.T) string {
	if m.answers == "" {
		return documentedType(t, m.result)
	}
	answers := regexp.MustCompile("wrd [a-z]+ --format json").ReplaceAllString(m.answers, "`$0`")
	if !strings.Contains(m.result, ".") {
		answers += "; " + documentedMembers(t, m.result)
	}
	return answers
}

// fullName is the name of a type, or of what it points to or lists, with that of its package if it is another one's.
func fullName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return fullName(e.X)
	case *ast.ArrayType:
		return fullName(e.Elt)
	case *ast.SelectorExpr:
		return e.X.(*ast.Ident).Name + "." + e.Sel.Name
	}
	return lastName(e)
}

// sharedName is what the page calls a type that several methods have, "" for others.
func sharedName(name string) string {
	for called, of := range sharedTypes {
		if of == name {
			return "*" + called + "*"
		}
	}
	return ""
}

// documentedType is a type as other ones have it: by its name, or by its members.
func documentedType(t *testing.T, name string) string {
	return cmp.Or(sharedName(name), documentedMembers(t, name))
}

// documentedMembers says what members a type has, with ? where they may be absent. What is embedded by a pointer is said
// elsewhere: the answers of a method, and what files alone have.
func documentedMembers(t *testing.T, name string) string {
	of := membersOf(t, "../worker", name)
	in, _, elsewhere := strings.Cut(name, ".")
	var out strings.Builder
	next := ""
	for _, m := range of.members {
		meaning, _, _ := strings.Cut(strings.TrimSuffix(of.inWords(m.meaning, "null"), "."), ". ")
		meaning = regexp.MustCompile("^"+m.name+" (is|are|says) ").ReplaceAllString(meaning, "")
		if first, size := utf8.DecodeRuneInString(meaning); size > 0 {
			meaning = string(unicode.ToLower(first)) + meaning[size:]
		}
		typed := sharedName(fullName(m.of))
		if _, isPointer := m.of.(*ast.StarExpr); m.name == "" {
			if !isPointer {
				embedded := fullName(m.of)
				if elsewhere && !strings.Contains(embedded, ".") {
					embedded = in + "." + embedded
				}
				out.WriteString(next + documentedType(t, embedded))
				next = "; "
			}
			continue
		}
		fmt.Fprintf(&out, "%s`%s`", next, m.name)
		if m.optional {
			out.WriteString("?")
		}
		switch next = "; "; {
		case typed != "" && meaning == "":
			out.WriteString(": " + typed)
		case typed != "":
			out.WriteString(": " + typed + ", " + meaning)
		case meaning == "":
			next = ", "
		case meaning == "and" || meaning == "or" || meaning == "with":
			next = " " + meaning + " "
		default:
			out.WriteString(": " + meaning)
		}
	}
	return out.String()
}

// documentedCodes says what the codes of errors mean.
func documentedCodes(t *testing.T) (list []string) {
	for _, f := range packageOf(t, "../worker") {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Doc.Text() != "Codes of errors.\n" {
				continue
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.ValueSpec)
				code, _ := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
				list = append(list, fmt.Sprintf("`%s`: %s", code, strings.TrimSpace(spec.Comment.Text())))
			}
		}
	}
	if list == nil {
		t.Fatal("found no codes of errors")
	}
	return list
}
