package worker

import (
	"context"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// readingParams are counts of texts, such as those of the answers to several requests together.
type readingParams struct {
	Candidates metric.Reading `json:"candidates"`
	References metric.Reading `json:"references"`
	Sources    metric.Reading `json:"sources"`
	// What the answers said of candidates that are not translations.
	Copies         int64  `json:"copies"`
	SourceLanguage string `json:"source_language"`
	// The first texts, as many of both, which tell whether the candidates are in another language; nil for nothing.
	FirstCandidates []string `json:"first_candidates"`
	FirstReferences []string `json:"first_references"`
}

// Warnings are the result of the method warnings.
type Warnings struct {
	Warnings []string `json:"warnings"` // none if the texts can be read
}

// warnings says what an answer about so many texts would say of them.
func (c *call) warnings(_ context.Context, p *readingParams) (any, error) {
	said := reading.Warnings(reading.System{Candidates: p.Candidates, References: p.References,
		Sources: p.Sources, Copies: p.Copies, SourceLanguage: p.SourceLanguage, FirstCandidates: p.FirstCandidates,
		FirstReferences: p.FirstReferences, Signature: c.one})
	return Warnings{append([]string{}, said...)}, nil
}
