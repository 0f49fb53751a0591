package worker

import (
	"context"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// languageParams are the references of a whole run, or the first of them.
type languageParams struct {
	References []string `json:"references"` // of the whole run, or the first 1,000
}

// A Language is the result of the method language.
type Language struct {
	Language string `json:"language"` // what auto chooses: a code of ISO 639, or und
	// Notice is a sentence, if that is not en, or many references are in another language.
	Notice string `json:"notice,omitempty"`
}

// language says which language auto is for some references, for a client that sends a run in several requests, each of
// which would decide for itself: English where other settings leave nothing to the language.
func (c *call) language(_ context.Context, p *languageParams) (*Language, error) {
	said := c.server.config.Said
	if said.Language = nil; !said.LeftToReferences() {
		return &Language{Language: reading.English}, nil
	}
	found := reading.LanguageOf(p.References)
	if found.Code == reading.English {
		return &Language{found.Code, strings.Join(c.warn(found, p.References), " ")}, nil
	}
	e := c.server.config.Environment
	if e == nil {
		e = new(setup.Environment)
	}
	return &Language{found.Code, e.AboutLanguage(said, &found)}, nil
}

// warn returns what to say of references that are scored as English ones.
func (c *call) warn(found reading.Language, references []string) []string {
	return say.AsEnglish(&found, references, c.server.config.Scoring.Encoder != nil)
}

// A scoring is how texts in one language are scored: by the settings of the worker or, if these leave the language to
// references, by those that follow from it.
type scoring struct {
	scorer  *metric.Scorer
	opened  setup.Opened // what it was made of
	columns []metric.Column
	counts  []outcome.Column // of what a result counts, see countsOf
	scores  *cache.Scores    // as Settings.Scores; nil if they are not kept
	one     string           // the signature of scores against one reference. To make it takes as long as to score a pair
	notices []string         // what the command says when it finds the language, but for why
}

func newScoring(scorer *metric.Scorer, opened setup.Opened, scores *cache.Scores) *scoring {
	return &scoring{scorer: scorer, opened: opened, columns: scorer.Columns(), counts: countsOf(scorer.Columns()), scores: scores,
		one: scorer.Signature(1).String()}
}

// follow scores this request in the language of its references, if the worker was not told one, as the command would.
func (c *call) follow(ctx context.Context, references ...[]string) error {
	if c.server.config.Undecided == nil {
		return nil
	}
	var first []string
	for _, list := range references {
		if first = append(first, list...); len(first) >= reading.JudgedReferences {
			break
		}
	}
	found := reading.LanguageOf(first)
	if found.Code == reading.English {
		c.said = c.warn(found, first)
		return nil
	}
	other, err := c.scoringIn(ctx, found.Code)
	if err != nil {
		return err
	}
	c.scoring, c.said = other, slices.Clone(other.notices)
	if len(c.said) > 0 {
		c.said[0] = say.Because(&found) + ": " + c.said[0]
	}
	return nil
}

// scoringIn is how texts in another language are scored.
func (c *call) scoringIn(ctx context.Context, code string) (*scoring, error) {
	s := c.server
	if other, ok := s.others[code]; ok {
		return other, nil
	}
	var e setup.Environment
	if s.config.Environment != nil {
		e = *s.config.Environment
	}
	var notices []string
	e.Notify = func(notice string) { notices = append(notices, notice) }
	opened, err := e.Open(ctx, *s.config.Undecided, setup.Material{Language: &reading.Language{Code: code}})
	if err != nil {
		return nil, err
	}
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	var scores *cache.Scores
	if kept := s.config.Scores; kept != nil {
		if scores, err = OpenScores(kept.Cache(), scorer, opened.Options); err != nil {
			c.notices = append(c.notices, err.Error())
		}
	}
	other := newScoring(scorer, opened, scores)
	other.notices = notices
	s.others[code] = other
	return other, nil
}

// warningsOf returns what a reader should know of the texts of this request, which may be these segments.
func (c *call) warningsOf(read reading.SystemReading, segments ...metric.Segment) []string {
	for i := range segments {
		read.AddTexts(segments[i].Candidate, segments[i].References)
	}
	read.Signature = c.one
	return slices.Concat(c.said, say.Reading(read))
}

// lookAtSources finds out which candidates of segments are not translations.
func (c *call) lookAtSources(read *reading.SystemReading, segments []metric.Segment) {
	look := reading.NewSourceTexts(c.scorer, 1)
	if look == nil {
		return
	}
	for line := range lines(segments) {
		look.Add(&line)
	}
	look.Tell(read, 0)
}

// referencesOf yields the references of segments, as many as decide on their language.
func referencesOf(segments []metric.Segment) (list [][]string) {
	for i := range segments[:min(len(segments), reading.JudgedReferences)] {
		list = append(list, segments[i].References)
	}
	return list
}
