package main

import (
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/cli/internal/flags"
	"github.com/wordrotator/wrd/cli/internal/show"
)

func cacheCommand() *cli.Command {
	set := []cli.Flag{flags.CacheDirFlag, flags.PlainFormat}
	return &cli.Command{
		Name:  "cache",
		Usage: "list, verify or clear cached vector files",
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list the entries", UsageText: "wrd cache list [flags]", Flags: set,
				Action: flags.Verb(flags.PlainOptions, listCache)},
			{Name: "verify", Usage: "verify every entry", UsageText: "wrd cache verify [flags]",
				Flags:       set,
				Description: "Exit status 1 if an entry is damaged. wrd makes it again when it needs it.",
				Action:      flags.Verb(flags.PlainOptions, verifyCache)},
			{Name: "clear", Usage: "remove every entry", UsageText: "wrd cache clear [flags]", Flags: set,
				Action: flags.Verb(flags.PlainOptions, clearCache)},
		},
	}
}

func listCache(_ context.Context, h flags.Host, format string) error {
	tables := cache.Open(h.CacheDir, h.Notify)
	found, err := tables.List()
	if err != nil {
		return err
	}
	return show.Cache(h.Out, format, tables.Dir(), found)
}

// errDamage says that the cache has a damaged entry, which is already told.
var errDamage = errors.New("damaged entry of the cache")

// verifyCache fails if an entry is damaged.
func verifyCache(ctx context.Context, h flags.Host, format string) error {
	tables := cache.Open(h.CacheDir, h.Notify)
	found, err := tables.Verify(ctx)
	if err != nil {
		return err
	}
	err = show.Cache(h.Out, format, tables.Dir(), found)
	if err == nil && slices.ContainsFunc(found, func(e cache.Entry) bool { return e.Damage != nil }) {
		return errDamage
	}
	return err
}

func clearCache(_ context.Context, h flags.Host, format string) error {
	tables := cache.Open(h.CacheDir, h.Notify)
	n, size, err := tables.Clear()
	if err != nil {
		return err
	}
	return show.CacheCleared(h.Out, format, tables.Dir(), n, size)
}
