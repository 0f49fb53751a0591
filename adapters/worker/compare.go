package worker

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/jobs"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// compareParams are the outputs of systems, as texts with references or as scores, and how to compare them.
type compareParams struct {
	outputParams
	Scores map[string][]*float64 `json:"scores"` // in place of texts, a number (or null) for each segment by system
	evaluation.Direction
	Name string `json:"name"` // of these scores

	HumanSystems []string `json:"human_systems"` // as of correlate

	Order    []string `json:"order"`    // all systems: of a pair, a difference is the first minus the second
	Baseline string   `json:"baseline"` // that each system is compared with
	testParams
	Confidence float64 `json:"confidence"` // of intervals
}

// A Comparison is the result of the method compare.
type Comparison struct {
	*jobs.Compared
	Shown say.Table       `json:"shown"`
	Table say.SystemTable `json:"table"` // for the method table
}

// compare answers with what wrd compare --format json prints.
func (c *call) compare(ctx context.Context, p *compareParams) (*Comparison, error) {
	tests, err := p.options(c)
	if err != nil {
		return nil, err
	}
	if err := portion("confidence", p.Confidence); err != nil {
		return nil, err
	}
	tests.Confidence = p.Confidence
	scores, err := c.scoresToCompare(ctx, p)
	if err != nil {
		return nil, err
	}
	scores.HumanSystems = p.HumanSystems
	if p.Order != nil && !slices.Equal(slices.Sorted(slices.Values(p.Order)), slices.Sorted(slices.Values(scores.Systems))) {
		return nil, fmt.Errorf("order: found %s, expected each system once: %s", strings.Join(p.Order, ", "),
			strings.Join(scores.Systems, ", "))
	}
	design := compare.Design{Baseline: p.Baseline, Progress: c.progress, Tests: tests}
	report, err := compare.Run(ctx, design, scores)
	if err != nil {
		return nil, err
	}
	say.Comparison(report)
	report.Warnings = slices.Concat(c.said, report.Warnings)
	if p.Order != nil {
		report = report.InOrder(p.Order)
	}
	record := &jobs.Compared{Report: report}
	if p.Scores == nil {
		record.Settings = c.opened.Settings
	}
	design.Progress = nil
	if record.People, err = compare.People(ctx, design, scores); err != nil {
		return nil, err
	}
	best := say.BestFirst(report)
	return &Comparison{record, say.Ranking(best), say.Systems(best, record.People)}, nil
}

// tableParams are the table of a comparison and how it is drawn.
type tableParams struct {
	Table  say.SystemTable `json:"table"`  // of a comparison
	Format string          `json:"format"` // latex, markdown or csv
	Digits int             `json:"digits"` // significant ones; 0 for the default
}

// A Table is the result of the method table.
type Table struct {
	Text string `json:"text"` // a table for a paper
}

// table draws the table of a comparison.
func (c *call) table(ctx context.Context, p *tableParams) (*Table, error) {
	if err := oneOf("format", p.Format, say.SystemFormats()); err != nil {
		return nil, err
	}
	if p.Digits < 0 || p.Digits > say.MostDigits {
		return nil, fmt.Errorf("digits: found %d, expected 1 to %d", p.Digits, say.MostDigits)
	}
	if err := p.Table.Check(); err != nil {
		return nil, fmt.Errorf("table: %w", err)
	}
	var b strings.Builder
	if err := p.Table.Write(&b, p.Format, p.Digits); err != nil {
		return nil, err
	}
	return &Table{b.String()}, nil
}

// scoresToCompare computes the scores of texts, or takes those of the request.
func (c *call) scoresToCompare(ctx context.Context, p *compareParams) (*evaluation.Scores, error) {
	if p.Scores != nil {
		if len(p.Systems) > 0 {
			return nil, fmt.Errorf("found systems and scores, expected one of them")
		}
		column, systems, segments, err := columnOf(p.Name, p.Scores, p.LowerIsBetter)
		if err != nil {
			return nil, err
		}
		if err := p.checkNames(segments); err != nil {
			return nil, err
		}
		scores := &evaluation.Scores{Systems: systems, Segments: evaluation.Numbered(segments), ByLine: true,
			Columns: []evaluation.Column{column}}
		for i := range scores.Segments {
			scores.Segments[i].Doc, scores.Segments[i].Domain = at(p.Documents, i), at(p.Domains, i)
		}
		return scores, p.addPeople(scores)
	}
	corpus, err := c.corpusOf(&p.outputParams)
	if err != nil {
		return nil, err
	}
	if err := c.follow(ctx, p.listed()...); err != nil {
		return nil, err
	}
	scores, err := evaluation.Collect(ctx, c.scorer, corpus,
		evaluation.ScoreOptions{Workers: c.server.config.Workers, Progress: c.progress}, nil)
	if err != nil {
		return nil, err
	}
	scores.Humans = nil // those of lines lack a column in which nobody judged anything
	return scores, p.addPeople(scores)
}

// addPeople adds the human scores.
func (p *outputParams) addPeople(scores *evaluation.Scores) error {
	people, err := p.people(scores.Systems, len(scores.Segments))
	for _, h := range people {
		scores.Humans = append(scores.Humans, evaluation.Column{Name: h.name, Grid: agreement.Grid{Systems: len(scores.Systems),
			Segments: len(scores.Segments), Values: slices.Concat(h.scores...)}})
	}
	return err
}

// numbersOf returns numbers with NaN for nil.
func numbersOf(list []*float64) []float64 {
	values := make([]float64, len(list))
	for i, x := range list {
		if values[i] = math.NaN(); x != nil {
			values[i] = *x
		}
	}
	return values
}

// columnOf makes a column of the scores of systems, by rising names, and counts the segments.
func columnOf(name string, scores map[string][]*float64, lowerIsBetter bool) (column evaluation.Column,
	systems []string, segments int, err error) {
	systems = slices.Sorted(maps.Keys(scores))
	column = evaluation.Column{Name: name, LowerIsBetter: lowerIsBetter}
	var values []float64
	for i, system := range systems {
		if i == 0 {
			segments = len(scores[system])
		}
		if n := len(scores[system]); n != segments {
			return column, nil, 0, fmt.Errorf("%s: system %s: found %d scores, expected %d as of %s", name, system, n,
				segments, systems[0])
		}
		values = append(values, numbersOf(scores[system])...)
	}
	column.Grid, err = agreement.NewGrid(len(systems), segments, values)
	return column, systems, segments, err
}

// named yields the entries of a map by rising names.
func named[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			if !yield(name, m[name]) {
				return
			}
		}
	}
}

// oneOf rejects a name that is not known; "" stands for the default.
func oneOf[T ~string](what string, name T, known []T) error {
	if name == "" || slices.Contains(known, name) {
		return nil
	}
	return fmt.Errorf("%s: found %q, expected one of: %s", what, bounded(string(name)),
		strings.Join(wording.Names(known), ", "))
}

func atLeastZero(what string, n int) error {
	if n < 0 {
		return fmt.Errorf("%s: found %d, expected 1 or more", what, n)
	}
	return nil
}

// portion rejects what is not between 0 and 1; 0 stands for the default.
func portion(what string, x float64) error {
	if x < 0 || x >= 1 {
		return fmt.Errorf("%s: found %v, expected a number between 0 and 1", what, x)
	}
	return nil
}
