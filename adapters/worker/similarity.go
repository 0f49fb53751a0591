package worker

import (
	"context"
	"errors"
	"fmt"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/pairs"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
)

// pairParams are pairs of texts that people judged, of files or in memory, and converters to learn.
type pairParams struct {
	Data    []string            `json:"data"`    // paths of files as of the command
	Pairs   map[string]pairList `json:"pairs"`   // in their place, by the name of a set lists first, second and gold (a number or null)
	Convert []string            `json:"convert"` // letters of converters to learn
}

// A pairList holds pairs of texts, with null where nobody judged one.
type pairList struct {
	First  []string   `json:"first"`
	Second []string   `json:"second"`
	Gold   []*float64 `json:"gold"`
}

// data returns the pairs, and the converters to learn.
func (p *pairParams) data(layout pairs.Layout) (d jobs.PairData, letters []convert.Letters, err error) {
	if (len(p.Data) == 0) == (len(p.Pairs) == 0) {
		return d, nil, errors.New("found data and pairs, or neither, expected one of them")
	}
	d = jobs.PairData{Files: p.Data, Layout: layout}
	for name, list := range named(p.Pairs) {
		if len(list.First) != len(list.Second) || len(list.First) != len(list.Gold) {
			return d, nil, fmt.Errorf("pairs: %s: found %d, %d and %d of first, second and gold, expected the same number",
				bounded(name), len(list.First), len(list.Second), len(list.Gold))
		}
		set := similarity.PairSet{Name: name}
		for i, gold := range numbersOf(list.Gold) {
			set.Pairs = append(set.Pairs, similarity.Pair{Gold: gold, First: list.First[i], Second: list.Second[i]})
		}
		d.Memory = append(d.Memory, set)
	}
	for _, name := range p.Convert {
		one, err := convert.ParseLetters(name)
		if err != nil {
			return d, nil, fmt.Errorf("convert: %w", err)
		}
		letters = append(letters, one)
	}
	if p.Convert == nil {
		letters = []convert.Letters{{}}
	}
	return d, letters, nil
}

// sts answers with what wrd sts --format json prints.
func (c *call) sts(ctx context.Context, p *pairParams) (*jobs.SimilarityFound, error) {
	data, letters, err := p.data(pairs.Sentences)
	if err != nil {
		return nil, err
	}
	return jobs.Similarity{Settings: c.server.config.Said, Letters: letters, Data: data}.Run(ctx, c.hostOfFiles())
}

// wordParams are pairs of words, and files of sentences that converters learn from.
type wordParams struct {
	pairParams
	Sentences []string `json:"sentences"` // paths of files to learn from
}

// wordsim answers with what wrd wordsim --format json prints.
func (c *call) wordsim(ctx context.Context, p *wordParams) (*jobs.WordSimilarityFound, error) {
	data, letters, err := p.data(pairs.Words)
	if err != nil {
		return nil, err
	}
	return jobs.WordSimilarity{Settings: c.server.config.Said, Letters: letters, Data: data, Sentences: p.Sentences}.
		Run(ctx, c.hostOfFiles())
}
