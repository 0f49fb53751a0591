package paper

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/wordrotator/wrd/adapters/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/embedding"
)

// wordTables are the converted vectors for single words, which many data sets share.
type wordTables struct {
	*recomputer
	tables  map[string]*embedding.Store
	reasons map[string]string
}

// table returns the vectors after the converter of the given letters, or the reason why there are none. What it learns
// from sentences it learns from those of dev.
func (w *wordTables) table(ctx context.Context, letters string) (*embedding.Store, string, error) {
	if w.tables == nil {
		w.tables, w.reasons = map[string]*embedding.Store{}, map[string]string{}
	}
	if table, ok := w.tables[letters]; ok {
		return table, w.reasons[letters], nil
	}
	set, _ := findDataSet(dev)
	pairs, err := w.read(set.files[0], sts.Sentences)
	if err != nil {
		return nil, "", err
	}
	options := metric.Options{Vectors: w.Vectors, Tokenizer: set.tokenizer, Converted: w.Vectors}
	reason, err := w.fit(ctx, letters, &options, eachSentence(pairs))
	w.tables[letters], w.reasons[letters] = options.Converted, reason
	return options.Converted, reason, err
}

// compare computes the keys of a set of word pairs.
func (w *wordTables) compare(ctx context.Context, set string, keys []Key, numbers Numbers) error {
	pairs, err := w.read(wordFile(set), sts.Words)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if pairs == nil {
			numbers[key] = Number{Reason: "the data are not there", Missing: []string{wordFile(set)}}
			continue
		}
		table, reason, err := w.table(ctx, key.Convert)
		if err != nil {
			return err
		}
		if reason != "" {
			numbers[key] = Number{Reason: reason}
			continue
		}
		var gold, predicted []float64
		for _, pair := range pairs {
			value, missing := compareWords(table, key.Measure, pair.First, pair.Second)
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
func (r *recomputer) twoWords(words string, keys []Key, numbers Numbers) {
	first, second, _ := strings.Cut(words, " ")
	for _, key := range keys {
		value, missing := compareWords(r.Vectors, key.Measure, first, second)
		if missing != "" {
			numbers[key] = Number{Reason: missing}
			continue
		}
		if key.Measure == Cos {
			value = 1 - value
		}
		numbers[key] = Number{Value: value, Pairs: 1}
	}
}

// compareWords returns what the measure L2, Dot or Cos says of two words, or what is missing. A word is looked up as it
// is written, and if there is none, in lower case.
func compareWords(table *embedding.Store, measure, first, second string) (value float64, missing string) {
	var ids [2]int
	for i, word := range [...]string{first, second} {
		id, ok := table.Index(word)
		if !ok {
			id, ok = table.Index(strings.ToLower(word))
		}
		if !ok || table.Norm(id) == 0 {
			return 0, fmt.Sprintf("no vector for %q", word)
		}
		ids[i] = id
	}
	x, y := table.Row(ids[0]), table.Row(ids[1])
	var dot, square float64
	for k := range x {
		a, b := float64(x[k]), float64(y[k])
		dot += float64(a * b)
		square += float64((a - b) * (a - b))
	}
	switch measure {
	case L2:
		return math.Sqrt(square), ""
	case Dot:
		return dot, ""
	}
	return dot / (table.Norm(ids[0]) * table.Norm(ids[1])), ""
}
