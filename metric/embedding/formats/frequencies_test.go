package formats

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/embedding"
	"pgregory.net/rapid"
)

func readFrequencies(text string) (*embedding.Frequencies, Report, error) {
	return ReadFrequencies(context.Background(), strings.NewReader(text), "f.txt", "f")
}

func TestReadFrequencies(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // word=count for each
		total      int64
		warnings   []string
	}{
		{"spaces", "the 10\nof 5\n", "the=10 of=5", 15, nil},
		{"tabs", "the\t10\nof\t5", "the=10 of=5", 15, nil},
		{"zero", "the 10\nrare 0\n", "the=10 rare=0", 10, nil},
		{"notes and total", "# made by hand\n# total_tokens\t100\n#\nthe\t10\n", "the=10", 100, nil},
		{"total at the end", "the\t10\n# total_tokens 100\n", "the=10", 100, nil},
		{"the word #", "# 7\n#\t8\n## 9\n#a 1\n", "#=7 ##=9 #a=1", 17,
			[]string{`f.txt: 1 row left out, the word came before; the first is "#" in line 2`}},
		{"a word with a space", "new york\t3\n", "new york=3", 3, nil},
		{"duplicates", "a 1\nb 2\na 3\na 4\n", "a=1 b=2", 3,
			[]string{`f.txt: 2 rows left out, the word came before; the first is "a" in line 3`}},
		{"byte order mark and CRLF", "\ufeffa 1\r\nb 2\r\n", "a=1 b=2", 3,
			[]string{"f.txt: byte order mark dropped", "f.txt: carriage return dropped at the end of 2 lines"}},
		{"space before the line end", "a 1 \n", "a=1", 1, nil},
		{"numbers as words", "1 2\n007 3\n", "1=2 007=3", 5, nil},
		{"leading zeros", "a 007\n", "a=7", 7, nil},
		{"the largest", "a 9223372036854775807\n", "a=9223372036854775807", 9223372036854775807, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, report, err := readFrequencies(test.text)
			if err != nil {
				t.Fatal(err)
			}
			var list []string
			for word, count := range f.All() {
				list = append(list, fmt.Sprintf("%s=%d", word, count))
				if n, ok := f.Count(word); !ok || n != count {
					t.Errorf("%q: %d, %v", word, n, ok)
				}
			}
			if got := strings.Join(list, " "); got != test.want || f.Total() != test.total || f.Name() != "f" {
				t.Errorf("%s of %d, want %s of %d", got, f.Total(), test.want, test.total)
			}
			if !slices.Equal(report.Warnings(), test.warnings) {
				t.Errorf("warnings %q, want %q", report.Warnings(), test.warnings)
			}
		})
	}
}

func TestReadFrequenciesErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "f.txt: found no words, expected a word and its count in each line"},
		{"notes only", "# nothing here\n", "f.txt: found no words, expected a word and its count in each line"},
		{"all zero", "a 0\nb 0\n", "f.txt: all counts are 0"},
		{"word only", "a 1\nb\n", `f.txt:2: found "b", expected a word, a space or tab, and its count`},
		{"empty line", "a 1\n\nb 2\n", `f.txt:2: found "", expected a word, a space or tab, and its count`},
		{"negative", "a -1\n", `f.txt:1: count of "a": found "-1", expected 0 or more`},
		{"fraction", "a 1.5\n", `f.txt:1: count of "a": found "1.5", expected a whole number`},
		{"sign", "a +1\n", `f.txt:1: count of "a": found "+1", expected a whole number`},
		{"exponent", "a 1e3\n", `f.txt:1: count of "a": found "1e3", expected a whole number`},
		{"too large", "a 9223372036854775808\n",
			`f.txt:1: count of "a": found "9223372036854775808", expected one of 64 bits`},
		{"sum too large", "a 9223372036854775807\nb 1\n", "f.txt:2: the counts up to here have a sum beyond 64 bits"},
		{"two spaces", "a  1\n", `f.txt:1: count of "a": found " 1", expected a whole number`},
		{"three fields", "new york 1\n", `f.txt:1: count of "new": found "york 1", expected a whole number`},
		{"columns swapped", "1 the\n", `f.txt:1: count of "1": found "the", expected a whole number`},
		{"vectors", "2 3\na 1 2 3\n", `f.txt:2: count of "a": found "1 2 3", expected a whole number`},
		{"empty word", "\t5\n", "f.txt:1: empty word"},
		{"invalid UTF-8", "a 1\nb\xff 2\n", `f.txt:2: invalid UTF-8 at byte 2 of the word "b\xff"`},
		{"garbled total", "# total_tokens\tx\n", `f.txt:1: total_tokens: found "x", expected a whole number`},
		{"total of 0", "# total_tokens\t0\n", `f.txt:1: total_tokens: found "0", expected more than 0`},
		{"two totals", "# total_tokens\t5\n# total_tokens\t5\n", "f.txt:2: found total_tokens again, first in line 1"},
		{"count above the total", "# total_tokens\t5\na 3\nb 6\n",
			`f.txt: the count of "b" is 6, above the 5 tokens that line 1 says`},
		{"long line", "a 1\n" + strings.Repeat("x", maxLine), "f.txt:2: line of 16777216 bytes or more"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f, _, err := readFrequencies(test.text)
			if f != nil || err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}

	broken := errors.New("broken")
	_, _, err := ReadFrequencies(context.Background(), iotest.ErrReader(broken), "f.txt", "f")
	if !errors.Is(err, broken) {
		t.Errorf("broken reader: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(broken)
	if _, _, err := ReadFrequencies(ctx, strings.NewReader("a 1\n"), "f.txt", "f"); !errors.Is(err, broken) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestReadFrequenciesRoundTrip writes what NewFrequencies holds and reads the same content.
func TestReadFrequenciesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfNDistinct(rapid.StringMatching(`[^ \t\n\x{FEFF}]{1,8}`), 1, 30, rapid.ID).Draw(t, "words")
		counts := make([]int64, len(words))
		for i := range counts {
			counts[i] = rapid.Int64Range(1, 1<<50).Draw(t, "count")
		}
		want, err := embedding.NewFrequencies("f", words, counts, 0)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for word, count := range want.All() {
			fmt.Fprintf(&text, "%s%s%d\n", word, rapid.SampledFrom([]string{" ", "\t"}).Draw(t, "between"), count)
		}
		got, report, err := readFrequencies(text.String())
		if err != nil || got.Digest() != want.Digest() || len(report.Warnings()) > 0 {
			t.Fatalf("differs, error %v, warnings %q", err, report.Warnings())
		}
	})
}

// TestReadFrequenciesShared reads real lists of counts.
func TestReadFrequenciesShared(t *testing.T) {
	wiki, err := os.Open(shareddata.Path(t, "data/frequencies/enwiki_vocab_min200.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer wiki.Close()
	f, report, err := ReadFrequencies(context.Background(), wiki, "enwiki", "enwiki")
	if err != nil || f.Len() != 188033 || len(report.Warnings()) > 0 {
		t.Fatalf("%d words, warnings %q, error %v", f.Len(), report.Warnings(), err)
	}
	if count, _ := f.Count("the"); count != 167485604 {
		t.Errorf("the: %d", count)
	}

	packed, err := os.Open(shareddata.Path(t, "vectors/distilled-en.counts.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	f, report, err = ReadFrequencies(context.Background(), z, "distilled-en", "distilled-en")
	if err != nil || len(report.Warnings()) > 0 {
		t.Fatalf("error %v, warnings %q", err, report.Warnings())
	}
	builtIn, err := embedding.DefaultFrequencies()
	if err != nil || f.Digest() != builtIn.Digest() {
		t.Errorf("not the counts that are built in: %d words of %d, error %v", f.Len(), f.Total(), err)
	}
}

func FuzzReadFrequencies(f *testing.F) {
	for _, seed := range []string{"", "a 1\nb\t2\n", "# total_tokens\t9\r\na 1", "# 7\n# note\n#\t1\n",
		"\ufeffa 0\na 1\n", "a -1", "\xff 1"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		f, report, err := ReadFrequencies(context.Background(), bytes.NewReader(text), "f.txt", "f")
		if (f == nil) != (err != nil) {
			t.Fatalf("frequencies %v, error %v", f, err)
		}
		if err != nil {
			return
		}
		if f.Len() < 1 || f.Total() < 1 || report.Duplicates < 0 {
			t.Fatalf("%d words of %d, %+v", f.Len(), f.Total(), report)
		}
		for word, count := range f.All() {
			if n, ok := f.Count(word); !ok || n != count || n < 0 || n > f.Total() {
				t.Fatalf("%q: %d, %v, want %d of %d", word, n, ok, count, f.Total())
			}
		}
	})
}
