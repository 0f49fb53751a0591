package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // as main does
	os.Exit(inFolder(m))
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

// inFolder runs the tests with a folder of their own for temporary files, also for those that a killed command leaves
// behind.
func inFolder(m *testing.M) int {
	folder, err := os.MkdirTemp("", "wrd-test-")
	if err == nil {
		err = os.Setenv("TMPDIR", folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
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
