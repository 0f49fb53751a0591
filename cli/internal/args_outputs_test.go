package internal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/cli/internal/args"
)

func TestArgsKeepInputs(t *testing.T) {
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
		{"another file", []args.NamedFile{{Flag: "output", Path: "out.txt"}, {Flag: "report", Path: ""}}, ""},
		{"an input", []args.NamedFile{{Flag: "output", Path: filepath.Join(".", "in.txt")}}, "--output: "},
		{"read and written by one flag", []args.NamedFile{{Flag: "candidate", Path: "in.txt"}}, ""},
		{"one file twice", []args.NamedFile{{Flag: "output", Path: "out.txt"}, {Flag: "report", Path: "./out.txt"}},
			"--report: ./out.txt is also what --output writes (out.txt), expected another file"},
		{"a device twice", []args.NamedFile{{Flag: "output", Path: os.DevNull}, {Flag: "report", Path: os.DevNull}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := args.KeepInputs([]args.NamedFile{in}, strings.NewReader(""), c.outputs...)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestArgsCheckReadable(t *testing.T) {
	twice := []args.NamedFile{{Flag: "candidate", Path: "-"}, {Flag: "reference", Path: "-"}}
	if err := args.CheckReadable(twice); err == nil || !strings.Contains(err.Error(), "given twice") {
		t.Errorf("got %v", err)
	}
	if err := args.CheckReadable(twice[:1]); err != nil {
		t.Error(err)
	}
}
