package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A run that waits for its input ends at the first Ctrl-C, whatever it waits for, and leaves nothing behind.
func TestInterruptedReading(t *testing.T) {
	wrd := build(t)
	for _, c := range []struct {
		name   string
		args   []string
		writer bool // whether somebody has the pipe open for writing
	}{
		{"standard input", []string{"score", "-", "text", "-o", "out"}, false},
		{"standard input of explain", []string{"explain", "-", "the cat"}, false},
		{"a pipe without a writer", []string{"score", "pipe", "text", "-o", "out"}, false},
		{"a pipe to which nothing is written", []string{"score", "pipe", "text", "-o", "out"}, true},
		{"a table", []string{"correlate", "--table", "pipe", "--human", "h", "--measure", "m"}, false},
		{"vectors", []string{"score", "text", "text", "--vectors", "pipe"}, false},
		{"the worker", []string{"serve", "--stdio"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			if err := os.WriteFile(filepath.Join(dir, "text"), []byte("a cat\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(pipe, 0o666); err != nil {
				t.Fatal(err)
			}
			read, write, err := os.Pipe() // nothing is ever written
			if err != nil {
				t.Fatal(err)
			}
			defer write.Close()
			defer read.Close()
			if c.writer {
				f, err := os.OpenFile(pipe, os.O_RDWR, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer f.Close()
			}
			// A run that has not come to catch signals yet is ended by this one: once more, with more time, if so.
			for wait := 200 * time.Millisecond; ; wait *= 3 {
				run := exec.Command(wrd, c.args...)
				var stderr strings.Builder
				run.Dir, run.Stdin, run.Stderr = dir, read, &stderr
				if err := run.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(wait)
				run.Process.Signal(os.Interrupt)
				killed := time.AfterFunc(10*time.Second, func() { run.Process.Kill() })
				run.Wait()
				inTime := killed.Stop()
				if run.ProcessState.ExitCode() == -1 && inTime && wait < 5*time.Second {
					continue
				}
				if !inTime || run.ProcessState.ExitCode() != exitInterrupted {
					t.Errorf("%v, want exit status %d: %s", run.ProcessState, exitInterrupted, stderr.String())
				}
				break
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "out", "*")); len(left) > 0 {
				t.Errorf("left %v", left)
			}
		})
	}
}
