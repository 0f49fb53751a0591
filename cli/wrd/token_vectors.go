package main

import (
	"errors"
	"fmt"
	"iter"

	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/adapters/tokenvectors"
	"github.com/wordrotator/wrd/metric"
)

// tokenVectorsFlag is the name of the flag of texts that come with vectors for their tokens.
const tokenVectorsFlag = "token-vectors"

// A scoredCorpus is what score scores: files of texts side by side, or a file of token vectors.
type scoredCorpus interface {
	Systems() []string
	References() int
	Lines() iter.Seq2[metric.Line, error]
	Length() (int64, error) // -1 if it is not known
	Progress() (done, total int64)
	Notices() []string
	Close()
}

// decidedByTokenVectors are the flags that have nothing left to decide where token vectors take the place of texts.
// What --purpose stands for was measured on vectors of words alone.
var decidedByTokenVectors = []string{"tokenizer", "case", "vectors", "words", "convert", "converter", "oov",
	purposeFlag.Name, encoderFlag.Name, layerFlag.Name, precisionFlag.Name}

// openTokenVectors opens a file of token vectors that takes the place of texts, and refuses flags that would decide
// nothing: texts are flags that name them.
func openTokenVectors(c *cli.Context, texts ...string) (*tokenvectors.File, error) {
	for _, flag := range append(texts, decidedByTokenVectors...) {
		if c.IsSet(flag) {
			return nil, fmt.Errorf("found --%s and --%s, whose file holds texts, tokens and their vectors: "+
				"expected one or the other", flag, tokenVectorsFlag)
		}
	}
	return tokenvectors.Open(c.Context, c.String(tokenVectorsFlag))
}

// tokenVectorOptions turns the scoring flags that remain with token vectors into options.
func tokenVectorOptions(c *cli.Context, file *tokenvectors.File) (metric.Options, error) {
	empty, err := oneOf(c, emptyFlag.Name, names(metric.EmptyPolicies())...)
	if err != nil {
		return metric.Options{}, err
	}
	options := metric.Options{TokenVectors: file.Origin(), Empty: metric.EmptyPolicy(empty)}
	if err := extend(c, &options); err != nil {
		return options, err
	}
	if idfFlag.Get(c) {
		options.IDF, err = metric.LearnTokenIDF(c.Context, file.ReferenceTokens())
	}
	return options, err
}

// explainTokenVectors puts the names that a user knows into the error of a segment of token vectors.
func explainTokenVectors(c *cli.Context, err error, systems []string) error {
	failed, ok := errors.AsType[*metric.SegmentError](err)
	if !ok {
		return explainSegment(err, systems, "line")
	}
	return fmt.Errorf("%s: segment %d, system %s: %w",
		c.String(tokenVectorsFlag), failed.Segment, systems[failed.System], failed.Err)
}
