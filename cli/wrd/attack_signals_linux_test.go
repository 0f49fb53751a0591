package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wordrotator/wrd/internal/parts"
)

// A run that waits for who reads what it writes ends at the first Ctrl-C or SIGTERM, wherever it writes to, and leaves
// nothing behind.
func TestAttackBlockedOutputs(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "signals while an output blocks")
	wrd := build(t)
	var list []*blockedRun
	for i, b := range blockedOutputs {
		ways := []string{"without a reader", "with a reader that does not read"}
		if b.output == "" {
			ways = []string{"full"}
		}
		for j, way := range ways {
			b := b
			b.opened, b.signal = j == 1, []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[(i+j)%2]
			b.name = fmt.Sprintf("%s, %s, %v", b.name, way, b.signal)
			list = append(list, &b)
			a.made++
		}
	}
	t.Run("runs", func(t *testing.T) {
		for _, b := range list {
			t.Run(b.name, func(t *testing.T) {
				t.Parallel()
				b.attack(t, wrd)
			})
		}
	})
}

// A blockedRun is a run that waits for a reader.
type blockedRun struct {
	name   string
	args   string // "OUT" stands for the named pipe
	output string // the path of the named pipe; "" if standard output is what waits
	both   bool   // whether standard error is the same pipe as standard output
	status int    // that it ends with, 0 for that of the signal
	signal os.Signal
	opened bool // whether somebody has the named pipe open, and it is full
}

var blockedOutputs = []blockedRun{
	{name: "a table", args: "score text text"},
	{name: "segments", args: "score text text --format jsonl"},
	{name: "standard output and error", args: "score text text", both: true},
	{name: "an error", args: "score text missing", both: true, status: exitBadInput},
	{name: "tokens", args: "tokenize text"},
	{name: "a page", args: "report table.jsonl -o -"},
	{name: "a page by its device", args: "report table.jsonl -o /dev/stdout"},
	{name: "the verdict of check", args: "check text text --floor wrd=0.5"},
	{name: "help", args: "--help"},
	{name: "the worker", args: "serve --stdio"},
	{name: "results", args: "score text text -o .", output: "segments.parquet"},
	{name: "results of systems", args: "score text text -o .", output: "systems.parquet"},
	{name: "score --report", args: "score text text --report OUT", output: "page.html"},
	{name: "check --report", args: "check text text --floor wrd=0.5 --report OUT", output: "page.html"},
	{name: "check --junit", args: "check text text --floor wrd=0.5 --junit OUT", output: "junit.xml"},
	{name: "report -o", args: "report table.jsonl -o OUT", output: "page.html"},
	{name: "correlations", args: "correlate --table table.jsonl --human human --measure wrd -o .",
		output: "correlations.parquet"},
	{name: "correlate --plot", args: "correlate --table table.jsonl --human human --measure wrd --plot OUT",
		output: "plot.svg"},
	{name: "sts --plot", args: "sts --data pairs --plot OUT", output: "plot.svg"},
	{name: "a matrix of Parquet", args: "matrix -c text -r text -o OUT", output: "matrix.parquet"},
	{name: "choices", args: "mbr -c text --candidates-per-group 2 -o OUT", output: "choices.parquet"},
	{name: "a fit", args: "convert fit --letters R --sentences text -o OUT", output: "fit"},
	{name: "converted vectors", args: "convert apply --converter distilled-en -o OUT", output: "vectors.txt"},
}

func (b *blockedRun) attack(t *testing.T, wrd string) {
	dir, temporary := t.TempDir(), t.TempDir()
	for name, content := range map[string]string{
		"text":  "a cat sat\nthe dog ran\na bird sang\nit rained\n",
		"pairs": "1\ta cat\tthe cat\n3\ta dog\tthe cat\n2\ta bird\tthe cat\n",
		"table.jsonl": `{"system": "a", "segment": 1, "candidate": "a cat", "reference": "the cat", "wrd": 0.1, "human": 3}
{"system": "a", "segment": 2, "candidate": "a dog", "reference": "the dog", "wrd": 0.3, "human": 2}
{"system": "a", "segment": 3, "candidate": "a bird", "reference": "the cow", "wrd": 0.2, "human": 1}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pipe := filepath.Join(dir, b.output)
	if b.output != "" {
		if err := syscall.Mkfifo(pipe, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if b.opened {
		f, err := os.OpenFile(pipe, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		fill(t, f)
	}
	before, _ := filepath.Glob(filepath.Join(dir, "*"))
	args := strings.Fields(strings.ReplaceAll(b.args, "OUT", b.output))
	// A run that has not come to catch signals yet is ended by this one: once more, with more time, if so.
	for wait := 200 * time.Millisecond; ; wait *= 3 {
		read, write, err := os.Pipe() // nothing is ever read
		if err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		run := exec.Command(wrd, args...)
		run.Dir, run.Stderr = dir, &stderr
		run.Env = append(os.Environ(), "TMPDIR="+temporary)
		if b.output == "" {
			fill(t, write)
			run.Stdout = write
		}
		if b.both {
			run.Stderr = write
		}
		if strings.HasPrefix(b.args, "serve") {
			in, _ := run.StdinPipe()
			defer in.Close()
		}
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		settle(run.Process.Pid, wait)
		if err := run.Process.Signal(b.signal); err != nil {
			t.Errorf("the run did not wait: %v: %s", err, stderr.String())
		}
		killed := time.AfterFunc(time.Minute, func() { run.Process.Kill() })
		run.Wait()
		inTime := killed.Stop()
		read.Close()
		write.Close()
		if run.ProcessState.ExitCode() == -1 && inTime && wait < 5*time.Second {
			continue
		}
		want := cmp.Or(b.status, map[os.Signal]int{
			syscall.SIGINT: exitInterrupted, syscall.SIGTERM: exitTerminated}[b.signal])
		if !inTime || run.ProcessState.ExitCode() != want {
			t.Errorf("%v, want exit status %d: %s", run.ProcessState, want, stderr.String())
		}
		break
	}
	if after, _ := filepath.Glob(filepath.Join(dir, "*")); !slices.Equal(before, after) {
		t.Errorf("found %v, before %v", after, before)
	}
	if hidden, _ := filepath.Glob(filepath.Join(dir, ".*.tmp")); len(hidden) > 0 {
		t.Errorf("left %v", hidden)
	}
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("left temporary %v", left)
	}
}

// fill writes to a pipe until it takes no more.
func fill(t *testing.T, f *os.File) {
	t.Helper()
	fd := int(f.Fd()) // makes it wait, for the child too
	if err := syscall.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		for block := make([]byte, size); ; {
			if _, err := syscall.Write(fd, block); err == syscall.EAGAIN {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := syscall.SetNonblock(fd, false); err != nil {
		t.Fatal(err)
	}
}

// settle returns when a process has used no time for as long as quiet, as one that waits, or is gone.
func settle(pid int, quiet time.Duration) {
	used, since := "", time.Now()
	for time.Since(since) < quiet {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		if now := fields[11] + " " + fields[12]; now != used { // utime and stime
			used, since = now, time.Now()
		}
		if fields[0] == "Z" {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
