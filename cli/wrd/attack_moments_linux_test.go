package main

import (
	"fmt"
	"io"
	"math/rand/v2"
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

const (
	moments = 20 // at which each run is interrupted
	// longestRun is up to when they come; a run that takes longer is interrupted in its first part.
	longestRun = 3 * time.Second
	// mostPatience is how long a run may take to end after a signal, which is a second on a machine with nothing else to do.
	mostPatience = 15 * time.Second
)

// momentRuns are runs of every verb that take a while, and those that once did not notice signals.
var momentRuns = []string{
	"score many many2",
	"score many many2 -o out --report page.html",
	"compare -c many -c many2 -r many",
	"compare --table columns.csv --limit 1000000",
	"compare --table systems.csv --baseline s0",
	"check many many2 --baseline many --report page.html",
	"explain many many2 --line 20000",
	"report results -o page.html",
	"matrix -c some -r some -o matrix.parquet",
	"mbr some --candidates-per-group 500",
	"correlate --table judged.csv --human human --measure wrd --plot plot.svg",
	"sts --data pairs",
	"wordsim --data words",
	"reproduce --data .",
	"tokenize many",
	"vectors info distilled-en",
	"convert fit --letters AWR --sentences many -o fit",
	"convert apply --converter distilled-en -o vectors.txt",
	"cache verify",
	"replay results",
	"serve --stdio",
}

// shortVerbs only print what the program knows.
var shortVerbs = []string{"help", "version", "cite", "completion", "man", "complete"}

// Every verb has a run.
func TestMomentsOfAllVerbs(t *testing.T) {
	for _, verb := range newApp(nil, io.Discard, io.Discard).Commands {
		has := func(run string) bool { return strings.Fields(run)[0] == verb.Name }
		if !slices.ContainsFunc(momentRuns, has) && !slices.Contains(shortVerbs, strings.TrimLeft(verb.Name, "_")) {
			t.Errorf("no run of %s is interrupted", verb.Name)
		}
	}
}

// A run ends soon after Ctrl-C or SIGTERM wherever it is, with the status of the signal, and leaves nothing behind.
func TestAttackMoments(t *testing.T) {
	parts.Need(t, parts.Attacks)
	a := newAttacker(t, "signals at moments of a run")
	wrd := build(t)
	inputs := t.TempDir()
	writeMomentInputs(t, wrd, inputs)
	for _, line := range momentRuns {
		a.made += moments
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			m := momentRun{wrd: wrd, inputs: inputs, args: strings.Fields(line)}
			whole, _ := m.run(t, longestRun, syscall.SIGTERM)
			for i := range moments {
				m.run(t, whole*time.Duration(i)/moments, []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[i%2])
			}
		})
	}
}

// A run that is deep in something that knows no signals ends, too.
func TestInterruptedColumns(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd := build(t)
	dir := t.TempDir()
	writeColumns(t, filepath.Join(dir, "columns.csv"), 100_000)
	m := momentRun{wrd: wrd, inputs: dir, args: strings.Fields("compare --table columns.csv --limit 1000000")}
	if _, status := m.run(t, time.Second, syscall.SIGTERM); status != exitTerminated {
		t.Errorf("exit status %d, want %d", status, exitTerminated)
	}
}

type momentRun struct {
	wrd, inputs string
	args        []string
}

// run interrupts a run after a time, and returns how long it took until then, or till its end, and its exit status.
func (m *momentRun) run(t *testing.T, after time.Duration, signal syscall.Signal) (took time.Duration, status int) {
	t.Helper()
	dir, temporary := t.TempDir(), t.TempDir()
	names, err := os.ReadDir(m.inputs)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.Symlink(filepath.Join(m.inputs, name.Name()), filepath.Join(dir, name.Name())); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(m.wrd, m.args...)
	run.Dir, run.Env = dir, append(os.Environ(), "TMPDIR="+temporary)
	stdin, err := run.StdinPipe() // never closed: the worker waits
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- run.Wait() }()
	select {
	case <-ended:
		took = time.Since(began)
	case <-time.After(after):
		took = time.Since(began)
		run.Process.Signal(signal)
		select {
		case <-ended:
		case <-time.After(mostPatience):
			run.Process.Kill()
			<-ended
			t.Errorf("%v after %v: the run goes on for longer than %v", signal, after, mostPatience)
			return took, -1
		}
	}
	status = run.ProcessState.ExitCode()
	// -1: it had not come to catch signals. The others: it had ended before.
	if want := map[syscall.Signal]int{syscall.SIGINT: exitInterrupted, syscall.SIGTERM: exitTerminated}[signal]; !slices.Contains(
		[]int{want, -1, exitDone, exitRegression, exitBadInput}, status) {
		t.Errorf("%v after %v: exit status %d, want %d", signal, after, status, want)
	}
	hidden, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	inOut, _ := filepath.Glob(filepath.Join(dir, "out", ".*.tmp"))
	left, _ := filepath.Glob(filepath.Join(temporary, "*"))
	if all := slices.Concat(hidden, inOut, left); len(all) > 0 {
		t.Errorf("%v after %v: left %v", signal, after, all)
	}
	return took, status
}

// writeMomentInputs writes what momentRuns read.
func writeMomentInputs(t *testing.T, wrd, dir string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	words := strings.Fields("the a cat dog rain sun house tree sat ran fell rose on under near by old new green red slowly")
	lines := func(n int, before func(i int) string) string {
		var text strings.Builder
		for i := range n {
			text.WriteString(before(i))
			for range 12 {
				text.WriteString(words[random.IntN(len(words))] + " ")
			}
			text.WriteString("\n")
		}
		return text.String()
	}
	none := func(int) string { return "" }
	var judged, systems, pairs strings.Builder
	judged.WriteString("system,segment,wrd,human\n")
	for i := range 60_000 {
		fmt.Fprintf(&judged, "s%d,%d,%v,%v\n", i%20, i/20, random.Float64(), random.Float64())
	}
	systems.WriteString("system,segment,wrd\n")
	for i := range 300_000 {
		fmt.Fprintf(&systems, "s%d,1,0.%d\n", i, i%97)
	}
	for i, line := range slices.Collect(strings.Lines(lines(20_000, none))) {
		fmt.Fprintf(&pairs, "%d\t%s\t%s\n", i%5, strings.TrimSpace(line), words[i%len(words)])
	}
	for name, content := range map[string]string{
		"many": lines(40_000, none), "many2": lines(40_000, none), "some": lines(2_000, none), "judged.csv": judged.String(),
		"systems.csv": systems.String(), "pairs": pairs.String(), "words": "cat\tdog\t3\nsun\train\t1\ntree\thouse\t2\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	writeColumns(t, filepath.Join(dir, "columns.csv"), 100_000)
	score := exec.Command(wrd, "score", "some", "some", "-o", "results")
	score.Dir = dir
	if out, err := score.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// writeColumns writes a table of two systems with many columns.
func writeColumns(t *testing.T, path string, columns int) {
	t.Helper()
	var table strings.Builder
	table.WriteString("system,segment")
	for i := range columns {
		fmt.Fprintf(&table, ",m%d", i)
	}
	for _, row := range []string{"a,1", "b,1", "a,2", "b,2"} {
		table.WriteString("\n" + row + strings.Repeat(",0.5", columns))
	}
	if err := os.WriteFile(path, []byte(table.String()+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}
