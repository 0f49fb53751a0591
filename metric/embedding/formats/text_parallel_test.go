package formats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/embedding"
)

// withProcs runs f with so many parsers.
func withProcs(n int, f func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	f()
}

// rowsText makes the rows of several pieces; words come again now and then.
func rowsText(random *rand.Rand, rows int) []string {
	lines := make([]string, rows)
	for i := range lines {
		word := i
		if i > 0 && random.IntN(50) == 0 {
			word = random.IntN(i)
		}
		var line strings.Builder
		fmt.Fprintf(&line, "word%d", word)
		for range 30 {
			line.WriteByte(' ')
			line.WriteString(strconv.FormatFloat(random.NormFloat64(), 'g', 1+random.IntN(17), 64))
		}
		lines[i] = line.String()
	}
	return lines
}

// readSimply is ReadWord2Vec in a few lines, for good files.
func readSimply(t *testing.T, lines []string) *embedding.Store {
	t.Helper()
	var words []string
	var rows []float32
	seen := make(map[string]bool)
	for _, line := range lines {
		fields := strings.Split(line, " ")
		if seen[fields[0]] {
			continue
		}
		seen[fields[0]] = true
		words = append(words, fields[0])
		for _, field := range fields[1:] {
			x, err := strconv.ParseFloat(field, 32)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, float32(x))
		}
	}
	s, err := embedding.New("simple", words, len(rows)/len(words), rows)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReadWord2VecParsers checks that the number of parsers shows neither in the vectors nor in the Report nor
// in which of several bad lines is told.
func TestReadWord2VecParsers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const rows = 6000
	lines := rowsText(random, rows)
	text := fmt.Sprintf("%d 30\n%s\n", rows, strings.Join(lines, "\n"))
	if len(text) < 6*chunkSize {
		t.Fatalf("%d bytes are too few for several pieces a parser", len(text))
	}
	want := readSimply(t, lines)
	for procs := 1; procs <= 5; procs++ {
		withProcs(procs, func() {
			s, report, err := read(text)
			if err != nil || s.Digest() != want.Digest() || report.Duplicates != rows-want.Len() {
				t.Errorf("%d parsers: differs, %+v, error %v", procs, report, err)
			}
			for range parts.Of(parts.Thorough, 2, 10) {
				bad := []int{random.IntN(rows), random.IntN(rows), random.IntN(rows)}
				spoiled := append([]string(nil), lines...)
				for _, i := range bad {
					spoiled[i] = "bad 1 x"
				}
				first := min(bad[0], bad[1], bad[2])
				_, _, err := read(fmt.Sprintf("%d 30\n%s\n", rows, strings.Join(spoiled, "\n")))
				if err == nil || err.Error() != fmt.Sprintf("v.txt:%d: found 2 components, expected 30", first+2) {
					t.Errorf("%d parsers, bad rows %d: error %v", procs, bad, err)
				}
				// Beyond what the header promises nothing is looked at, wherever a piece ends.
				promised := max(first, 1)
				_, _, err = read(fmt.Sprintf("%d 30\n%s\n", promised, strings.Join(spoiled, "\n")))
				if first > 0 && (err == nil || err.Error() != fmt.Sprintf("v.txt: found 6000 rows, header says %d",
					promised)) {
					t.Errorf("%d parsers, %d rows promised: error %v", procs, promised, err)
				}
			}
		})
	}
}

// TestReadWord2VecStops checks that no goroutine is left when reading ends before the text does: synctest waits for all.
func TestReadWord2VecStops(t *testing.T) {
	lines := rowsText(rand.New(rand.NewPCG(5, 6)), 6000)
	text := fmt.Sprintf("6000 30\n%s\n", strings.Join(lines, "\n"))
	stop := errors.New("stopped")
	n := parts.Of(parts.Thorough, 6, 20)
	for i := range n {
		at := i * len(text) / n
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			r := io.MultiReader(strings.NewReader(text[:at]), callReader{func() { cancel(stop) }},
				strings.NewReader(text[at:]))
			if _, _, err := ReadWord2Vec(ctx, r, "v.txt", "v"); !errors.Is(err, stop) {
				t.Errorf("cancelled after %d bytes: %v", at, err)
			}
			if _, _, err := read(text[:at] + "\n\n"); err == nil {
				t.Errorf("an empty line after %d bytes: no error", at)
			}
		})
	}
}

// A callReader calls a function when it is read, and has nothing to read.
type callReader struct{ call func() }

func (r callReader) Read([]byte) (int, error) {
	r.call()
	return 0, io.EOF
}

// TestChunkReader checks that the pieces are the text, cut after line ends.
func TestChunkReader(t *testing.T) {
	text := []byte(strings.Join(rowsText(rand.New(rand.NewPCG(7, 8)), 5000), "\n"))
	chunks := newChunkReader(bytes.NewReader(text))
	var all, buf []byte
	for pieces := 0; ; pieces++ {
		piece, err := chunks.next(buf)
		if err == io.EOF && pieces > 3 {
			break
		}
		if err != nil || len(piece) == 0 || len(all)+len(piece) < len(text) && piece[len(piece)-1] != '\n' {
			t.Fatalf("piece %d has %d bytes, error %v", pieces, len(piece), err)
		}
		all = append(all, piece...)
		buf = piece
	}
	if !bytes.Equal(all, text) {
		t.Error("the pieces are not the text")
	}
}
