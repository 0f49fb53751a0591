package flags

import (
	"fmt"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/cli/internal/args"
)

// ScoresName is the name of the flag of scores that other programs made.
const ScoresName = "scores"

// ScoresFlag is --scores. part says what PART may be.
func ScoresFlag(part string) *args.Files {
	return &args.Files{StringSliceFlag: &cli.StringSliceFlag{Name: ScoresName, Category: TableCategory,
		Usage: "`NAME[@PART]=FILE`: scores of another program, a number per line or a table; " + part + "; repeat for more"}}
}

// ScoreSources reads --scores.
func ScoreSources(c *cli.Context) ([]scores.Source, error) {
	sources, err := scores.ParseSources(flagValues(c, ScoresName))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", ScoresName, err)
	}
	return sources, nil
}
