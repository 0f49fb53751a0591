package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
)

// The same input gives the same bytes on every processor. The libraries below choose other code where features of the
// processor are off, and -tags purego chooses other code in all of them: .ci/run names a program so built in
// WRD_PUREGO.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the command many times")
	}
	dir := t.TempDir()
	pure, lines := os.Getenv("WRD_PUREGO"), 2000
	if pure == "" {
		lines = parts.Of(parts.Attacks, 400, lines)
	}
	writeSameBytesInput(t, dir, lines)
	usual := build(t)
	type machine struct{ name, program, debug string }
	machines := []machine{{"as it is", usual, ""}}
	without := []string{"avx512f avx512vl avx512dq avx512bw", "avx2", "bmi2", "aes", "all"}
	if pure == "" && !parts.Runs(parts.Attacks) {
		without = without[len(without)-1:]
	}
	for _, features := range without {
		off := "cpu." + strings.ReplaceAll(features, " ", "=off,cpu.") + "=off"
		machines = append(machines, machine{off, usual, off})
	}
	if pure != "" {
		machines = append(machines, machine{"purego", pure, ""})
	}
	for _, c := range []struct {
		name, files string
		args        []string
	}{
		{"score", "out/segments.parquet out/systems.parquet", strings.Fields(
			"score -c a.txt -c b.txt -r reference.txt --alignments -o out --measure wrd,wmd,bertscore,dynamax")},
		{"correlate", "out/correlations.parquet out/correlations.svg", strings.Fields(
			"correlate --table human.tsv --human human --measure x,y --averaging none,item,sys " +
				"--statistic pearson,spearman --samples 100 -o out")},
		{"matrix", "out.parquet", strings.Fields("matrix -c a.txt -r reference.txt --candidates-per-group 2 " +
			"--references-per-group 2 -o out.parquet")},
		{"mbr", "out.parquet", strings.Fields("mbr -c a.txt --candidates-per-group 8 -o out.parquet")},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := map[string][]byte{}
			for _, on := range machines {
				for _, leftover := range []string{"out", "out.parquet"} {
					os.RemoveAll(filepath.Join(dir, leftover))
				}
				command := exec.Command(on.program, c.args...)
				command.Dir = dir
				command.Env = append(os.Environ(), "GODEBUG="+on.debug)
				if out, err := command.CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", on.name, err, out)
				}
				for _, file := range strings.Fields(c.files) {
					content, err := os.ReadFile(filepath.Join(dir, file))
					switch {
					case err != nil:
						t.Fatal(err)
					case want[file] == nil:
						want[file] = content
					case string(content) != string(want[file]):
						t.Errorf("%s: %s is another file", on.name, file)
					}
				}
			}
		})
	}
}

// writeSameBytesInput writes so many texts and scores whose repetitions tempt an encoder: few different words, and pairs
// without a word after pairs with some.
func writeSameBytesInput(t *testing.T, dir string, lines int) {
	t.Helper()
	words := strings.Fields("the a cat dog sat on mat house river green fast slow walked ran jumped over under with " +
		"president country city government said year new people time day man woman water world school state family")
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"a.txt", "b.txt", "reference.txt"} {
		var b strings.Builder
		for i := range lines {
			if i%4 < 2 || name != "a.txt" {
				for range 5 + random.IntN(20) {
					b.WriteString(words[random.IntN(len(words))] + " ")
				}
			}
			b.WriteByte('\n')
		}
		writeTestFile(t, filepath.Join(dir, name), b.String())
	}
	table := "system\tsegment\thuman\tx\ty\n"
	for i := range lines {
		table += fmt.Sprintf("s%d\t%d\t%d\t%d\t%.3f\n", i%20, i/20, random.IntN(5), random.IntN(9), random.Float64())
	}
	writeTestFile(t, filepath.Join(dir, "human.tsv"), table)
}

func writeTestFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
