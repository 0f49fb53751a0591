package metric

import (
	"context"
	"iter"
	"slices"

	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// A Fit learns from texts what Options need: a converter of vectors or of an encoder's hidden states, and the weights
// of words. Texts are usually the references of a corpus. All methods stop at the first error of the texts, and with
// ctx.Err() when ctx ends.
type Fit struct {
	// Options are those of the texts to score: the Encoder with its layer or, without one, Vectors and Frequencies, and
	// the tokenizer.
	Options Options
	// Vocabulary replaces the Vectors and Frequencies of Options. Fits that share one (Options.Vocabulary) reuse what
	// earlier fits learned from these. nil makes one.
	Vocabulary *convert.Vocabulary
	// Workers is how many texts are encoded at once, 0 for one for each core. Results do not depend on it.
	Workers int
}

// Vocabulary returns what fits of the same vectors can share: Vectors, Frequencies, which may be nil if no letter needs
// them (convert.Letters.NeedsFrequencies), and the stop words of tokenize.
func (o Options) Vocabulary() *convert.Vocabulary {
	return convert.NewVocabulary(convert.Resources{
		Vectors: o.Vectors, Frequencies: o.Frequencies, StopWords: tokenize.StopWords(),
	})
}

// Converter learns a converter for Options.Converter. Every occurrence of a text counts, and of an encoder every known
// piece; texts without a known token or piece do not. texts may be nil if no letter reads them
// (convert.Letters.NeedsSentences, NeedsHiddenStates). It fails as Start, Learn and convert.Fitter.Finish do.
func (f *Fit) Converter(ctx context.Context, letters convert.Letters, texts iter.Seq2[string, error]) (
	*convert.Converter, error) {
	fitter, err := f.Start(ctx, letters)
	if err != nil {
		return nil, err
	}
	needed := letters.NeedsSentences()
	if f.Options.Encoder != nil {
		needed = letters.NeedsHiddenStates()
	}
	if needed && texts != nil {
		if err := f.Learn(ctx, fitter, texts); err != nil {
			return nil, err
		}
	}
	converter, err := fitter.Finish()
	if err == nil && f.Options.Encoder == nil {
		err = f.Vocabulary.Vectors().Err()
	}
	if err != nil {
		return nil, err
	}
	return converter, nil
}

// Start returns a fitter that learns such a converter, by Learn or by its own methods. It fails if the letters cannot
// be learned with these Options (convert.Vocabulary.Fitter, convert.NewFitter, Options.ConvertedLayer).
func (f *Fit) Start(ctx context.Context, letters convert.Letters) (*convert.Fitter, error) {
	if f.Options.Encoder != nil {
		layer, err := f.Options.ConvertedLayer()
		if err != nil {
			return nil, err
		}
		return convert.NewFitter(ctx, letters, convert.Resources{Layer: &layer})
	}
	if f.Vocabulary == nil {
		f.Vocabulary = f.Options.Vocabulary()
	}
	return f.Vocabulary.Fitter(ctx, letters)
}

// Learn adds texts to a fitter of Start. Memory does not grow with their number: only sums are kept.
func (f *Fit) Learn(ctx context.Context, fitter *convert.Fitter, texts iter.Seq2[string, error]) error {
	if f.Options.Encoder != nil {
		return f.learnHiddenStates(ctx, fitter, texts)
	}
	return f.eachSentence(ctx, f.Vocabulary.Vectors(), texts, fitter.Add)
}

// Part returns the part of a converter that converts the words of texts (convert.Converter.Part). It costs little if
// the vectors have many more words than the texts. These texts get the scores of the whole converter; in other texts
// words may be unknown. It fails where convert.Converter.Part does.
func (f *Fit) Part(ctx context.Context, converter *convert.Converter, texts iter.Seq2[string, error]) (
	*convert.Converter, error) {
	if converter.Vectors() == nil {
		return converter.Part(ctx, nil) // which says what is wrong
	}
	seen := map[int32]bool{}
	var ids []int32
	if err := f.eachSentence(ctx, converter.Vectors(), texts, func(known []int32) {
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

// eachSentence calls do with the positions in vectors of the known tokens of each text, which do must not keep.
func (f *Fit) eachSentence(ctx context.Context, vectors *embedding.Store, texts iter.Seq2[string, error],
	do func(ids []int32)) error {
	tokenizer, err := f.Options.NewTokenizer()
	if err != nil {
		return err
	}
	var tokens []tokenize.Token
	var ids []int32
	for text, err := range texts {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		tokens, ids = tokenizer.Append(tokens[:0], text), ids[:0]
		for _, token := range tokens {
			if id, ok := vectors.Index(token.Text); ok {
				ids = append(ids, int32(id))
			}
		}
		do(ids)
	}
	return nil
}
