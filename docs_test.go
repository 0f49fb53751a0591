package wrd_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

var (
	codeBlock  = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

// Every link of a page to another page, and every page that code or its messages name, is there, with its section.
func TestDocumentedLinks(t *testing.T) {
	var (
		link    = regexp.MustCompile(`\]\(([^)\s:]+)\)`)
		mention = regexp.MustCompile(`\bdocs/[\w/.-]+\.md(#[\w-]+)?`)
		links   = 0
	)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != "." && path != ".ci" {
			return filepath.SkipDir
		}
		isPage := filepath.Ext(path) == ".md"
		if err != nil || !isPage && !slices.Contains([]string{".go", ".py", ".yml", ".toml"}, filepath.Ext(path)) {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var targets []string
		if isPage {
			for _, found := range link.FindAllStringSubmatch(codeBlock.ReplaceAllString(string(content), ""), -1) {
				targets = append(targets, filepath.Join(filepath.Dir(path), found[1]))
				if strings.HasPrefix(found[1], "#") {
					targets[len(targets)-1] = path + found[1]
				}
			}
		} else {
			targets = mention.FindAllString(string(content), -1)
		}
		for _, target := range targets {
			links++
			file, section, _ := strings.Cut(target, "#")
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s links to %s, which is not there", path, target)
			} else if section != "" && !slices.Contains(sections(t, file), section) {
				t.Errorf("%s links to %s, which has no such section", path, target)
			}
		}
		return nil
	})
	if err != nil || links < 100 {
		t.Errorf("found %d links, %v: the test is blind", links, err)
	}
}

// sections returns the addresses that GitHub gives the headings of a page.
func sections(t *testing.T, file string) []string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	notAddress := regexp.MustCompile(`[^\p{L}\p{N}\p{M} _-]`)
	for line := range strings.Lines(codeBlock.ReplaceAllString(string(content), "")) {
		if marks, title, ok := strings.Cut(line, " "); ok && marks != "" && strings.Trim(marks, "#") == "" {
			title = notAddress.ReplaceAllString(strings.ToLower(strings.TrimSpace(linkTarget.ReplaceAllString(title, "]"))), "")
			all = append(all, strings.ReplaceAll(title, " ", "-"))
		}
	}
	return all
}

// The pages for who changes wrd name files and folders that exist.
func TestDocumentedPaths(t *testing.T) {
	quoted := regexp.MustCompile("`([^`\n ]+)`")
	path := regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*$`)
	ending := regexp.MustCompile(`/|\.(go|md|json|py|mod)$|^\.ci$`)
	for _, page := range []string{"CONTRIBUTING.md", "docs/architecture.md"} {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, name := range quoted.FindAllStringSubmatch(string(content), -1) {
			if !path.MatchString(name[1]) || !ending.MatchString(name[1]) {
				continue
			}
			n++
			if _, err := os.Stat(filepath.FromSlash(name[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
		if n < 20 {
			t.Errorf("%s: found %d paths: the test is blind", page, n)
		}
	}
}

// Words that many packages could use for a type are those of the list in docs/architecture.md.
func TestDocumentedWords(t *testing.T) {
	content, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(content), "\n## Words\n")
	list, _, _ = strings.Cut(list, "\n## ")
	var said, words []string
	for _, name := range regexp.MustCompile("`(\\w+\\.(\\w+))`").FindAllStringSubmatch(list, -1) {
		said, words = append(said, name[1]), append(words, name[2])
	}
	if len(said) < 5 {
		t.Fatalf("found the types %q: the test is blind", said)
	}
	var found []string
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && slices.Contains(words, spec.Name.Name) {
				found = append(found, file.Name.Name+"."+spec.Name.Name)
			}
			return true
		})
		return nil
	})
	slices.Sort(found)
	slices.Sort(said)
	if diff := cmp.Diff(said, found); err != nil || diff != "" {
		t.Errorf("types of the words in docs/architecture.md: %v (-said +found):\n%s", err, diff)
	}
}

// An action of others is used by its commit, which cannot move as a tag can, with its version in a comment.
func TestActionsArePinned(t *testing.T) {
	pages, _ := filepath.Glob("docs/*.md")
	workflows, _ := filepath.Glob(".github/workflows/*")
	examples, _ := filepath.Glob("docs/examples/*/*.yml")
	uses := regexp.MustCompile(`(?m)^\s*(?:- )?uses: *(.*)$`)
	pinned := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	n := 0
	for _, file := range slices.Concat([]string{"action.yml", "README.md"}, pages, workflows, examples) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, action := range uses.FindAllStringSubmatch(string(content), -1) {
			if strings.HasPrefix(action[1], "wordrotator/wrd@") {
				continue // whose commit this file is part of
			}
			n++
			if !pinned.MatchString(action[1]) {
				t.Errorf("%s: found %q, expected an action by its commit, with its version in a comment", file,
					action[1])
			}
		}
	}
	if n == 0 {
		t.Error("found no action: the test is blind")
	}
}
