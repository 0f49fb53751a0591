package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/render"
)

// warningsOf says what would spoil a score.
func warningsOf(a *vectors.Description) []string {
	const (
		// of the median: how near to each other quartiles are when somebody has normalised the vectors
		alike      = 1e-3
		manyQuoted = 0.1
	)
	warnings := []string{}
	add := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	if n := a.Norms; n.Q3-n.Q1 <= alike*n.Median && a.Words > 1 {
		add("half of the norms or more are about %.4g: these vectors were normalised, so WRD gives all words the "+
			"same weight",
			n.Median)
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

// writeDescription writes what vectors hold as text.
func writeDescription(w io.Writer, a *vectors.Description, warnings []string) error {
	size := func(n int64) string {
		if text := render.Bytes(n); !strings.HasSuffix(text, " B") {
			return fmt.Sprintf("%s (%d bytes)", text, n)
		}
		return render.Bytes(n)
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
	rows = append(rows, []string{"words", fmt.Sprint(a.Words)}, []string{"dimensions", fmt.Sprint(a.Dim)},
		[]string{"subwords", subwords},
		[]string{"in memory", size(a.TableBytes)}, []string{"digest", a.Digest},
		[]string{"norms", fmt.Sprintf("min %.4g, quartiles %.4g %.4g %.4g, max %.4g, mean %.4g", n.Min, n.Q1, n.Median,
			n.Q3,
			n.Max, n.Mean)},
		[]string{"first words", sampleText(a.First)}, []string{"shortest", sampleText(a.Shortest)},
		[]string{"longest", sampleText(a.Longest)})
	if err := render.Columns(w, rows, 2); err != nil {
		return err
	}
	for _, warning := range warnings {
		if err := render.Lines(w, "warning: "+warning); err != nil {
			return err
		}
	}
	return nil
}

// sampleText writes words with their norms. Odd characters are escaped, so that each stays on its line.
func sampleText(list []vectors.WordNorm) string {
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
