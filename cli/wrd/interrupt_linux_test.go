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
		{"a file to explain", []string{"explain", "pipe", "text"}, false},
		{"results to explain", []string{"explain", "pipe.csv", "--line", "2"}, true},
		{"a pipe without a writer", []string{"score", "pipe", "text", "-o", "out"}, false},
		{"a pipe to which nothing is written", []string{"score", "pipe", "text", "-o", "out"}, true},
		{"a table", []string{"correlate", "--table", "pipe", "--human", "h", "--measure", "m"}, false},
		{"vectors", []string{"score", "text", "text", "--vectors", "pipe"}, false},
		{"scores of others", []string{"score", "text", "text", "--scores", "x=pipe"}, false},
		{"scores to which nothing is written", []string{"score", "text", "text", "--scores", "x=pipe"}, true},
		{"a table of scores", []string{"score", "text", "text", "--scores", "x=pipe.csv"}, true},
		{"scores of sts", []string{"sts", "--data", "pairs", "--scores", "x=pipe"}, false},
		{"words of vectors", []string{"score", "text", "text", "--vectors", "a.npy", "--words", "pipe"}, false},
		{"frequencies", []string{"score", "text", "text", "--convert", "W", "--frequencies", "pipe"}, false},
		{"a converter", []string{"score", "text", "text", "--converter", "pipe"}, true},
		{"what a converter says", []string{"convert", "info", "pipe"}, false},
		{"sentences", []string{"convert", "fit", "--letters", "R", "--sentences", "pipe", "-o", "fit"}, false},
		{"sums", []string{"convert", "fit", "--letters", "R", "--add", "pipe", "-o", "fit"}, false},
		{"documents", []string{"compare", "-c", "text", "-c", "b=text", "-r", "text", "--documents", "pipe"}, false},
		{"groups", []string{"matrix", "--groups", "pipe"}, false},
		{"what is checked against texts", []string{"check", "pipe", "text", "--baseline", "text"}, false},
		{"results of check", []string{"check", "text", "pipe", "--floor", "wrd=1"}, true},
		{"the worker", []string{"serve", "--stdio"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			pipe := filepath.Join(dir, "pipe")
			for name, content := range map[string]string{
				"text": "a cat\n", "pairs": "1\ta cat\tthe cat\n2\ta dog\tthe cat\n",
				"a.npy": "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }" +
					strings.Repeat(" ", 59) + "\n\x00\x00\x00\x00\x00\x00\x80?",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := syscall.Mkfifo(pipe, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(pipe, pipe+".csv"); err != nil {
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
				settle(run.Process.Pid, wait)
				run.Process.Signal(os.Interrupt)
				killed := time.AfterFunc(time.Minute, func() { run.Process.Kill() })
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
