package paper

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/wordrotator/wrd/internal/sts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/tokenize"
)

// sentences computes the keys of one file of sentence pairs and calls done after each converter, which is fitted on all
// sentences of the file.
func (r *recomputer) sentences(ctx context.Context, pairs []sts.Pair, tokenizer string, keys []Key, done func()) (Numbers, error) {
	numbers := Numbers{}
	for _, letters := range convertersOf(keys) {
		var wanted []Key
		for _, key := range keys {
			if key.Convert == letters {
				wanted = append(wanted, key)
			}
		}
		if err := r.converted(ctx, pairs, tokenizer, letters, wanted, numbers); err != nil {
			return nil, err
		}
		done()
	}
	return numbers, nil
}

// converted computes keys that share a converter.
func (r *recomputer) converted(ctx context.Context, pairs []sts.Pair, tokenizer, letters string, keys []Key, numbers Numbers) error {
	options := metric.Options{
		Vectors: r.Vectors, Frequencies: r.Frequencies,
		Tokenizer: tokenizer, OOV: metric.OOVSkip, Empty: metric.EmptySkip,
	}
	split, err := options.NewTokenizer()
	if err != nil {
		return err
	}
	converter, reason, err := r.fit(ctx, letters, split, eachSentence(pairs))
	if err != nil {
		return err
	}
	if converter != nil && !converter.Letters().SentenceWise() {
		if converter, err = metric.ConverterFor(ctx, converter, split, eachSentence(pairs)); err != nil {
			return err
		}
	}
	options.Converter = converter
	if reason != "" {
		for _, key := range keys {
			numbers[key] = Number{Reason: reason}
		}
		return nil
	}
	for _, key := range keys {
		measure := metric.Measure(key.Measure)
		sif := measure
		if key.Measure == WMDSIFWithoutStopwords {
			sif = metric.MeasureWMDSIFWeights
		}
		switch {
		case sif.NeedsFrequencies() && r.Frequencies == nil:
			numbers[key] = Number{Reason: noFrequencies}
		case sif != measure:
			kept, err := withoutStopwords(pairs, tokenizer)
			if err != nil {
				return err
			}
			own := options
			own.Tokenizer, own.KeepCase, own.Measures = tokenize.Whitespace, true, []metric.Measure{sif}
			scored, err := correlate(ctx, own, kept)
			if err != nil {
				return err
			}
			numbers[key] = scored[sif]
		default:
			options.Measures = append(options.Measures, measure)
		}
	}
	if len(options.Measures) == 0 {
		return nil
	}
	scored, err := correlate(ctx, options, pairs)
	for measure, number := range scored {
		numbers[Key{keys[0].Data, string(measure), letters}] = number
	}
	return err
}

// fit learns a converter from sentences, which tokenizer splits; it is nil for no letters. reason says why these vectors,
// frequencies and sentences do not have one.
func (r *recomputer) fit(ctx context.Context, name string, tokenizer tokenize.Tokenizer, sentences iter.Seq2[string, error]) (
	c *convert.Converter, reason string, err error) {
	letters, err := convert.ParseLetters(name)
	if err != nil || letters == (convert.Letters{}) {
		return nil, "", err
	}
	if reason := r.lacks(letters); reason != "" {
		return nil, reason, nil
	}
	c, err = metric.FitConverter(ctx, r.vocabulary, letters, tokenizer, sentences)
	if err != nil {
		if ended := ctx.Err(); ended != nil {
			return nil, "", ended
		}
		return nil, err.Error(), r.Vectors.Err()
	}
	return c, "", nil
}

// correlate scores pairs by all measures of options and correlates each with people's scores.
func correlate(ctx context.Context, options metric.Options, pairs []sts.Pair) (map[metric.Measure]Number, error) {
	scorer, err := metric.NewScorer(options)
	if err != nil {
		return nil, err
	}
	gold, predicted := make([][]float64, len(options.Measures)), make([][]float64, len(options.Measures))
	line := 0
	err = scorer.Stream(ctx, eachPair(pairs), 0, func(_ metric.Line, results []metric.Result) error {
		for i, measure := range options.Measures {
			column := measure.Main()
			if !results[0].Defined(column) {
				continue
			}
			value, _ := results[0].Value(column)
			if column.Distance() {
				value = -value
			}
			gold[i], predicted[i] = append(gold[i], pairs[line].Gold), append(predicted[i], value)
		}
		line++
		return nil
	})
	numbers := map[metric.Measure]Number{}
	for i, measure := range options.Measures {
		numbers[measure] = correlation(agreement.Pearson, gold[i], predicted[i], len(pairs))
	}
	return numbers, err
}

// correlation makes a Number of the pairs that have a score, of so many pairs.
func correlation(statistic func(x, y []float64) (float64, bool), gold, predicted []float64, pairs int) Number {
	number := Number{Pairs: len(gold), LeftOut: pairs - len(gold), Files: 1}
	value, ok := statistic(gold, predicted)
	if !ok {
		number.Reason = fmt.Sprintf("not defined: %d of %d pairs have a score, or all have the same", len(gold), pairs)
		return number
	}
	number.Value = 100 * value
	return number
}

// eachPair yields the pairs as segments.
func eachPair(pairs []sts.Pair) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		for _, pair := range pairs {
			if !yield(metric.Line{Candidates: []string{pair.First}, References: []string{pair.Second}}, nil) {
				return
			}
		}
	}
}

// eachSentence yields both sentences of every pair.
func eachSentence(pairs []sts.Pair) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, pair := range pairs {
			if !yield(pair.First, nil) || !yield(pair.Second, nil) {
				return
			}
		}
	}
}

// withoutStopwords returns pairs as tokens with spaces between them, those that are stop words left out.
func withoutStopwords(pairs []sts.Pair, name string) ([]sts.Pair, error) {
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
	kept := make([]sts.Pair, len(pairs))
	for i, pair := range pairs {
		kept[i] = sts.Pair{Gold: pair.Gold, First: keep(pair.First), Second: keep(pair.Second)}
	}
	return kept, nil
}
