package metric

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// FitConverter learns a vector converter from sentences, which are split and looked up as options say; only
// Vectors, Tokenizer and KeepCase of them count. frequencies may be nil if no letter reads them, and sentences if
// no letter reads sentences (see convert.Letters). It fails at the first error of sentences, where convert.NewFitter
// or Finish fails, and with ctx.Err() when ctx ends.
func FitConverter(ctx context.Context, letters convert.Letters, options Options, frequencies *embedding.Frequencies, sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	vocabulary, err := NewVocabulary(options, frequencies)
	if err != nil {
		return nil, err
	}
	return FitConverterOn(ctx, vocabulary, letters, options, sentences)
}

// NewVocabulary returns what several fits share: the vectors of options, frequencies, and the list of stop words.
func NewVocabulary(options Options, frequencies *embedding.Frequencies) (*convert.Vocabulary, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	return convert.NewVocabulary(convert.Resources{Vectors: options.Vectors, Frequencies: frequencies, StopWords: tokenize.StopWords()}), nil
}

// FitConverterOn is FitConverter for the vectors and frequencies of a vocabulary, from which it learns only what earlier
// fits have not. Only Tokenizer and KeepCase of options count.
func FitConverterOn(ctx context.Context, vocabulary *convert.Vocabulary, letters convert.Letters, options Options, sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	fitter, err := vocabulary.Fitter(ctx, letters)
	if err != nil {
		return nil, err
	}
	vectors := vocabulary.Vectors()
	if letters.NeedsSentences() && sentences != nil {
		if err := eachSentence(ctx, vectors, options, sentences, fitter.Add); err != nil {
			return nil, err
		}
	}
	converter, err := fitter.Finish()
	if err != nil {
		return nil, err
	}
	return converter, vectors.Err()
}

// ConvertedPart returns the rows of Options.Converter's table that texts need, for Options.Converted: it costs little where
// vectors have many more words than the texts. Under OOVOwn the length of unknown words depends on the whole table, so
// there this is an error; and so it is for a converter with S, which has no table.
func ConvertedPart(ctx context.Context, options Options, texts iter.Seq2[string, error]) (*embedding.Store, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	if options.OOV == OOVOwn {
		return nil, errors.New("a part of the converted vectors: found the oov policy own, which needs all of them, expected skip")
	}
	seen := map[int32]bool{}
	var ids []int32
	if err := eachSentence(ctx, options.Vectors, options, texts, func(known []int32) {
		for _, id := range known {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}); err != nil {
		return nil, err
	}
	slices.Sort(ids) // so that rows that lie together are read together
	return options.Converter.Part(ctx, ids)
}

// eachSentence calls do with the positions in vectors of the known tokens of each sentence, which do must not keep. It fails
// at the first error of sentences, and with ctx.Err() when ctx ends.
func eachSentence(ctx context.Context, vectors *embedding.Store, options Options, sentences iter.Seq2[string, error], do func(ids []int32)) error {
	name := options.Tokenizer
	if name == "" {
		name = tokenize.Default
	}
	tokenizer, err := tokenize.New(name, tokenize.Options{KeepCase: options.KeepCase})
	if err != nil {
		return err
	}
	var tokens []tokenize.Token
	var ids []int32
	for sentence, err := range sentences {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		tokens, ids = tokenizer.Append(tokens[:0], sentence), ids[:0]
		for _, token := range tokens {
			if id, ok := vectors.Index(token.Text); ok {
				ids = append(ids, int32(id))
			}
		}
		do(ids)
	}
	return nil
}
