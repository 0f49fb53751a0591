package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordrotator/wrd/adapters/cache/storetest"
	"github.com/wordrotator/wrd/internal/parts"
)

// attackVectors writes vectors of which reading and caching take a while.
func attackVectors(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "large.vec")
	storetest.WriteFile(t, path, storetest.Text(6000, 50, 1))
	return path
}

// leftOver lists temporary files in a folder.
func leftOver(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	return names
}

// Whenever a writer is killed, what stood under the name of its file stands there still, or the new file whole; and
// the next run writes the file as if nothing had been.
func TestAttackKilledWriters(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd := build(t)
	a := newAttacker(t, "kill -9 of a writer")
	caught := 0
	old := []byte("system,segment,wrd\ncorpus,0,0.5\n")
	for k, w := range writers(t, 1000) {
		began := time.Now()
		written, printed, status := w.run(t, wrd, t.TempDir())
		whole, err := os.ReadFile(written)
		if err != nil || status != exitDone {
			t.Fatalf("%s: %v: %s", w.name, err, printed)
		}
		took := time.Since(began)
		for i := range a.times {
			numbers := a.numbers(1000*k + i)
			dir := t.TempDir()
			path := w.path(dir)
			if err := os.WriteFile(path, old, 0o666); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(wrd, w.in(dir)...)
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(numbers.Float64() * float64(took)))
			run.Process.Kill()
			run.Wait()
			a.made++
			if !run.ProcessState.Exited() {
				caught++
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) && !bytes.Equal(now, whole) {
				t.Errorf("%s, seed %d, kill %d: found %d bytes, %v", w.name, a.seed, i, len(now), err)
			}
			if _, printed, status := w.run(t, wrd, dir); status != exitDone {
				t.Errorf("%s, seed %d, kill %d: the next run: exit status %d, %s", w.name, a.seed, i, status, printed)
			} else if now, _ := os.ReadFile(path); !bytes.Equal(now, whole) {
				t.Errorf("%s, seed %d, kill %d: the next run wrote %d bytes, expected %d", w.name, a.seed, i, len(now),
					len(whole))
			}
		}
	}
	t.Logf("%d of %d runs were killed before they ended", caught, a.made)
	if caught == 0 {
		t.Error("no run was killed before it ended: the test is blind")
	}
}

