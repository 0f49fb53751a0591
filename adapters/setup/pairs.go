package setup

import (
	"context"
	"iter"

	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
)

// OpenPairs opens settings for pairs of sentences, for similarity.Pairs. By default unknown words are left out and texts
// stay as they are, as in the paper. letters are converters that are learned from each set of pairs; a saved converter replaces them.
// Settings.TokenVectors is not read: token vectors are compared beside words (similarity.PairSet), not instead of them.
// used are the complete settings, without letters, which differ from row to row.
func (e *Environment) OpenPairs(ctx context.Context, s Settings, letters []convert.Letters, m Material) (
	p similarity.PairOptions, used Settings, err error) {
	s.TokenVectors = nil
	s, err = e.complete(s.Over(asGiven()), m, Settings{OOV: new(string(metric.OOVSkip))}.Over(e.Defaults))
	if err != nil {
		return p, used, err
	}
	opened, err := e.openComplete(ctx, s, m)
	if err != nil {
		return p, used, err
	}
	used = opened.Settings.OfPairs()
	p.Options, p.IDF, p.Workers = opened.Options, s.IDF != nil && *s.IDF, e.Workers
	if p.Options.Vectors != nil {
		if p.Options.Frequencies, err = e.OpenFrequencies(ctx, s); err != nil {
			return p, used, err
		}
	}
	if s.Converter == nil {
		p.Letters, used.Convert = letters, nil
	} else if p.Options.Converter, err = e.SavedConverter(ctx, s, p.Options); err != nil {
		return p, used, err
	} else if p.Options.Encoder == nil && p.Options.NeedsWholeConverter() {
		if p.Options.Converter, err = e.VectorLocation(s).WithTable(ctx, p.Options.Converter); err != nil {
			return p, used, err
		}
	}
	if err := e.AddFrequencies(ctx, s, &p.Options); err != nil {
		return p, used, err
	}
	for _, l := range p.Letters {
		if p.Options.Encoder == nil {
			if err := vectors.NeedFrequencies(l, p.Options.Frequencies); err != nil {
				return p, used, err
			}
		}
	}
	return p, used, nil
}

// asGiven are settings of texts that stay as they are, also for purposes, so that numbers are those of the paper.
func asGiven() Settings { return Settings{Normalize: new(string(tokenize.NormalizeNone))} }

// OpenWordPairs opens settings for pairs of words, for similarity.Words. letters are converters that learn from
// sentences, nil for none, which are read again for each with R, P or C; a saved converter replaces them. used are as in OpenPairs,
// only those that matter for single words.
func (e *Environment) OpenWordPairs(ctx context.Context, s Settings, letters []convert.Letters,
	sentences iter.Seq2[string, error]) (
	w similarity.WordOptions, used Settings, err error) {
	for _, l := range letters {
		switch {
		case l.SentenceWise():
			return w, used, Errorf("%v: %s gives a word another vector in each sentence, expected letters without S for single "+
				"words", Name("convert"), l)
		case l.NeedsSentences() && sentences == nil:
			return w, used, Errorf("%v: %s learns from sentences, and there are none here", Name("convert"), l).
				Hinted("give %v FILE, or a fit by %v", Name("sentences"), Name("converter"))
		}
	}
	opened, err := e.OpenTexts(ctx, s.Over(asGiven()), Material{})
	if err != nil {
		return w, used, err
	}
	options := opened.Options
	if options.Ngrams != (ngrams.Range{}) {
		return w, used, vectors.ErrNgrams
	}
	all := opened.Settings
	used = Settings{Vectors: all.Vectors, Words: all.Words, Frequencies: all.Frequencies, Case: all.Case, Converter: all.Converter}
	w.Vectors, w.Case = options.Vectors, similarity.WordCase(options.Case)
	if opened.Settings.Converter != nil {
		converter, err := e.SavedConverter(ctx, opened.Settings, options)
		w.Converters = []*convert.Converter{converter}
		return w, used, err
	}
	w.Converters = make([]*convert.Converter, len(letters))
	for i, l := range letters {
		if l == (convert.Letters{}) {
			continue
		}
		fit, err := e.fit(ctx, opened.Settings, l, options)
		if err != nil {
			return w, used, err
		}
		if sentences == nil {
			sentences = func(func(string, error) bool) {}
		}
		if w.Converters[i], err = fit.Converter(ctx, l, sentences); err != nil {
			return w, used, err
		}
	}
	return w, used, nil
}
