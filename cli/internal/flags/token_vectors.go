package flags

import (
	"errors"
	"fmt"
	"iter"

	"github.com/wordrotator/wrd/adapters/corpus"
	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// TokenVectorsFlag is the name of the flag of texts that come with vectors for their tokens.
const TokenVectorsFlag = "token-vectors"

// A ScoredCorpus is what score scores: files of texts side by side, or a file of token vectors.
type ScoredCorpus interface {
	Systems() []string
	References() int
	Lines() iter.Seq2[metric.Line, error]
	Length() (int64, error) // -1 if it is not known
	Progress() (done, total int64)
	Notices() []string
	Close()
}

// ExplainTokenVectors puts the names that a user knows into the error of a segment of a file of token vectors, or of one
// that has none.
func ExplainTokenVectors(path string, err error, systems []string) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return explainNone(err)
	}
	return fmt.Errorf("%s: segment %d, system %s: %w",
		path, failed.Segment, systems[failed.System], failed.Err)
}

// ExplainSegment puts file and line into the error of a segment, or of a corpus that has none.
func ExplainSegment(err error, source *corpus.Corpus) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return explainNone(err)
	}
	role := rows.Candidate
	if status, ok := errors.AsType[*metric.StatusError](err); ok {
		switch status.Status {
		case metric.EmptyReference, metric.NoKnownReference, metric.NoWordsReference:
			role = rows.Reference
		case metric.EmptySource, metric.NoKnownSource, metric.NoWordsSource:
			role = rows.Source
		}
	}
	place, noPlace := source.Place(role, failed.System, failed.Segment)
	if noPlace != nil {
		return noPlace
	}
	return fmt.Errorf("%s: %w", place, failed.Err)
}

// explainNone says what a corpus without segments is.
func explainNone(err error) error {
	if errors.Is(err, evaluation.ErrNoSegments) {
		return errors.New("found no segments: all files are empty, expected at least one line")
	}
	return err
}
