package metric

import (
	"context"
	"iter"
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// NewVocabulary returns what fits of vectors share: the vectors, frequencies, and the stop words of tokenize.
// frequencies may be nil if no letter reads them (convert.Letters.NeedsFrequencies).
func NewVocabulary(vectors *embedding.Store, frequencies *embedding.Frequencies) *convert.Vocabulary {
	return convert.NewVocabulary(convert.Resources{
		Vectors: vectors, Frequencies: frequencies, StopWords: tokenize.StopWords(),
	})
}

// FitConverter learns a vector converter from sentences, which tokenizer splits: that of the texts to score
// (Options.NewTokenizer). From the vectors and frequencies of the vocabulary it learns only what earlier fits have
// not. sentences may be nil if no letter reads them (convert.Letters.NeedsSentences). It fails at the first error of
// sentences, where Fitter of the vocabulary or Finish fails, and with ctx.Err() when ctx ends.
func FitConverter(ctx context.Context, vocabulary *convert.Vocabulary, letters convert.Letters,
	tokenizer tokenize.Tokenizer, sentences iter.Seq2[string, error]) (*convert.Converter, error) {
	fitter, err := vocabulary.Fitter(ctx, letters)
	if err != nil {
		return nil, err
	}
	vectors := vocabulary.Vectors()
	if letters.NeedsSentences() && sentences != nil {
		if err := LearnSentences(ctx, fitter, vectors, tokenizer, sentences); err != nil {
			return nil, err
		}
	}
	converter, err := fitter.Finish()
	if err != nil {
		return nil, err
	}
	return converter, vectors.Err()
}

// LearnSentences adds sentences, which tokenizer splits, to a fitter of these vectors. It fails at the first error of
// sentences, and with ctx.Err() when ctx ends.
func LearnSentences(ctx context.Context, fitter *convert.Fitter, vectors *embedding.Store,
	tokenizer tokenize.Tokenizer, sentences iter.Seq2[string, error]) error {
	return eachSentence(ctx, vectors, tokenizer, sentences, fitter.Add)
}

// ConverterFor returns a converter for texts, which tokenizer splits, alone: the part that converts the words in them
// (see Converter.Part), which costs little where vectors have many more words than the texts. Scores of these texts
// are those of the whole converter; in other texts it makes words unknown. It fails at the first error of texts,
// where Part fails, and with ctx.Err() when ctx ends.
func ConverterFor(ctx context.Context, converter *convert.Converter, tokenizer tokenize.Tokenizer,
	texts iter.Seq2[string, error]) (*convert.Converter, error) {
	if converter.Vectors() == nil {
		return converter.Part(ctx, nil) // which says what is wrong
	}
	seen := map[int32]bool{}
	var ids []int32
	if err := eachSentence(ctx, converter.Vectors(), tokenizer, texts, func(known []int32) {
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
	return converter.Part(ctx, ids)
}

// eachSentence calls do with the positions in vectors of the known tokens of each sentence, which do must not keep.
// It fails at the first error of sentences, and with ctx.Err() when ctx ends.
func eachSentence(ctx context.Context, vectors *embedding.Store, tokenizer tokenize.Tokenizer,
	sentences iter.Seq2[string, error], do func(ids []int32)) error {
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
