package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/render"
	"github.com/wordrotator/wrd/cli/internal/show"
	"github.com/wordrotator/wrd/internal/cache"
)

func cacheCommand() *cli.Command {
	flags := func() []cli.Flag { return []cli.Flag{cacheDirFlag, plainFormat} }
	return &cli.Command{
		Name:  "cache",
		Usage: "show, verify or clear the cache of vector files",
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list what is cached", UsageText: "wrd cache list [flags]", Flags: flags(),
				Action: func(c *cli.Context) error {
					_, err := listCache(c, func(tables *cache.Cache) ([]cache.Entry, error) { return tables.List() })
					return err
				}},
			{Name: "verify", Usage: "read every entry completely and verify it", UsageText: "wrd cache verify [flags]",
				Flags:       flags(),
				Description: "Exit status 1 if an entry is damaged; whoever needs it makes it again.",
				Action:      verifyCache},
			{Name: "clear", Usage: "remove every entry", UsageText: "wrd cache clear [flags]", Flags: flags(),
				Action: clearCache},
		},
	}
}

// listCache prints the entries that look returns, and returns them too.
func listCache(c *cli.Context, look func(*cache.Cache) ([]cache.Entry, error)) ([]cache.Entry, error) {
	format, err := onlyFormat(c, textOrJSON)
	if err != nil {
		return nil, err
	}
	tables := cache.Open(cacheDirFlag.Get(c), notify(c))
	found, err := look(tables)
	if err != nil {
		return nil, err
	}
	return found, show.Cache(c.App.Writer, format, tables.Dir(), found)
}

// errDamage says that the cache has a damaged entry, which is already told.
var errDamage = errors.New("damaged entry of the cache")

// verifyCache fails if an entry is damaged.
func verifyCache(c *cli.Context) error {
	found, err := listCache(c, func(tables *cache.Cache) ([]cache.Entry, error) { return tables.Verify(c.Context) })
	if err == nil && slices.ContainsFunc(found, func(e cache.Entry) bool { return e.Damage != nil }) {
		return errDamage
	}
	return err
}

func clearCache(c *cli.Context) error {
	format, err := onlyFormat(c, textOrJSON)
	if err != nil {
		return err
	}
	tables := cache.Open(cacheDirFlag.Get(c), notify(c))
	n, size, err := tables.Clear()
	if err != nil {
		return err
	}
	if format == "json" {
		return render.JSON(c.App.Writer, struct {
			Dir     string `json:"dir"`
			Removed int    `json:"removed"`
			Bytes   int64  `json:"bytes"`
		}{tables.Dir(), n, size})
	}
	return render.Lines(c.App.Writer, fmt.Sprintf("%s: removed %d entries, %s", tables.Dir(), n, render.Bytes(size)))
}
