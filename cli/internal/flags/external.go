package flags

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/adapters/scores"
)

// An ExternalCorpus reads what other programs say of the candidates of a corpus, segment by segment.
type ExternalCorpus struct {
	Names   []string
	readers [][]*scores.Reader // of each name for each system
}

// OpenExternal opens what --scores has for systems, in their order. The caller closes it. taken says whether a name is
// that of another column.
func OpenExternal(c *cli.Context, systems []string, taken func(name string) bool) (_ *ExternalCorpus, err error) {
	sources, err := ScoreSources(c)
	if err != nil {
		return nil, err
	}
	e := &ExternalCorpus{Names: scores.Names(sources)}
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	for _, name := range e.Names {
		if taken(name) {
			return nil, fmt.Errorf("--scores: found the name %s, which is a column of ours, expected another name",
				name)
		}
	}
	called := make([][]string, len(systems))
	for i, system := range systems {
		called[i] = []string{system}
	}
	paths, err := scores.Arrange(sources, e.Names, called, rows.IsNamed)
	if err != nil {
		return nil, fmt.Errorf("--scores: %w", err)
	}
	e.readers = make([][]*scores.Reader, len(paths))
	for k, list := range paths {
		for i, path := range list {
			r, err := scores.OpenReader(c.Context, path, e.Names[k], systems[i])
			if err != nil {
				return nil, err
			}
			e.readers[k] = append(e.readers[k], r)
		}
	}
	return e, nil
}

// ErrFewScores says that scores end before the segments.
var ErrFewScores = errors.New("fewer scores than segments")

// Next fills in the next score of a system by each name. It returns errFewScores where there is none.
func (e *ExternalCorpus) Next(system int, row []float64) (err error) {
	for k := range e.Names {
		if row[k], err = e.readers[k][system].Next(); err == io.EOF {
			return ErrFewScores
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Ended says whether there are scores for just so many segments, and if so what was dropped from the files.
func (e *ExternalCorpus) Ended(segments int64) (notices []string, err error) {
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

// Close closes the files.
func (e *ExternalCorpus) Close() {
	for _, list := range e.readers {
		for _, r := range list {
			r.Close()
		}
	}
}
