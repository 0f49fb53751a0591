package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/embedding/internal/quantized"
)

// TestEmbeddedFileIsCurrent checks that the file in the program is what the generator makes today.
func TestEmbeddedFileIsCurrent(t *testing.T) {
	parts.Need(t, parts.Thorough)
	vectors := shareddata.Path(t, "vectors/distilled-en.vec.gz")
	counts := shareddata.Path(t, "vectors/distilled-en.counts.tsv.gz")
	table, err := generate(vectors, counts)
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := os.ReadFile(filepath.Join("..", "..", "distilled-en", "vectors.q8"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(table, embedded) {
		t.Error(`distilled-en/vectors.q8 is not what "go generate" makes of ../shared/vectors`)
	}
	if len(embedded) > 12_000_000 {
		t.Errorf("%d bytes, want at most 12 MB", len(embedded))
	}
}

func TestGenerate(t *testing.T) {
	const vectors = "2 2\nthe 1 -0.5\nof 0.25 2\n"
	const counts = "# total_tokens\t100\n# alias rows\tx=y\nthe\t30\nof\t20\n#\t7\n"
	tests := []struct{ name, vectors, counts, want string }{
		{"good", vectors, counts, ""},
		{"garbled count", vectors, "the\t30\nof\tx\n", `counts.gz:2: count of "of": found "x", expected a whole number`},
		{"no count", vectors, "the\n", `counts.gz:1: found "the", expected a word`},
		{"fewer counts", vectors, "# total_tokens\t100\nthe\t30\n", "2 vectors but only 1 counts"},
		{"another order", vectors, "# total_tokens\t100\nof\t30\nthe\t20\n",
			`word 1 has the vector of "the" and the count of "of"`},
		{"rising counts", vectors, "# total_tokens\t100\nthe\t20\nof\t30\n", "the counts do not fall"},
		{"damaged vectors", "2 2\nthe 1\n", counts, "vectors.gz:2: found 1 component, expected 2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			table, err := generate(pack(t, dir, "vectors.gz", test.vectors), pack(t, dir, "counts.gz", test.counts))
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want %s", err, test.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			opened, err := quantized.Open(string(table))
			if err != nil || opened.Rows != 2 || opened.Words != 3 || opened.TotalTokens != 100 ||
				opened.Text != "theof#" {
				t.Errorf("%+v, error %v", opened, err)
			}
		})
	}
}

// pack writes text as a gzip file and returns its path.
func pack(t *testing.T, dir, name, text string) string {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
