package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/cache"
)

func cacheCommand() *cli.Command {
	flags := func() []cli.Flag { return []cli.Flag{cacheDirFlag, formatFlag(textOrJSON...)} }
	return &cli.Command{
		Name:  "cache",
		Usage: "show, verify or clear the cache of vector files",
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list what is cached", UsageText: "wrd cache list [flags]", Flags: flags(),
				Action: func(c *cli.Context) error {
					return listCache(c, func(tables *cache.Cache) ([]cache.Entry, error) { return tables.List() })
				}},
			{Name: "verify", Usage: "read every entry completely and verify it", UsageText: "wrd cache verify [flags]",
				Flags: flags(),
				Action: func(c *cli.Context) error {
					return listCache(c, func(tables *cache.Cache) ([]cache.Entry, error) { return tables.Verify(c.Context) })
				}},
			{Name: "clear", Usage: "remove every entry", UsageText: "wrd cache clear [flags]", Flags: flags(),
				Action: clearCache},
		},
	}
}

// listCache prints the entries that look returns. Damaged ones are no error: whoever needs them makes them again.
func listCache(c *cli.Context, look func(*cache.Cache) ([]cache.Entry, error)) error {
	format, err := onlyFormat(c, textOrJSON)
	if err != nil {
		return err
	}
	tables := cache.Open(cacheDirFlag.Get(c), notify(c))
	found, err := look(tables)
	if err != nil {
		return err
	}
	return writeCache(c.App.Writer, format, tables.Dir(), found)
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
		return writeJSON(c.App.Writer, struct {
			Dir     string `json:"dir"`
			Removed int    `json:"removed"`
			Bytes   int64  `json:"bytes"`
		}{tables.Dir(), n, size})
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: removed %d entries, %s\n", tables.Dir(), n, bytesText(size))
	return err
}
