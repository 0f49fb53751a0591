package main

import (
	"errors"
	"fmt"
	"io"
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

// An outsideCorpus reads scores of the candidates of a corpus, segment by segment, beside ours.
type outsideCorpus struct {
	names   []string
	readers [][]*scores.Reader // of each name for each system
	row     []float64          // of the last call of next
}

// openOutside opens what --scores has for systems, in their order. The caller closes it. taken says whether a name is that of
// another column.
func openOutside(c *cli.Context, systems []string, taken func(name string) bool) (_ *outsideCorpus, err error) {
	sources, err := scoreSources(c)
	if err != nil {
		return nil, err
	}
	o := &outsideCorpus{names: scores.Names(sources)}
	defer func() {
		if err != nil {
			o.close()
		}
	}()
	for _, name := range o.names {
		if taken(name) {
			return nil, fmt.Errorf("--scores: found the name %s, which is a column of ours, expected another name", name)
		}
	}
	called := make([][]string, len(systems))
	for i, system := range systems {
		called[i] = []string{system}
	}
	paths, err := scores.Arrange(sources, o.names, called, scores.IsTable)
	if err != nil {
		return nil, fmt.Errorf("--scores: %w", err)
	}
	o.readers = make([][]*scores.Reader, len(paths))
	for k, list := range paths {
		for i, path := range list {
			r, err := scores.Open(path, o.names[k], systems[i])
			if err != nil {
				return nil, err
			}
			o.readers[k] = append(o.readers[k], r)
		}
	}
	o.row = make([]float64, len(o.names))
	return o, nil
}

// errFewScores says that scores end before the segments.
var errFewScores = errors.New("fewer scores than segments")

// next returns the next score of a system by each name, overwritten by the next call, or errFewScores.
func (o *outsideCorpus) next(system int) ([]float64, error) {
	for k := range o.names {
		x, err := o.readers[k][system].Next()
		if err == io.EOF {
			return nil, errFewScores
		}
		if err != nil {
			return nil, err
		}
		o.row[k] = x
	}
	return o.row, nil
}

// ended says whether there are scores for just so many segments, and if so what was dropped from the files.
func (o *outsideCorpus) ended(segments int64) (notices []string, err error) {
	for _, list := range o.readers {
		for _, r := range list {
			if err := r.Ended(segments); err != nil {
				return nil, err
			}
			notices = append(notices, r.Notices()...)
		}
	}
	return notices, nil
}

func (o *outsideCorpus) close() {
	for _, list := range o.readers {
		for _, r := range list {
			r.Close()
		}
	}
}
