package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
)

// Adding, removing and reordering systems changes no other system's score by a bit, also with a converter that
// is learned in the run: it reads the references alone.
func TestSystemsAreIndependent(t *testing.T) {
	dir := t.TempDir()
	words := strings.Fields("a the cat dog man woman sat ran on under mat table red old 17 Brellingen zork quickly " +
		"not n't - ! .")
	random := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"reference", "w", "x", "y", "z"} {
		var text strings.Builder
		for range 40 {
			for range random.IntN(9) {
				text.WriteString(words[random.IntN(len(words))] + " ")
			}
			text.WriteByte('\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	type system struct {
		System string
		Scores map[string]map[string]float64
	}
	score := func(letters string, threads int, systems []string) map[string]system {
		args := []string{"wrd", "score", "-r", filepath.Join(dir, "reference"), "--format", "json", "--convert",
			letters, "--threads", fmt.Sprint(threads)}
		for _, name := range systems {
			args = append(args, "-c", filepath.Join(dir, name))
		}
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != exitDone {
			t.Fatalf("exit status %d: %s", code, stderr.String())
		}
		var out struct{ Systems []system }
		if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
			t.Fatal(err)
		}
		byName := map[string]system{}
		for _, s := range out.Systems {
			byName[s.System] = s
		}
		return byName
	}
	others, beside, learned := 1, 2, "WR"
	if parts.Runs(parts.Attacks) && !testing.Short() {
		others, beside, learned = 12, 4, "AWR"
	}
	for _, letters := range []string{"none", learned, "SUP"} {
		t.Run(letters, func(t *testing.T) {
			random := rand.New(rand.NewPCG(3, uint64(len(letters))))
			alone := map[string]system{}
			for range others {
				systems := []string{"w", "x", "y", "z"}
				random.Shuffle(len(systems), func(i, j int) { systems[i], systems[j] = systems[j], systems[i] })
				systems = systems[:2+random.IntN(beside-1)]
				for name, got := range score(letters, 1+random.IntN(3), systems) {
					if _, known := alone[name]; !known {
						alone[name] = score(letters, 1, []string{name})[name]
					}
					if !reflect.DeepEqual(got, alone[name]) {
						t.Fatalf("%s beside %v: %v, alone %v", name, systems, got, alone[name])
					}
				}
			}
		})
	}
}
