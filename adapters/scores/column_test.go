package scores_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/scores"
)

func TestReadTable(t *testing.T) {
	const both = "system\tsegment\tX\tlength\n" + "a\t10\t0.5\t7\n" + "b\t2\t4\t9\n" + "a\t2\t-1\t8\n" + "b\t10\t3\t1\n"
	for _, c := range []struct {
		name, file, content, column, system string
		want                                []float64
		err                                 string
	}{
		{"by the number of the segment", "x.tsv", both, "X", "a", []float64{-1, 0.5}, ""},
		{"another system and column", "x.tsv", both, "length", "b", []float64{9, 1}, ""},
		{"the only column and system, by line", "x.csv", "score\n3\n1\n", "X", "a", []float64{3, 1}, ""},
		{"JSON Lines", "x.jsonl", "{\"segment\": \"s2\", \"X\": 2}\n{\"segment\": \"s1\", \"X\": 1}\n", "X",
			"", []float64{2, 1}, ""},
		{"no such system", "x.tsv", both, "X", "c", []float64{0, 0}, "x.tsv: found the systems a, b, expected c"},
		{"no such column", "x.tsv", both, "Y", "a", []float64{0, 0},
			"x.tsv: found the columns of scores X, length, expected one that is called Y, or only one"},
		{"too few", "x.csv", "score\n3\n", "X", "", []float64{0, 0},
			"x.csv: column score: found 1 segment, expected 2: a number for each text"},
		{"too many", "x.csv", "score\n3\n1\n2\n", "X", "", []float64{0, 0},
			"x.csv: column score: found 3 segments, expected 2"},
		{"a gap", "x.csv", "X,id\n3,1\n,2\n", "X", "", []float64{0, 0}, "found no finite number for segment 2 of 2"},
		{"damaged", "x.jsonl", "{\n", "X", "", nil, "x.jsonl"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := scores.ReadAll(t.Context(), path, c.column, c.system, len(c.want), func(string) {})
			switch {
			case c.err == "":
				if err != nil || !slices.Equal(got, c.want) {
					t.Errorf("got %v, %v; want %v", got, err, c.want)
				}
			case err == nil || !strings.Contains(err.Error(), c.err):
				t.Errorf("got %v, want %q", err, c.err)
			}
		})
	}
}
