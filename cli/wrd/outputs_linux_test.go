package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/internal/parts"
)

// A writer is a run that writes a file. OUT in its arguments stands for the file, or for the folder where folder is
// what the run writes into it.
type writer struct {
	name   string
	ending string // of OUT
	folder string // the file in OUT, "" if OUT is the file
	args   []string
}

// writers are all verbs that write files, for tests of what can go wrong with these.
func writers(t *testing.T, lines int) []writer {
	t.Helper()
	text := corpusFiles(t, lines)
	dir := t.TempDir()
	at := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var pairs, table strings.Builder
	fmt.Fprintln(&table, "system,segment,human,wrd")
	for i := range min(lines, 200) {
		fmt.Fprintf(&pairs, "%d\tthe cat sat %d\tthe dog sat\n", i%5, i)
		fmt.Fprintf(&table, "a,%d,%d,0.%d\nb,%d,%d,0.%d\n", i, i%5, i%7+1, i, i%4, i%3+1)
	}
	data, scores := at("pairs.tsv", pairs.String()), at("table.csv", table.String())
	few := corpusFiles(t, 60) // what is quadratic
	vectors, fit := attackVectors(t), filepath.Join(dir, "r.fit")
	if _, stderr, code := runIn(t, "convert", "fit", "--vectors", vectors, "--no-cache", "--letters", "R", "--sentences",
		at("words.txt", "word1 word2\nword3 word4\n"), "-o", fit); code != exitDone {
		t.Fatal(stderr)
	}
	return []writer{
		{"score", "", "segments.parquet", []string{"score", "-c", text, "-r", text, "-o", "OUT"}},
		{"matrix parquet", ".parquet", "", []string{"matrix", "-c", few, "-r", few, "-o", "OUT"}},
		{"matrix npy", ".npy", "", []string{"matrix", "-c", few, "-r", few, "-o", "OUT"}},
		{"mbr", ".parquet", "", []string{"mbr", "-c", few, "--candidates-per-group", "4", "-o", "OUT"}},
		{"convert fit", ".fit", "", []string{"convert", "fit", "--letters", "R", "--sentences", few, "-o", "OUT"}},
		{"convert apply", ".vec", "", []string{"convert", "apply", "--vectors", vectors, "--no-cache", "--converter", fit, "-o", "OUT"}},
		{"sts", ".svg", "", []string{"sts", "--data", data, "--plot", "OUT"}},
		{"correlate", "", "correlations.parquet",
			[]string{"correlate", "--table", scores, "--human", "human", "--samples", "20", "-o", "OUT"}},
		{"report", ".html", "", []string{"report", "--samples", "20", "-o", "OUT", scores}},
		{"score report", ".html", "", []string{"score", "-c", few, "-r", few, "--report", "OUT"}},
		{"check junit", ".xml", "", []string{"check", "-c", text, "-r", text, "--floor", "wrd=1", "--junit", "OUT"}},
		{"check update", ".parquet", "",
			[]string{"check", "-c", text, "-r", text, "--baseline", "OUT", "--update", "--force"}},
	}
}

