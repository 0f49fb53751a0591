package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/tokenize"
)

// convertedWords are single words by converter, which many data sets share.
type convertedWords struct {
	*recomputer
	converted map[string]*metric.Words
	reasons   map[string]string // why there are none
}

// by returns the words after the converter of the given letters, or the reason why there are none. What it learns
// from sentences it learns from those of dev.
func (w *convertedWords) by(ctx context.Context, letters string) (*metric.Words, string, error) {
	if words, ok := w.converted[letters]; ok {
		return words, w.reasons[letters], nil
	}
	set, _ := findDataSet(dev)
	pairs, err := w.read(set.files[0], sts.Sentences)
	if err != nil {
		return nil, "", err
	}
	tokenizer, err := tokenize.New(set.tokenizer, tokenize.Options{})
	if err != nil {
		return nil, "", err
	}
	converter, reason, err := w.fit(ctx, letters, tokenizer, eachSentence(pairs))
	if err != nil {
		return nil, "", err
	}
	words, err := metric.NewWords(w.Vectors, converter)
	w.converted[letters], w.reasons[letters] = words, reason
	return words, reason, err
}

// compare computes the keys of a set of word pairs.
func (w *convertedWords) compare(ctx context.Context, set string, keys []Key, numbers Numbers) error {
	pairs, err := w.read(wordFile(set), sts.Words)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if pairs == nil {
			numbers[key] = Number{Reason: "the data are not there", Missing: []string{wordFile(set)}}
			continue
		}
		words, reason, err := w.by(ctx, key.Convert)
		if err != nil {
			return err
		}
		if reason != "" {
			numbers[key] = Number{Reason: reason}
			continue
		}
		var gold, predicted []float64
		for _, pair := range pairs {
			value, missing := compareWords(words, w.Vectors.Dim(), key.Measure, pair.First, pair.Second)
			if missing != "" {
				continue
			}
			if key.Measure == L2 {
				value = -value
			}
			gold, predicted = append(gold, pair.Gold), append(predicted, value)
		}
		numbers[key] = correlation(agreement.Spearman, gold, predicted, len(pairs))
	}
	return nil
}

// twoWords computes the distances between two words.
func (r *recomputer) twoWords(pair string, keys []Key, numbers Numbers) error {
	words, err := metric.NewWords(r.Vectors, nil)
	if err != nil {
		return err
	}
	first, second, _ := strings.Cut(pair, " ")
	for _, key := range keys {
		value, missing := compareWords(words, r.Vectors.Dim(), key.Measure, first, second)
		if missing != "" {
			numbers[key] = Number{Reason: missing}
			continue
		}
		if key.Measure == Cos {
			value = 1 - value
		}
		numbers[key] = Number{Value: value, Pairs: 1}
	}
	return nil
}

// compareWords returns what the measure L2, Dot or Cos says of two words with vectors of dim components, or what is
// missing. A word is looked up as it is written, and if there is none, in lower case.
func compareWords(words *metric.Words, dim int, measure, first, second string) (value float64, missing string) {
	var rows [2][]float32
	var norms [2]float64
	for i, word := range [...]string{first, second} {
		rows[i] = make([]float32, dim)
		var ok bool
		if norms[i], ok = words.Vector(word, rows[i]); !ok {
			norms[i], ok = words.Vector(strings.ToLower(word), rows[i])
		}
		if !ok {
			return 0, fmt.Sprintf("no vector for %q", word)
		}
	}
	var dot, square float64
	for k := range rows[0] {
		a, b := float64(rows[0][k]), float64(rows[1][k])
		dot += float64(a * b)
		square += float64((a - b) * (a - b))
	}
	switch measure {
	case L2:
		return math.Sqrt(square), ""
	case Dot:
		return dot, ""
	}
	return dot / (norms[0] * norms[1]), ""
}
