package jobs

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/scores"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/adapters/text"
	"github.com/wordrotator/wrd/adapters/vectors"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// PairData are pairs of texts that people judged: of files, or in memory.
type PairData struct {
	Files  []string
	Layout pairs.Layout         // of the files
	Memory []similarity.PairSet // in place of files
}

// open reads the files.
func (d *PairData) open(h Host) ([]similarity.PairSet, error) {
	if d.Memory != nil {
		return d.Memory, nil
	}
	return pairs.OpenSets(h.named("data"), d.Files, h.Stdin, d.Layout, h.notify)
}

// Similarity asks how well measures of sentences agree with people.
type Similarity struct {
	Settings setup.Settings
	Letters  []convert.Letters // of converters to learn
	Data     PairData
	Scores   []scores.Source // of other programs
	Vectors  []scores.Source // token vectors of other encoders
}

// SimilarityFound is the record of Similarity.
type SimilarityFound struct {
	*similarity.PairReport
	Settings setup.Settings `json:"settings"` // that all rows of words or pieces share
}

// Run correlates. It fails as similarity.Pairs does.
func (s Similarity) Run(ctx context.Context, h Host) (*SimilarityFound, error) {
	sets, err := s.Data.open(h)
	if err != nil {
		return nil, err
	}
	if err := pairs.AddScores(ctx, sets, h.named("scores"), s.Scores, h.notify); err != nil {
		return nil, err
	}
	files, err := pairs.AddVectors(ctx, sets, h.named("token_vectors"), s.Vectors)
	defer func() {
		for _, file := range files {
			file.Close()
		}
	}()
	if err != nil {
		return nil, err
	}
	var material setup.Material
	for _, set := range sets {
		for _, pair := range set.Pairs[:min(len(set.Pairs), reading.JudgedReferences-len(material.References))] {
			material.References = append(material.References, pair.Second)
		}
	}
	settings, used, err := h.OpenPairs(ctx, s.Settings, s.Letters, material)
	if _, ok := errors.AsType[*vectors.NoFrequenciesError](err); ok {
		return nil, fmt.Errorf("%s: %w", sets[0].Name, err)
	}
	if err != nil {
		return nil, err
	}
	settings.Scored = func(rows []similarity.PairRow) {
		for _, row := range rows {
			TellWindows(h.notify, int64(row.SeveralWindows), "pair", " of "+row.Label())
			if row.Empty > 0 {
				h.notify(fmt.Sprintf("%s: nothing to compare in %d of %s", row.Label(), row.Empty,
					wording.Counted(len(sets[row.Set].Pairs), "pair")))
			}
		}
	}
	report, err := similarity.Pairs(ctx, settings, sets)
	if failed, ok := errors.AsType[*similarity.PairError](err); ok {
		return nil, fmt.Errorf("%s: line %d: %w", failed.Set, failed.Pair+1, failed.Err)
	}
	if err != nil {
		return nil, err
	}
	say.Pairs(report)
	return &SimilarityFound{report, used}, nil
}

// WordSimilarity asks how well similarities of words agree with people.
type WordSimilarity struct {
	Settings  setup.Settings
	Letters   []convert.Letters // of converters to learn
	Data      PairData
	Sentences []string // files that converters learn from
}

// WordSimilarityFound is the record of WordSimilarity.
type WordSimilarityFound struct {
	*similarity.WordReport
	Settings setup.Settings `json:"settings"` // that all rows share
}

// Run correlates. It fails as similarity.Words does.
func (s WordSimilarity) Run(ctx context.Context, h Host) (*WordSimilarityFound, error) {
	learners := 0
	for _, letters := range s.Letters {
		if letters.NeedsSentences() {
			learners++
		}
	}
	for _, path := range s.Sentences {
		err := OnlyOnce(path, "%v are read for each converter of %v", setup.Name("sentences"), setup.Name("convert"))
		if err != nil && learners > 1 {
			return nil, err
		}
	}
	var sentences iter.Seq2[string, error]
	if len(s.Sentences) > 0 {
		sentences = text.Lines(s.Sentences, h.Stdin, h.notify)
	}
	sets, err := s.Data.open(h)
	if err != nil {
		return nil, err
	}
	settings, used, err := h.OpenWordPairs(ctx, s.Settings, s.Letters, sentences)
	if err != nil {
		return nil, err
	}
	report, err := similarity.Words(ctx, settings, sets)
	if err != nil {
		return nil, err
	}
	return &WordSimilarityFound{report, used}, nil
}
