package worker

import (
	"context"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// readingParams are counts of texts, such as those of the answers to several requests together.
type readingParams struct {
	Candidates metric.Reading `json:"candidates"`
	References metric.Reading `json:"references"` // and
	Sources    metric.Reading `json:"sources"`    // objects with texts, without_words, tokens, oov

	Copies         int64  `json:"copies"`          // and
	SourceLanguage string `json:"source_language"` // what the answers said of candidates that are not translations

	FirstCandidates []string `json:"first_candidates"` // and
	FirstReferences []string `json:"first_references"` // the first 1,000 texts, to see if they are in two languages
}

// Warnings are the result of the method warnings.
type Warnings struct {
	Warnings []string `json:"warnings"`
}

// warnings says what an answer about so many texts would say of them.
func (c *call) warnings(_ context.Context, p *readingParams) (*Warnings, error) {
	said := say.Reading(reading.SystemReading{Candidates: p.Candidates, References: p.References,
		Sources: p.Sources, Copies: p.Copies, SourceLanguage: p.SourceLanguage, FirstCandidates: p.FirstCandidates,
		FirstReferences: p.FirstReferences, Signature: c.one})
	return &Warnings{append([]string{}, said...)}, nil
}
