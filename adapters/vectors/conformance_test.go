package vectors_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// formatsOfOthers names a folder that .ci/vector_formats.py filled, larger than the one in testdata.
const formatsOfOthers = "WRD_VECTOR_FORMATS"

// TestFormatsOfOthers reads files that gensim, fastText, NumPy and safetensors wrote, and checks that the vectors are
// those that they give themselves, bit for bit: read from the file, and again from its table.
func TestFormatsOfOthers(t *testing.T) {
	t.Run("testdata", func(t *testing.T) { checkFormats(t, filepath.Join("..", "..", "testdata", "vector-formats")) })
	if dir := os.Getenv(formatsOfOthers); dir != "" {
		t.Run(formatsOfOthers, func(t *testing.T) { checkFormats(t, dir) })
	}
}

// checkFormats reads the files of a folder that .ci/vector_formats.py filled.
func checkFormats(t *testing.T, dir string) {
	content, err := os.ReadFile(filepath.Join(dir, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected map[string]struct {
		Format         formats.Format
		Words          []string
		Vectors        [][]float64
		Unknown        []string
		UnknownVectors [][]float64 `json:"unknown_vectors"`
		Rows           int         // of which Words are some; 0 for all, in their order
		Sentences      []string    // of the words, and the means of their vectors
		Means          [][]float64
	}
	if err := json.Unmarshal(content, &expected); err != nil {
		t.Fatal(err)
	}
	formats := make(map[formats.Format]bool)
	for name, want := range expected {
		formats[want.Format] = true
		t.Run(name, func(t *testing.T) {
			c, said := openIn(t.TempDir())
			for range 2 {
				s, report, err := at(c, filepath.Join(dir, filepath.FromSlash(name))).OpenReport(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { s.Close() })
				rows := cmp.Or(want.Rows, len(want.Words))
				if report.Format != want.Format || s.Len() != rows || s.Dim() != len(want.Vectors[0]) {
					t.Fatalf("%s, %d words of %d, want %s, %d of %d", report.Format, s.Len(), s.Dim(), want.Format, rows,
						len(want.Vectors[0]))
				}
				for i, word := range want.Words {
					id := i
					if want.Rows > 0 {
						id, _ = s.Index(word)
					}
					if s.Word(id) != word || !sameBits(s.Row(id), want.Vectors[i]) {
						t.Fatalf("row %d is %q %v, want %q %v", id, s.Word(id), s.Row(id), word, want.Vectors[i])
					}
				}
				for i, sentence := range want.Sentences {
					checkMean(t, s, sentence, want.Means[i])
				}
				dst := make([]float32, s.Dim())
				for i, word := range want.Unknown {
					if _, known := s.Index(word); known {
						t.Fatalf("%q is known: the test is blind", word)
					}
					if _, ok := s.Compose(word, dst); !ok || !sameBits(dst, want.UnknownVectors[i]) {
						t.Errorf("%q is composed as %v, %v, want %v", word, dst, ok, want.UnknownVectors[i])
					}
				}
			}
			if list := said.Take(); len(list) > 0 {
				t.Errorf("notices %q", list)
			}
		})
	}
	if len(formats) != 6 {
		t.Errorf("files of %d formats, want all 6", len(formats))
	}
}

// checkMean shows that the words of a sentence all have vectors, whose mean is the one that is wanted, but for what
// float16 or float32 lose by adding numbers of about 1.
func checkMean(t *testing.T, s *embedding.Store, sentence string, want []float64) {
	words := strings.Fields(sentence)
	mean := make([]float64, s.Dim())
	for _, word := range words {
		row, ok := s.Lookup(word)
		if !ok {
			t.Fatalf("%q is not known", word)
		}
		for k, x := range row {
			mean[k] += float64(x) / float64(len(words))
		}
	}
	for k := range mean {
		if math.Abs(mean[k]-want[k]) > 1e-3*max(1, math.Abs(want[k])) {
			t.Fatalf("%q: component %d of the mean is %v, want %v", sentence, k, mean[k], want[k])
		}
	}
}

func sameBits(got []float32, want []float64) bool {
	if len(got) != len(want) {
		return false
	}
	for k := range got {
		if math.Float32bits(got[k]) != math.Float32bits(float32(want[k])) {
			return false
		}
	}
	return true
}
