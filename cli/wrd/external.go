package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
)

// An externalCorpus reads what other programs say of the candidates of a corpus, segment by segment.
type externalCorpus struct {
	names   []string
	readers [][]*scores.Reader // of each name for each system
}

// openExternal opens what --scores has for systems, in their order. The caller closes it. taken says whether a name is
// that of another column.
func openExternal(c *cli.Context, systems []string, taken func(name string) bool) (_ *externalCorpus, err error) {
	sources, err := scoreSources(c)
	if err != nil {
		return nil, err
	}
	e := &externalCorpus{names: scores.Names(sources)}
	defer func() {
		if err != nil {
			e.close()
		}
	}()
	for _, name := range e.names {
		if taken(name) {
			return nil, fmt.Errorf("--scores: found the name %s, which is a column of ours, expected another name",
				name)
		}
	}
	called := make([][]string, len(systems))
	for i, system := range systems {
		called[i] = []string{system}
	}
	paths, err := scores.Arrange(sources, e.names, called, rows.IsNamed)
	if err != nil {
		return nil, fmt.Errorf("--scores: %w", err)
	}
	e.readers = make([][]*scores.Reader, len(paths))
	for k, list := range paths {
		for i, path := range list {
			r, err := scores.OpenReader(c.Context, path, e.names[k], systems[i])
			if err != nil {
				return nil, err
			}
			e.readers[k] = append(e.readers[k], r)
		}
	}
	return e, nil
}

// errFewScores says that scores end before the segments.
var errFewScores = errors.New("fewer scores than segments")

// next fills in the next score of a system by each name. It returns errFewScores where there is none.
func (e *externalCorpus) next(system int, row []float64) (err error) {
	for k := range e.names {
		if row[k], err = e.readers[k][system].Next(); err == io.EOF {
			return errFewScores
		} else if err != nil {
			return err
		}
	}
	return nil
}

// ended says whether there are scores for just so many segments, and if so what was dropped from the files.
func (e *externalCorpus) ended(segments int64) (notices []string, err error) {
	for _, list := range e.readers {
		for _, r := range list {
			if err := r.Ended(segments); err != nil {
				return nil, err
			}
			notices = append(notices, r.Notices()...)
		}
	}
	return notices, nil
}

func (e *externalCorpus) close() {
	for _, list := range e.readers {
		for _, r := range list {
			r.Close()
		}
	}
}