// run runs the command with its output in dir, and returns the path of the file, what was printed, and the exit status.
func (w writer) run(t *testing.T, wrd, dir string) (path string, printed []byte, status int) {
	t.Helper()
	command := exec.Command(wrd, w.in(dir)...)
	printed, err := command.CombinedOutput()
	if exit, ok := err.(*exec.ExitError); ok {
		status = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return w.path(dir), printed, status
}

// in returns the arguments with the output in dir.
func (w writer) in(dir string) []string {
	args := append([]string{}, w.args...)
	for i := range args {
		if args[i] == "OUT" {
			args[i] = filepath.Join(dir, "out"+w.ending)
		}
	}
	return args
}

// path returns the path of the file with the output in dir.
func (w writer) path(dir string) string {
	path := filepath.Join(dir, "out"+w.ending)
	if w.folder == "" {
		return path
	}
	os.Mkdir(path, 0o777)
	return filepath.Join(path, w.folder)
}

// Whatever stands where a verb is to write and is no plain file stays what it is: devices and pipes get the bytes,
// links lead to the file, all else is rejected.
func TestWritersReplaceOnlyFiles(t *testing.T) {
	wrd := build(t)
	for at, w := range writers(t, 50) {
		t.Run(w.name, func(t *testing.T) {
			kind := func(path string) string {
				info, err := os.Lstat(path)
				if err != nil {
					return err.Error()
				}
				link, _ := os.Readlink(path)
				return info.Mode().Type().String() + link
			}
			for i, c := range []struct {
				name   string
				make   func(path string) error
				status int
				want   string // on standard error
			}{
				{"null device", link("/dev/null"), exitDone, ""},
				{"own device", nullDevice, exitDone, ""},
				{"full device", link("/dev/full"), exitBadInput, "no space left on device"},
				{"loop", func(path string) error { return link(filepath.Base(path))(path) }, exitBadInput, "too many"},
				{"folder", func(path string) error { return os.Mkdir(path, 0o777) }, exitBadInput, "director"},
				{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o666) }, exitDone, ""},
				{"dangling", link("to"), exitDone, ""},
			} {
				if (at+i)%3 != 0 && !parts.Runs(parts.Attacks) {
					continue // each is tried with a third of the verbs
				}
				dir := t.TempDir()
				path := w.path(dir)
				if err := c.make(path); err != nil {
					t.Logf("%s: %v, not tested", c.name, err)
					continue
				}
				piped := make(chan int, 1)
				if c.name == "pipe" {
					// A reader that is there all the time, also when a run opens the pipe more than once or never.
					f, err := os.OpenFile(path, os.O_RDWR, 0)
					if err != nil {
						t.Fatal(err)
					}
					go func() {
						n, buf := 0, make([]byte, 1<<16)
						for {
							k, err := f.Read(buf)
							if n += k; err != nil {
								piped <- n
								return
							}
						}
					}()
					defer f.Close()
				}
				before := kind(path)
				device := strings.Contains(c.name, "device")
				if w.name == "check update" && (device || c.name == "pipe" || c.name == "folder") {
					continue // a baseline is read before it is written
				}
				_, printed, status := w.run(t, wrd, dir)
				want := c.status
				if w.ending == ".npy" && (c.name == "pipe" || device) {
					want = exitBadInput // its header comes last
				} else if !bytes.Contains(printed, []byte(c.want)) {
					t.Errorf("%s: printed %s", c.name, printed)
				}
				if status != want {
					t.Errorf("%s: exit status %d, want %d: %s", c.name, status, want, printed)
				}
				if after := kind(path); after != before {
					t.Errorf("%s: was %s, is %s", c.name, before, after)
				}
				written, err := os.ReadFile(filepath.Join(filepath.Dir(path), "to"))
				if c.name == "dangling" && len(written) == 0 {
					t.Errorf("what the link leads to: %v", err)
				}
				if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp")); len(names) > 0 {
					t.Errorf("%s: left behind: %v", c.name, names)
				}
			}
		})
	}
}

// link makes a symbolic link to target.
func link(target string) func(path string) error {
	return func(path string) error { return os.Symlink(target, path) }
}

// nullDevice makes a device that takes everything.
func nullDevice(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o666, 1<<8|3) }

// However early the disk is full, an older file stays as it was, and nothing half-written is left.
func TestWritersDiskFull(t *testing.T) {
	wrd := build(t)
	for _, w := range writers(t, 3000) {
		t.Run(w.name, func(t *testing.T) {
			disk := smallDisk(t, "4k")
			path := w.path(disk)
			if err := os.WriteFile(path, make([]byte, 4096), 0o666); err != nil {
				t.Skip("the disk cannot be filled: ", err)
			}
			before, _ := os.ReadFile(path)
			_, printed, status := w.run(t, wrd, disk)
			said := w.name == "check update" || bytes.Contains(printed, []byte("no space left on device"))
			if status != exitBadInput || !said {
				t.Errorf("exit status %d: %s", status, printed)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the old file changed: %d bytes, then %d, %v", len(before), len(after), err)
			}
			if names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp")); len(names) > 0 {
				t.Errorf("left behind: %v", names)
			}
		})
	}
}

