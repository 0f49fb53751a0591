package metric

import (
	"context"
	"iter"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// FitConverter learns a vector converter from sentences, which are split and looked up as options say; only
// Vectors, Tokenizer and KeepCase of them count. frequencies may be nil if no letter reads them, and sentences if
// no letter reads sentences (see convert.Letters). It fails at the first error of sentences, where convert.NewFitter
// or Finish fails, and with ctx.Err() when ctx ends.
func FitConverter(ctx context.Context, letters convert.Letters, options Options, frequencies *embedding.Frequencies, sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	tokenizer, err := tokenize.New(options.Tokenizer, tokenize.Options{KeepCase: options.KeepCase})
	if err != nil {
		return nil, err
	}
	resources := convert.Resources{Vectors: options.Vectors, Frequencies: frequencies, StopWords: tokenize.StopWords()}
	fitter, err := convert.NewFitter(ctx, letters, resources)
	if err != nil {
		return nil, err
	}
	if letters.NeedsSentences() && sentences != nil {
		var tokens []tokenize.Token
		var ids []int32
		for sentence, err := range sentences {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			tokens, ids = tokenizer.Append(tokens[:0], sentence), ids[:0]
			for _, token := range tokens {
				if id, ok := options.Vectors.Index(token.Text); ok {
					ids = append(ids, int32(id))
				}
			}
			fitter.Add(ids)
		}
	}
	converter, err := fitter.Finish()
	if err != nil {
		return nil, err
	}
	return converter, options.Vectors.Err()
}
