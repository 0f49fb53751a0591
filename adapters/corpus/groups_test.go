package corpus_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/metric"
)

func TestGroups(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := write("a", "a1\na2\na3\na4\n"), write("b", "b1\nb2\nb3\nb4")
	r, nothing := write("r", "r1\nr2\n"), write("nothing", "")
	for _, c := range []struct {
		name                       string
		candidates, references     []string
		perCandidate, perReference corpus.GroupSize
		want                       []metric.Group
		err                        string
	}{
		{"lines of two files", []string{b, a}, []string{r}, 2, 1, []metric.Group{
			{Candidates: []string{"a1", "a2", "b1", "b2"}, References: []string{"r1"}},
			{Candidates: []string{"a3", "a4", "b3", "b4"}, References: []string{"r2"}},
		}, ""},
		{"whole files", []string{a}, []string{r}, corpus.WholeFile, corpus.WholeFile, []metric.Group{
			{Candidates: []string{"a1", "a2", "a3", "a4"}, References: []string{"r1", "r2"}},
		}, ""},
		{"no references", []string{a}, nil, 4, 1, []metric.Group{{Candidates: []string{"a1", "a2", "a3", "a4"}}}, ""},
		{"half a group", []string{a}, nil, 3, 1, []metric.Group{{Candidates: []string{"a1", "a2", "a3"}}},
			"a:4: found the end of the file after 1 lines of group 2, expected 3 lines in each group"},
		{"fewer references", []string{a}, []string{r}, 1, 1, []metric.Group{
			{Candidates: []string{"a1"}, References: []string{"r1"}},
			{Candidates: []string{"a2"}, References: []string{"r2"}},
		}, "r ends after 2 groups, and"},
		{"an empty file", []string{nothing}, []string{r}, corpus.WholeFile, 1, nil, "nothing: found an empty file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var systems []text.SystemFile
			for _, path := range c.candidates {
				systems = append(systems, text.SystemFile{Name: filepath.Base(path), Path: path})
			}
			groups, err := corpus.OpenGroups(context.Background(), systems, c.references, c.perCandidate, c.perReference,
				corpus.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer groups.Close()
			first := groups.FirstReferences(3) // which changes nothing
			var got []metric.Group
			var message string
			for group, err := range groups.All() {
				if err != nil {
					message = err.Error()
					break
				}
				got = append(got, group)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
			var references []string
			for _, group := range got {
				if references = append(references, group.References...); len(c.references) == 0 {
					references = append(references, group.Candidates...)
				}
			}
			if !slices.Equal(first, references[:min(3, len(references))]) {
				t.Errorf("the first references are %q, of all %q", first, references)
			}
			if c.err == "" != (message == "") || !strings.Contains(message, c.err) {
				t.Errorf("error %q, want %q", message, c.err)
			}
		})
	}
}

func TestJSONGroups(t *testing.T) {
	path := filepath.Join(t.TempDir(), "groups.jsonl")
	content := "\ufeff{\"candidates\": [\"a\", \"b\"], \"references\": [\"r\", null]}\r\n{\"candidates\": [\"c\"]}\n"
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{path, "-"} {
		groups, err := corpus.OpenGroupTable(from, strings.NewReader(content), false)
		if err != nil {
			t.Fatal(err)
		}
		defer groups.Close()
		got := all(t, groups.All())
		want := []metric.Group{{Candidates: []string{"a", "b"}, References: []string{"r", ""}}, {Candidates: []string{"c"}}}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", from, got, want)
		}
		if notices := groups.Notices(); len(notices) != 2 {
			t.Errorf("%s: notices %q, want one of the byte order mark and one of the carriage return", from, notices)
		}
		if done, total := groups.Progress(); from == path && (done != int64(len(content)) || total != done) {
			t.Errorf("%d of %d bytes read, want all of %d", done, total, len(content))
		}
	}
	if _, err := corpus.OpenGroupTable(path+".none", nil, false); err == nil || !strings.HasPrefix(err.Error(), path+".none") {
		t.Errorf("no file: %v", err)
	}
}

// What encoding/json takes silently is rejected with its line.
func TestRefusedJSONGroups(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"a member twice", `{"candidates": ["a"], "candidates": ["b"]}`,
			`standard input:2: found the member "candidates" twice in one object, expected different names`},
		{"another spelling", `{"candidates": ["a"], "References": ["b"]}`,
			`standard input:2: found the member "References", expected`},
		{"a text for a list", `{"candidates": ["a"], "references": "b"}`,
			"standard input:2: found no list of references, expected"},
		{"no candidates", `{"references": ["a"]}`, "standard input:2: found no list of candidates, expected"},
		{"null for a text", `{"candidates": ["a", null]}`,
			`standard input:2: column "candidates": found null in a list of texts, expected`},
	} {
		t.Run(c.name, func(t *testing.T) {
			groups, err := corpus.OpenGroupTable("-", strings.NewReader(`{"candidates": ["a"]}`+"\n"+c.line), false)
			if err != nil {
				t.Fatal(err)
			}
			for _, err = range groups.All() {
			}
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Whatever the bytes are, Groups yields groups or an error that names the line.
func FuzzGroupTable(f *testing.F) {
	f.Add([]byte("{\"candidates\": [\"a\", \"b\"], \"references\": []}\n{\"candidates\": []}"))
	f.Add([]byte("{\"candidates\": \"a\"}"))
	f.Add([]byte("null\n"))
	f.Add([]byte("{\"candidates\": null}\n[]"))
	f.Fuzz(func(t *testing.T, content []byte) {
		groups, err := corpus.OpenGroupTable("-", bytes.NewReader(content), false)
		if err != nil {
			return
		}
		defer groups.Close()
		for group, err := range groups.All() {
			if err != nil {
				if !strings.HasPrefix(err.Error(), "standard input") {
					t.Errorf("%v does not begin with standard input", err)
				}
				return
			}
			for _, text := range slices.Concat(group.Candidates, group.References, []string{group.Source}) {
				if !utf8.ValidString(text) {
					t.Errorf("%q is not UTF-8", text)
				}
			}
		}
	})
}