// A run that is interrupted while it writes ends with the status of the signal, and takes what it wrote with it.
func TestInterruptedWriting(t *testing.T) {
	wrd, dir := build(t), t.TempDir()
	path := filepath.Join(dir, "out.vec")
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: exitInterrupted, syscall.SIGTERM: exitTerminated} {
		// A pipe that nobody empties: the run is in the middle of writing, for as long as we like.
		pipe := filepath.Join(t.TempDir(), "out.vec")
		if err := syscall.Mkfifo(pipe, 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(pipe, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, out := range []string{pipe, path} {
			run := exec.Command(wrd, "convert", "apply", "--converter", flags.DefaultVectors, "-o", out)
			var stderr strings.Builder
			run.Stderr = &stderr
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			if out == pipe {
				io.ReadFull(f, make([]byte, 1))
			} else {
				waitUntil(t, "the run begins to write", func() bool {
					names, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
					return len(names) > 0
				})
			}
			run.Process.Signal(signal)
			if out == pipe {
				time.Sleep(50 * time.Millisecond)
				go io.Copy(io.Discard, f) // so that the write that is under way ends
			}
			run.Wait()
			if code := run.ProcessState.ExitCode(); code != want {
				t.Errorf("%s, %v: exit status %d, want %d: %s", filepath.Base(out), signal, code, want, stderr.String())
			}
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("%v left %v", signal, entries)
		}
	}
}

// What can be read only once is either read once, or rejected with a sentence; nothing waits for ever and nothing is
// scored by half of a pipe.
func TestPipesAsInput(t *testing.T) {
	wrd, dir := build(t), t.TempDir()
	at := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := at("text", "east\nnorth\neast north\n")
	vectors := at("toy.vec", "2 2\neast 1 0\nnorth 0 2\n")
	counts := at("counts", "east 3\nnorth 2\n")
	data := at("words.tsv", "east\tnorth\t1\neast\teast\t2\nnorth\tnorth\t3\n")
	fit := filepath.Join(dir, "wr.fit")
	scores := filepath.Join(dir, "scores")
	for _, args := range [][]string{
		{"convert", "fit", "--vectors", vectors, "--frequencies", counts, "--letters", "W", "-o", fit},
		{"score", "--vectors", vectors, "-c", text, "-r", text, "-o", scores},
	} {
		if out, err := exec.Command(wrd, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	stored := filepath.Join(scores, "segments.parquet")
	const refused = "can be read only once, expected a file"
	for _, c := range []struct {
		name, args string // @file is a pipe that brings a file
		want       string // "" if it is read
	}{
		{"reference", "score --vectors $V -c $T -r @$T", ""},
		{"reference of a fit", "score --vectors $V -c $T -r @$T --convert R", refused},
		{"reference of idf", "score --vectors $V -c $T -r @$T --measure bertscore --idf", refused},
		{"check", "check --vectors $V -c $T -r @$T --convert R --floor wrd=1", refused},
		{"compare", "compare --vectors $V -c $T -c b=$T -r @$T --convert R", refused},
		{"groups", "matrix --vectors $V -c @$T -r $T", ""},
		{"groups of a fit", "matrix --vectors $V -c $T -r @$T --convert R", refused},
		{"candidates of a fit", "mbr --vectors $V -c @$T --candidates-per-group 3 --convert R", refused},
		{"vectors", "score --vectors @$V -c $T -r $T", ""},
		{"frequencies", "score --vectors $V --frequencies @$F -c $T -r $T --measure wmd_sif_weights", ""},
		{"frequencies for two", "score --vectors $V --frequencies @$F -c $T -r $T --measure wmd_sif_weights " +
			"--convert W", ""},
		{"frequencies and a fit", "sts --vectors $V --frequencies @$F --data @$S --converter @$X", ""},
		{"sentences", "convert fit --vectors $V --letters R --sentences @$T -o $O", ""},
		{"sentences for two",
			"wordsim --vectors $V --frequencies $F --data $D --convert R,WR --sentences @$T", refused},
		{"sentences for one", "wordsim --vectors $V --data @$D --convert none,R --sentences @$T", ""},
		{"table", "correlate --table @$P --human wrd --measure wrd_similarity --samples 20", ""},
		{"results", "check --results @$P --floor wrd=1", refused},
		{"baseline", "check --vectors $V -c $T -r $T --baseline @$P", refused},
		{"token vectors", "score --token-vectors @$P", "found a directory or a pipe, expected a file"},
		{"twice", "score --vectors $V -c @$T -r @@", "a pipe can be read only once: expected two files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			sts := at("sts.tsv", "1\teast\tnorth\n2\teast\teast\n3\tnorth\tnorth\n")
			names := strings.NewReplacer("$V", vectors, "$T", text, "$F", counts, "$D", data, "$X", fit, "$P", stored,
				"$S", sts, "$O", filepath.Join(folder, "out"))
			args, last := strings.Fields(names.Replace(c.args)), ""
			for i, arg := range args {
				source, ok := strings.CutPrefix(arg, "@")
				if !ok {
					continue
				}
				if source == "@" {
					args[i] = last
					continue
				}
				args[i] = filepath.Join(folder, fmt.Sprint("pipe", i))
				last = args[i]
				if err := syscall.Mkfifo(last, 0o666); err != nil {
					t.Fatal(err)
				}
				content, err := os.ReadFile(source)
				if err != nil {
					t.Fatal(err)
				}
				go os.WriteFile(args[i], content, 0) // waits until somebody reads, if anybody does
			}
			run := exec.Command(wrd, append(args[:1:1], args[1:]...)...)
			var printed bytes.Buffer
			run.Stdout, run.Stderr = &printed, &printed
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			stuck := time.AfterFunc(time.Minute, func() { run.Process.Kill() })
			err := run.Wait()
			if !stuck.Stop() {
				t.Fatalf("does not end: %s", printed.String())
			}
			code, want := run.ProcessState.ExitCode(), exitBadInput
			if c.want == "" {
				want = exitDone
			}
			if code != want || !strings.Contains(printed.String(), c.want) {
				t.Errorf("exit status %d, want %d and %q: %v, %s", code, want, c.want, err, printed.String())
			}
		})
	}
}

// A verb that is killed while it writes leaves the file that was there as it was, or the new one whole.
func TestWritersKilled(t *testing.T) {
	wrd, killed := build(t), 0
	for _, w := range writers(t, 3000) {
		written, printed, _ := w.run(t, wrd, t.TempDir())
		whole, err := os.ReadFile(written)
		if err != nil {
			t.Fatalf("%s: %v: %s", w.name, err, printed)
		}
		dir := t.TempDir()
		path := w.path(dir)
		old := []byte("system,segment,wrd\na,0,0.5\n")
		if err := os.WriteFile(path, old, 0o666); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(wrd, w.in(dir)...)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			run.Wait()
			close(done)
		}()
		for writing := false; !writing; time.Sleep(100 * time.Microsecond) {
			names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*.tmp"))
			writing = len(names) > 0
			select {
			case <-done:
				writing = true // too fast to be caught
			default:
			}
		}
		run.Process.Kill()
		<-done
		if run.ProcessState.Exited() {
			continue
		}
		killed++
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) && !bytes.Equal(now, whole) {
			t.Errorf("%s: found %d bytes, %v", w.name, len(now), err)
		}
	}
	t.Logf("%d runs were killed while they wrote", killed)
	if killed == 0 {
		t.Error("no run was killed while it wrote: the test is blind")
	}
}

// What goes to /dev/stdout stands before what is printed, also where standard output is a plain file.
func TestReportOnStandardOutput(t *testing.T) {
	wrd, text := build(t), corpusFiles(t, 5)
	printed := filepath.Join(t.TempDir(), "printed")
	f, err := os.Create(printed)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	run := exec.Command(wrd, "check", "-c", text, "-r", text, "--floor", "wrd=1", "--junit", "/dev/stdout")
	run.Stdout = f
	if err := run.Run(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(printed)
	if at := bytes.Index(b, []byte("</testsuites>")); err != nil || at < 0 ||
		!bytes.Contains(b[at:], []byte("\ninconclusive\n")) {
		t.Errorf("found %q, %v", b, err)
	}
}
