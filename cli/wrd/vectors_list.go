package main

import (
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/catalog"
	"github.com/wordrotator/wrd/cli/internal/render"
)

func vectorsListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list the vectors and encoders that are built in, downloaded, or known",
		UsageText: "wrd vectors list [flags]",
		Description: "What is built in or downloaded is ready for --vectors NAME or --encoder NAME; wrd vectors pull NAME " +
			"downloads what is known. $WRD_VECTORS names the vectors that are used where no --vectors does.",
		Flags:  []cli.Flag{cacheDirFlag, plainFormat},
		Action: vectorsList,
	}
}

func vectorsList(c *cli.Context) error {
	format, err := onlyFormat(c, textOrJSON)
	if err != nil {
		return err
	}
	sets := catalog.List(cacheDirFlag.Get(c))
	if format == "json" {
		return render.JSON(c.App.Writer, struct {
			Sets []catalog.Listed `json:"sets"`
		}{sets})
	}
	rows := [][]string{{"name", "state", "size", "about"}}
	for _, state := range []catalog.State{catalog.BuiltIn, catalog.Downloaded, catalog.Known} {
		for _, s := range sets {
			if s.State != state {
				continue
			}
			size, about := "", s.About
			if s.Bytes > 0 {
				size = render.Bytes(s.Bytes)
			}
			if s.What == "encoder" {
				about = "encoder: " + about
			}
			rows = append(rows, []string{s.Name, string(s.State), size, about})
		}
	}
	return render.Columns(c.App.Writer, rows, len(rows[0]))
}
