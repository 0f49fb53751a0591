package show

import (
	"fmt"
	"io"
	"strings"

	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric/convert"
)

// Converter writes what a converter was learned from, as text or JSON.
func Converter(w io.Writer, format string, info convert.Info) error {
	if format == "json" {
		return render.JSON(w, info)
	}
	rows := [][]string{
		{"letters", info.Letters.String()},
		{"hash", info.Hash},
		{"vectors", fmt.Sprintf("%v, %d words, %d dimensions", info.Vectors, info.Words, info.Dim)},
	}
	learned, tokens := "vocabulary", "known tokens"
	if layer := info.Layer; layer != (convert.Layer{}) {
		rows[2] = []string{"states", fmt.Sprintf("%v, %d dimensions", layer, info.Dim)}
		learned, tokens = "pieces", "pieces"
	}
	if info.Frequencies != (convert.Origin{}) {
		rows = append(rows, []string{"frequencies", info.Frequencies.String()})
	}
	if info.Sentences > 0 {
		rows = append(rows, []string{"sentences", fmt.Sprintf("%d, with %d %s", info.Sentences, info.Tokens, tokens)})
	}
	if info.StopWords > 0 {
		rows = append(rows, []string{"stop words", fmt.Sprint(info.StopWords)})
	}
	for _, s := range []struct {
		name     string
		spectrum convert.Spectrum
	}{{learned + " (A)", info.Vocabulary}, {"sentences (" + info.Letters.String() + ")", info.Common}} {
		if s.spectrum.Rows > 0 {
			rows = append(rows, []string{s.name, describeSpectrum(s.spectrum)})
		}
	}
	return render.Columns(w, rows, 2)
}

// describeSpectrum says how much variance the removed directions held.
func describeSpectrum(s convert.Spectrum) string {
	var total float64
	for _, v := range s.Variances {
		total += v
	}
	var shares []string
	for _, v := range s.Variances[:min(5, len(s.Variances))] {
		shares = append(shares, fmt.Sprintf("%.1f%%", 100*v/total))
	}
	return fmt.Sprintf("%d vectors; removed: %d directions with %.1f%% of the variance; the largest hold %s",
		s.Rows, len(s.Removed), 100*s.Share, strings.Join(shares, ", "))
}
