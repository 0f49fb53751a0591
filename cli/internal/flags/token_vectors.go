package flags

import (
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
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

// openTokenVectors opens a file of token vectors that takes the place of texts, and refuses flags that name them. Those
// that would decide nothing are for the settings to refuse.
func openTokenVectors(c *cli.Context, texts ...string) (*tokenvectors.File, error) {
	for _, flag := range texts {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("found --%s and --%s, whose file holds texts, tokens and their vectors: "+
				"expected one or the other", flag, TokenVectorsFlag)
		}
	}
	if _, err := CompleteSettings(c); err != nil {
		return nil, err
	}
	file, err := tokenvectors.Open(c.Context, c.String(TokenVectorsFlag))
	if err != nil {
		return nil, err
	}
	e := EnvironmentOf(c)
	e.TokenVectors, e.Tokens = file.Origin(), file.ReferenceTokens()
	return file, nil
}

// ExplainTokenVectors puts the names that a user knows into the error of a segment of token vectors.
func ExplainTokenVectors(c *cli.Context, err error, systems []string) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return ExplainSegment(err, systems, "line")
	}
	return fmt.Errorf("%s: segment %d, system %s: %w",
		c.String(TokenVectorsFlag), failed.Segment, systems[failed.System], failed.Err)
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
