package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// scoresName is the name of the flag of scores that other programs made.
const scoresName = "scores"

// scoresFlag is --scores. part says what PART may be.
func scoresFlag(part string) *args.Files {
	return &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: scoresName,
		Usage: "`NAME[@PART]=FILE` of scores of another program, one number per line or a table (.csv, .tsv, .json, " +
			".jsonl, .parquet); " +
			part + "; repeat it for more"}}
}

// scoreSources reads --scores.
func scoreSources(c *cli.Context) ([]scores.Source, error) {
	sources, err := scores.ParseSources(flagValues(c, scoresName))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", scoresName, err)
	}
	return sources, nil
}
