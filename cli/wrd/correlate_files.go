package main

import (
	"context"
	"io"
	"path/filepath"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/file"
)

// The files of -o.
const (
	correlationsPlot = "correlations.svg"
)

// writeCorrelations writes correlations.parquet and a plot of each measure. If one cannot be written, neither
// replaces an old one.
func writeCorrelations(ctx context.Context, o *show.Correlations, dir string) error {
	if err := parquet.MakeFolder(dir); err != nil {
		return err
	}
	run := parquet.Run{Signature: o.Signature}
	if settings := jobs.SettingsOf(o.Judgments.Measures); settings != nil {
		run.Settings = settings.String()
	}
	rows, err := file.WriteAside(ctx, filepath.Join(dir, jobs.CorrelationsFile), func(w io.Writer) error {
		return parquet.WriteCorrelations(w, run, parquet.CorrelationsOf(o.Rows))
	})
	if err != nil {
		return err
	}
	defer rows.Abort()
	panels := o.Panels()
	if len(panels) == 0 {
		return rows.Commit()
	}
	plots, err := file.WriteAside(ctx, filepath.Join(dir, correlationsPlot), func(w io.Writer) error {
		return o.Draw(w, panels)
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

// plotCorrelations draws what -o draws into a file whose name flags.CheckPlot has seen.
func plotCorrelations(ctx context.Context, h flags.Host, o *show.Correlations, path string) error {
	panels := o.Panels()
	if len(panels) == 0 {
		h.Notify(path + ": there is nothing to draw, so it is not written")
		return nil
	}
	return file.Write(ctx, path, func(w io.Writer) error { return o.Draw(w, panels) })
}
