package paper_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/paper"
	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
)

// toy returns vectors of four directions.
func toy(t *testing.T) *embedding.Store {
	t.Helper()
	store, err := embedding.New("toy", []string{"east", "north", "west", "pho"}, 2, []float32{1, 0, 0, 1, -1, 0, 3, 4})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRecompute(t *testing.T) {
	dir := folder(t, map[string]string{
		"sts/STS-B/dev.tsv":       "5\teast\teast\n3\teast\tnorth\n0\teast\twest\n4\teast\tunknown\n",
		"sts/STS-B/test.tsv":      "1\teast\teast\n1\teast\tnorth\n",
		"sts/STS15/images.tsv":    "5\teast\teast\n0\teast\twest\n",
		"sts/STS15/belief.tsv":    "0\teast\teast\n5\teast\twest\n",
		"sts/STS15/headlines.tsv": "5\teast\teast\n0\teast\twest\n",
		"sts/twitter/test.tsv":    "5\tn't\tn't\n",
		"wordsim/MEN.tsv":         "East\teast\t9\neast\tnorth\t5\neast\twest\t1\nunknown\teast\t9\n",
	})
	r := 100 * 5 / math.Sqrt(114./9*2) // of 5, 3, 0 and 0, −1, −2
	s := math.Sqrt2
	sif := 100 * (8*(s+2)/3 - 3*s) / math.Sqrt((6-(s+2)*(s+2)/3)*38/3) // of 5, 3, 0 and 0, −√2, −2
	counts, err := embedding.NewFrequencies("counts", []string{"east"}, []int64{7}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name        string
		key         paper.Key
		frequencies *embedding.Frequencies
		want        paper.Number
		reason      string // the start of the reason
	}{
		{name: "a distance counts as its opposite", key: paper.Key{"STS-B/dev", "wrd", "none"},
			want: paper.Number{Value: r, Pairs: 3, LeftOut: 1, Files: 1}},
		{name: "a similarity", key: paper.Key{"STS-B/dev", "add", "none"},
			want: paper.Number{Value: r, Pairs: 3, LeftOut: 1, Files: 1}},
		{name: "gain by norm of single words", key: paper.Key{"STS-B/dev", "norm_gain", "none"},
			want: paper.Number{Pairs: 3, LeftOut: 1, Files: 1}},
		{name: "mean over the files that are there", key: paper.Key{"STS15", "wrd", "none"},
			want: paper.Number{Value: 100. / 3, Pairs: 6, Files: 3,
				Missing: []string{"sts/STS15/answers-forums.tsv", "sts/STS15/answers-students.tsv"}}},
		{name: "words, case as written or lower", key: paper.Key{"MEN", "cos", "none"},
			want: paper.Number{Value: 100, Pairs: 3, LeftOut: 1, Files: 1}},
		{name: "Euclidean distance counts as its opposite", key: paper.Key{"MEN", "l2", "none"},
			want: paper.Number{Value: 100, Pairs: 3, LeftOut: 1, Files: 1}},
		{name: "cosine distance of two words", key: paper.Key{"east pho", "cos", "none"},
			want: paper.Number{Value: 1 - .6, Pairs: 1}},
		{name: "Euclidean distance of two words", key: paper.Key{"east pho", "l2", "none"},
			want: paper.Number{Value: math.Sqrt(20), Pairs: 1}},
		{name: "SIF weights of single words", key: paper.Key{"STS-B/dev", "wmd_sif_weights_without_stopwords", "none"},
			frequencies: counts,
			want:        paper.Number{Value: sif, Pairs: 3, LeftOut: 1, Files: 1}},
		{name: "no vector", key: paper.Key{"east snack", "cos", "none"}, reason: `no vector for "snack"`},
		{name: "no data", key: paper.Key{"STS12", "wrd", "none"}, reason: "the data are not there"},
		{name: "no word pairs", key: paper.Key{"RW", "cos", "none"}, reason: "the data are not there"},
		{name: "constant gold", key: paper.Key{"STS-B/test", "wrd", "none"}, reason: "all gold scores are equal"},
		{name: "no known words", key: paper.Key{"Twitter", "wrd", "none"}, reason: "found 0 pairs with a score"},
		{name: "no frequencies for a converter", key: paper.Key{"STS-B/dev", "wrd", "AW"},
			reason: "no word frequencies"},
		{name: "no frequencies for word pairs", key: paper.Key{"MEN", "cos", "A"}, reason: "no word frequencies"},
		{name: "no frequencies for a measure", key: paper.Key{"STS-B/dev", "wmd_sif_weights", "none"},
			reason: "no word frequencies"},
		{name: "no frequencies for a gain", key: paper.Key{"STS-B/dev", "norm_gain", "A"},
			reason: "no word frequencies"},
		{name: "a converter that these vectors cannot have", key: paper.Key{"STS-B/dev", "wrd", "A"},
			frequencies: counts, reason: "convert"},
	} {
		t.Run(c.name, func(t *testing.T) {
			numbers, err := paper.Recompute(context.Background(),
				paper.Inputs{Vectors: toy(t), Frequencies: c.frequencies, Dir: dir}, []paper.Key{c.key})
			if err != nil {
				t.Fatal(err)
			}
			got := numbers[c.key]
			if c.reason != "" {
				if !strings.HasPrefix(got.Reason, c.reason) {
					t.Errorf("got %+v, want the reason %q", got, c.reason)
				}
				if value, ok := numbers.Value(c.key); ok {
					t.Errorf("a value, %v, in spite of a reason", value)
				}
				return
			}
			if math.Abs(got.Value-c.want.Value) > 1e-6 { // vectors are float32
				t.Errorf("got %v, want %v", got.Value, c.want.Value)
			}
			got.Value, c.want.Value = 0, 0
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestRecomputeErrors(t *testing.T) {
	dir := folder(t, map[string]string{"sts/STS-B/dev.tsv": "5\teast\n", "wordsim/MEN.tsv": "east\twest\tx\n"})
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	good := folder(t, map[string]string{"sts/STS-B/dev.tsv": "5\teast\teast\n3\teast\tnorth\n"})
	for _, c := range []struct {
		name string
		ctx  context.Context
		dir  string
		key  paper.Key
		want string
	}{
		{"sentences", context.Background(), dir, paper.Key{"STS-B/dev", "wrd", "none"}, "dev.tsv:1: found 2 fields"},
		{"words", context.Background(), dir, paper.Key{"MEN", "cos", "none"}, "MEN.tsv:1: found \"x\""},
		{"ended", ended, good, paper.Key{"STS-B/dev", "wrd", "none"}, context.Canceled.Error()},
		{"ended in a fit", ended, good, paper.Key{"STS-B/dev", "wrd", "R"}, context.Canceled.Error()},
	} {
		t.Run(c.name, func(t *testing.T) {
			numbers, err := paper.Recompute(c.ctx, paper.Inputs{Vectors: toy(t), Dir: c.dir}, []paper.Key{c.key})
			if err == nil || !strings.Contains(err.Error(), c.want) || numbers != nil {
				t.Errorf("got %v, %v, want %q", numbers, err, c.want)
			}
			if c.ctx == ended && !errors.Is(err, context.Canceled) {
				t.Errorf("%v is not context.Canceled", err)
			}
		})
	}
}

// The vectors default-en came with numbers that an independent program computed (NumPy and POT 0.8.2; A over all rows,
// R from the sentences of the set, tokens without a vector left out). They have two
// decimals, of which ours may differ by two units of the last.
func TestAgreesWithIndependentNumbers(t *testing.T) {
	parts.Need(t, parts.Thorough)
	dir := shareddata.Path(t, "data")
	read := func(file string) *bytes.Reader { return bytes.NewReader(shareddata.Read(t, "vectors/"+file)) }
	store, _, err := formats.ReadWord2Vec(t.Context(), read("default-en.vec.gz"), "default-en.vec.gz", "default-en")
	if err != nil {
		t.Fatal(err)
	}
	counts := read("default-en.counts.tsv.gz")
	frequencies, _, err := formats.ReadFrequencies(t.Context(), counts, "default-en.counts.tsv.gz", "default-en")
	if err != nil {
		t.Fatal(err)
	}
	want := map[paper.Key]float64{
		{"STS-B/dev", "add", "none"}: 71.46,
		{"STS-B/dev", "wrd", "none"}: 74.68,
		{"STS-B/dev", "wrd", "A"}:    74.53,
		{"STS-B/dev", "wrd", "AW"}:   78.58,
		{"STS-B/dev", "add", "AWR"}:  77.90,
		{"STS-B/dev", "wrd", "AWR"}:  79.19,
		{"SimLex999", "cos", "none"}: 37.45,
		{"SimLex999", "cos", "A"}:    37.47,
		{"MEN", "cos", "none"}:       75.87,
		{"MEN", "cos", "A"}:          78.60,
	}
	var keys []paper.Key
	for key := range want {
		keys = append(keys, key)
	}
	steps, last := 0, int64(0)
	numbers, err := paper.Recompute(context.Background(),
		paper.Inputs{Vectors: store, Frequencies: frequencies, Dir: dir,
			Done: func(done, total int64) {
				steps++
				if done <= last || done > total {
					t.Errorf("step %d: %d of %d bytes after %d", steps, done, total, last)
				}
				last = done
			}}, keys)
	if err != nil {
		t.Fatal(err)
	}
	if steps != 4 {
		t.Errorf("told of %d steps, want one for each converter of the sentences, 4", steps)
	}
	for key, value := range want {
		if got := numbers[key]; got.Reason != "" || math.Abs(got.Value-value) > 0.025 {
			t.Errorf("%v: got %+v, want %v", key, got, value)
		}
	}
}
