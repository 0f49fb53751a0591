package worker

import (
	"context"

	"github.com/wordrotator/wrd/metric/evaluation"
)

// meanParams are the sums of scores by unit, and how sure the interval is to be.
type meanParams struct {
	evaluation.UnitSums
	Confidence float64 `json:"confidence"` // of the interval
}

// mean computes the mean of scores that the client added up, and its interval.
func (c *call) mean(_ context.Context, p *meanParams) (*evaluation.UnitMean, error) {
	if err := portion("confidence", p.Confidence); err != nil {
		return nil, err
	}
	if p.Confidence == 0 {
		p.Confidence = evaluation.DefaultConfidence
	}
	mean, err := p.Mean(p.Confidence)
	return &mean, err
}
