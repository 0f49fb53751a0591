package encoders

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

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
		_, err := openAs(dir, &set)
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
