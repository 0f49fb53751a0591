package args_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/cli/internal/args"
)

func TestKeepInputs(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("in.txt", []byte("a\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	in := args.NamedFile{Flag: "candidate", Path: "in.txt"}
	for _, c := range []struct {
		name    string
		outputs []args.NamedFile
		want    string // in the error, "" for none
	}{
		{"another file", []args.NamedFile{{"output", "out.txt"}, {"report", ""}}, ""},
		{"an input", []args.NamedFile{{"output", filepath.Join(".", "in.txt")}}, "--output: "},
		{"read and written by one flag", []args.NamedFile{{"candidate", "in.txt"}}, ""},
		{"one file twice", []args.NamedFile{{"output", "out.txt"}, {"report", "./out.txt"}},
			"--report: ./out.txt is also what --output writes (out.txt), expected another file"},
		{"a device twice", []args.NamedFile{{"output", os.DevNull}, {"report", os.DevNull}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := args.KeepInputs([]args.NamedFile{in}, strings.NewReader(""), c.outputs...)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestCheckReadable(t *testing.T) {
	twice := []args.NamedFile{{Flag: "candidate", Path: "-"}, {Flag: "reference", Path: "-"}}
	if err := args.CheckReadable(twice); err == nil || !strings.Contains(err.Error(), "given twice") {
		t.Errorf("got %v", err)
	}
	if err := args.CheckReadable(twice[:1]); err != nil {
		t.Error(err)
	}
}
