package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// writeWordSimilarity writes the rows of all files and the means over them.
func writeWordSimilarity(c *cli.Context, format string, report *evaluation.WordReport, files int) error {
	if format == "json" {
		return render.JSON(c.App.Writer, report)
	}
	grid := [][]string{{"data", "measure", "convert", "Spearman ρ × 100", "pairs", "missing"}}
	var signatures []metric.Signature
	for _, row := range report.Rows {
		grid = append(grid, []string{
			row.Data, string(row.Measure), row.Convert, render.Hundredths(row.Spearman), fmt.Sprint(row.Pairs),
			fmt.Sprint(row.Missing),
		})
		if row.Reason != "" {
			notify(c)(fmt.Sprintf("%s: %s, converter %s: no correlation: %s",
				row.Data, row.Measure, row.Convert, row.Reason))
		}
		signatures = append(signatures, metric.ParseSignature(row.Signature))
	}
	if files > 1 {
		for _, mean := range report.Means {
			grid = append(grid, []string{meanLabel(files), string(mean.Measure), mean.Convert,
				render.Hundredths(mean.Spearman), "", ""})
		}
	}
	return render.Grid(c.App.Writer, format, grid, 3, metric.MergeSignatures(signatures, nil).String())
}
