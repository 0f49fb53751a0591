package setup_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
)

// pythonTypes is the module of the Python package with what the program says and is asked, as Go has it.
const pythonTypes = "../python/src/wordrotator/_types.py"

// The types of Python are those of Go: records with their members, keywords with their values, counts.
func TestPythonTypes(t *testing.T) {
	want := pythonTypesModule(t)
	if *update {
		if err := os.WriteFile(pythonTypes, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(pythonTypes)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s: go test ./adapters/setup -update writes it (-want +got)\n%s", pythonTypes, diff)
	}
}

// A pythonRecord is a record of Go that Python has as a dataclass.
type pythonRecord struct {
	room, name string
	// nulls says that what JSON leaves out is None. Otherwise it is the zero value, after all that is always there.
	nulls  bool
	tuples bool     // for lists
	hidden []string // what repr leaves out
	none   []string // whose zero value is None
	called map[string]string
}

var pythonRecords = []pythonRecord{
	{room: "evaluation/reading", name: "Coverage", none: []string{"source"}},
	{room: "evaluation/explained", name: "Word"},
	{room: "evaluation/explained", name: "Move", called: map[string]string{"candidate_token": "candidate", "reference_token": "reference"}},
	{room: "evaluation", name: "JudgedSystem"},
	{room: "evaluation", name: "JudgedDifference", nulls: true},
	{room: "evaluation", name: "JudgedOrder", nulls: true, hidden: []string{"sentences", "brief"}},
	{room: "evaluation/check", name: "BrokenOutput", none: []string{"line"}},
	{room: "evaluation/check", name: "Finding"},
	{room: "evaluation/check", name: "BrokenOutputs", tuples: true},
}

type pythonChoice struct{ room, name string }

// pythonChoices are types of Go whose values Python lists.
var pythonChoices = []pythonChoice{
	{"agreement/significance", "Test"}, {"agreement/significance", "Correction"}, {"evaluation", "Unit"},
}

// pythonKeywords are the params of the worker that Python takes as keywords of a call, without those that it has in another
// way. Of texts says that settings stand beside them.
var pythonKeywords = []struct {
	call, name string
	ofTexts    bool
	not        []string
}{
	{"compare", "Comparing", true, []string{"systems", "references", "sources", "human", "ids", "scores", "lower_is_better", "name",
		"order"}},
	{"check", "Checking", true, []string{"systems", "references", "sources", "human", "files", "results", "measure", "baseline",
		"baseline_systems", "common", "update"}}, // Pyright takes update in a TypedDict for the method of dictionaries
	{"report", "Reporting", true, []string{"systems", "references", "sources", "human", "results", "output"}},
	{"correlate", "Correlating", false, []string{"measures", "human"}},
}

// Keywords that name something for each segment, which columns of frames can, and files to write.
var (
	pythonNames = []string{"ids", "documents", "domains", "groups"}
	pythonPaths = []string{"report", "junit"}
)

// pythonTypesOf are types of the worker that JSON has in several ways.
var pythonTypesOf = map[string]string{"margins": "float | Mapping[str, float]", "brokenLimit": "int | str"}

func pythonTypesModule(t *testing.T) string {
	var out strings.Builder
	out.WriteString(pythonTypesHead)
	counts := func(meaning, name string, which func(c outcome.Column) bool) {
		var names []string
		lines := ""
		for _, c := range outcome.BySide(outcome.Counts(true)) {
			if which(c) {
				names = append(names, strconv.Quote(c.Name))
				lines += fmt.Sprintf("    %q,  # %s\n", c.Name, c.Meaning)
			}
		}
		line := fmt.Sprintf("%s = (%s)\n", name, strings.Join(names, ", "))
		if len(line) > 121 {
			line = fmt.Sprintf("%s = (\n%s)\n", name, lines)
		}
		fmt.Fprintf(&out, "#: %s\n%s", meaning, line)
	}
	out.WriteString("\n")
	counts("What is counted of candidates and references: how many tokens, and how many of them have no vector.", "COUNTS",
		func(c outcome.Column) bool { return c.Needs == outcome.Nothing && c.Kind == outcome.Count })
	counts("The same of sources, for measures that read them.", "SOURCE_COUNTS",
		func(c outcome.Column) bool { return c.Needs == outcome.Sources })
	counts("All that a frame of the worker may have, in its order.", "FRAME_COUNTS", func(outcome.Column) bool { return true })
	out.WriteString("\n")
	for _, choice := range pythonChoices {
		values := constantsOf(t, "../../metric/"+choice.room, choice.name)
		fmt.Fprintf(&out, "%s = Literal[%s]\n", choice.name, strings.Join(values, ", "))
	}
	fmt.Fprintf(&out, "\n#: The keywords that name something for each segment.\nNAMING = (\"%s\")\n", strings.Join(pythonNames, `", "`))
	fmt.Fprintf(&out, "#: Those that name files to write.\nWRITTEN = (\"%s\")\n", strings.Join(pythonPaths, `", "`))
	for _, k := range pythonKeywords {
		keywords := pythonKeywordsOf(t, k.call+"Params", k.not)
		fmt.Fprintf(&out, pythonKeywordsTemplate, k.name, k.call, "    "+strings.Join(keywords, "\n    ")+"\n", strings.ToLower(k.name),
			"    "+strings.Join(keywords, " = None,\n    ")+" = None,\n", k.call)
		if k.ofTexts {
			fmt.Fprintf(&out, pythonOfTextsTemplate, k.name, k.name, k.call)
		}
	}
	for _, r := range pythonRecords {
		out.WriteString(r.python(t))
	}
	return out.String()
}

const pythonKeywordsTemplate = `

class %s(TypedDict, total=False):
    """The keywords of ` + "``%s``" + `."""

%s

def %s(
    *,
%s    **_: object,
) -> dict[str, Any]:
    """Return those of ` + "``%s``" + ` among keywords, which editors that follow calls show from here."""
    return {name: value for name, value in locals().items() if name != "_"}
`

const pythonOfTextsTemplate = `

class %sTexts(%s, Settings, total=False):
    """The keywords of ` + "``%s``" + ` with the settings of scores."""
`

// pythonKeywordsOf returns the keywords that are the members of some params, with their types.
func pythonKeywordsOf(t *testing.T, params string, not []string) (list []string) {
	for _, m := range membersOf(t, "../worker", params).members {
		of := fullName(m.of)
		typed, known := pythonTypesOf[of]
		switch {
		case m.name == "":
			list = append(list, pythonKeywordsOf(t, of, not)...)
			continue
		case slices.Contains(not, m.name):
			continue
		case slices.Contains(pythonNames, m.name):
			typed = "Names"
		case slices.Contains(pythonPaths, m.name):
			typed = "str | os.PathLike[str]"
		case slices.ContainsFunc(pythonChoices, func(c pythonChoice) bool { return c.name == lastName(m.of) }):
			typed = lastName(m.of)
		case !known:
			typed = strings.TrimSuffix(pythonTypeOf(m.of, false), " | None")
		}
		list = append(list, fmt.Sprintf("%s: %s | None", m.name, typed))
	}
	return list
}

const pythonTypesHead = `"""What the program says and is asked, as its records in Go are: written by go test ./adapters/setup -update."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict

from wordrotator._inputs import Names
from wordrotator._settings import Settings
`

// python writes the dataclass of a record.
func (r *pythonRecord) python(t *testing.T) string {
	var out strings.Builder
	said := membersOf(t, "../../metric/"+r.room, r.name)
	meaning := said.forPython(said.meaning)
	first, rest, _ := strings.Cut(meaning, "\n\n")
	if rest != "" || len(first) > 110 {
		meaning = wrapped(first, "    ", 4) + "\n"
		if rest != "" {
			for paragraph := range strings.SplitSeq(rest, "\n\n") {
				meaning += "\n    " + wrapped(paragraph, "    ", 4) + "\n"
			}
		}
		meaning += "    "
	}
	fmt.Fprintf(&out, "\n\n@dataclass(frozen=True)\nclass %s:\n    \"\"\"%s\"\"\"\n\n", r.name, meaning)
	var members []pythonMember
	for _, m := range said.members {
		if m.name != "" {
			members = append(members, m)
		} else { // embedded
			members = append(members, membersOf(t, "../../metric/"+r.room, lastName(m.of)).members...)
		}
	}
	if !r.nulls {
		slices.SortStableFunc(members, func(a, b pythonMember) int {
			return cmp.Compare(strconv.FormatBool(a.optional), strconv.FormatBool(b.optional))
		})
	}
	for _, m := range members {
		if m.meaning != "" {
			out.WriteString("    #: " + wrapped(said.forPython(m.meaning), "    #: ", 4) + "\n")
		}
		typed, value := m.python(r), ""
		if !r.nulls && m.optional {
			switch {
			case strings.HasSuffix(typed, " | None"):
				value = " = None"
			case typed == "str":
				value = ` = ""`
			case typed == "int":
				value = " = 0"
			default:
				value = " = ()"
			}
		}
		if slices.Contains(r.hidden, m.name) {
			value = " = field(repr=False)"
		}
		fmt.Fprintf(&out, "    %s: %s%s\n", cmp.Or(r.called[m.name], m.name), typed, value)
	}
	return out.String()
}

// A pythonMember is a field of a struct as JSON and Python have it.
type pythonMember struct {
	name, meaning string
	optional      bool
	of            ast.Expr
}

// python returns the type of a member.
func (m *pythonMember) python(r *pythonRecord) string {
	typed := pythonTypeOf(m.of, r.tuples)
	if m.optional && r.nulls || slices.Contains(r.none, m.name) {
		typed = strings.TrimSuffix(typed, " | None") + " | None"
	}
	return typed
}

func pythonTypeOf(e ast.Expr, tuples bool) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return pythonTypeOf(e.X, tuples) + " | None"
	case *ast.ArrayType:
		if tuples {
			return "tuple[" + pythonTypeOf(e.Elt, tuples) + ", ...]"
		}
		return "Sequence[" + pythonTypeOf(e.Elt, tuples) + "]"
	case *ast.MapType:
		return "Mapping[" + pythonTypeOf(e.Key, tuples) + ", " + pythonTypeOf(e.Value, tuples) + "]"
	case *ast.SelectorExpr:
		return pythonTypeOf(&ast.Ident{Name: e.Sel.Name}, tuples)
	case *ast.Ident:
		switch e.Name {
		case "int", "int64", "uint64":
			return "int"
		case "float64":
			return "float"
		case "bool":
			return "bool"
		}
		if slices.ContainsFunc(pythonRecords, func(r pythonRecord) bool { return r.name == e.Name }) {
			return e.Name
		}
	}
	return "str" // also what is written as its name
}

