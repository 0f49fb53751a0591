package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/wordrotator/wrd/internal/parts"
)

// The scripts call the command in this process, one after the other: starting it a thousand times would take longer
// than what it does.
func TestScripts(t *testing.T) {
	testscript.RunT(serial{t}, scripts(t, filepath.Join("testdata", "script"), callCommand))
}

// The same, as people run them.
func TestScriptsAsProcesses(t *testing.T) {
	parts.Need(t, parts.Thorough)
	testscript.Run(t, scripts(t, filepath.Join("testdata", "script"), startCommand))
}

// What holds for every verb, for settings and kinds of files, where the other scripts try some.
func TestScriptsOfVariants(t *testing.T) {
	parts.Need(t, parts.Thorough)
	testscript.Run(t, scripts(t, filepath.Join("testdata", "script", "thorough"), startCommand))
}

// scripts are those of a folder. wrd runs a command line, with the file that input names as standard input; lines of a
// shell run the program.
func scripts(t *testing.T, folder string,
	wrd func(ts *testscript.TestScript, args []string, input string) bool) testscript.Params {
	path, err := builtCommand()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	type input struct{ file string }
	return testscript.Params{
		Dir: folder,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", filepath.Dir(path)+string(os.PathListSeparator)+env.Getenv("PATH"))
			env.Setenv("WRD_CACHE_DIR", filepath.Join(env.WorkDir, "cache"))
			env.Setenv("GOGC", "400") // short runs in which collecting garbage is a tenth of the time
			env.Setenv("REPOSITORY", root)
			env.Values[input{}] = new(input)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"wrd": func(ts *testscript.TestScript, neg bool, args []string) {
				next := ts.Value(input{}).(*input)
				done := wrd(ts, args, next.file)
				if next.file = ""; done == neg {
					ts.Fatalf("it succeeded: %t, expected the contrary", done)
				}
			},
			// input gives the next command a file as its standard input.
			"input": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Value(input{}).(*input).file = ts.MkAbs(args[0])
			},
			"gzip":   compress,
			"zstd":   compressZstd,
			"bytes":  writeBytes,
			"repeat": repeat,
		},
	}
}

// callCommand calls the command in the folder and with the variables of a script.
func callCommand(ts *testscript.TestScript, args []string, input string) bool {
	for _, name := range []string{"HOME", "TMPDIR", "WRD_CACHE_DIR", "WRD_VECTORS"} {
		defer os.Setenv(name, os.Getenv(name))
		ts.Check(os.Setenv(name, ts.Getenv(name)))
	}
	home, err := os.Getwd()
	ts.Check(err)
	defer os.Chdir(home)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	var stdin io.Reader = strings.NewReader("")
	if input != "" {
		file, err := os.Open(input)
		ts.Check(err)
		defer file.Close()
		stdin = file
	}
	return run(context.Background(), append([]string{"wrd"}, args...), stdin, ts.Stdout(), ts.Stderr()) == exitDone
}

// startCommand starts the program.
func startCommand(ts *testscript.TestScript, args []string, input string) bool {
	if input == "" {
		return ts.Exec("wrd", args...) == nil
	}
	return ts.Exec("sh", append([]string{"-c", `exec wrd "$@" <"$0"`, input}, args...)...) == nil
}

// serial is a test whose scripts run one after the other.
type serial struct{ *testing.T }

func (s serial) Run(name string, f func(testscript.T)) {
	s.T.Run(name, func(t *testing.T) { f(serial{t}) })
}

func (serial) Parallel() {}

func (serial) Verbose() bool { return testing.Verbose() }

// compressZstd makes file.zst of file: zstd file
func compressZstd(ts *testscript.TestScript, _ bool, args []string) {
	w, err := zstd.NewWriter(nil)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".zst"), w.EncodeAll([]byte(ts.ReadFile(args[0])), nil), 0o666))
}

// compress makes file.gz of file: gzip file
func compress(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, ts.ReadFile(args[0]))
	ts.Check(err)
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".gz"), b.Bytes(), 0o666))
}

// writeBytes writes a Go string with escapes to a file: bytes file 'a\xff\n'
func writeBytes(ts *testscript.TestScript, _ bool, args []string) {
	var b []byte
	for text := args[1]; text != ""; {
		switch {
		case strings.HasPrefix(text, `\n`):
			b, text = append(b, '\n'), text[2:]
		case strings.HasPrefix(text, `\r`):
			b, text = append(b, '\r'), text[2:]
		case strings.HasPrefix(text, `\x`):
			b, text = append(b, unhex(text[2])<<4|unhex(text[3])), text[4:]
		default:
			b, text = append(b, text[0]), text[1:]
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o666))
}

func unhex(c byte) byte { return byte(strings.IndexByte("0123456789abcdef", c)) }

// repeat writes a text many times into a file: repeat file 1000 'text '
func repeat(ts *testscript.TestScript, _ bool, args []string) {
	n := 0
	for _, digit := range args[1] {
		n = 10*n + int(digit-'0')
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], n)+"\n"), 0o666))
}
