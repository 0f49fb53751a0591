package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/wordrotator/wrd/internal/parts"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"wrd": main})
}

// The scripts run the command as it is built, which starts in half the time of a test. Under -short, which is for the race
// detector, they run the test, and those are left out whose verbs run in other scripts.
func TestScripts(t *testing.T) { runScripts(t, filepath.Join("testdata", "script")) }

// What holds for every verb, for settings and kinds of files, where the other scripts try some.
func TestScriptsOfVariants(t *testing.T) {
	parts.Need(t, parts.Thorough)
	runScripts(t, filepath.Join("testdata", "script", "thorough"))
}

func runScripts(t *testing.T, folder string) {
	testscript.Run(t, testscript.Params{
		Dir: folder,
		Setup: func(env *testscript.Env) error {
			if !testing.Short() {
				path, err := builtCommand()
				if err != nil {
					return err
				}
				env.Setenv("PATH", filepath.Dir(path)+string(os.PathListSeparator)+env.Getenv("PATH"))
			}
			env.Setenv("WRD_CACHE_DIR", filepath.Join(env.WorkDir, "cache"))
			env.Setenv("GOGC", "400") // short runs in which collecting garbage is a tenth of the time
			root, err := filepath.Abs("../..")
			env.Setenv("REPOSITORY", root)
			return err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"gzip":   compress,
			"zstd":   compressZstd,
			"bytes":  writeBytes,
			"repeat": repeat,
		},
	})
}

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

// build returns the path of the command, which is built once for all tests, without the race detector: the test is
// skipped under -short, which is for it.
func build(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("runs a command without the race detector")
	}
	path, err := builtCommand()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var builtCommand = sync.OnceValues(func() (string, error) {
	path := filepath.Join(os.TempDir(), "wrd")
	// As README says, but without what debuggers want, which is a third of the time.
	compile := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, ".")
	compile.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := compile.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// tests have a folder of their own for temporary files, also for those that a killed command leaves behind.
type tests struct{ *testing.M }

func (m tests) Run() int {
	folder, err := os.MkdirTemp("", "wrd-test-")
	if err == nil {
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.M.Run()
}

// A full disk shows at the latest when the buffered output is flushed.
func TestStandardOutputFull(t *testing.T) {
	var stderr bytes.Buffer
	code := run(context.Background(), []string{"wrd", "tokenize"}, strings.NewReader("a b\n"), failingWriter{}, &stderr)
	if code != exitBadInput || !strings.Contains(stderr.String(), "standard output cannot be written") {
		t.Errorf("exit status %d, %s", code, stderr.String())
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	var stderr bytes.Buffer
	args := []string{"wrd", "score", "-c", "../../testdata/mt/system-a.txt", "-r", "../../testdata/mt/reference.txt",
		"-o", filepath.Join(dir, "out")}
	code := run(ctx, args, strings.NewReader(""), io.Discard, &stderr)
	if code != exitInterrupted || !strings.Contains(stderr.String(), "wrd: interrupted") {
		t.Errorf("exit status %d, %s", code, stderr.String())
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// panicking stands for a mistake of ours.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("a mistake") }

func TestFault(t *testing.T) {
	for _, args := range [][]string{{"wrd", "tokenize"},
		{"wrd", "score", "-c", "-", "-r", "../../testdata/mt/reference.txt"}} {
		var stderr bytes.Buffer
		code := run(context.Background(), args, panicking{}, io.Discard, &stderr)
		if code != exitFault || !strings.Contains(stderr.String(), "wrd: a fault of wrd: a mistake") {
			t.Errorf("%v: exit status %d, %s", args, code, stderr.String())
		}
	}
}
