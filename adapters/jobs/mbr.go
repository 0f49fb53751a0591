package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"

	"github.com/wordrotator/wrd/adapters/parquet"
	"github.com/wordrotator/wrd/adapters/setup"
	"github.com/wordrotator/wrd/metric"
)

// MBR asks which candidate of each group is most similar to the others on average, or to references: that which minimum
// Bayes risk decoding takes.
type MBR struct {
	Groups
	BestOnly bool   // leave out comparisons that cannot change the choice, and utilities with them
	Grouped  bool   // it is said how many candidates of each file make a group, so that one file is enough
	Output   string // a file for the utilities, which ends in .parquet, "" for none
	// Print is asked once, before the first choice, what to do with each of them; nil keeps them in the record.
	Print func(run parquet.Run) func(Choice) error
}

// Choices are the record of MBR.
type Choices struct {
	Signature string          `json:"signature"`
	Settings  json.RawMessage `json:"settings"`
	Choices   []Choice        `json:"choices"` // one for each group
	Warnings  []string        `json:"-"`
}

// A Choice is the candidate of a group that is taken.
type Choice struct {
	Group     int64      `json:"group"` // its number, from 0
	Best      int        `json:"best"`  // the candidate, from 0
	Text      string     `json:"text"`
	Utility   *float64   `json:"utility"`             // null if there is nothing to compare it with
	Utilities []*float64 `json:"utilities,omitempty"` // of all candidates
}

// Run chooses. It fails if there is no group in files.
func (m MBR) Run(ctx context.Context, h Host) (*Choices, error) {
	groups, err := h.OpenGroups(ctx, &m.Groups, func(files int) error {
		if files == 1 && !m.Grouped {
			const each = setup.Name("candidates_per_group")
			return setup.Errorf("found one file of candidates and no %v: there is nothing to choose from", each).
				Hinted("say how many consecutive lines are candidates of the same segment: %v N", each)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	defer groups.Close()
	column, _ := groups.Measures()[0].Utility()
	run := parquet.Run{Signature: groups.Signature(1).With("utility", column.String()).String(), Settings: groups.Settings.String()}
	record := &Choices{Signature: run.Signature, Settings: json.RawMessage(run.Settings), Choices: []Choice{}}
	take := func(c Choice) error {
		record.Choices = append(record.Choices, c)
		return nil
	}
	if m.Print != nil {
		take = m.Print(run)
	}
	var rows *parquet.ChoiceFile // nil if nobody asked for the utilities
	if m.Output != "" {
		if rows, err = parquet.CreateChoices(ctx, m.Output, run); err != nil {
			return nil, err
		}
		defer rows.Abort()
	}
	chosen := int64(0)
	record.Warnings, err = groups.Over(h, func(all iter.Seq2[metric.Group, error], count CountGroup) error {
		return groups.StreamChoices(ctx, all, m.BestOnly, h.Workers, func(group metric.Group, taken metric.Choice) error {
			count(taken.LongTexts, taken.CandidateReading, taken.ReferenceReading)
			if rows != nil {
				if err := rows.Write(chosen, group, taken); err != nil {
					return err
				}
			}
			chosen++
			return take(choiceOf(chosen-1, group, taken))
		})
	})
	switch {
	case err != nil:
		return nil, err
	case chosen == 0 && m.Memory == nil:
		return nil, errors.New("found no groups: expected at least one candidate")
	case rows != nil:
		if err := rows.Commit(); err != nil {
			return nil, err
		}
	}
	return record, nil
}

func choiceOf(number int64, group metric.Group, taken metric.Choice) Choice {
	c := Choice{Group: number, Best: taken.Best, Text: group.Candidates[taken.Best], Utility: orNull(taken.Utility)}
	for _, u := range taken.Utilities {
		c.Utilities = append(c.Utilities, orNull(u))
	}
	return c
}

// orNull returns a number that JSON has as null where it is NaN.
func orNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}
