package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/wordrotator/wrd/internal/parts"
)

// Whatever happens to workers that keep scores, two at once in one folder, killed at any time, files damaged in
// between: a later one answers what one without a cache does.
func TestAttackKeptScores(t *testing.T) {
	parts.Need(t, parts.Attacks)
	wrd := build(t)
	a := newAttacker(t, "kill -9 and damage of kept scores")
	var input bytes.Buffer
	for id := range 40 {
		var candidates, references []string
		for i := range 25 {
			candidates = append(candidates, fmt.Sprintf("the %d cats sat on mat %d", id, i))
			references = append(references, fmt.Sprintf("a cat sat on %d mats", (id*25+i)%90))
		}
		line, err := json.Marshal(map[string]any{"id": id, "method": "score",
			"params": map[string]any{"candidates": candidates, "references": references}})
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(line, '\n'))
	}
	worker := func(args ...string) *exec.Cmd {
		run := exec.Command(wrd, append([]string{"serve", "--stdio", "--language", "en"}, args...)...)
		run.Stdin = bytes.NewReader(input.Bytes())
		return run
	}
	began := time.Now()
	want, err := worker().Output()
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	dir := t.TempDir()
	kept := 0
	for i := range 6 * a.times {
		if i%4 == 0 {
			dir = t.TempDir() // else with what the one before left
		}
		numbers := a.numbers(i)
		first, second := worker("--cache-scores", "--cache-dir", dir), worker("--cache-scores", "--cache-dir", dir)
		for _, run := range []*exec.Cmd{first, second} {
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
		}
		for _, run := range []*exec.Cmd{first, second} {
			time.Sleep(time.Duration(numbers.Float64() * float64(took)))
			run.Process.Kill()
			run.Wait()
			a.made++
		}
		files, _ := filepath.Glob(filepath.Join(dir, "scores", "*"))
		for _, path := range files {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) == 0 {
				continue
			}
			kept++
			switch at := numbers.IntN(len(data)); i % 3 {
			case 0:
				data = data[:at]
			case 1:
				data[at] ^= 1 << numbers.IntN(8)
			}
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			a.made++
		}
		if got, err := worker("--cache-scores", "--cache-dir", dir).Output(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("seed %d, attack %d: %v, found other answers than without a cache", a.seed, i, err)
		}
	}
	if kept == 0 {
		t.Error("no worker had kept a score when it was killed: the test is blind")
	}
}
