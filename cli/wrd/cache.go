package main

import (
	"context"
	"errors"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/cli/internal/show"
)

func cacheCommand() *cli.Command {
	flags := func() []cli.Flag { return []cli.Flag{cacheDirFlag, plainFormat} }
	return &cli.Command{
		Name:  "cache",
		Usage: "show, verify or clear the cache of vector files",
		Subcommands: []*cli.Command{
			{Name: "list", Usage: "list what is cached", UsageText: "wrd cache list [flags]", Flags: flags(),
				Action: verb(plainOptions, listCache)},
			{Name: "verify", Usage: "read every entry completely and verify it", UsageText: "wrd cache verify [flags]",
				Flags:       flags(),
				Description: "Exit status 1 if an entry is damaged; whoever needs it makes it again.",
				Action:      verb(plainOptions, verifyCache)},
			{Name: "clear", Usage: "remove every entry", UsageText: "wrd cache clear [flags]", Flags: flags(),
				Action: verb(plainOptions, clearCache)},
		},
	}
}

func listCache(_ context.Context, h host, format string) error {
	tables := cache.Open(h.CacheDir, h.Notify)
	found, err := tables.List()
	if err != nil {
		return err
	}
	return show.Cache(h.out, format, tables.Dir(), found)
}

// errDamage says that the cache has a damaged entry, which is already told.
var errDamage = errors.New("damaged entry of the cache")

// verifyCache fails if an entry is damaged.
func verifyCache(ctx context.Context, h host, format string) error {
	tables := cache.Open(h.CacheDir, h.Notify)
	found, err := tables.Verify(ctx)
	if err != nil {
		return err
	}
	err = show.Cache(h.out, format, tables.Dir(), found)
	if err == nil && slices.ContainsFunc(found, func(e cache.Entry) bool { return e.Damage != nil }) {
		return errDamage
	}
	return err
}

func clearCache(_ context.Context, h host, format string) error {
	tables := cache.Open(h.CacheDir, h.Notify)
	n, size, err := tables.Clear()
	if err != nil {
		return err
	}
	return show.CacheCleared(h.out, format, tables.Dir(), n, size)
}
