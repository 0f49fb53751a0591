package vectors

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/metric/embedding"
)

// A Description is what vectors hold, in the JSON form of wrd vectors info.
type Description struct {
	Name   string `json:"name"`            // as signatures call them
	Format string `json:"format"`          // an formats.Format, or "embedded"
	File   string `json:"file,omitempty"`  // as it was opened; "" if embedded
	Bytes  int64  `json:"bytes,omitempty"` // size of the file; 0 if it is not a plain one

	Words      int       `json:"words"`
	Dim        int       `json:"dim"`
	Subwords   *Subwords `json:"subwords"`    // nil for none
	TableBytes int64     `json:"table_bytes"` // size in memory
	Digest     string    `json:"digest"`      // see embedding.Store.Digest
	Norms      Norms     `json:"norms"`

	// Up to five words each: the first of the file, those of the smallest norm and those of the largest, which begin
	// with the extreme one.
	First    []WordNorm `json:"first"`
	Shortest []WordNorm `json:"shortest"`
	Longest  []WordNorm `json:"longest"`

	// How many words there are that a token is seldom equal to.
	Capitals int `json:"capitals"` // with a capital letter
	Phrases  int `json:"phrases"`  // of several words, with a space or _ between them
	Pieces   int `json:"pieces"`   // pieces that continue a word: ##ing
	Quoted   int `json:"quoted"`   // in quotation marks

	Warnings []string `json:"warnings"` // what would spoil a score; empty for nothing
}

// Subwords are the n-grams of which vectors of unknown words are made.
type Subwords struct {
	Shortest int `json:"shortest"` // characters
	Longest  int `json:"longest"`  // characters
	Buckets  int `json:"buckets"`
}

// Norms describe the lengths of vectors. Quartiles are those of NumPy: linear between neighbours.
type Norms struct {
	Min    float64 `json:"min"`
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
	Zeros  int     `json:"zeros"` // how many are 0
}

// A WordNorm is a word with the length of its vector.
type WordNorm struct {
	Word string  `json:"word"`
	Norm float64 `json:"norm"`
}

// sampleWords is how many words stand for the first, the shortest and the longest.
const sampleWords = 5

// Describe opens the vectors, as Open does, and says what they hold. It reads all of them.
func (s Location) Describe(ctx context.Context) (*Description, error) {
	store, report, err := s.OpenReport(ctx)
	if err != nil {
		return nil, err
	}
	about := describe(store)
	about.Format, about.File = string(report.Format), report.File
	if about.Format == "" {
		about.Format = "embedded"
	}
	if info, err := os.Stat(report.File); err == nil && info.Mode().IsRegular() {
		about.Bytes = info.Size()
	}
	about.Warnings = about.warnings()
	return about, store.Err()
}

// warnings says what would spoil a score.
func (a *Description) warnings() []string {
	const (
		// of the median: how near to each other quartiles are when somebody has normalised the vectors
		alike      = 1e-3
		manyQuoted = 0.1
	)
	warnings := []string{}
	add := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	if n := a.Norms; n.Q3-n.Q1 <= alike*n.Median && a.Words > 1 {
		add("half of the norms or more are about %.4g: these vectors were normalised, so WRD gives all words the "+
			"same weight", n.Median)
	}
	if a.Norms.Zeros > 0 {
		add("words of norm 0: %d; they have no mass and no direction, as if they were absent", a.Norms.Zeros)
	}
	if a.Capitals > 0 {
		add("words with capitals: %d; tokens are lower-cased before they are looked up, so these are found with "+
			"--case keep only", a.Capitals)
	}
	if a.Phrases > 0 {
		add("phrases, with a space or _ between words: %d; no token is one, so these are not found", a.Phrases)
	}
	if a.Pieces > 0 {
		add("pieces that continue a word (##…): %d; words are looked up whole, so these are not found", a.Pieces)
	}
	if float64(a.Quoted) > manyQuoted*float64(a.Words) {
		add("words in quotation marks: %d; tokens do not have them, so these are not found", a.Quoted)
	}
	return warnings
}

// describe reads words and norms of a Store.
func describe(s *embedding.Store) *Description {
	about := &Description{Name: s.Name(), Words: s.Len(), Dim: s.Dim(), TableBytes: s.TableBytes(), Digest: s.Digest()}
	if sub := s.Subwords(); sub.Buckets > 0 {
		about.Subwords = &Subwords{sub.Shortest, sub.Longest, sub.Buckets}
	}
	order := make([]int, s.Len()) // by norm, then by place
	norms := make([]float64, s.Len())
	for id := range order {
		order[id], norms[id] = id, s.Norm(id)
		about.countWord(s.Word(id))
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(norms[a], norms[b]), cmp.Compare(a, b)) })
	about.Norms = spread(order, norms)
	sample := func(at func(i int) int) (list []WordNorm) {
		for i := range min(sampleWords, s.Len()) {
			list = append(list, WordNorm{s.Word(at(i)), norms[at(i)]})
		}
		return list
	}
	about.First = sample(func(i int) int { return i })
	about.Shortest = sample(func(i int) int { return order[i] })
	about.Longest = sample(func(i int) int { return order[len(order)-1-i] })
	return about
}

// countWord notes what keeps a word from being found.
func (a *Description) countWord(word string) {
	if strings.ContainsFunc(word, func(r rune) bool { return unicode.ToLower(r) != r }) {
		a.Capitals++
	}
	if inner := strings.Trim(word, " _"); strings.ContainsAny(inner, " _") {
		a.Phrases++
	}
	if strings.HasPrefix(word, "##") && len(word) > 2 && strings.Trim(word, "#") != "" {
		a.Pieces++
	}
	if n := len(word); n > 2 && word[0] == word[n-1] && (word[0] == '"' || word[0] == '\'') {
		a.Quoted++
	}
}

// spread describes norms, of which order is the ascending one.
func spread(order []int, norms []float64) Norms {
	at := func(q float64) float64 {
		place := q * float64(len(order)-1)
		low := int(place)
		high := min(low+1, len(order)-1)
		a, b := norms[order[low]], norms[order[high]]
		return a + (b-a)*(place-float64(low))
	}
	n := Norms{Min: at(0), Q1: at(0.25), Median: at(0.5), Q3: at(0.75), Max: at(1)}
	for _, norm := range norms {
		n.Mean += norm / float64(len(norms))
		if norm == 0 {
			n.Zeros++
		}
	}
	return n
}
