package similarity

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// A pairRun is one call of Pairs.
type pairRun struct {
	PairOptions
	fit metric.Fit
}

func newPairRun(asked PairOptions) (*pairRun, error) {
	options := &asked.Options
	var err error
	switch {
	case options.TokenVectors != nil:
		return nil, errors.New("pairs: found token vectors in the options, expected them in the sets")
	case options.IDF != nil:
		return nil, errors.New("pairs: found inverse document frequencies in the options, expected PairOptions.IDF")
	case options.Converter != nil && asked.Letters != nil:
		return nil, errors.New("pairs: found a converter and letters of converters, expected one of them")
	case asked.Letters == nil:
		asked.Letters = []convert.Letters{{}} // one pass
	}
	if options.Measures == nil {
		options.Measures = []metric.Measure{metric.MeasureWRD}
	}
	words := options.Encoder == nil && options.Ngrams == ngrams.Range{}
	if words && options.Vectors == nil {
		if options.Vectors, err = embedding.Default(); err != nil {
			return nil, err
		}
		if options.Frequencies == nil {
			if options.Frequencies, err = embedding.DefaultFrequencies(); err != nil {
				return nil, err
			}
		}
	}
	if asked.Vocabulary == nil && words {
		asked.Vocabulary = options.Vocabulary()
	}
	if _, err := options.NewTokenizer(); err != nil {
		return nil, err
	}
	if asked.Scored == nil {
		asked.Scored = func([]PairRow) {}
	}
	fit := metric.Fit{Options: *options, Vocabulary: asked.Vocabulary, Workers: asked.Workers}
	return &pairRun{asked, fit}, nil
}

// A setRun is the part of a pairRun on one set.
type setRun struct {
	*pairRun
	*PairSet
	index int
}

// rows returns the rows of the set.
func (run *setRun) rows(ctx context.Context) ([]PairRow, error) {
	options := run.Options
	if run.IDF {
		var err error
		if options.IDF, err = run.fit.IDF(ctx, run.sentences); err != nil {
			return nil, err
		}
	}
	converters := len(run.Letters)
	rows := make([]PairRow, len(options.Measures)*converters)
	for k, letters := range run.Letters {
		scored, err := run.converted(ctx, options, letters)
		if err != nil {
			return nil, err
		}
		for m := range scored {
			rows[m*converters+k] = scored[m]
		}
		run.Scored(scored)
	}
	for i := range run.Vectors {
		scored, err := run.tokenVectors(ctx, &run.Vectors[i])
		if err != nil {
			return nil, err
		}
		rows = append(rows, scored...)
		run.Scored(scored)
	}
	if external := run.externalRows(run.index); len(external) > 0 {
		rows = append(rows, external...)
		run.Scored(external)
	}
	return rows, nil
}

// explain says in which set, and if it can in which pair, an error is.
func (set *PairSet) explain(err error) error {
	if failed, ok := errors.AsType[*metric.SegmentError](err); ok {
		return &PairError{set.Name, set.judged()[failed.Segment], failed.Err}
	}
	return fmt.Errorf("%s: %w", set.Name, err)
}

// sentences yields both sentences of each pair.
func (set *PairSet) sentences(yield func(string, error) bool) {
	for _, i := range set.judged() {
		pair := &set.Pairs[i]
		if !yield(pair.First, nil) || !yield(pair.Second, nil) {
			return
		}
	}
}

// lines yields the pairs as segments.
func (set *PairSet) lines(yield func(metric.Line, error) bool) {
	for _, i := range set.judged() {
		pair := &set.Pairs[i]
		if !yield(metric.Line{Candidates: []string{pair.First}, References: []string{pair.Second}}, nil) {
			return
		}
	}
}

// converted returns the rows with one converter: that of options, or one that is learned from the sentences.
func (run *setRun) converted(ctx context.Context, options metric.Options, letters convert.Letters) (
	[]PairRow, error) {
	as := PairRow{Convert: letters.String()}
	switch {
	case options.Encoder != nil:
		as.Vectors = options.Encoder.Name()
	case options.Ngrams != ngrams.Range{}:
		as.Vectors = options.Ngrams.String()
	default:
		as.Vectors = options.Vectors.Name()
	}
	if letters != (convert.Letters{}) {
		var err error
		options.Converter, err = run.fit.Converter(ctx, letters, run.sentences)
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case options.Vectors != nil && options.Vectors.Err() != nil:
			return nil, options.Vectors.Err()
		case run.UnfitIsReason:
			return run.unfit(as, err), nil
		default:
			return nil, err
		}
	}
	if c := options.Converter; c != nil {
		as.Convert = c.Letters().String()
		if options.Encoder == nil && !options.NeedsWholeConverter() && !c.Letters().SentenceWise() {
			var err error
			if options.Converter, err = run.fit.Part(ctx, c, run.sentences); err != nil {
				return nil, err
			}
		}
	}
	return run.score(ctx, options, run.lines, as)
}

