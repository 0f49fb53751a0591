//go:build unix

package encoders_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric/encoder"
)

// Weights that are cut off while they are used are an error, wherever they are read next, and no end of the process.
func TestWeightsCutOff(t *testing.T) {
	for name, use := range map[string]func(*encoder.Model, *encoder.Encoder) error{
		"layers": func(m *encoder.Model, _ *encoder.Encoder) error {
			_, err := m.NewEncoder(2)
			return err
		},
		"embeddings": func(_ *encoder.Model, e *encoder.Encoder) error {
			return e.Encode("the cat", new(encoder.HiddenStates))
		},
		"hash": func(m *encoder.Model, e *encoder.Encoder) error {
			m.Digest()
			return e.Encode("", new(encoder.HiddenStates))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			copyMade(t, dir)
			model, err := encoders.Location{Name: dir, NoCache: true}.Open()
			if err != nil {
				t.Fatal(err)
			}
			e, err := model.NewEncoder(0)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(filepath.Join(dir, "model.safetensors"), 0); err != nil {
				t.Fatal(err)
			}
			want := filepath.Join(dir, "model.safetensors") + ": found bytes that cannot be read any more"
			if err := use(model, e); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("found %v, expected %s", err, want)
			}
		})
	}
}

// A pipe to which nobody writes, and a directory, are rejected rather than waited for.
func TestOpenNoFiles(t *testing.T) {
	for _, name := range []string{"config.json", "model.safetensors", "vocab.txt", "tokenizer_config.json"} {
		for kind, create := range map[string]func(path string) error{
			"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o666) },
			"directory": func(path string) error { return os.Mkdir(path, 0o777) },
		} {
			t.Run(kind+" "+name, func(t *testing.T) {
				dir := t.TempDir()
				copyMade(t, dir, name)
				path := filepath.Join(dir, name)
				if err := create(path); err != nil {
					t.Fatal(err)
				}
				_, err := encoders.Location{Name: dir, NoCache: true}.Open()
				if want := path + ": found a directory, a pipe or a device, expected a file"; err == nil ||
					!strings.Contains(err.Error(), want) {
					t.Errorf("found %v, expected %s", err, want)
				}
			})
		}
	}
}
