package worker

import (
	"context"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// correlateParams are scores of measures and of people for the same outputs, and what to ask of them.
type correlateParams struct {
	Measures      map[string]map[string][]*float64 `json:"measures"`        // and
	Human         map[string]map[string][]*float64 `json:"human"`           // by column, then by system, a number (or null) for each segment
	LowerIsBetter []string                         `json:"lower_is_better"` // columns of distances or penalties

	Documents []string `json:"documents"`
	Domains   []string `json:"domains"` // and
	Groups    []string `json:"groups"`  // names for each segment

	HumanSystems []string `json:"human_systems"` // whose texts people wrote (absent: ref, refA, …)
	IncludeHuman bool     `json:"include_human"` // which leaves them in
	Outliers     []string `json:"outliers"`      // systems to leave out

	Levels     []correlate.Level        `json:"levels"`
	Averagings []agreement.Averaging    `json:"averagings"`
	Statistics []agreement.Statistic    `json:"statistics"`
	Micro      bool                     `json:"micro"`
	Interval   correlate.IntervalKind   `json:"interval"` // as the flags of the command
	Unit       evaluation.Unit          `json:"units"`    // documents or segments, what is drawn
	Resample   agreement.Resampled      `json:"resample"`
	Samples    int                      `json:"samples"`
	Confidence float64                  `json:"confidence"`
	Seed       *uint64                  `json:"seed"`
	Compare    agreement.MetricTestKind `json:"compare"` // and
	Alpha      float64                  `json:"alpha"`   // as the flags of the command
}

// correlate answers with what wrd correlate --format json prints.
func (c *call) correlate(ctx context.Context, p *correlateParams) (*jobs.Correlated, error) {
	judgments, err := p.judgments()
	if err != nil {
		return nil, err
	}
	return jobs.Correlate{Judgments: judgments, Design: correlate.Design{
		Levels: p.Levels, Averagings: p.Averagings, Statistics: p.Statistics, Micro: p.Micro, Interval: p.Interval,
		IncludeHuman: p.IncludeHuman, Outliers: p.Outliers,
		Unit: p.Unit, Resample: p.Resample, Draws: p.Samples, Confidence: p.Confidence, Seed: seedOf(p.Seed), Compare: p.Compare,
		Alpha: p.Alpha, Workers: c.server.config.Workers,
	}}.Run(ctx, c.host())
}

// judgments puts the columns into grids of the same systems and segments.
func (p *correlateParams) judgments() (*evaluation.Judgments, error) {
	j := &evaluation.Judgments{HumanSystems: p.HumanSystems}
	add := func(columns map[string]map[string][]*float64, to *[]evaluation.Column, people bool) error {
		for name, scores := range named(columns) {
			lower := slices.Contains(p.LowerIsBetter, name)
			column, systems, segments, err := columnOf(name, scores, lower)
			if err != nil {
				return err
			}
			if people && lower {
				column = column.Turned()
			}
			if j.Systems == nil {
				j.Systems, j.Segments = systems, evaluation.Numbered(segments)
			}
			if missing, ok := firstNotIn(systems, j.Systems); ok {
				return fmt.Errorf("column %s: found no system %q, expected those of the other columns", name, bounded(missing))
			}
			if more, ok := firstNotIn(j.Systems, systems); ok {
				return fmt.Errorf("column %s: found the system %q, expected those of the other columns", name, bounded(more))
			}
			if segments != len(j.Segments) {
				return fmt.Errorf("column %s: found %d segments, expected %d, as the other columns have", name, segments,
					len(j.Segments))
			}
			*to = append(*to, column)
		}
		return nil
	}
	if err := add(p.Human, &j.Humans, true); err != nil {
		return nil, err
	}
	if err := add(p.Measures, &j.Measures, false); err != nil {
		return nil, err
	}
	for _, name := range p.LowerIsBetter {
		_, measure := p.Measures[name]
		if _, human := p.Human[name]; !measure && !human {
			return nil, fmt.Errorf("lower_is_better: found %q, expected the name of a measure or of human scores", bounded(name))
		}
	}
	for _, labels := range []struct {
		what string
		list []string
		of   func(*evaluation.Segment) *string
	}{
		{"documents", p.Documents, func(s *evaluation.Segment) *string { return &s.Doc }},
		{"domains", p.Domains, func(s *evaluation.Segment) *string { return &s.Domain }},
		{"groups", p.Groups, func(s *evaluation.Segment) *string { return &s.Group }},
	} {
		if labels.list == nil {
			continue
		}
		if len(labels.list) != len(j.Segments) {
			return nil, fmt.Errorf("%s: found %d, expected one for each of %d segments", labels.what, len(labels.list),
				len(j.Segments))
		}
		for i, label := range labels.list {
			*labels.of(&j.Segments[i]) = label
		}
	}
	return j, nil
}

// firstNotIn returns the first of the wanted names that is not among names, and whether there is one.
func firstNotIn(names, wanted []string) (string, bool) {
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			return name, true
		}
	}
	return "", false
}
