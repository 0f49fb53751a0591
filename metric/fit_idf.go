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
	"strings"

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

// IDF counts in how many sentences each word occurs, or with an Encoder each piece. A blank text is no sentence. It is for
// Options.IDF.
func (f *Fit) IDF(ctx context.Context, sentences iter.Seq2[string, error]) (*IDF, error) {
	split := f.splitPieces()
	if f.Options.Encoder == nil {
		tokenizer, err := f.Options.NewTokenizer()
		if err != nil {
			return nil, err
		}
		split = splitTokens(tokenizer)
	}
	return f.TokenIDF(ctx, func(yield func([]string, error) bool) {
		for sentence, err := range sentences {
			if err == nil && strings.TrimSpace(sentence) == "" {
				continue
			}
			if !yield(split(sentence), err) {
				return
			}
		}
	})
}

// splitTokens returns what splits sentences into tokens, in memory that is used again.
func splitTokens(tokenizer tokenize.Tokenizer) func(sentence string) []string {
	var tokens []tokenize.Token
	var words []string
	return func(sentence string) []string {
		tokens, words = tokenizer.Append(tokens[:0], sentence), words[:0]
		for _, token := range tokens {
			words = append(words, token.Text)
		}
		return words
	}
}

// splitPieces is splitTokens for the pieces of the encoder.
func (f *Fit) splitPieces() func(sentence string) []string {
	var pieces []encoder.Piece
	var words []string
	return func(sentence string) []string {
		sentence = f.Options.normalization().Of(sentence)
		pieces, words = f.Options.Encoder.Pieces(pieces[:0], sentence), words[:0]
		for _, piece := range pieces {
			words = append(words, cmp.Or(piece.Unknown, piece.Text))
		}
		return words
	}
}

// TokenIDF is IDF for sentences that are already split, such as those of TokenVectors. It keeps no slice that it is
// given.
func (*Fit) TokenIDF(ctx context.Context, sentences iter.Seq2[[]string, error]) (*IDF, error) {
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

// Weight returns ln((M+1)/(m+1)) for a word that occurs in m of M sentences, as BERTScore's program does. It is 0 for a
// word that occurs in all of them.
func (f *IDF) Weight(word string) float64 {
	if weight, ok := f.weights[word]; ok {
		return weight
	}
	return f.unseen
}

// Digest returns the SHA-256 of the counts, 64 hexadecimal digits. Signatures name it.
func (f *IDF) Digest() string { return f.digest }
