package paper

import (
	"context"
	"iter"
	"math"
	"strings"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"github.com/wordrotator/wrd/tokenize"
)

// noData is the Reason of what needs files none of which are there.
const noData = "the data are not there"

// dataSet computes the keys of a set of sentence pairs: the mean over its files.
func (r *recomputer) dataSet(ctx context.Context, set dataSet, keys []Key, numbers Numbers) error {
	sets, missing, err := r.readAll(set)
	if err != nil {
		return err
	}
	if len(sets) == 0 {
		for _, key := range keys {
			numbers[key] = Number{Reason: noData, Missing: missing}
		}
		return nil
	}
	for _, name := range convertersOf(keys) {
		var wanted []Key
		for _, key := range keys {
			if key.Convert == name {
				wanted = append(wanted, key)
			}
		}
		if err := r.sentences(ctx, sets, set.tokenizer, name, wanted, missing, numbers); err != nil {
			return err
		}
	}
	return nil
}

// sentences computes keys that share a converter, which is fitted on all sentences of each set.
func (r *recomputer) sentences(ctx context.Context, sets []similarity.PairSet, tokenizer, converter string,
	keys []Key, missing []string, numbers Numbers) error {
	letters, err := convert.ParseLetters(converter)
	if err != nil {
		return err
	}
	asked := similarity.PairOptions{
		Options: metric.Options{
			Vectors: r.Vectors, Frequencies: r.Frequencies,
			Tokenizer: tokenizer, Normalize: tokenize.NormalizeNone, OOV: metric.OOVSkip, Empty: metric.EmptySkip,
		},
		Letters: []convert.Letters{letters}, Vocabulary: r.vocabulary, UnfitIsReason: true,
	}
	var measured []Key // those of asked.Options.Measures
	for _, key := range keys {
		switch measure := metric.Measure(key.Measure); {
		case r.lacks(letters) != "":
			numbers[key] = Number{Reason: r.lacks(letters), Files: len(sets), Missing: missing}
		case key.Measure == WMDSIFWithoutStopwords:
			if numbers[key], err = r.sifWithoutStopwords(ctx, sets, asked, missing); err != nil {
				return err
			}
		case measure.NeedsFrequencies() && r.Frequencies == nil:
			numbers[key] = Number{Reason: noFrequencies, Files: len(sets), Missing: missing}
		default:
			measured = append(measured, key)
			asked.Options.Measures = append(asked.Options.Measures, measure)
		}
	}
	if len(measured) == 0 {
		for _, set := range sets {
			r.progress(r.size(set.Name))
		}
		return nil
	}
	asked.Scored = func(rows []similarity.PairRow) { r.progress(r.size(rows[0].Data)) }
	report, err := similarity.Pairs(ctx, asked, sets)
	if err != nil {
		return err
	}
	for i, key := range measured {
		numbers[key] = numberOf(report, i, sets, missing)
	}
	return nil
}

// sifWithoutStopwords computes WMDSIFWithoutStopwords. asked are those of the other measures. The converters that
// the paper has for it, none and A, learn nothing from sentences, so that it makes no difference to them that stop
// words are gone.
func (r *recomputer) sifWithoutStopwords(ctx context.Context, sets []similarity.PairSet,
	asked similarity.PairOptions, missing []string) (Number, error) {
	number := Number{Files: len(sets), Missing: missing}
	if r.Frequencies == nil {
		number.Reason = noFrequencies
		return number, nil
	}
	kept := make([]similarity.PairSet, len(sets))
	for i, set := range sets {
		pairs, err := withoutStopwords(set.Pairs, asked.Options.Tokenizer)
		if err != nil {
			return number, err
		}
		kept[i] = similarity.PairSet{Name: set.Name, Pairs: pairs}
	}
	asked.Options.Tokenizer, asked.Options.Case = tokenize.Whitespace, tokenize.KeepCase
	asked.Options.Measures = []metric.Measure{metric.MeasureWMDSIFWeights}
	report, err := similarity.Pairs(ctx, asked, kept)
	if err != nil {
		return number, err
	}
	return numberOf(report, 0, kept, missing), nil
}

// withoutStopwords returns pairs as tokens with spaces between them, those that are stop words left out.
func withoutStopwords(pairs []similarity.Pair, name string) ([]similarity.Pair, error) {
	tokenizer, err := tokenize.New(name, tokenize.Options{})
	if err != nil {
		return nil, err
	}
	var tokens []tokenize.Token
	keep := func(text string) string {
		tokens = tokenizer.Append(tokens[:0], text)
		var kept []string
		for _, token := range tokens {
			if !tokenize.IsStopWord(token.Text) {
				kept = append(kept, token.Text)
			}
		}
		return strings.Join(kept, " ")
	}
	kept := make([]similarity.Pair, len(pairs))
	for i, pair := range pairs {
		kept[i] = similarity.Pair{Gold: pair.Gold, First: keep(pair.First), Second: keep(pair.Second)}
	}
	return kept, nil
}

// eachSentence yields both sentences of every pair that people judged.
func eachSentence(pairs []similarity.Pair) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, pair := range pairs {
			if math.IsNaN(pair.Gold) {
				continue
			}
			if !yield(pair.First, nil) || !yield(pair.Second, nil) {
				return
			}
		}
	}
}