// Whenever a run is killed that fills the cache, the next one prints what it would without a cache, and nothing in the
// cache is damaged.
func TestAttackKilledCaching(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd, vectors := build(t), attackVectors(t)
	a := newAttacker(t, "kill -9 while caching")
	args := []string{"explain", "--vectors", vectors, "--format", "json", "word1 word2", "word3 word4"}
	began := time.Now()
	want, err := exec.Command(wrd, append(args[:1:1], append([]string{"--cache-dir", t.TempDir()},
		args[1:]...)...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	dir := t.TempDir()
	for i := range 8 * a.times {
		if i%4 == 0 {
			dir = t.TempDir() // else with what the one before left
		}
		args := append(args[:1:1], append([]string{"--cache-dir", dir}, args[1:]...)...)
		run := exec.Command(wrd, args...)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(a.numbers(i).Float64() * float64(took)))
		run.Process.Kill()
		run.Wait()
		a.made++
		if i%2 == 0 {
			continue
		}
		if got, err := exec.Command(wrd, args...).Output(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("seed %d, kill %d: %v, %s", a.seed, i, err, got)
		}
		if out, err := exec.Command(wrd, "cache", "verify", "--cache-dir", dir).CombinedOutput(); err != nil {
			t.Errorf("seed %d, kill %d: %v, %s", a.seed, i, err, out)
		}
	}
}

// Whenever a download is killed, the same command ends it, and the file is right.
func TestAttackKilledDownloads(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd := build(t)
	a := newAttacker(t, "kill -9 of a download")
	content := make([]byte, 3<<20)
	numbers := rand.NewChaCha8([32]byte{1})
	numbers.Read(content)
	m := startMirror(t, content)
	pull := []string{"--mirror", m.URL, "--checksum", fmt.Sprintf("%x", sha256.Sum256(content)), "cc.en.300"}
	for i := range 6 * a.times {
		dir := t.TempDir()
		path := filepath.Join(dir, "cc.en.300.vec.gz")
		for range 3 {
			run, _ := pullProcess(t, wrd, dir, pull...)
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(a.numbers(i).Float64() * float64(60*time.Millisecond)))
			run.Process.Kill()
			run.Wait()
			a.made++
			if now, err := os.ReadFile(path); err == nil && !bytes.Equal(now, content) {
				t.Errorf("seed %d, kill %d: %d bytes have the file's name", a.seed, i, len(now))
			}
		}
		run, said := pullProcess(t, wrd, dir, pull...)
		if err := run.Run(); err != nil {
			t.Errorf("seed %d, kill %d: %v, %s", a.seed, i, err, said)
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, content) {
			t.Errorf("seed %d, kill %d: found %d bytes, %v", a.seed, i, len(now), err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("seed %d, kill %d: left %v", a.seed, i, left)
		}
	}
}

// However early the disk is full, each writer says so, and leaves the older file and nothing half-written; without
// room for a cache, the numbers are the same.
func TestAttackFullDisk(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd := build(t)
	a := newAttacker(t, "full disk")
	old := []byte("system,segment,wrd\ncorpus,0,0.5\n")
	for k, w := range writers(t, 3000) {
		written, printed, status := w.run(t, wrd, t.TempDir())
		info, err := os.Stat(written)
		if err != nil || status != exitDone {
			t.Fatalf("%s: %v: %s", w.name, err, printed)
		}
		for i := range a.times {
			room := 1 + a.numbers(1000*k+i).Int64N(max(1, (info.Size()-1)/4096)) // pages, fewer than are needed
			disk := smallDisk(t, fmt.Sprint(4096*(room+1)))
			path := w.path(disk)
			if err := os.WriteFile(path, old, 0o666); err != nil {
				continue
			}
			a.made++
			_, printed, status := w.run(t, wrd, disk)
			now, err := os.ReadFile(path)
			if err != nil || status == exitBadInput && !bytes.Equal(now, old) || status != exitBadInput &&
				status != exitDone {
				t.Errorf("%s, seed %d, %d pages: exit status %d, found %d bytes, %v: %s", w.name, a.seed, room, status,
					len(now), err, printed)
			}
			if status == exitBadInput && !bytes.Contains(printed, []byte("no space left on device")) {
				t.Errorf("%s, seed %d, %d pages: printed %s", w.name, a.seed, room, printed)
			}
			if names := leftOver(filepath.Dir(path)); len(names) > 0 {
				t.Errorf("%s, seed %d, %d pages: left behind: %v", w.name, a.seed, room, names)
			}
		}
	}
	vectors := attackVectors(t)
	args := []string{"explain", "--vectors", vectors, "--format", "json", "word1 word2", "word3 word4", "--cache-dir"}
	args = append(args[:1], append([]string{"--no-cache"}, args[1:len(args)-1]...)...)
	want, err := exec.Command(wrd, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * a.times {
		disk := smallDisk(t, fmt.Sprint(4096*(1+a.numbers(-1-i).IntN(250))))
		args := append([]string{"explain", "--cache-dir", disk}, args[2:]...)
		a.made++
		if got, err := exec.Command(wrd, args...).Output(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("seed %d, cache %d: %v, %s", a.seed, i, err, got)
		}
		if names := leftOver(disk); len(names) > 0 {
			t.Errorf("seed %d, cache %d: left behind: %v", a.seed, i, names)
		}
	}
}

// processesAtOnce is how many runs share a folder.
const processesAtOnce = 8

// Eight processes at once with one folder for the cache, one for downloads, and one for results: each does its work as
// if it were alone.
func TestAttackProcessesAtOnce(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd, vectors := build(t), attackVectors(t)
	a := newAttacker(t, "processes at once")
	content := make([]byte, 1<<20)
	rand.NewChaCha8([32]byte{2}).Read(content)
	m := startMirror(t, content)
	text := corpusFiles(t, 500)
	for range a.times {
		cache, downloads, results := t.TempDir(), t.TempDir(), t.TempDir()
		for _, c := range []struct {
			dir  string
			args []string
		}{
			{cache, []string{"explain", "--cache-dir", cache, "--vectors", vectors, "--format", "json", "word1 word2",
				"word3 word4"}},
			{downloads, []string{"vectors", "pull", "-o", downloads, "--mirror", m.URL, "fasttext-cc-en"}},
			{results, []string{"score", "-c", text, "-r", text, "-o", results, "--format", "json"}},
		} {
			var runs []*exec.Cmd
			var outputs, said []*bytes.Buffer
			for range processesAtOnce {
				run := exec.Command(wrd, c.args...)
				out, stderr := new(bytes.Buffer), new(bytes.Buffer)
				run.Stdout, run.Stderr = out, stderr
				if err := run.Start(); err != nil {
					t.Fatal(err)
				}
				runs, outputs, said = append(runs, run), append(outputs, out), append(said, stderr)
			}
			for i, run := range runs {
				a.made++
				if err := run.Wait(); err != nil || !bytes.Equal(outputs[i].Bytes(), outputs[0].Bytes()) {
					t.Errorf("%s: process %d: %v, %s%s", c.args[0], i, err, outputs[i], said[i])
				}
			}
			if names, _ := filepath.Glob(filepath.Join(c.dir, ".*")); len(names) > 0 {
				t.Errorf("%s: left behind: %v", c.args[0], names)
			}
		}
		if out, err := exec.Command(wrd, "cache", "verify", "--cache-dir", cache).CombinedOutput(); err != nil {
			t.Errorf("%v, %s", err, out)
		}
		if now, err := os.ReadFile(filepath.Join(downloads, "cc.en.300.vec.gz")); err != nil ||
			!bytes.Equal(now, content) {
			t.Errorf("found %d bytes, %v", len(now), err)
		}
		if left, _ := os.ReadDir(downloads); len(left) != 1 {
			t.Errorf("downloads: left %v", left)
		}
	}
}

// hostileNames are names that a file can have.
var hostileNames = []string{
	"\xff\xfe", "caf\xe9", "a\nb", "a\r\nwrd: done", "x|convert:AWR@deadbeef|y", "\x1b[31mred\x1b[0m",
	"\x1b]0;title\x07", "\u202etxt.exe", "\u2066x",
	"-c", "--help", "-", "--", strings.Repeat("x", 255), strings.Repeat("é", 127), " ", " a ", "a b", "=", "a=b", "@x",
	"%s%d%n",
	"'\"$(touch x)`;&", "*", "[a-z]", "?", "~", ".hidden", "...", "CON", "a:b", "\\", "\x7f", "\u200b", "\ufeff",
	"\u2028", "<b>&amp;", "::error::x",
	"e\u0301", "日本語", "a,b", "#", "!", "\t",
}

// Whatever a file is called, it is read, or rejected with a sentence that can be read; its name is no escape sequence
// on the terminal, no other file is read or written, and no signature is forged.
func TestAttackNames(t *testing.T) {
	parts.Need(t, parts.Attacks)
	t.Setenv("WRD_CACHE_DIR", filepath.Join(t.TempDir(), "cache"))
	a := newAttacker(t, "hostile names")
	from := attackFiles(t)
	for _, c := range []struct{ name, file, args string }{
		{"candidate", "a.txt", "score -c NAME -r @r.txt --vectors @v.txt"},
		{"candidate, JSON", "a.txt", "score -c NAME -r @r.txt --vectors @v.txt --format json"},
		{"systems", "a.txt", "compare -c NAME -c @b.txt -r @r.txt --vectors @v.txt --samples 20"},
		{"systems, Markdown", "a.txt", "compare -c NAME -c @b.txt -r @r.txt --vectors @v.txt --samples 20 --format " +
			"markdown"},
		{"check", "a.txt", "check -c NAME -r @r.txt --vectors @v.txt --floor wrd=0 --annotations"},
		{"reference", "r.txt", "score -c @a.txt -r NAME --vectors @v.txt"},
		{"vectors", "v.txt", "score -c @a.txt -r @r.txt --no-cache --vectors NAME"},
		{"cached vectors", "v.txt", "score -c @a.txt -r @r.txt --vectors NAME"},
		{"vectors info", "v.txt", "vectors info NAME"},
		{"converter", "swr.fit", "score -c @a.txt -r @r.txt --vectors @v.txt --frequencies @counts.txt " +
			"--converter NAME"},
		{"frequencies", "counts.txt", "score -c @a.txt -r @r.txt --vectors @v.txt --convert W --frequencies NAME"},
		{"table", "scores.csv", "compare --table NAME --measure m --samples 20"},
		{"token vectors", "tv.parquet", "score --token-vectors NAME"},
		{"sts", "sts.tsv", "sts --vectors @v.txt --data NAME"},
		{"wordsim", "words.tsv", "wordsim --vectors @v.txt --data NAME"},
		{"damaged", "x.npy", "sts --vectors @v.txt --data NAME"},
		{"output", "", "score -c @a.txt -r @r.txt --vectors @v.txt -o NAME"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a.t = t
			good := a.run("nothing", argsIn(from, strings.ReplaceAll(c.args, "NAME", "@"+c.file)))
			if c.file == "" {
				good = a.run("nothing", argsIn(from, strings.ReplaceAll(c.args, "NAME", "@new")))
			}
			a.made--
			for _, name := range hostileNames {
				dir := t.TempDir()
				path := filepath.Join(dir, name)
				if c.file != "" {
					content, err := os.ReadFile(filepath.Join(from, c.file))
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, content, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				args := argsIn(from, c.args)
				for i := range args {
					if args[i] == "NAME" {
						args[i] = path
					}
				}
				what := fmt.Sprintf("%q", name)
				o := a.run(what, args)
				if c.name == "damaged" || c.name == "check" && o.status == exitRegression {
					if o.status == exitRegression {
						o.status = exitDone
					}
				} else if c.name != "check" && o.status != good.status {
					t.Errorf("%s: exit status %d, said %s", what, o.status, o.stderr)
				}
				a.check(what, o)
				if got, want := bars(o.stdout), bars(good.stdout); o.status == exitDone &&
					!strings.Contains(c.args, "markdown") && got != want {
					t.Errorf("%s: found a signature of %d parts, expected %d: %s", what, got, want, o.stdout)
				}
				if left, _ := os.ReadDir(dir); len(left) != 1 {
					t.Errorf("%s: found %v", what, left)
				}
			}
		})
	}
	a.t = t
}

// bars counts the parts of signatures.
func bars(printed string) (n int) {
	for line := range strings.Lines(printed) {
		if strings.Contains(line, "|version:") {
			n += strings.Count(line, "|")
		}
	}
	return n
}
