package worker

import (
	"context"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/svg"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// explainParams are a pair of texts.
type explainParams struct {
	Candidate *string `json:"candidate"`
	Reference *string `json:"reference"`
	SVG       bool    `json:"svg"` // whether to draw the alignment as well
}

// An Explanation is the result of the method explain.
type Explanation struct {
	Signature string                     `json:"signature"`
	Status    metric.Status              `json:"status"`
	Scores    map[string]float64         `json:"scores"` // by column
	Candidate []evaluation.ExplainedWord `json:"candidate"`
	Reference []evaluation.ExplainedWord `json:"reference"`
	Alignment []evaluation.AlignedMove   `json:"alignment"` // the moves that add most to the distance first
	Missing   []string                   `json:"missing"`   // words without a counterpart, as in metric.Result; never nil
	Invented  []string                   `json:"invented"`
	SVG       string                     `json:"svg,omitempty"`
	Warnings  []string                   `json:"warnings,omitempty"`
}

func (s *server) explain(ctx context.Context, p *explainParams) (any, error) {
	if p.Candidate == nil || p.Reference == nil {
		return nil, fmt.Errorf("params: expected candidate and reference, two texts")
	}
	if err := s.follow(ctx, []string{*p.Reference}); err != nil {
		return nil, err
	}
	e, err := s.scorer.Explain(*p.Candidate, *p.Reference)
	if err != nil {
		return nil, err
	}
	metric.MostExpensiveFirst(e.Alignment)
	result := Explanation{Signature: s.ofOne(), Status: e.Status, Scores: map[string]float64{},
		Candidate: evaluation.ExplainedWords(e.Candidate), Reference: evaluation.ExplainedWords(e.Reference),
		Alignment: evaluation.AlignedMoves(e.Alignment), Missing: append([]string{}, e.Missing...), Invented: append([]string{}, e.Invented...)}
	var read evaluation.SystemReading
	read.Add(&e.Result)
	result.Warnings = s.warningsOf(read)
	for _, column := range s.columns {
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
