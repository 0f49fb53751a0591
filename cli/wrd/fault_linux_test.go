package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// corpusFiles writes a file of n lines and returns its path.
func corpusFiles(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corpus.txt")
	var lines strings.Builder
	numbers := rand.New(rand.NewPCG(1, 2)) // so that results are not compressed to nothing
	for range n {
		fmt.Fprintf(&lines, "the cat sat on mat %x and saw %d birds\n", numbers.Uint64(), numbers.Uint32())
	}
	if err := os.WriteFile(path, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// smallDisk mounts a file system of the given size, which needs to be root.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("a small disk cannot be mounted: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, 0) })
	return dir
}

// However early the disk is full, the run fails with a sentence, an older result stays as it was, and nothing
// half-written is left.
func TestDiskFull(t *testing.T) {
	wrd, text := build(t), corpusFiles(t, 20_000)
	for _, size := range []string{"4k", "16k", "64k", "128k"} {
		t.Run(size, func(t *testing.T) {
			disk := smallDisk(t, size)
			out, err := exec.Command(wrd, "score", "-c", text, "-r", text, "-o",
				filepath.Join(disk, "results")).CombinedOutput()
			if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != exitBadInput {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.HasPrefix(string(out), "wrd: "+disk) ||
				!strings.HasSuffix(string(out), "no space left on device\n") {
				t.Errorf("printed %q", out)
			}
			if entries, _ := os.ReadDir(disk); len(entries) != 0 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

// killOnceIn starts a run, and kills it once it has made a file in a folder.
func killOnceIn(t *testing.T, run *exec.Cmd, dir string, signal os.Signal) {
	t.Helper()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	waitUntil(t, "the run begins to write", func() bool {
		entries, _ := os.ReadDir(dir)
		return len(entries) > 0
	})
	run.Process.Signal(signal)
	if err := run.Wait(); err == nil {
		t.Fatal("the run ended before it was killed")
	}
}

// A run that is killed leaves no file under the name of a result, and does not disturb the next run; one that
// is asked to end cleans up.
func TestKilled(t *testing.T) {
	wrd, text, dir := build(t), corpusFiles(t, 300_000), t.TempDir()
	results := filepath.Join(dir, "results")
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		run := exec.Command(wrd, "score", "-c", text, "-r", text, "-o", results)
		killOnceIn(t, run, results, signal)
		names, _ := filepath.Glob(filepath.Join(results, "*.parquet"))
		if len(names) != 0 {
			t.Errorf("%v left %v", signal, names)
		}
		if signal == syscall.SIGKILL {
			os.RemoveAll(results)
		}
	}
	if _, err := os.Stat(results); err == nil {
		t.Error("a run that was asked to end left its folder")
	}
}

// Two runs into one folder do not mix: each file is wholly that of one run.
func TestTwoAtOnce(t *testing.T) {
	wrd, text, dir := build(t), corpusFiles(t, 2_000), t.TempDir()
	var runs []*exec.Cmd
	for range 4 {
		run := exec.Command(wrd, "score", "-c", text, "-r", text, "-o", dir)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	for _, run := range runs {
		if err := run.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	alone := t.TempDir()
	if out, err := exec.Command(wrd, "score", "-c", text, "-r", text, "-o", alone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 2 {
		t.Errorf("found %v, want two files", entries)
	}
	for _, name := range []string{"segments.parquet", "systems.parquet"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(alone, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s differs from that of a run alone", name)
		}
	}
}
