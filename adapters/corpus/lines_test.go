package corpus_test

import (
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/text"
)

// folder writes files and returns their paths.
func folder(t *testing.T, files map[string]string) func(name string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string { return filepath.Join(dir, name) }
}

func openLines(systems []text.SystemFile, references []string, stdin io.Reader) (*corpus.Corpus, error) {
	return corpus.Open(context.Background(), systems, references, corpus.Options{Stdin: stdin})
}

// all returns the elements of a sequence that has no error.
func all[T any](t *testing.T, sequence iter.Seq2[T, error]) (list []T) {
	t.Helper()
	for element, err := range sequence {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, element)
	}
	return list
}

func TestLines(t *testing.T) {
	path := folder(t, map[string]string{"b": "b1\nb2\n", "a": "a1\r\na2", "r1": "r1\nr2\n", "r2": "s1\ns2\n"})
	texts, err := openLines([]text.SystemFile{{Name: "B", Path: path("b")}, {Name: "A", Path: path("a")}, {Name: "C", Path: "-"}},
		[]string{path("r1"), path("r2")}, strings.NewReader("c1\nc2\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	if got := texts.Systems(); !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Errorf("systems %q, want them sorted", got)
	}
	got := all(t, texts.Lines())
	if len(got) != 2 || !slices.Equal(got[0].Candidates, []string{"a1", "b1", "c1"}) ||
		!slices.Equal(got[1].References, []string{"r2", "s2"}) {
		t.Errorf("lines %v", got)
	}
	if n := texts.Notices(); len(n) != 1 || !strings.Contains(n[0], "carriage return") {
		t.Errorf("notices %q", n)
	}
}

func TestLinesErrors(t *testing.T) {
	path := folder(t, map[string]string{"two": "1\n2\n", "three": "1\n2\n3\n", "five": "1\n2\n3\n4\n5\n",
		"bad": "1\n\xff\n", "empty": ""})
	for _, c := range []struct {
		name       string
		systems    []text.SystemFile
		references []string
		want       string
	}{
		{"different length", []text.SystemFile{{Name: "s", Path: path("five")}}, []string{path("two"), path("three")},
			path("five") + ": 5 lines, " + path("two") + ": 2 lines, " + path("three") + ": 3 lines), expected the same " +
				"number of lines in each; the extra lines begin at " + path("five") + ":3"},
		{"empty reference", []text.SystemFile{{Name: "s", Path: path("two")}}, []string{path("empty")}, path("two") + ":1"},
		{"not UTF-8", []text.SystemFile{{Name: "s", Path: path("bad")}}, []string{path("two")}, "bad:2: found the byte 0xff"},
		{"missing", []text.SystemFile{{Name: "s", Path: path("none")}}, []string{path("two")}, "none: no such file"},
		{"equal names", []text.SystemFile{{Name: "s", Path: path("two")}, {Name: "s", Path: path("three")}}, []string{path("two")},
			`two systems are called "s"`},
		{"standard input twice", []text.SystemFile{{Name: "s", Path: "-"}}, []string{"-"}, "standard input is given twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts, err := openLines(c.systems, c.references, strings.NewReader(""))
			if err == nil {
				defer texts.Close()
				for _, err = range texts.Lines() {
				}
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// A file is not read to its end only to say how long it is: one that never ends is rejected as well.
func TestLengthsOfLongFiles(t *testing.T) {
	path := folder(t, map[string]string{"two": "1\n2\n", "long": strings.Repeat("x\n", 12<<20),
		"bad": "1\n2\n3\n\xff\n"})
	for _, c := range []struct {
		name, candidate string
		stdin           io.Reader
		want            string
	}{
		{"a long file", path("long"), nil, path("long") + ": more than 2 lines, " + path("two") + ": 2 lines)"},
		{"what never ends", "-", endless{}, "standard input: more than 2 lines, " + path("two") + ": 2 lines)"},
		{"bad lines that nobody needs", path("bad"), nil, path("bad") + ": more than 2 lines, " + path("two") +
			": 2 lines)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts, err := openLines([]text.SystemFile{{Name: "s", Path: c.candidate}}, []string{path("two")},
				c.stdin)
			if err != nil {
				t.Fatal(err)
			}
			defer texts.Close()
			for _, err = range texts.Lines() {
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), ":3") {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if name := c.candidate; name == path("long") {
				if done, _ := texts.Progress(); done > 9<<20 {
					t.Errorf("read %d bytes", done)
				}
			}
		})
	}
}

// endless is a reader of lines without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "x\n"[i%2]
	}
	return len(p) &^ 1, nil
}

// Lines stay as they were when later ones are read, whatever their lengths, and hardly any takes memory of its own.
func TestLinesStay(t *testing.T) {
	var want []string
	for i := range 20_000 {
		line := strings.Repeat(string(rune('a'+i%26)), i*37%211)
		if i%997 == 0 {
			line = strings.Repeat("long ", i)
		}
		want = append(want, line)
	}
	content := strings.Join(want, "\n") + "\n"
	path := folder(t, map[string]string{"c": content, "r": content})
	texts, err := openLines([]text.SystemFile{{Name: "c", Path: path("c")}}, []string{path("r")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer texts.Close()
	lines := all(t, texts.Lines())
	if len(lines) != len(want) {
		t.Fatalf("found %d lines, want %d", len(lines), len(want))
	}
	for i, line := range lines {
		if len(line.Candidates) != 1 || len(line.References) != 1 || line.Candidates[0] != want[i] ||
			line.References[0] != want[i] {
			t.Fatalf("line %d changed", i+1)
		}
	}
}

func TestLinesAllocate(t *testing.T) {
	const n = 100_000
	content := strings.Repeat("a line of a usual length, with some words in it\n", n)
	path := folder(t, map[string]string{"c": content, "r": content})
	allocations := testing.AllocsPerRun(1, func() {
		texts, err := openLines([]text.SystemFile{{Name: "c", Path: path("c")}}, []string{path("r")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer texts.Close()
		for _, err := range texts.Lines() {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
	if allocations > n/100 {
		t.Errorf("%v allocations for %d lines, want none for most", allocations, n)
	}
}
