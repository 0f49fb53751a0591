package scores

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/metric"
)

// A Beside reads the scores of other programs for the candidates of a corpus, segment by segment.
type Beside struct {
	Names   []string
	readers [][]*Reader // of each name for each system
}

// A SourcesError says what is wrong with which sources are named, before any is opened.
type SourcesError struct{ Err error }

func (e *SourcesError) Error() string { return e.Err.Error() }
func (e *SourcesError) Unwrap() error { return e.Err }

// OpenBeside opens sources for systems, in their order. taken says whether a name is that of another column. The caller
// closes what it returns. It fails with a *SourcesError where the sources do not fit to the systems.
func OpenBeside(ctx context.Context, sources []Source, systems []string,
	taken func(name string) bool) (_ *Beside, err error) {
	b := &Beside{Names: Names(sources)}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	for _, name := range b.Names {
		if taken(name) {
			return nil, &SourcesError{fmt.Errorf("found the name %s, which is a column of wrd, expected another name", name)}
		}
	}
	called := make([][]string, len(systems))
	for i, system := range systems {
		called[i] = []string{system}
	}
	paths, err := Arrange(sources, b.Names, called, rows.IsNamed)
	if err != nil {
		return nil, &SourcesError{err}
	}
	b.readers = make([][]*Reader, len(paths))
	for k, list := range paths {
		for i, path := range list {
			r, err := OpenReader(ctx, path, b.Names[k], systems[i])
			if err != nil {
				return nil, err
			}
			b.readers[k] = append(b.readers[k], r)
		}
	}
	return b, nil
}

// ErrFew says that scores end before the segments.
var ErrFew = errors.New("fewer scores than segments")

// Next fills in the score of a line, the next one, of a system by each name. It returns ErrFew where there is none.
func (b *Beside) Next(line metric.Line, system int, row []float64) (err error) {
	for k := range b.Names {
		if row[k], err = b.readers[k][system].Of(line); err == io.EOF {
			return ErrFew
		} else if err != nil {
			return err
		}
	}
	return nil
}

// Ended checks that there are scores for exactly so many segments, and returns notices on what was ignored in the
// files.
func (b *Beside) Ended(segments int64) (notices []string, err error) {
	for _, list := range b.readers {
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
func (b *Beside) Close() {
	for _, list := range b.readers {
		for _, r := range list {
			r.Close()
		}
	}
}
