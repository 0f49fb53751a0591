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

// mean answers with an evaluation.UnitMean: the mean of scores that the client added up, and its interval.
func (c *call) mean(_ context.Context, p *meanParams) (any, error) {
	if err := portion("confidence", p.Confidence); err != nil {
		return nil, err
	}
	if p.Confidence == 0 {
		p.Confidence = evaluation.DefaultConfidence
	}
	return p.Mean(p.Confidence)
}
