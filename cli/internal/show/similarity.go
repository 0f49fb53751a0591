package show

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// Similarity writes the rows of all files and the means over them, as text, Markdown, LaTeX or JSON.
func Similarity(w io.Writer, format string, report *jobs.SimilarityFound) error {
	if format == "json" {
		return render.JSON(w, report)
	}
	// Which vectors they are stands once, in the signature, unless there are rows of token vectors.
	several := slices.ContainsFunc(report.Rows, func(row similarity.PairRow) bool { return row.TokenVectors })
	left := 3
	if several {
		left++
	}
	grid := [][]string{}
	add := func(data, vectors string, cells ...string) {
		row := []string{data}
		if several {
			row = append(row, cmp.Or(vectors, render.Absent))
		}
		grid = append(grid, append(row, cells...))
	}
	add("data", "vectors", "measure", "convert", "Pearson r × 100", "Spearman ρ × 100", "pairs")
	for _, row := range report.Rows {
		add(row.Data, row.Vectors, row.Measure, row.Convert,
			render.Hundredths(row.Pearson), render.Hundredths(row.Spearman), fmt.Sprint(row.Pairs))
	}
	for _, mean := range report.Means {
		if mean.Files > 1 {
			add(meanLabel(mean.Files), mean.Vectors, mean.Measure, mean.Convert,
				render.Hundredths(mean.Pearson), render.Hundredths(mean.Spearman), "")
		}
	}
	return render.Grid(w, format, grid, left, report.Signature().String())
}

// meanLabel stands in place of a file in a row of means.
func meanLabel(files int) string { return fmt.Sprintf("mean of %d files", files) }

// SimilarityPlot draws gold against predicted scores as SVG, a panel for each row.
func SimilarityPlot(w io.Writer, rows []similarity.PairRow) error {
	var panels []plot.Plot
	for _, row := range rows {
		how := row.Convert
		if row.TokenVectors {
			how = row.Vectors
		}
		panels = append(panels, plot.Scatter{
			Title: fmt.Sprintf("%s, %s, %s: r = %s", filepath.Base(row.Data), row.Measure, how,
				render.Hundredths(row.Pearson)),
			XLabel: "gold", YLabel: "predicted", X: row.Gold, Y: row.Predicted,
		})
	}
	return plot.WriteSVG(w, "Predicted against gold scores", panels...)
}

// WordSimilarity writes the rows of all files and the means over them, as text, Markdown, LaTeX or JSON.
func WordSimilarity(w io.Writer, format string, report *jobs.WordSimilarityFound) error {
	if format == "json" {
		return render.JSON(w, report)
	}
	grid := [][]string{{"data", "measure", "convert", "Spearman ρ × 100", "pairs", "missing"}}
	for _, row := range report.Rows {
		grid = append(grid, []string{row.Data, string(row.Measure), row.Convert, render.Hundredths(row.Spearman),
			fmt.Sprint(row.Pairs), fmt.Sprint(row.Missing)})
	}
	for _, mean := range report.Means {
		if mean.Files > 1 {
			grid = append(grid, []string{meanLabel(mean.Files), string(mean.Measure), mean.Convert,
				render.Hundredths(mean.Spearman), "", ""})
		}
	}
	return render.Grid(w, format, grid, 3, report.Signature().String())
}
