package convert

import (
	"context"
	_ "embed"
	"strings"

	"github.com/wordrotator/wrd/metric/embedding"
)

// defaultFit is the fit AWR of the embedded vectors, learned from the 11,498 sentences of the training part of
// STS-B. It was made by
//
//	cut -f2,3 train.tsv | tr '\t' '\n' > sentences.txt
//	wrd convert fit --letters AWR --sentences sentences.txt -o metric/convert/distilled-en.fit
//
//go:embed distilled-en.fit
var defaultFit string

// Default returns the built-in converter AWR for embedding.Default, which brings similarities of sentences closer to
// those of people. It was learned once, so a pair of texts scores the same alone as in a corpus.
func Default(ctx context.Context) (*Converter, error) {
	vectors, err := embedding.Default()
	if err != nil {
		return nil, err
	}
	frequencies, err := embedding.DefaultFrequencies()
	if err != nil {
		return nil, err
	}
	return Load(ctx, strings.NewReader(defaultFit), Resources{Vectors: vectors, Frequencies: frequencies})
}

// DefaultInfo says what Default was learned from.
func DefaultInfo() (Info, error) { return ReadInfo(strings.NewReader(defaultFit)) }
