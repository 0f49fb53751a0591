package worker

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// matrixParams are groups of texts, each compared all with all.
type matrixParams struct {
	Groups []group `json:"groups"` // objects with candidates and references, both texts; 4,000,000 pairs in all
}

type group struct {
	Candidates []string `json:"candidates"`
	References []string `json:"references"`
	Source     *string  `json:"source"` // what was translated, where the measure reads it
}

// texts returns the group as the scorer takes it.
func (g *group) texts() metric.Group {
	texts := metric.Group{Candidates: g.Candidates, References: g.References}
	if g.Source != nil {
		texts.Source = *g.Source
	}
	return texts
}

// all yields the groups.
func all(groups []group) iter.Seq2[metric.Group, error] {
	return func(yield func(metric.Group, error) bool) {
		for _, g := range groups {
			if !yield(g.texts(), nil) {
				return
			}
		}
	}
}

// references are those of groups, and the candidates where there are none.
func references(groups []group) (list [][]string) {
	for _, g := range groups {
		if len(g.References) > 0 {
			list = append(list, g.References)
		} else {
			list = append(list, g.Candidates)
		}
	}
	return list
}

// Matrices are the result of the method matrix.
type Matrices struct {
	Signature string   `json:"signature"` // of all
	Groups    []Matrix `json:"groups"`    // for each status, and scores by column: rows by candidate
	Warnings  []string `json:"warnings,omitempty"`
}

// A Matrix holds a row for each candidate of a group, with an entry for each reference.
type Matrix struct {
	Status [][]metric.Status       `json:"status"`
	Scores map[string][][]*float64 `json:"scores"` // by column; null for a pair without a value
}

// MaxPairs is the largest number of pairs of texts in one request for matrices. The answer to a short request can be
// long, and all of it is in memory.
const MaxPairs = 4_000_000

func (c *call) matrix(ctx context.Context, p *matrixParams) (*Matrices, error) {
	pairs := 0
	for _, g := range p.Groups {
		pairs += len(g.Candidates) * len(g.References)
	}
	if pairs > MaxPairs {
		return nil, &Error{Code: TooLarge, Message: fmt.Sprintf("found %d pairs of texts, expected at most %d: send several "+
			"requests, with some of the candidates each", pairs, MaxPairs), Data: map[string]any{"max_pairs": MaxPairs}}
	}
	if err := c.follow(ctx, references(p.Groups)...); err != nil {
		return nil, err
	}
	result := &Matrices{Signature: c.one, Groups: make([]Matrix, len(p.Groups))}
	for i := range result.Groups {
		m := Matrix{Status: [][]metric.Status{}, Scores: map[string][][]*float64{}}
		for _, column := range c.columns {
			m.Scores[column.String()] = [][]*float64{}
		}
		result.Groups[i] = m
	}
	var read reading.SystemReading
	var done atomic.Int64
	defer c.progress.Start("comparing", evaluation.CountsNothing, func() (int64, int64) { return done.Load(), int64(pairs) })()
	err := c.scorer.StreamMatrix(ctx, read.Groups(all(p.Groups)), c.server.config.Workers, func(_ metric.Group, b metric.Block) error {
		done.Add(int64(len(b.Status)))
		read.Candidates.Add(b.CandidateReading)
		read.References.Add(b.ReferenceReading)
		m := &result.Groups[b.Group]
		for i := range b.Candidates {
			row := b.Status[i*b.References:][:b.References:b.References]
			m.Status = append(m.Status, append([]metric.Status{}, row...))
			for _, column := range c.columns {
				values := b.Values(column)[i*b.References:][:b.References]
				m.Scores[column.String()] = append(m.Scores[column.String()], nullable(values))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	result.Warnings = c.warningsOf(read)
	return result, nil
}

// mbrParams are groups of candidates to choose from, with other texts to compare them with if there are references.
type mbrParams struct {
	Groups   []group `json:"groups"`    // with references or without, or each with its source
	BestOnly bool    `json:"best_only"` // leave out comparisons that cannot change the choice, and utilities with them
}

// Choices are the result of the method mbr.
type Choices struct {
	*jobs.Choices
	Warnings []string `json:"warnings,omitempty"`
}

// mbr answers with what wrd mbr --format json prints.
func (c *call) mbr(ctx context.Context, p *mbrParams) (*Choices, error) {
	memory := &jobs.MemoryGroups{}
	for i, g := range p.Groups {
		if len(g.Candidates) == 0 {
			return nil, &Error{Code: InvalidParams, Data: map[string]any{"group": i},
				Message: fmt.Sprintf("group %d: found no candidate, expected at least one", i+1)}
		}
		if g.Source == nil && c.scorer.ReadsSources() {
			return nil, &Error{Code: InvalidParams, Data: map[string]any{"group": i},
				Message: fmt.Sprintf("group %d: found no source, which %s reads", i+1, c.scorer.Measures()[0])}
		}
		memory.List = append(memory.List, g.texts())
	}
	if err := c.follow(ctx, references(p.Groups)...); err != nil {
		return nil, err
	}
	memory.Scorer, memory.Settings = c.scorer, c.opened.Settings
	choices, err := jobs.MBR{Groups: jobs.Groups{Memory: memory}, BestOnly: p.BestOnly}.Run(ctx, c.host())
	if err != nil {
		return nil, err
	}
	return &Choices{choices, append(c.said, choices.Warnings...)}, nil
}
