package worker

import (
	"context"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// explainParams are a pair of texts: a candidate with a reference, or with its source if the first measure reads that.
type explainParams struct {
	Candidate *string `json:"candidate"` // with
	Reference *string `json:"reference"` // or
	Source    *string `json:"source"`    // if the first measure compares with sources
	SVG       bool    `json:"svg"`       // for a picture
}

func (c *call) explain(ctx context.Context, p *explainParams) (*jobs.Explained, error) {
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
	result := jobs.ExplainedOf(e, c.one, c.opened.Settings.OfPairs().String(), c.columns)
	var read reading.SystemReading
	read.Add(&e.Result, !e.OfSource, e.OfSource)
	result.Warnings = c.warningsOf(read)
	if p.SVG && e.Status == metric.OK {
		var picture strings.Builder
		if err := svg.WriteAlignment(&picture, e); err != nil {
			return nil, err
		}
		result.SVG = picture.String()
	}
	return result, nil
}
