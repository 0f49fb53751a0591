package internal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/cli/internal/flags"
)

// The rule of docs/command-line.md, one argument a line.
func TestFlagsArgumentOf(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, path := range []string{"out.txt", "a cat", "runs/old.txt", "cat", "results/segments.parquet", "name=x.txt"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("a cat\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		arg  string
		want flags.Argument
	}{
		// What exists is a file.
		{"out.txt", flags.IsFile},
		{"./out.txt", flags.IsFile},
		{"runs/old.txt", flags.IsFile},
		{"cat", flags.IsFile},
		{"a cat", flags.IsFile},
		{"name=x.txt", flags.IsFile},
		{"results", flags.IsFile},
		{"results/", flags.IsFile},
		{"-", flags.IsFile},
		// A folder without results has a name that may be a word.
		{"runs", flags.IsText},
		{"./runs", flags.IsFile},
		// What looks like a path is one.
		{"new.txt", flags.IsMissing},
		{"NEW.TXT", flags.IsMissing},
		{"new.txt.gz", flags.IsMissing},
		{"new.jsonl.zst", flags.IsMissing},
		{"new.parquet", flags.IsMissing},
		{"runs/new", flags.IsMissing},
		{"nowhere/new.csv", flags.IsMissing},
		{"./new", flags.IsMissing},
		{"../new", flags.IsMissing},
		{"/nowhere/new", flags.IsMissing},
		{"~/new", flags.IsMissing},
		{`.\new`, flags.IsMissing},
		{`..\new`, flags.IsMissing},
		{`runs\new`, flags.IsMissing},
		{`nowhere\new.txt`, flags.IsMissing},
		{`C:\new`, flags.IsMissing},
		{`C:/new`, flags.IsMissing},
		{`\\server\share`, flags.IsMissing},
		// Everything else is a text.
		{"", flags.IsText},
		{"dog", flags.IsText},
		{"a dog", flags.IsText},
		{"either/or is fine", flags.IsText},
		{"see out.txt", flags.IsText},
		{"Open new.txt", flags.IsText},
		{"km/h", flags.IsText},
		{"and/or", flags.IsText},
		{"A/B", flags.IsText},
		{"9.5", flags.IsText},
		{"U.S.A.", flags.IsText},
		{"e.g.", flags.IsText},
		{"https://example.org/a", flags.IsText},
		{"runs/new is a file", flags.IsText},
		{"猫/狗", flags.IsText},
		{"他说：你好", flags.IsText},
		{`\alpha`, flags.IsText},
		{`a\b`, flags.IsText},
		{"C:", flags.IsText},
		{"new.txt ", flags.IsText},
		{"new.txt\u3000", flags.IsText},
		{"\x00", flags.IsText},
		{strings.Repeat("long", 10_000), flags.IsText},
	} {
		if got := flags.ArgumentOf(c.arg); got != c.want {
			t.Errorf("%.40q: got %d, want %d", c.arg, got, c.want)
		}
	}
}
