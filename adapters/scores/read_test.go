package scores_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
)

// readFile reads a table from a file called name.
func readFile(t testing.TB, content []byte, name string, o scores.Options, notify func(string)) (*scores.Table, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return scores.Open(name, nil, o, notify)
}

// eachOutput opens a table and visits its texts.
func eachOutput(t *testing.T, path string, visit func(scores.Output) error) error {
	t.Helper()
	tab, err := scores.Open(path, nil, scores.Options{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	return tab.Outputs(path, nil, scores.Options{}, visit)
}