// lastName returns the name of a type without its package.
func lastName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// said is what the source of a struct says.
type said struct {
	meaning string
	members []pythonMember
	names   map[string]string // of JSON, by those of Go
}

// packageOf returns the files of a room.
func packageOf(t *testing.T, room string) (files []*ast.File) {
	paths, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// membersOf returns what the source of a struct says of its members. A name with a package is of the room of that.
func membersOf(t *testing.T, room, name string) said {
	if in, plain, elsewhere := strings.Cut(name, "."); elsewhere {
		room, name = roomsOfTypes[in], plain
	}
	for _, f := range packageOf(t, room) {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.TypeSpec)
				of, isStruct := spec.Type.(*ast.StructType)
				if spec.Name.Name != name || !isStruct {
					continue
				}
				s := said{meaning: decl.Doc.Text(), names: map[string]string{}}
				for _, field := range of.Fields.List {
					if field.Tag == nil {
						if len(field.Names) == 0 {
							s.members = append(s.members, pythonMember{of: field.Type})
						}
						continue
					}
					tag, _ := strconv.Unquote(field.Tag.Value)
					as, options, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
					if as == "-" || as == "" {
						continue
					}
					s.names[field.Names[0].Name] = as
					s.members = append(s.members, pythonMember{name: as, of: field.Type,
						meaning: strings.TrimSpace(cmp.Or(field.Doc.Text(), field.Comment.Text())), optional: options != ""})
				}
				return s
			}
		}
	}
	t.Fatalf("%s: found no struct %s", room, name)
	return said{}
}

