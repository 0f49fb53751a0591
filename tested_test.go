package wrd_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/testing.md lists every fuzz target there is, next to what it reads.
func TestListedFuzzTargets(t *testing.T) {
	page, err := os.ReadFile("docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed, found []string
	dir := ""
	for _, name := range regexp.MustCompile(
		"`((?:metric|adapters|internal|tokenize)[a-z/0-9]*|Fuzz\\w+)`").FindAllStringSubmatch(string(page), -1) {
		if strings.HasPrefix(name[1], "Fuzz") {
			listed = append(listed, dir+" "+name[1])
		} else {
			dir = name[1]
		}
	}
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, name := range target.FindAllSubmatch(source, -1) {
			found = append(found, filepath.ToSlash(filepath.Dir(path))+" "+string(name[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(listed)
	slices.Sort(found)
	if len(found) == 0 || !slices.Equal(listed, found) {
		t.Errorf("docs/testing.md does not list the fuzz targets there are (-listed +there):\n%s",
			cmp.Diff(listed, found))
	}
	t.Logf("%d fuzz targets:\n%s", len(found), strings.Join(found, "\n"))
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

// The pages for who changes wrd name files and folders that exist, and the map has every room.
func TestMapIsTrue(t *testing.T) {
	quoted := regexp.MustCompile("`([^`\n ]+)`")
	path := regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*$`)
	ending := regexp.MustCompile(`/|\.(go|md|json|py|mod)$|^\.ci$`)
	named := map[string]bool{}
	for _, page := range []string{"CONTRIBUTING.md", "docs/architecture.md"} {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, name := range quoted.FindAllStringSubmatch(string(content), -1) {
			_, isRoom := rooms[name[1]]
			if !isRoom && (!path.MatchString(name[1]) || !ending.MatchString(name[1])) {
				continue
			}
			n++
			named[page+" "+name[1]] = true
			if _, err := os.Stat(filepath.FromSlash(name[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
		if n < 20 {
			t.Errorf("%s: found %d paths: the test is blind", page, n)
		}
	}
	for room := range rooms {
		if _, err := os.Stat(room); err == nil && !named["docs/architecture.md "+room] {
			t.Errorf("docs/architecture.md does not have the room %s", room)
		}
	}
}
