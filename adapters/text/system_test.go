package text_test

import (
	"os"
	"testing"

	"github.com/wordrotator/wrd/adapters/text"
)

func TestParseSystem(t *testing.T) {
	const exists = "lr=0.1.txt"
	t.Chdir(t.TempDir())
	if err := os.WriteFile(exists, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		arg, name, path string
	}{
		{"out.txt", "out", "out.txt"},
		{"runs/v2/out.en.txt", "out.en", "runs/v2/out.en.txt"},
		{"out.txt.gz", "out", "out.txt.gz"},
		{"out", "out", "out"},
		{".hidden", ".hidden", ".hidden"},
		{"new=out.txt", "new", "out.txt"},
		{"new=a=b.txt", "new", "a=b.txt"},
		{"gpt-4.1", "gpt-4.1", "gpt-4.1"},
		{"runs/gpt-4.1.txt", "gpt-4.1", "runs/gpt-4.1.txt"},
		{"v2.0.jsonl.bz2", "v2.0", "v2.0.jsonl.bz2"},
		{"wmt.A.SGM", "wmt.A", "wmt.A.SGM"},
		{"out.txt ", "out.txt ", "out.txt "},
		{exists, "lr=0.1", exists},
		{"./a=b.txt", "a=b", "./a=b.txt"},
		{"-", "stdin", "-"},
		{"base=-", "base", "-"},
	} {
		got, err := text.ParseSystem(c.arg)
		if err != nil || got != (text.SystemFile{Name: c.name, Path: c.path}) {
			t.Errorf("%s: got %v (%v), want name %q, path %q", c.arg, got, err, c.name, c.path)
		}
	}
	for _, arg := range []string{"=out.txt", "new="} {
		if _, err := text.ParseSystem(arg); err == nil {
			t.Errorf("%s was accepted", arg)
		}
	}
}
