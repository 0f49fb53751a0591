package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/metric/embedding"
)

func vectorsInfoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "show what a vector file contains, and warn of what would spoil a score",
		UsageText: "wrd vectors info [flags] NAME|FILE",
		Flags:     []cli.Flag{wordsFlag, cacheDirFlag, noCacheFlag, formatFlag("text", "json")},
		Action:    vectorsInfo,
	}
}

// vectorsInfo prints what vectors hold.
func vectorsInfo(c *cli.Context) error {
	args, err := positional(c, "NAME|FILE")
	if err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	store, report, err := openNamedVectors(c, args[0])
	if err != nil {
		return err
	}
	info := describeVectors(store)
	info.Format, info.File = string(report.Format), report.File
	if info.Format == "" {
		info.Format = "embedded"
	}
	if stat, err := os.Stat(report.File); err == nil && stat.Mode().IsRegular() {
		info.Bytes = stat.Size()
	}
	if err := store.Err(); err != nil {
		return err
	}
	if format == "json" {
		return writeJSON(c.App.Writer, info)
	}
	return info.write(c)
}

// aboutVectors is what the verb prints.
type aboutVectors struct {
	Name       string         `json:"name"`
	Format     string         `json:"format"`
	File       string         `json:"file,omitempty"`
	Bytes      int64          `json:"bytes,omitempty"`
	Words      int            `json:"words"`
	Dim        int            `json:"dim"`
	Subwords   *aboutSubwords `json:"subwords"`
	TableBytes int64          `json:"table_bytes"`
	Digest     string         `json:"digest"`
	Norms      aboutNorms     `json:"norms"`
	First      []wordNorm     `json:"first"`
	Shortest   []wordNorm     `json:"shortest"`
	Longest    []wordNorm     `json:"longest"`
	Capitals   int            `json:"capitals"` // words that have some
	Phrases    int            `json:"phrases"`  // words of several
	Pieces     int            `json:"pieces"`   // continuations of words
	Quoted     int            `json:"quoted"`   // words in quotation marks
	Warnings   []string       `json:"warnings"`
}

type aboutSubwords struct {
	Shortest int `json:"shortest"`
	Longest  int `json:"longest"`
	Buckets  int `json:"buckets"`
}

type aboutNorms struct {
	Min    float64 `json:"min"`
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
	Max    float64 `json:"max"`
	Mean   float64 `json:"mean"`
	Zeros  int     `json:"zeros"`
}

type wordNorm struct {
	Word string  `json:"word"`
	Norm float64 `json:"norm"`
}

// sampleWords is how many words stand for the first, the shortest and the longest.
const sampleWords = 5

// describeVectors reads words and norms of a Store.
func describeVectors(s *embedding.Store) aboutVectors {
	about := aboutVectors{Name: s.Name(), Words: s.Len(), Dim: s.Dim(), TableBytes: s.TableBytes(), Digest: s.Digest(), Warnings: []string{}}
	if sub := s.Subwords(); sub.Buckets > 0 {
		about.Subwords = &aboutSubwords{sub.Shortest, sub.Longest, sub.Buckets}
	}
	order := make([]int, s.Len()) // by norm, then by place
	norms := make([]float64, s.Len())
	for id := range order {
		order[id], norms[id] = id, s.Norm(id)
		about.countWord(s.Word(id))
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(norms[a], norms[b]), cmp.Compare(a, b)) })
	about.Norms = spread(order, norms)
	sample := func(at func(i int) int) (list []wordNorm) {
		for i := range min(sampleWords, s.Len()) {
			list = append(list, wordNorm{s.Word(at(i)), norms[at(i)]})
		}
		return list
	}
	about.First = sample(func(i int) int { return i })
	about.Shortest = sample(func(i int) int { return order[i] })
	about.Longest = sample(func(i int) int { return order[len(order)-1-i] })
	about.warn()
	return about
}

// countWord notes what keeps a word from being found.
func (a *aboutVectors) countWord(word string) {
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

// spread describes norms, of which order is the ascending one. Quartiles are those of NumPy: linear between neighbours.
func spread(order []int, norms []float64) aboutNorms {
	at := func(q float64) float64 {
		place := q * float64(len(order)-1)
		low := int(place)
		high := min(low+1, len(order)-1)
		a, b := norms[order[low]], norms[order[high]]
		return a + (b-a)*(place-float64(low))
	}
	n := aboutNorms{Min: at(0), Q1: at(0.25), Median: at(0.5), Q3: at(0.75), Max: at(1)}
	for _, norm := range norms {
		n.Mean += norm / float64(len(norms))
		if norm == 0 {
			n.Zeros++
		}
	}
	return n
}

// warn says what would spoil a score.
func (a *aboutVectors) warn() {
	const (
		alike      = 1e-3 // of the median: how near to each other quartiles are when somebody has normalised the vectors
		manyQuoted = 0.1
	)
	add := func(format string, args ...any) { a.Warnings = append(a.Warnings, fmt.Sprintf(format, args...)) }
	if n := a.Norms; n.Q3-n.Q1 <= alike*n.Median && a.Words > 1 {
		add("half of the norms or more are about %.4g: these vectors were normalised, so WRD weighs all words alike", n.Median)
	}
	if a.Norms.Zeros > 0 {
		add("words of norm 0: %d; they have no mass and no direction, as if they were not there", a.Norms.Zeros)
	}
	if a.Capitals > 0 {
		add("words with capitals: %d; tokens are lower-cased before they are looked up, so these are found with --case keep only", a.Capitals)
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
}

// write prints the text form.
func (a *aboutVectors) write(c *cli.Context) error {
	size := func(n int64) string {
		if text := bytesText(n); !strings.HasSuffix(text, " B") {
			return fmt.Sprintf("%s (%d bytes)", text, n)
		}
		return bytesText(n)
	}
	rows := [][]string{{"name", a.Name}, {"format", a.Format}}
	if a.File != "" {
		rows = append(rows, []string{"file", a.File})
	}
	if a.Bytes > 0 {
		rows = append(rows, []string{"file size", size(a.Bytes)})
	}
	subwords := "none"
	if s := a.Subwords; s != nil {
		subwords = fmt.Sprintf("n-grams of %d to %d characters in %d buckets", s.Shortest, s.Longest, s.Buckets)
	}
	n := a.Norms
	rows = append(rows, []string{"words", fmt.Sprint(a.Words)}, []string{"dimensions", fmt.Sprint(a.Dim)}, []string{"subwords", subwords},
		[]string{"in memory", size(a.TableBytes)}, []string{"digest", a.Digest},
		[]string{"norms", fmt.Sprintf("min %.4g, quartiles %.4g %.4g %.4g, max %.4g, mean %.4g", n.Min, n.Q1, n.Median, n.Q3, n.Max, n.Mean)},
		[]string{"first words", sampleText(a.First)}, []string{"shortest", sampleText(a.Shortest)}, []string{"longest", sampleText(a.Longest)})
	if err := writeColumns(c.App.Writer, rows, 2); err != nil {
		return err
	}
	for _, w := range a.Warnings {
		if _, err := fmt.Fprintf(c.App.Writer, "warning: %s\n", w); err != nil {
			return err
		}
	}
	return nil
}

// sampleText writes words with their norms. Odd characters are escaped, so that each stays on its line.
func sampleText(list []wordNorm) string {
	parts := make([]string, len(list))
	for i, w := range list {
		word := w.Word
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' }) {
			word = fmt.Sprintf("%q", word)
		}
		parts[i] = fmt.Sprintf("%s %.4g", word, w.Norm)
	}
	return strings.Join(parts, ", ")
}
