package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/scores"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
)

// scoresFlag is --scores. part says what PART may be.
func scoresFlag(part string) cli.Flag {
	return &cli.StringSliceFlag{Name: "scores", Usage: "`NAME[@PART]=FILE` of scores that another program made, a number a line or a table (.csv, .tsv, .json, .jsonl, .parquet); " + part + "; repeat it for more"}
}

// scoreSources reads --scores.
func scoreSources(c *cli.Context) ([]scores.Source, error) {
	sources, err := scores.ParseSources(c.StringSlice("scores"))
	if err != nil {
		return nil, fmt.Errorf("--scores: %w", err)
	}
	return sources, nil
}

// An outsidePrediction is what another program says of the pairs of a file. More must be more alike.
type outsidePrediction struct {
	name   string
	scores []float64
}

// readOutside reads what --scores has for files of pairs: a list for each file, in one order. The name of a measure
// of ours is refused: two rows would have it.
func readOutside(c *cli.Context, files []dataFile) ([][]outsidePrediction, error) {
	sources, err := scoreSources(c)
	if err != nil {
		return nil, err
	}
	names := scores.Names(sources)
	for _, name := range names {
		if slices.Contains(metric.Measures(), metric.Measure(name)) {
			return nil, fmt.Errorf("--scores: found the name %s, which is a measure of ours, expected another name", name)
		}
	}
	called := make([][]string, len(files))
	for i := range files {
		called[i] = files[i].called()
	}
	paths, err := scores.Arrange(sources, names, called, nil)
	if err != nil {
		return nil, fmt.Errorf("--scores: %w", err)
	}
	outside := make([][]outsidePrediction, len(files))
	for i, f := range files {
		for k, name := range names {
			list, err := scores.Read(paths[k][i], name, "", len(f.pairs), notify(c))
			if err != nil {
				return nil, err
			}
			outside[i] = append(outside[i], outsidePrediction{name, list})
		}
	}
	return outside, nil
}

// row correlates the scores with those that people gave.
func (o *outsidePrediction) row(f *dataFile) (similarityRow, prediction) {
	p := prediction{scores: o.scores}
	for _, pair := range f.pairs {
		p.gold = append(p.gold, pair.Gold)
	}
	row := newSimilarityRow(&p)
	row.Data, row.Measure, row.Convert, row.Outside = f.path, o.name, convert.None, true
	row.Signature = metric.ExternalSignature(o.name, scores.Digest(o.scores)).String()
	return row, p
}
