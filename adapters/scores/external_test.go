package scores_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
)

func write(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.txt")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []float64
		notices       int
	}{
		{"numbers", "0.5\n-1e-3\n7\n", []float64{0.5, -1e-3, 7}, 0},
		{"no line end", "1\n2", []float64{1, 2}, 0},
		{"byte-order mark, CR and spaces", "\ufeff 1\r\n2 \r\n", []float64{1, 2}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			notices := 0
			got, err := scores.ReadAll(t.Context(), write(t, c.content), "X", "", len(c.want), func(string) { notices++ })
			if err != nil || !slices.Equal(got, c.want) || notices != c.notices {
				t.Errorf("got %v, %d notices, %v; want %v, %d", got, notices, err, c.want, c.notices)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct {
		name, content, want string
	}{
		{"too few", "1\n", "x.txt: found 1 line, expected 2: a number for each text"},
		{"too many", "1\n2\n3\n4\n5\n", "x.txt: found 5 lines, expected 2"},
		{"none", "", "x.txt: found 0 lines, expected 2"},
		{"NaN", "1\nNaN\n", `x.txt:2: found "NaN", expected a finite number`},
		{"infinite", "-inf\n2\n", `x.txt:1: found "-inf", expected a finite number`},
		{"beyond float64", "1e999\n2\n", `x.txt:1: found "1e999"`},
		{"sums beyond float64", "1e308\n2\n", `x.txt:1: found "1e308", expected a number of at most 1e+100 in size`},
		{"empty line", "1\n\n2\n", `x.txt:2: found "", expected a finite number`},
		{"two columns", "1\t2\n", `x.txt:1: found "1\t2", expected a finite number and nothing else`},
		{"not UTF-8", "1\n\xff\n", "x.txt:2: found the byte 0xff"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := scores.ReadAll(t.Context(), write(t, c.content), "X", "", 2, func(string) {})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := scores.ReadAll(t.Context(), "-", "X", "", 1, nil); err == nil {
		t.Error("standard input was accepted")
	}
	if _, err := scores.ReadAll(t.Context(), filepath.Join(t.TempDir(), "none"), "X", "", 1, nil); err == nil {
		t.Error("a missing file was accepted")
	}
}

// The digest of two numbers, by Python: hashlib.sha256(struct.pack("<2d", 1, -0.5)).
func TestDigest(t *testing.T) {
	const want = "b75ba3b875def5d2f34361fcc7cbea9b45aa3f9ef590f96ad71c90a955800533"
	if got := scores.Digest([]float64{1, -0.5}); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseSources(t *testing.T) {
	got, err := scores.ParseSources([]string{"USE=a=b.txt", "USE@STS-B/dev=d.txt", "Skip-Thought@x=-y"})
	want := []scores.Source{{"USE", "", "a=b.txt"}, {"USE", "STS-B/dev", "d.txt"}, {"Skip-Thought", "x", "-y"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	if names := scores.Names(got); !slices.Equal(names, []string{"USE", "Skip-Thought"}) {
		t.Errorf("names %v", names)
	}
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no name", []string{"=f"}, "expected NAME=FILE"},
		{"no file", []string{"USE="}, "expected NAME=FILE"},
		{"no =", []string{"f.txt"}, "expected NAME=FILE"},
		{"no part", []string{"USE@=f"}, "expected NAME=FILE"},
		{"a mark of signatures", []string{"a|b=f"}, "letters, digits"},
		{"twice", []string{"A=f", "A=g"}, "found A twice"},
		{"twice with a part", []string{"A@b=f", "A@b=g"}, "found A@b twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := scores.ParseSources(c.args); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestArrange(t *testing.T) {
	two := [][]string{{"data/dev.tsv", "dev"}, {"data/test.tsv", "test"}}
	alike := [][]string{{"a/dev.tsv", "dev"}, {"b/dev.tsv", "dev"}}
	for _, c := range []struct {
		name  string
		args  []string
		parts [][]string
		want  string // paths with spaces between them, or part of the error
	}{
		{"one part", []string{"B=1", "A=2"}, two[:1], "[[1] [2]]"},
		{"one part by its name", []string{"A@dev=1"}, two[:1], "[[1]]"},
		{"several", []string{"A@test=1", "A@data/dev.tsv=2", "B@dev=3", "B@test=4"}, two, "[[2 1] [3 4]]"},
		{"no part said", []string{"A=1"}, two, "found A=1 for several texts, expected A@PART=FILE, PART being one " +
			"of: data/dev.tsv, data/test.tsv"},
		{"a table has all parts", []string{"A=1.csv.gz", "B@dev=2", "B@test=3"}, two, "[[1.csv.gz 1.csv.gz] [2 3]]"},
		{"no such part", []string{"A@train=1"}, two, "found A@train, expected one of: data/dev.tsv, data/test.tsv"},
		{"one is missing", []string{"A@dev=1"}, two, "found no scores of A for data/test.tsv, expected " +
			"A@data/test.tsv=FILE"},
		{"both names of one part", []string{"A@dev=1", "A@data/dev.tsv=2"}, two,
			"found two files with scores of A for data/dev.tsv"},
		{"a name of two parts", []string{"A@dev=1"}, alike, "found A@dev, which may be a/dev.tsv or b/dev.tsv"},
	} {
		t.Run(c.name, func(t *testing.T) {
			sources, err := scores.ParseSources(c.args)
			if err != nil {
				t.Fatal(err)
			}
			paths, err := scores.Arrange(sources, scores.Names(sources), c.parts, rows.IsNamed)
			got := fmt.Sprint(paths)
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, c.want) {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Where no file has all parts, a table is a file like any other.
func TestArrangeWithoutTables(t *testing.T) {
	sources := []scores.Source{{Name: "A", Path: "1.parquet"}}
	if _, err := scores.Arrange(sources, []string{"A"}, [][]string{{"dev"}, {"test"}}, nil); err == nil {
		t.Error("one file was taken for two texts")
	}
}

// Whatever the bytes, Next ends with io.EOF or an error that names the file.
func FuzzReader(f *testing.F) {
	f.Add([]byte("0.5\n-1\n"))
	f.Add([]byte("\ufeff1\r\nNaN"))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := write(t, string(content))
		r, err := scores.OpenReader(t.Context(), path, "X", "")
		if err != nil {
			if !strings.Contains(err.Error(), path) {
				t.Errorf("error %v does not name the file", err)
			}
			return
		}
		defer r.Close()
		n := 0
		for ; ; n++ {
			x, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				if !strings.Contains(err.Error(), path) {
					t.Errorf("error %v does not name the file", err)
				}
				return
			}
			if x-x != 0 {
				t.Fatalf("number %d is %v", n, x)
			}
		}
		if err := r.Ended(int64(n)); err != nil || r.Ended(int64(n)+1) == nil {
			t.Errorf("%d numbers: %v", n, err)
		}
		if !bytes.HasPrefix(content, []byte("\x1f\x8b")) && n > bytes.Count(content, []byte("\n"))+1 {
			t.Errorf("%d numbers of %d bytes", n, len(content))
		}
	})
}

// A file of many more numbers than texts is not read to its end to count them.
func TestEndedOfLongFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("1\n"), 3_000_000), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := scores.ReadAll(t.Context(), path, "", "", 3, func(string) {})
	if want := path + ": found more than 1,000,005 lines, expected 3: a number for each text"; err == nil ||
		err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
