package convert

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/internal/shareddata"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/embedding/formats"
	"github.com/wordrotator/wrd/metric/transport"
	"github.com/wordrotator/wrd/tokenize"
)

// conformanceTol is what an independent implementation may differ by.
const conformanceTol = 1e-6

// The golden cases were made by a NumPy and POT implementation of the paper, written apart from this project.
func TestAgreesWithIndependentImplementation(t *testing.T) {
	resources := goldenResources(t)
	sentences := devSentences(t, resources.Vectors)
	cases := goldenCases(t)
	for _, letters := range []string{"A", "AW", "AWR", "WR", "SUP", "SWC", "SUC", "UP", "none"} {
		t.Run(letters, func(t *testing.T) {
			if letters == "A" || letters == "AW" || letters == "WR" || letters == "UP" || letters == "SUC" {
				parts.Need(t, parts.Thorough) // the others have all of these letters
			}
			c := fit(t, letters, resources, sentences)
			checkGolden(t, cases, letters, resources.Vectors, c.NewSentence())
			if letters == "AWR" {
				table, err := c.Table(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				// μ of the golden cases, the median norm of the converted vocabulary, given to 6 digits
				if got := table.MedianNorm(); math.Abs(got-2.82647) > 5e-6 {
					t.Errorf("median norm %v, want 2.82647", got)
				}
			}
		})
	}
}

func checkGolden(t *testing.T, cases []golden, letters string, store *embedding.Store, s *Sentence) {
	var solver transport.Solver
	var checked int
	var worst float64
	for _, c := range cases {
		one := newText(s, knownIDs(store, c.Tokens1))
		two := newText(s, knownIDs(store, c.Tokens2))
		for _, m := range []struct {
			key string
			of  func(*transport.Solver, text, text) (float64, error)
		}{{"wrd", wrd}, {"add", add}} {
			want, ok := c.Values[m.key+"/"+letters]
			if !ok {
				continue
			}
			got, err := m.of(&solver, one, two)
			if err != nil {
				t.Fatalf("row %d: %s: %v", c.Row, m.key, err)
			}
			checked++
			worst = max(worst, math.Abs(got-want))
			if !(math.Abs(got-want) <= conformanceTol) {
				t.Errorf("row %d: %s/%s = %.9f, want %.9f", c.Row, m.key, letters, got, want)
			}
		}
	}
	if checked == 0 {
		t.Errorf("no golden value for %s", letters)
	}
	t.Logf("%d values, at most %.1e off", checked, worst)
}

// A text is converted rows with norms, as many as tokens.
type text struct {
	rows  [][]float64
	norms []float64
}

func newText(s *Sentence, ids []int32) text {
	rows, norms := s.Convert(ids, nil)
	var t text
	for i, row := range rows {
		wide := make([]float64, len(row))
		for k, v := range row {
			wide[k] = float64(v)
		}
		t.rows = append(t.rows, wide)
		t.norms = append(t.norms, norms[i])
	}
	return t
}

// wrd is Algorithm 1 of the paper.
func wrd(solver *transport.Solver, a, b text) (float64, error) {
	var cost []float64
	for i, x := range a.rows {
		for j, y := range b.rows {
			cost = append(cost, 1-dot(x, y)/(a.norms[i]*b.norms[j]))
		}
	}
	return solver.Distance(normalised(a.norms), normalised(b.norms), cost)
}

// add is the cosine of the summed vectors.
func add(_ *transport.Solver, a, b text) (float64, error) {
	x, y := sum(a.rows), sum(b.rows)
	return dot(x, y) / math.Sqrt(dot(x, x)*dot(y, y)), nil
}

func normalised(values []float64) []float64 {
	var total float64
	for _, v := range values {
		total += v
	}
	shares := make([]float64, len(values))
	for i, v := range values {
		shares[i] = v / total
	}
	return shares
}

func sum(rows [][]float64) []float64 {
	total := make([]float64, len(rows[0]))
	for _, row := range rows {
		for k, v := range row {
			total[k] += v
		}
	}
	return total
}

func dot(x, y []float64) float64 {
	var total float64
	for k := range x {
		total += x[k] * y[k]
	}
	return total
}

type golden struct {
	Row     int
	Tokens1 []string
	Tokens2 []string
	Values  map[string]float64
}

func goldenCases(t *testing.T) []golden {
	var cases []golden
	decoder := json.NewDecoder(bytes.NewReader(shareddata.Read(t, "conformance/measures-stsb-dev.jsonl.gz")))
	for {
		var c golden
		err := decoder.Decode(&c)
		if err == io.EOF {
			return cases
		}
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
}

// goldenResources are the unquantised vectors and counts that the golden cases were made with.
func goldenResources(t testing.TB) Resources {
	t.Helper()
	store, _, err := formats.ReadWord2Vec(context.Background(),
		bytes.NewReader(shareddata.Read(t, "vectors/default-en.vec.gz")), "default-en.vec.gz", "default-en")
	if err != nil {
		t.Fatal(err)
	}
	return Resources{Vectors: store, Frequencies: readCounts(t), StopWords: stopWords(t)}
}

// readCounts reads lines of a word, a tab and its count. Lines that begin with "# " are comments, one of which
// holds the number of tokens.
func readCounts(t testing.TB) *embedding.Frequencies {
	var words []string
	var counts []int64
	var total int64
	lines := bufio.NewScanner(bytes.NewReader(shareddata.Read(t, "vectors/default-en.counts.tsv.gz")))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		word, number, _ := strings.Cut(lines.Text(), "\t")
		if strings.HasPrefix(word, "# ") {
			if word == "# total_tokens" {
				total, _ = strconv.ParseInt(number, 10, 64)
			}
			continue
		}
		count, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		words, counts = append(words, word), append(counts, count)
	}
	f, err := embedding.NewFrequencies("default-en", words, counts, total)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// stopWords returns the SMART list as it is, with "would" twice.
func stopWords(t testing.TB) []string {
	return strings.Fields(string(shareddata.Read(t, "data/stopwords/smart.txt")))
}

// devSentences returns the known tokens of all sentences of both sides of the development set of STS-B.
func devSentences(t testing.TB, store *embedding.Store) [][]int32 {
	tokenizer, err := tokenize.New(tokenize.USIF, tokenize.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sentences [][]int32
	lines := bufio.NewScanner(bytes.NewReader(shareddata.Read(t, "data/sts/STS-B/dev.tsv")))
	for lines.Scan() {
		for _, text := range strings.Split(lines.Text(), "\t")[1:] {
			var words []string
			for _, token := range tokenizer.Append(nil, text) {
				words = append(words, token.Text)
			}
			sentences = append(sentences, knownIDs(store, words))
		}
	}
	if len(sentences) != 3000 {
		t.Fatalf("found %d sentences, want 3000", len(sentences))
	}
	return sentences
}

func knownIDs(store *embedding.Store, words []string) []int32 {
	var ids []int32
	for _, word := range words {
		if id, ok := store.Index(word); ok {
			ids = append(ids, int32(id))
		}
	}
	return ids
}

// fit is a converter with the given letters, fitted on the sentences.
func fit(t testing.TB, letters string, resources Resources, sentences [][]int32) *Converter {
	t.Helper()
	l, err := ParseLetters(letters)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFitter(context.Background(), l, resources)
	if err != nil {
		t.Fatal(err)
	}
	for _, ids := range sentences {
		f.Add(ids)
	}
	c, err := f.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
