package main

import (
	"fmt"
	"regexp"
	"time"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/cache"
)

func cacheCommand() *cli.Command {
	flags := func() []cli.Flag { return []cli.Flag{cacheDirFlag, formatFlag("text", "json")} }
	return &cli.Command{
		Name:  "cache",
		Usage: "show, verify or clear the cache of vector files",
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list what is cached", UsageText: "wrd cache list [flags]", Flags: flags(),
				Action: func(c *cli.Context) error {
					return listCache(c, func(tables *cache.Cache) ([]cache.Entry, error) { return tables.List() })
				}},
			{Name: "verify", Usage: "read every entry completely and verify it", UsageText: "wrd cache verify [flags]", Flags: flags(),
				Action: func(c *cli.Context) error {
					return listCache(c, func(tables *cache.Cache) ([]cache.Entry, error) { return tables.Verify(c.Context) })
				}},
			{Name: "clear", Usage: "remove every entry", UsageText: "wrd cache clear [flags]", Flags: flags(), Action: clearCache},
		},
	}
}

// cacheEntry is how an entry is printed.
type cacheEntry struct {
	File   string    `json:"file"`
	Bytes  int64     `json:"bytes"`
	Made   time.Time `json:"made"`
	Kind   string    `json:"kind"`
	Name   string    `json:"name"`
	Source string    `json:"source"`
	Words  int       `json:"words"`
	Dim    int       `json:"dim"`
	Digest string    `json:"digest"`
	Damage string    `json:"damage,omitempty"`
}

// listCache prints the entries that look returns. Damaged ones are no error: whoever needs them makes them anew.
func listCache(c *cli.Context, look func(*cache.Cache) ([]cache.Entry, error)) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	tables := cache.Open(cacheDirFlag.Get(c), notify(c))
	found, err := look(tables)
	if err != nil {
		return err
	}
	entries := []cacheEntry{}
	for _, f := range found {
		e := cacheEntry{f.File, f.Bytes, f.Made, f.Kind, f.Name, f.Source, f.Words, f.Dim, f.Digest, ""}
		if f.Damage != nil {
			e.Damage = f.Damage.Error()
		}
		entries = append(entries, e)
	}
	if format == "json" {
		return writeJSON(c.App.Writer, struct {
			Dir     string       `json:"dir"`
			Entries []cacheEntry `json:"entries"`
		}{tables.Dir(), entries})
	}
	rows := [][]string{{"kind", "name", "made from", "size", "words", "dim", "made", "state"}}
	var total int64
	for _, e := range entries {
		state := "good"
		if e.Damage != "" {
			state = e.Damage
		}
		total += e.Bytes
		rows = append(rows, []string{e.Kind, e.Name, fullHash.ReplaceAllString(e.Source, "$1"), bytesText(e.Bytes), fmt.Sprint(e.Words), fmt.Sprint(e.Dim),
			e.Made.Local().Format(time.DateTime), state})
	}
	if len(entries) > 0 {
		if err := writeColumns(c.App.Writer, rows, 3); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s: %d entries, %s\n", tables.Dir(), len(entries), bytesText(total))
	return err
}

// fullHash is a SHA-256, of which the first 8 digits are enough for people.
var fullHash = regexp.MustCompile(`\b([0-9a-f]{8})[0-9a-f]{56}\b`)

func clearCache(c *cli.Context) error {
	if _, err := positional(c); err != nil {
		return err
	}
	format, err := oneOf(c, "format", "text", "json")
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

// bytesText writes a size as people read it.
func bytesText(n int64) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}
