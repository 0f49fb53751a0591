package paper

import (
	"context"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"github.com/wordrotator/wrd/tokenize"
)

// words computes keys of single words. Their converters many data sets share.
type words struct {
	*recomputer
	converters map[string]*convert.Converter // by letters; nil for none
	reasons    map[string]string             // why there is no converter
}

// converter returns the converter of the given letters, nil for none, or the reason why these vectors and frequencies
// do not have it. What it learns from sentences it learns from those of dev.
func (w *words) converter(ctx context.Context, name string) (c *convert.Converter, reason string, err error) {
	if converter, ok := w.converters[name]; ok {
		return converter, w.reasons[name], nil
	}
	c, reason, err = w.fit(ctx, name)
	if err == nil {
		w.converters[name], w.reasons[name] = c, reason
	}
	return c, reason, err
}

// fit learns the converter of the given letters.
func (w *words) fit(ctx context.Context, name string) (c *convert.Converter, reason string, err error) {
	letters, err := convert.ParseLetters(name)
	if err != nil || letters == (convert.Letters{}) {
		return nil, "", err
	}
	if reason := w.lacks(letters); reason != "" {
		return nil, reason, nil
	}
	set, _ := findDataSet(dev)
	pairs, err := w.read(set.files[0], pairs.Sentences)
	if err != nil {
		return nil, "", err
	}
	fit := metric.Fit{Options: metric.Options{Vectors: w.Vectors, Tokenizer: set.tokenizer,
		Normalize: tokenize.NormalizeNone}, Vocabulary: w.vocabulary}
	c, err = fit.Converter(ctx, letters, eachSentence(pairs))
	switch {
	case err == nil:
		return c, "", nil
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	}
	return nil, err.Error(), w.Vectors.Err()
}

// compare computes the keys of a set of word pairs.
func (w *words) compare(ctx context.Context, set string, keys []Key, numbers Numbers) error {
	pairs, err := w.read(wordFile(set), pairs.Words)
	if err != nil {
		return err
	}
	if pairs == nil {
		for _, key := range keys {
			numbers[key] = Number{Reason: noData, Missing: []string{wordFile(set)}}
		}
		return nil
	}
	for _, name := range convertersOf(keys) {
		converter, reason, err := w.converter(ctx, name)
		if err != nil {
			return err
		}
		var rows map[string]similarity.WordRow
		if reason == "" {
			if rows, err = w.rows(ctx, converter, pairs); err != nil {
				return err
			}
		}
		for _, key := range keys {
			switch row := rows[key.Measure]; {
			case key.Convert != name:
			case reason != "":
				numbers[key] = Number{Reason: reason}
			default:
				numbers[key] = Number{
					Value: orZero(row.Spearman), Reason: row.Reason, Pairs: row.Pairs, LeftOut: row.Missing, Files: 1,
				}
			}
		}
	}
	return nil
}

// orZero returns the value of a correlation that is defined, and 0 in place of others.
func orZero(correlation *float64) float64 {
	if correlation == nil {
		return 0
	}
	return *correlation
}

// two computes the distances between two words.
func (w *words) two(ctx context.Context, pair string, keys []Key, numbers Numbers) error {
	first, second, _ := strings.Cut(pair, " ")
	rows, err := w.rows(ctx, nil, []similarity.Pair{{First: first, Second: second}})
	if err != nil {
		return err
	}
	for _, key := range keys {
		row := rows[key.Measure]
		if row.Missing > 0 {
			numbers[key] = Number{Reason: fmt.Sprintf("no vector for %q", row.Unknown[0])}
			continue
		}
		distance := -row.Predicted[0]
		if key.Measure == Cos {
			distance++
		}
		numbers[key] = Number{Value: distance, Pairs: 1}
	}
	return nil
}

// rows compares pairs of words by each measure. A word is looked up as it is written, and if there is no such word, in
// lower case.
func (w *words) rows(ctx context.Context, converter *convert.Converter, pairs []similarity.Pair) (
	map[string]similarity.WordRow, error) {
	report, err := similarity.Words(ctx, similarity.WordOptions{
		Vectors: w.Vectors, Converters: []*convert.Converter{converter}, Case: similarity.EitherCase,
	}, []similarity.PairSet{{Pairs: pairs}})
	if err != nil {
		return nil, err
	}
	rows := map[string]similarity.WordRow{}
	for _, row := range report.Rows {
		rows[string(row.Measure)] = row
	}
	return rows, nil
}
