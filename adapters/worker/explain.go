package worker

import (
	"context"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// explainParams are a pair of texts: a candidate with a reference, or with its source if the first measure reads that.
type explainParams struct {
	Candidate *string `json:"candidate"`
	Reference *string `json:"reference"`
	Source    *string `json:"source"`
	SVG       bool    `json:"svg"` // whether to draw the alignment as well
}

// An Explanation is the result of the method explain.
type Explanation struct {
	Signature string             `json:"signature"`
	Status    metric.Status      `json:"status"`
	Scores    map[string]float64 `json:"scores"` // by column
	Candidate []explained.Word   `json:"candidate"`
	Reference []explained.Word   `json:"reference,omitzero"` // or
	Source    []explained.Word   `json:"source,omitzero"`
	Alignment []explained.Move   `json:"alignment"` // the moves that add most to the distance first
	Missing   []string           `json:"missing"`   // words without a counterpart, as in metric.Result; never nil
	Invented  []string           `json:"invented"`
	SVG       string             `json:"svg,omitempty"`
	Warnings  []string           `json:"warnings,omitempty"`
}

func (c *call) explain(ctx context.Context, p *explainParams) (any, error) {
	measure := c.scorer.Measures()[0]
	other, no, called := p.Reference, p.Source, "reference"
	if measure.OfSource() {
		other, no, called = p.Source, p.Reference, "source"
	}
	if p.Candidate == nil || other == nil || no != nil {
		return nil, fmt.Errorf("params: expected candidate and %s, the two texts that %s compares", called, measure)
	}
	if err := c.follow(ctx, []string{*other}); err != nil {
		return nil, err
	}
	e, err := c.scorer.Explain(*p.Candidate, *other)
	if err != nil {
		return nil, err
	}
	e.MostExpensiveFirst()
	result := Explanation{Signature: c.one, Status: e.Status, Scores: map[string]float64{},
		Candidate: explained.Words(e.Candidate),
		Alignment: explained.Moves(e.Alignment), Missing: append([]string{}, e.Missing...), Invented: append([]string{}, e.Invented...)}
	if words := explained.Words(e.Reference); e.OfSource {
		result.Source = words
	} else {
		result.Reference = words
	}
	var read reading.System
	read.Add(&e.Result, !e.OfSource, e.OfSource)
	result.Warnings = c.warningsOf(read)
	for _, column := range c.columns {
		if value, ok := e.Value(column); ok {
			result.Scores[column.String()] = value
		}
	}
	if p.SVG && e.Status == metric.OK {
		var picture strings.Builder
		if err := svg.WriteAlignment(&picture, e); err != nil {
			return nil, err
		}
		result.SVG = picture.String()
	}
	return result, nil
}