// unfit returns the rows of a converter that cannot be fitted.
func (run *setRun) unfit(as PairRow, err error) []PairRow {
	rows := make([]PairRow, len(run.Options.Measures))
	for m, measure := range run.Options.Measures {
		rows[m] = as
		rows[m].Set, rows[m].Data, rows[m].Measure, rows[m].Reason = run.index, run.Name, string(measure), err.Error()
	}
	return rows
}

// tokenVectors returns the rows with an encoder's token vectors.
func (run *setRun) tokenVectors(ctx context.Context, vectors *PairVectors) ([]PairRow, error) {
	options := run.Options
	options.Vectors, options.Converter, options.TokenVectors = nil, nil, &vectors.Origin
	options.Encoder, options.Layer, options.Precision, options.Ngrams = nil, nil, "", ngrams.Range{}
	lines := vectors.lines(run.Pairs)
	if run.IDF {
		var err error
		if options.IDF, err = new(metric.Fit).TokenIDF(ctx, tokensOf(lines)); err != nil {
			return nil, err
		}
	}
	as := PairRow{Vectors: vectors.Origin.Name, Convert: convert.None, TokenVectors: true}
	return run.score(ctx, options, lines, as)
}

// lines yields the lines of the pairs that people judged. There must be one for each pair.
func (v *PairVectors) lines(pairs []Pair) iter.Seq2[metric.Line, error] {
	return func(yield func(metric.Line, error) bool) {
		n := 0
		for line, err := range v.Lines {
			switch {
			case err != nil:
			case n == len(pairs):
				err = fmt.Errorf("%s: found more than %d segments, expected one for each pair", v.Name, n)
			case len(line.CandidateVectors) != 1 || len(line.ReferenceVectors) != 1:
				err = fmt.Errorf("%s: found %d candidates and %d references, expected one and one in each pair", v.Name,
					len(line.CandidateVectors), len(line.ReferenceVectors))
			}
			if (err != nil || !math.IsNaN(pairs[n].Gold)) && !yield(line, err) || err != nil {
				return
			}
			n++
		}
		if n < len(pairs) {
			yield(metric.Line{}, fmt.Errorf("%s: found %d segments, expected %d, one for each pair", v.Name, n, len(pairs)))
		}
	}
}

// tokensOf yields the tokens of all texts of lines.
func tokensOf(lines iter.Seq2[metric.Line, error]) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for line, err := range lines {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, text := range slices.Concat(line.CandidateVectors, line.ReferenceVectors) {
				if !yield(text.Tokens, nil) {
					return
				}
			}
		}
	}
}

// score scores lines, one for each pair, by all measures, and correlates the scores with the gold scores. as holds what
// the rows have in common.
func (run *setRun) score(ctx context.Context, options metric.Options, lines iter.Seq2[metric.Line, error],
	as PairRow) ([]PairRow, error) {
	scorer, err := metric.NewScorer(options)
	if err == nil {
		err = scorer.RefuseSource("a pair")
	}
	if err != nil {
		return nil, err
	}
	as.Set, as.Data, as.Signature = run.index, run.Name, scorer.Signature(1).String()
	predictions, empty := make([]prediction, len(options.Measures)), make([]int, len(options.Measures))
	judged, windows := run.judged(), 0
	var read reading.SystemReading
	err = scorer.Stream(ctx, lines, run.Workers, func(_ metric.Line, results []metric.Result) error {
		r := &results[0]
		read.Add(r, true, false)
		if r.SeveralWindows() {
			windows++
		}
		for m, measure := range options.Measures {
			column := measure.Main()
			if !r.Defined(column) {
				empty[m]++
			}
			score, ok := r.Value(column)
			if !ok {
				continue
			}
			if column.Distance() {
				score = -score
			}
			predictions[m].add(run.Pairs[judged[0]].Gold, score)
		}
		judged = judged[1:]
		return nil
	})
	if err != nil {
		return nil, err
	}
	as.Read = read.Candidates
	as.Read.Add(read.References)
	rows := make([]PairRow, len(options.Measures))
	for m, measure := range options.Measures {
		rows[m] = as
		rows[m].Measure, rows[m].Empty, rows[m].SeveralWindows = string(measure), empty[m], windows
		rows[m].correlate(&predictions[m])
	}
	return rows, nil
}

// externalRows returns the rows of the external predictions of the set with the given index.
func (set *PairSet) externalRows(index int) []PairRow {
	rows := make([]PairRow, len(set.External))
	for i, e := range set.External {
		var p prediction
		for _, k := range set.judged() {
			p.add(set.Pairs[k].Gold, e.Scores[k])
		}
		rows[i] = PairRow{Data: set.Name, Measure: e.Name, Convert: convert.None, External: true, Set: index,
			Signature: metric.ExternalSignature(e.Name, e.Digest).String()}
		rows[i].correlate(&p)
	}
	return rows
}
