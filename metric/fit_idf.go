package metric

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/tokenize"
)

// IDF holds the inverse document frequencies of words, by which BERTScore can weigh tokens. It does not change after
// it is made, so any number of goroutines may use one.
type IDF struct {
	sentences int
	unseen    float64            // the weight of a word that no sentence holds
	weights   map[string]float64 // of all others
	digest    string
}

// LearnIDF counts in how many sentences each word occurs. tokenizer splits them: that of the texts to score
// (Options.NewTokenizer). Usually they are the references of a corpus. It fails at the first error of sentences, and
// with ctx.Err() when ctx ends.
func LearnIDF(ctx context.Context, tokenizer tokenize.Tokenizer, sentences iter.Seq2[string, error]) (*IDF, error) {
	return LearnTokenIDF(ctx, func(yield func([]string, error) bool) {
		var tokens []tokenize.Token
		var words []string
		for sentence, err := range sentences {
			tokens, words = tokenizer.Append(tokens[:0], sentence), words[:0]
			for _, token := range tokens {
				words = append(words, token.Text)
			}
			if !yield(words, err) {
				return
			}
		}
	})
}

// LearnEncoderIDF is LearnIDF for the pieces that an encoder splits sentences into, where Options.Encoder is set.
func LearnEncoderIDF(ctx context.Context, model *encoder.Model, sentences iter.Seq2[string, error]) (*IDF, error) {
	return LearnTokenIDF(ctx, func(yield func([]string, error) bool) {
		var pieces []encoder.Piece
		var tokens []string
		for sentence, err := range sentences {
			pieces, tokens = model.Pieces(pieces[:0], sentence), tokens[:0]
			for _, piece := range pieces {
				tokens = append(tokens, cmp.Or(piece.Unknown, piece.Text))
			}
			if !yield(tokens, err) {
				return
			}
		}
	})
}

// LearnTokenIDF is LearnIDF for sentences that are split already, such as those of TokenVectors. It keeps no slice.
func LearnTokenIDF(ctx context.Context, sentences iter.Seq2[[]string, error]) (*IDF, error) {
	f := &IDF{weights: map[string]float64{}}
	holding := map[string]int{} // how many sentences hold a word
	last := map[string]int{}    // the last sentence that did
	for tokens, err := range sentences {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		f.sentences++
		for _, token := range tokens {
			if last[token] != f.sentences {
				last[token] = f.sentences
				holding[token]++
			}
		}
	}
	f.unseen = math.Log(float64(f.sentences) + 1)
	hash := sha256.New()
	fmt.Fprintf(hash, "wrd idf 1\n%d\n", f.sentences)
	for _, word := range slices.Sorted(maps.Keys(holding)) {
		f.weights[word] = math.Log(float64(f.sentences+1) / float64(holding[word]+1))
		fmt.Fprintf(hash, "%q %d\n", word, holding[word])
	}
	f.digest = hex.EncodeToString(hash.Sum(nil))
	return f, nil
}

// Weight returns ln((M+1)/(m+1)) for a word that m of M sentences hold, as BERTScore's program does; it is 0 for a
// word that all of them hold.
func (f *IDF) Weight(word string) float64 {
	if weight, ok := f.weights[word]; ok {
		return weight
	}
	return f.unseen
}

// Digest returns what identifies the counts in signatures, 64 hexadecimal digits.
func (f *IDF) Digest() string { return f.digest }
