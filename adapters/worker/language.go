package worker

import (
	"context"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/cache"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// languageParams are the references of a whole run, or the first of them.
type languageParams struct {
	References []string `json:"references"`
}

// A Language is the result of the method language.
type Language struct {
	Language string `json:"language"` // a code of ISO 639; und for any that is not English
	// Notice is for who did not name the language: it is not English, many references are in another one, or an encoder
	// takes it for English, though hardly any words are.
	Notice string `json:"notice,omitempty"`
}

// language says which language auto is for some references, for a client that sends a run in several requests, each of
// which would decide for itself: English where other settings leave nothing to the language.
func (s *server) language(_ context.Context, p *languageParams) (any, error) {
	said := s.settings.Said
	if said.Language = nil; !said.LeftToReferences() {
		return Language{Language: reading.English}, nil
	}
	found := reading.LanguageOf(p.References)
	if found.Code == reading.English {
		return Language{found.Code, strings.Join(s.warn(found, p.References), " ")}, nil
	}
	e := s.settings.Environment
	if e == nil {
		e = new(setup.Environment)
	}
	return Language{found.Code, e.AboutLanguage(said, &found)}, nil
}

// warn returns what to say of references that are scored as English ones.
func (s *server) warn(found reading.Language, references []string) []string {
	return found.Warnings(references, s.settings.Scoring.Encoder != nil)
}

// A spoken language is one that references were in.
type spoken struct {
	scorer *metric.Scorer
	scores *cache.Scores // as Settings.Scores; nil if they are not kept
	said   []string      // what the command says when it finds it, but for why
}

// follow scores this request in the language of its references, if the worker was not told one, as the command would.
func (s *server) follow(ctx context.Context, references ...[]string) error {
	if s.settings.Undecided == nil {
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
		s.said = s.warn(found, first)
		return nil
	}
	other := s.others[found.Code]
	if other == nil {
		var err error
		if other, err = s.open(ctx, found.Code); err != nil {
			return err
		}
		if s.others == nil {
			s.others = map[string]*spoken{}
		}
		s.others[found.Code] = other
	}
	s.scorer, s.scores, s.said = other.scorer, other.scores, slices.Clone(other.said)
	if len(s.said) > 0 {
		s.said[0] = found.Because + ": " + s.said[0]
	}
	return nil
}

// open makes the scorer for a language.
func (s *server) open(ctx context.Context, code string) (*spoken, error) {
	var e setup.Environment
	if s.settings.Environment != nil {
		e = *s.settings.Environment
	}
	other := new(spoken)
	e.Notify = func(notice string) { other.said = append(other.said, notice) }
	e.Found = &reading.Language{Code: code}
	opened, err := e.Open(ctx, *s.settings.Undecided)
	if err != nil {
		return nil, err
	}
	if other.scorer, err = metric.NewScorer(opened.Options); err != nil {
		return nil, err
	}
	if kept := s.settings.Scores; kept != nil {
		if other.scores, err = OpenScores(kept.Cache(), other.scorer, opened.Options); err != nil {
			s.notices = append(s.notices, err.Error())
		}
	}
	return other, nil
}

// closeScores closes those of other languages.
func (s *server) closeScores() {
	for _, other := range s.others {
		if other.scores != nil {
			other.scores.Close()
		}
	}
}

// warningsOf returns what a reader should know of the texts of this request, which may be these segments.
func (s *server) warningsOf(read reading.System, segments ...metric.Segment) []string {
	for i := range segments {
		read.AddTexts(segments[i].Candidate, segments[i].References)
	}
	read.Signature = s.ofOne()
	return slices.Concat(s.said, reading.Warnings(read))
}

// lookAtSources finds out which candidates of segments are not translations.
func (s *server) lookAtSources(read *reading.System, segments []metric.Segment) {
	look := reading.NewSourceTexts(s.scorer, 1)
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
