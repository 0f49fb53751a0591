package scores_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/metric/inspection"
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

// eachText opens a table and visits its texts.
func eachText(t *testing.T, path string, visit func(inspection.OutputTexts)) error {
	t.Helper()
	tab, err := scores.Open(path, nil, scores.Options{}, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	return textsOf(tab, scores.File{Path: path}, visit)
}

// textsOf visits the texts of an input of a table up to the first error.
func textsOf(tab *scores.Table, input scores.File, visit func(inspection.OutputTexts)) error {
	for texts, err := range tab.Texts(nil, input) {
		if err != nil {
			return err
		}
		visit(texts)
	}
	return nil
}
