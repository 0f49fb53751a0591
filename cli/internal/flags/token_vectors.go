package flags

import (
	"errors"
	"fmt"
	"iter"

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

// ExplainTokenVectors puts the names that a user knows into the error of a segment of a file of token vectors.
func ExplainTokenVectors(path string, err error, systems []string) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return ExplainSegment(err, systems, "line")
	}
	return fmt.Errorf("%s: segment %d, system %s: %w",
		path, failed.Segment, systems[failed.System], failed.Err)
}

// ExplainSegment puts the names that a user knows into the error of a segment, or of a corpus that has none.
func ExplainSegment(err error, systems []string, unit string) error {
	if errors.Is(err, evaluation.ErrNoSegments) {
		return errors.New("found no segments: all files are empty, expected at least one line")
	}
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("%s %d of system %s: %w", unit, failed.Segment+1, systems[failed.System], failed.Err)
}
