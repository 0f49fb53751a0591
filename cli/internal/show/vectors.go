package show

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/cli/internal/render"
)

// Vectors writes what vectors hold, as text or JSON, and what would spoil a score.
func Vectors(w io.Writer, format string, a *vectors.Description) error {
	if format == "json" {
		return render.JSON(w, a)
	}
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
	for _, warning := range a.Warnings {
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
