package encoders

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/catalog"
)

// A fetched encoder is opened only as it was fetched: a bit that was flipped since, which leaves a number a number, is
// found.
func TestOpenDamaged(t *testing.T) {
	set := catalog.Set{Name: "made-for-this-test"}
	dir := t.TempDir()
	made := filepath.Join("..", "..", "metric", "encoder", "testdata", "bert")
	contents := map[string][]byte{}
	for _, name := range []string{configFile, vocabularyFile, tokenizerConfigFile, weightsFile} {
		content, err := os.ReadFile(filepath.Join(made, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		set.Files = append(set.Files, catalog.File{Name: name, SHA256: hex.EncodeToString(sum[:])})
		contents[name] = content
	}
	open := func() error {
		_, err := openAs(dir, &set, cache.None(nil))
		return err
	}
	if err := open(); err != nil {
		t.Fatalf("as it was fetched: %v", err)
	}
	for name, content := range contents {
		path := filepath.Join(dir, name)
		changed := append([]byte{}, content...)
		changed[len(changed)-3] ^= 1
		if err := os.WriteFile(path, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		if damaged, ok := errors.AsType[*DamagedError](open()); !ok || damaged.Path != path || damaged.Set.Name != set.Name {
			t.Errorf("%s changed: found %v", name, damaged)
		}
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// Where the catalogue has no checksums, those that the first download recorded say what the files must be.
func TestOpenRecorded(t *testing.T) {
	set, _, _ := catalog.Find("bge-small-zh-v1.5")
	cache := t.TempDir()
	dir, err := set.Path(cache)
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]string{}
	for _, file := range set.Files {
		content, err := os.ReadFile(filepath.Join("..", "..", "metric", "encoder", "testdata", "bert", file.Name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, file.Name), content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		sums[file.Name] = hex.EncodeToString(sum[:])
	}
	recorded := func() {
		content, err := json.Marshal(map[string]any{"commit": set.Commit, "sha256": sums})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "pulled.json"), content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	location := Location{Name: set.Name, CacheDir: cache}
	if _, err := location.Open(); err != nil {
		t.Errorf("copied here without a record: %v", err)
	}
	recorded()
	if _, err := location.Open(); err != nil {
		t.Errorf("as recorded: %v", err)
	}
	sums["vocab.txt"] = sums["config.json"]
	recorded()
	if _, err := location.Open(); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "vocab.txt")) {
		t.Errorf("another file than was recorded: found %v", err)
	}
}
