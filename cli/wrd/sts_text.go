package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/internal/plot"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// pairLabel says what a row is about in messages.
func pairLabel(row evaluation.PairRow) string {
	if row.TokenVectors {
		return fmt.Sprintf("%s: %s of %s", row.Data, row.Measure, row.Vectors)
	}
	return fmt.Sprintf("%s: %s, converter %s", row.Data, row.Measure, row.Convert)
}

// writeSimilarity writes the rows of all files and the means over them.
func writeSimilarity(c *cli.Context, format string, report *evaluation.PairReport, files int) error {
	if format == "json" {
		return render.JSON(c.App.Writer, report)
	}
	// Which vectors they are stands once, in the signature, unless there are rows of token vectors.
	several := slices.ContainsFunc(report.Rows, func(row evaluation.PairRow) bool { return row.TokenVectors })
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
	var signatures, others []metric.Signature
	for _, row := range report.Rows {
		add(row.Data, row.Vectors, row.Measure, row.Convert,
			render.Hundredths(row.Pearson), render.Hundredths(row.Spearman), fmt.Sprint(row.Pairs))
		if signature := metric.ParseSignature(row.Signature); row.External || row.TokenVectors {
			others = append(others, signature)
		} else {
			signatures = append(signatures, signature)
		}
		if row.Reason != "" {
			notify(c)(fmt.Sprintf("%s: no correlation: %s", pairLabel(row), row.Reason))
		}
	}
	if files > 1 {
		for _, mean := range report.Means {
			add(meanLabel(files), mean.Vectors, mean.Measure, mean.Convert,
				render.Hundredths(mean.Pearson), render.Hundredths(mean.Spearman), "")
		}
	}
	return render.Grid(c.App.Writer, format, grid, left, metric.MergeSignatures(signatures, others).String())
}

// meanLabel stands in place of a file in a row of means.
func meanLabel(files int) string { return fmt.Sprintf("mean of %d files", files) }

// checkPlot refuses the name of a file that is not SVG; "" asks for no plot.
func checkPlot(path string) error {
	if path == "" {
		return nil
	}
	if err := plot.CheckName(path); err != nil {
		return &hintedError{fmt.Errorf("--%s: %w", plotFlag.Name, err),
			"browsers, Word and LibreOffice show SVG; rsvg-convert and Inkscape make a PNG or PDF of it"}
	}
	return nil
}

// writePlot draws gold against predicted scores into a file whose name checkPlot has seen, a panel for each row.
func writePlot(ctx context.Context, path string, rows []evaluation.PairRow) error {
	var panels []plot.Plot
	for _, row := range rows {
		how := row.Convert
		if row.TokenVectors {
			how = row.Vectors
		}
		panels = append(panels, plot.Scatter{
			Title: fmt.Sprintf("%s, %s, %s: r = %s", filepath.Base(row.Data), row.Measure,
				how, render.Hundredths(row.Pearson)),
			XLabel: "gold", YLabel: "predicted", X: row.Gold, Y: row.Predicted,
		})
	}
	return writeFile(ctx, path, func(w io.Writer) error {
		return plot.WriteSVG(w, "Predicted against gold scores", panels...)
	})
}
