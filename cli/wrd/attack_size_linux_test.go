package main

import (
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

// What a run on a file of some megabytes may use. The bound of time is for a machine that does much else.
const (
	mostSizeTime   = 2 * time.Minute
	mostSizeMemory = 2 << 30
)

// A sizeAttack is a small file that would need much more memory than it has bytes.
type sizeAttack struct {
	name, file, args string
	write            func(n int) string // of about n bytes
	want             string             // in what it says
}

func commas(n int) string { return strings.Repeat(",", n) }

var sizeAttacks = []sizeAttack{
	{"references", "a.jsonl", "score a.jsonl", func(n int) string {
		return `{"candidate": "a", "references": ["a"` + strings.Repeat(`,"a"`, n/4) + "]}\n"
	}, "texts in a list, expected at most 10000"},
	{"references in CSV", "a.csv", "score a.csv", func(n int) string {
		return "candidate,references\na,\"[\"\"a\"\"" + strings.Repeat(`,""a""`, n/6) + "]\"\n"
	}, "a.csv:2: column \"references\": found"},
	{"columns of CSV", "a.csv", "compare --table a.csv", func(n int) string { return "system,id" + commas(n) + "\n" },
		"fields, expected at most 10000"},
	{"columns of texts", "a.csv", "score a.csv", func(n int) string { return "candidate,reference" + commas(n) + "\n" },
		"a.csv:1: found"},
	{"columns of TSV", "a.tsv", "correlate --table a.tsv --human h --measure m", func(n int) string {
		return "system\tid" + strings.Repeat("\t", n) + "\n"
	}, "a.tsv:1: found"},
	{"fields of a row", "a.csv", "compare --table a.csv", func(n int) string { return "system,id,wrd\na,1,1" + commas(n) + "\n" },
		"a.csv:2: found"},
	{"members of an object", "a.jsonl", "compare --table a.jsonl", func(n int) string {
		var row strings.Builder
		for i := 0; row.Len() < n; i++ {
			fmt.Fprintf(&row, `,"m%d":1`, i)
		}
		return `{"system":"a"` + row.String() + "}\n"
	}, "a.jsonl:1: found"},
	{"another column in each row", "a.jsonl", "compare --table a.jsonl", func(n int) string {
		var rows strings.Builder
		for i := 0; rows.Len() < n/8; i++ {
			fmt.Fprintf(&rows, "{\"system\":\"a\",\"id\":%d,\"m%d\":1}\n", i, i)
		}
		return rows.String()
	}, "expected at most"},
	{"different words", "a.jsonl", "score a.jsonl", func(n int) string {
		return fmt.Sprintf(`{"candidate": %q, "reference": %q}`, differentWords(n), "a "+differentWords(n))
	}, "MB to compare, expected at most 1200 MB"},
	{"a long text", "a.txt", "score a.txt a.txt --measure relaxed", func(n int) string { return differentWords(4 * n) },
		"bytes, expected at most 10000000"},
	{"candidates of a group", "a.jsonl", "mbr --groups a.jsonl", func(n int) string {
		return `{"candidates": ["a"` + strings.Repeat(`,"b"`, n/4) + "]}\n"
	}, "texts in a list, expected at most 10000"},
}

// longSizeAttacks take seconds, where the others show the rule.
var longSizeAttacks = []string{"another column in each row", "different words"}

// differentWords returns a text of about n bytes.
func differentWords(n int) string {
	var text strings.Builder
	for i := 0; text.Len() < n; i++ {
		fmt.Fprintf(&text, "w%d ", i)
	}
	return text.String() + "b\n"
}

// A small file never takes the memory of the machine: what is too large is refused in words that say how to allow it.
func TestAttackSize(t *testing.T) {
	a := newAttacker(t, "small files that need much memory")
	bytes := 3 << 20 // of which "a long text" is above the limit
	if parts.Runs(parts.Attacks) {
		bytes = min(64<<20, 8<<20*a.times)
	}
	wrd := build(t)
	for _, c := range sizeAttacks {
		a.made++
		t.Run(c.name, func(t *testing.T) {
			if slices.Contains(longSizeAttacks, c.name) {
				parts.Need(t, parts.Attacks)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.write(bytes)), 0o666); err != nil {
				t.Fatal(err)
			}
			run := exec.Command(wrd, strings.Fields(c.args)...)
			run.Dir = dir
			killed := time.AfterFunc(mostSizeTime, func() { run.Process.Kill() })
			out, err := run.CombinedOutput()
			if !killed.Stop() || run.ProcessState.ExitCode() != exitBadInput {
				t.Fatalf("%v, want exit status %d: %s", err, exitBadInput, out)
			}
			if said := string(out); !strings.Contains(said, c.want) || !strings.Contains(said, "--limit N") {
				t.Errorf("got %s, want %q and --limit", said, c.want)
			}
			if most := run.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; most > mostSizeMemory {
				t.Errorf("the run took %d MB", most>>20)
			}
		})
	}
}
