package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// readingParams are counts of texts, such as those of the answers to several requests together.
type readingParams struct {
	Candidates metric.Reading `json:"candidates"`
	References metric.Reading `json:"references"`
}

// Warnings are the result of the method warnings.
type Warnings struct {
	Warnings []string `json:"warnings"` // none if the texts can be read
}

// warnings says what an answer about so many texts would say of them.
func (s *server) warnings(_ context.Context, params json.RawMessage) (any, error) {
	var p readingParams
	if err := decodeParams(params, &p); err != nil {
		return nil, err
	}
	said := evaluation.ReadingWarnings(evaluation.SystemReading{Candidates: p.Candidates, References: p.References,
		Signature: s.scorer.Signature(1).String()})
	return Warnings{append([]string{}, said...)}, nil
}

// languageParams are the references of a whole run, or the first of them.
type languageParams struct {
	References []string `json:"references"`
}

// A Language is the result of the method language.
type Language struct {
	Language string `json:"language"` // a code of ISO 639; und for any that is not English
	// Notice is for who did not name the language: it is not English, or is taken for it by an encoder, though hardly any
	// words are.
	Notice string `json:"notice,omitempty"`
}

// language says which language auto is for some references. A worker's own is settled when it starts, as the answers to
// all of its requests belong together; so a client asks, and starts one with that language.
func (s *server) language(_ context.Context, params json.RawMessage) (any, error) {
	var p languageParams
	if err := decodeParams(params, &p); err != nil {
		return nil, err
	}
	language, script := setup.LanguageOf(p.References)
	if language == setup.English {
		said := ""
		if s.settings.Scoring.Encoder != nil {
			said = strings.Join(setup.NotEnglish(p.References), " ")
		}
		return Language{language, said}, nil
	}
	return Language{language, fmt.Sprintf("most letters of the references are %s: language %s", script, language)}, nil
}
