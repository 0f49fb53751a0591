package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
)

// However early the disk is full, the old baseline stays as it was, and nothing half-written is left next to it.
func TestUpdateDiskFull(t *testing.T) {
	wrd, small := build(t), corpusFiles(t, 5)
	for size, rows := range map[string]int{"16k": 2_000, "64k": 5_000, "256k": 20_000} {
		t.Run(size, func(t *testing.T) {
			if size != "16k" {
				parts.Need(t, parts.Attacks)
			}
			t.Parallel()
			disk, large := smallDisk(t, size), corpusFiles(t, rows)
			baseline := filepath.Join(disk, "baseline.parquet")
			if out, err := exec.Command(wrd, "check", "-c", small, "-r", small, "--baseline", baseline,
				"--update").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			before, err := os.ReadFile(baseline)
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(wrd, "check", "-c", large, "-r", large, "--baseline", baseline, "--update",
				"--force").CombinedOutput()
			if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != exitBadInput {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.Contains(string(out), baseline+": cannot be written: no space left on device\n") {
				t.Errorf("printed %q", out)
			}
			after, err := os.ReadFile(baseline)
			if err != nil || !bytes.Equal(before, after) {
				t.Errorf("the baseline changed: %d bytes, then %d, %v", len(before), len(after), err)
			}
			if entries, _ := os.ReadDir(disk); len(entries) != 1 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

// The report cannot be written: the baseline is not updated either.
func TestUpdateWithoutReport(t *testing.T) {
	wrd, text := build(t), corpusFiles(t, 5)
	disk := smallDisk(t, "4k")
	if err := os.WriteFile(filepath.Join(disk, "full"), make([]byte, 4096), 0o666); err != nil {
		t.Skip("the disk cannot be filled: ", err)
	}
	baseline := filepath.Join(t.TempDir(), "baseline.parquet")
	out, err := exec.Command(wrd, "check", "-c", text, "-r", text, "--baseline", baseline, "--update", "--junit",
		filepath.Join(disk, "junit.xml")).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != exitBadInput ||
		!strings.Contains(string(out), "no space left on device") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(baseline); err == nil {
		t.Error("the baseline was updated")
	}
}

// A check that is killed leaves the baseline as it was; one that is asked to end leaves no scores in the temporary
// folder.
func TestCheckKilled(t *testing.T) {
	wrd, small, large, dir, temporary := build(t), corpusFiles(t, 5), corpusFiles(t, 300_000), t.TempDir(), t.TempDir()
	baseline := filepath.Join(dir, "baseline.parquet")
	if out, err := exec.Command(wrd, "check", "-c", small, "-r", small, "--baseline", baseline,
		"--update").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, err := os.ReadFile(baseline)
	if err != nil {
		t.Fatal(err)
	}
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} {
		run := exec.Command(wrd, "check", "-c", large, "-r", large, "--baseline", baseline, "--update", "--force")
		run.Env = append(os.Environ(), "TMPDIR="+temporary)
		killOnceIn(t, run, temporary, signal)
		if entries, _ := os.ReadDir(temporary); signal == syscall.SIGTERM && len(entries) != 0 {
			t.Errorf("left behind: %v", entries)
		}
		if after, err := os.ReadFile(baseline); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%v: the baseline changed, %v", signal, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("beside the baseline: %v", entries)
	}
}
