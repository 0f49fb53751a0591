package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/internal/plot"
)

// The files of -o.
const (
	correlationsFile = "correlations.parquet"
	correlationsPlot = "correlations.svg"
)

// writeFiles writes correlations.parquet and a plot of each measure. If one cannot be written, neither replaces an old
// one.
func (o *correlateOutput) writeFiles(ctx context.Context, dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s: found a file, expected a folder for results", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("%s: the folder for results cannot be made: %w", dir, errors.Unwrap(err))
	}
	rows, err := writeAside(ctx, filepath.Join(dir, correlationsFile), func(w io.Writer) error {
		return parquet.WriteCorrelations(w, o.Signature, parquet.CorrelationsOf(o.Rows))
	})
	if err != nil {
		return err
	}
	defer rows.Abort()
	panels := o.panels()
	if len(panels) == 0 {
		return rows.Commit()
	}
	plots, err := writeAside(ctx, filepath.Join(dir, correlationsPlot), func(w io.Writer) error {
		return o.draw(w, panels)
	})
	if err != nil {
		return err
	}
	defer plots.Abort()
	if err := rows.Commit(); err != nil {
		return err
	}
	return plots.Commit()
}

// writePlot draws what -o draws into a file whose name checkPlot has seen.
func (o *correlateOutput) writePlot(c *cli.Context, path string) error {
	panels := o.panels()
	if len(panels) == 0 {
		notify(c)(path + ": there is nothing to draw, so it is not written")
		return nil
	}
	return writeFile(c.Context, path, func(w io.Writer) error { return o.draw(w, panels) })
}

func (o *correlateOutput) draw(w io.Writer, panels []plot.Plot) error {
	return plot.WriteSVG(w, "Scores against "+o.Humans[0], panels...)
}

// panels returns a plot of each measure in each group against the first human scores: a point for each system with
// its name, or for each segment if there is one system only.
func (o *correlateOutput) panels() (panels []plot.Plot) {
	for _, s := range o.judgments.Scatters() {
		panels = append(panels, plot.Scatter{
			Title: prefixed(s.Group) + s.Measure, XLabel: o.Humans[0], YLabel: "measure, higher is better",
			X: s.Human, Y: s.Scores, Names: s.Systems, Fit: true,
		})
	}
	return panels
}