// constantsOf returns the values of a type of texts, quoted.
func constantsOf(t *testing.T, room, name string) (values []string) {
	for _, f := range packageOf(t, room) {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST {
				continue
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.ValueSpec)
				of, ok := spec.Type.(*ast.Ident)
				if value := spec.Values; ok && of.Name == name && value[0].(*ast.BasicLit).Value != `""` {
					values = append(values, value[0].(*ast.BasicLit).Value)
				}
			}
		}
	}
	if values == nil {
		t.Fatalf("%s: found no constants of %s", room, name)
	}
	return values
}

// forPython says in Python's words, in a sentence, what a comment of Go says.
func (s *said) forPython(text string) string {
	text = s.inWords(text, "None")
	if word, _, _ := strings.Cut(text, " "); !strings.ContainsAny(word, "_/") { // which are names of members
		first, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// inWords says what a comment of Go says with the names of JSON, and with a word for nil.
func (s *said) inWords(text, null string) string {
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range s.names {
			if !yield(name) {
				return
			}
		}
	})
	for _, name := range names {
		text = regexp.MustCompile(`\b`+name+`\b`).ReplaceAllString(text, s.names[name])
	}
	text = regexp.MustCompile(`\bnil\b`).ReplaceAllString(text, null)
	text = strings.TrimSpace(text)
	var paragraphs []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(paragraph), " "))
	}
	return strings.Join(paragraphs, "\n\n")
}

// wrapped breaks a text into lines of 120 columns, of which all but the first have a beginning.
func wrapped(text, begin string, indent int) string {
	const width = 118
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && indent+4+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), "\n"+begin)
}
