package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
)

// fitParams say what a converter is learned from.
type fitParams struct {
	Letters   string   `json:"letters"`   // such as AWR
	Sentences []string `json:"sentences"` // to learn from
	Add       [][]byte `json:"add"`       // sums of other sentences, as sums gives them
	After     int      `json:"after"`     // how many sentences and sums the requests before had
	More      bool     `json:"more"`      // another part follows
	Sums      bool     `json:"sums"`      // or
	Output    string   `json:"output"`    // the path of a file for the converter
}

// Fitted is the result of the method fit: nothing while more is to come.
type Fitted struct {
	Sums []byte `json:"sums,omitempty"` // to be added up elsewhere
	// Without sums and output: the worker scores with it from now on; it must have a language and no converter.
	Hello *Hello `json:"hello,omitempty"`
}

// A learning is a converter that is being learned.
type learning struct {
	letters string // as they were said
	learner *setup.Learner
	read    int // sentences and sums
}

// fit learns a converter, as wrd convert fit does, of the vectors or the encoder of the worker.
func (c *call) fit(ctx context.Context, p *fitParams) (*Fitted, error) {
	s := c.server
	learned := s.learning
	s.learning = nil // where it fails, it is begun anew
	if p.After == 0 {
		var err error
		if learned, err = c.learn(ctx, p.Letters); err != nil {
			return nil, err
		}
	}
	if learned == nil || learned.read != p.After || learned.letters != p.Letters {
		return nil, fmt.Errorf("after: found %d sentences and sums of %s, expected those that this worker has read: begin anew", p.After,
			bounded(p.Letters))
	}
	for _, sums := range p.Add {
		if err := learned.learner.AddSums(bytes.NewReader(sums)); err != nil {
			return nil, fmt.Errorf("add: %w", err)
		}
	}
	err := learned.learner.Learn(ctx, func(yield func(string, error) bool) {
		for _, sentence := range p.Sentences {
			if !yield(sentence, nil) {
				return
			}
		}
	})
	if err == nil {
		err = learned.learner.Err()
	}
	if err != nil {
		return nil, err
	}
	if learned.read += len(p.Sentences) + len(p.Add); p.More {
		s.learning = learned
		return &Fitted{}, nil
	}
	if p.Sums {
		var sums bytes.Buffer
		err := learned.learner.SaveSums(&sums)
		return &Fitted{Sums: sums.Bytes()}, err
	}
	converter, err := learned.learner.Finish()
	if err != nil {
		return nil, err
	}
	if p.Output != "" {
		return &Fitted{}, file.Write(ctx, p.Output, func(w io.Writer) error { return converter.Save(w) })
	}
	return c.scoreWith(ctx, converter, p.Letters)
}

// learn begins to learn a converter.
func (c *call) learn(ctx context.Context, said string) (*learning, error) {
	letters, err := convert.ParseLetters(said)
	if err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	settings := c.server.start.opened.Settings
	reads := letters.NeedsSentences()
	if settings.Encodes() {
		reads = letters.NeedsHiddenStates()
	}
	switch {
	case settings.Converter != nil || c.server.start.opened.Options.Converter != nil:
		return nil, errors.New("found a converter in the settings of the worker, expected none")
	case c.server.config.Undecided != nil:
		return nil, errors.New("language: found none, expected that of the sentences in the settings of the worker")
	case !reads:
		return nil, fmt.Errorf("letters: %s learns nothing from sentences, expected R, P or C among them", letters)
	}
	learner, err := c.host().Learn(ctx, c.server.start.opened, letters)
	if err != nil {
		return nil, err
	}
	return &learning{letters: said, learner: learner}, nil
}

// scoreWith has everything scored with a converter that was learned, as wrd score --convert does.
func (c *call) scoreWith(ctx context.Context, converter *convert.Converter, letters string) (*Fitted, error) {
	s := c.server
	e := new(setup.Environment)
	if s.config.Environment != nil {
		e = s.config.Environment
	}
	opened, err := e.WithConverter(ctx, s.start.opened, converter)
	if err != nil {
		return nil, err
	}
	opened.Settings.Convert = &letters
	scorer, err := metric.NewScorer(opened.Options)
	if err != nil {
		return nil, err
	}
	scores := s.config.Scores
	if scores != nil {
		if scores, err = OpenScores(scores.Cache(), scorer, opened.Options); err != nil {
			c.notices = append(c.notices, err.Error())
		}
	}
	if s.own != s.start && s.own.scores != nil {
		s.own.scores.Close()
	}
	s.own = newScoring(scorer, opened, scores)
	s.config.Scoring, s.config.Said.Convert = opened.Settings, &letters
	hello := s.hello()
	return &Fitted{Hello: &hello}, nil
}
