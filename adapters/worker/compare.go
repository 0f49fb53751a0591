package worker

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// compareParams are the outputs of systems, as texts with references or as scores, and how to compare them.
type compareParams struct {
	Systems    map[string][]string `json:"systems"`
	References []texts             `json:"references"`
	Sources    []string            `json:"sources"`

	Scores        map[string][]*float64 `json:"scores"` // in place of texts; null for a segment without a score
	LowerIsBetter bool                  `json:"lower_is_better"`
	Name          string                `json:"name"` // of the scores

	// Human holds what people say of the same outputs, by the name of a column, then by system; null for an output that they
	// did not judge, and no list of a system of which they judged none.
	Human        map[string]map[string][]*float64 `json:"human"`
	HumanSystems []string                         `json:"human_systems"` // whose texts people wrote; null: ref, refA, …

	Order      []string                `json:"order"`     // of all systems: of a pair, the first minus the second; null: by name
	Documents  []string                `json:"documents"` // of each segment, which are drawn whole then
	Domains    []string                `json:"domains"`   // of each segment
	Baseline   string                  `json:"baseline"`  // that each system is compared with; "" for all pairs
	Test       significance.Test       `json:"test"`
	Correction significance.Correction `json:"correction"`
	Samples    int                     `json:"samples"`
	Seed       *uint64                 `json:"seed"` // as of the command if it is absent
	Alpha      float64                 `json:"alpha"`
	Confidence float64                 `json:"confidence"`
}

// compare answers with what wrd compare --format json prints, an compare.Report.
func (c *call) compare(ctx context.Context, p *compareParams) (any, error) {
	settings := compare.Settings{
		Baseline: p.Baseline, Progress: c.progress,
		Tests: significance.Options{Test: p.Test, Correction: p.Correction, Draws: p.Samples, Seed: seedOf(p.Seed),
			Alpha: p.Alpha, Confidence: p.Confidence, Workers: c.server.settings.Workers},
	}
	for _, err := range []error{
		oneOf("test", p.Test, significance.Tests()), oneOf("correction", p.Correction, significance.Corrections()),
		atLeastZero("samples", p.Samples), portion("alpha", p.Alpha), portion("confidence", p.Confidence),
	} {
		if err != nil {
			return nil, err
		}
	}
	scores, err := c.scoresToCompare(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := p.addPeople(scores); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		what  string
		names []string
		to    func(*evaluation.Segment) *string
	}{
		{"documents", p.Documents, func(s *evaluation.Segment) *string { return &s.Doc }},
		{"domains", p.Domains, func(s *evaluation.Segment) *string { return &s.Domain }},
	} {
		if list.names != nil && len(list.names) != len(scores.Segments) {
			return nil, fmt.Errorf("%s: found %d, expected one for each of %d segments", list.what, len(list.names),
				len(scores.Segments))
		}
		for i, name := range list.names {
			*list.to(&scores.Segments[i]) = name
		}
	}
	if p.Order != nil && !slices.Equal(slices.Sorted(slices.Values(p.Order)), slices.Sorted(slices.Values(scores.Systems))) {
		return nil, fmt.Errorf("order: found %s, expected each system once: %s", strings.Join(p.Order, ", "),
			strings.Join(scores.Systems, ", "))
	}
	report, err := compare.Run(ctx, settings, scores)
	if err != nil {
		return nil, err
	}
	report.Warnings = slices.Concat(c.said, report.Warnings)
	if p.Order != nil {
		report = report.InOrder(p.Order)
	}
	return report, nil
}

// seedOf is the seed of draws: that of the command where a request names none.
func seedOf(seed *uint64) uint64 {
	if seed == nil {
		return evaluation.DefaultSeed
	}
	return *seed
}

// scoresToCompare computes the scores of texts, or takes those of the request.
func (c *call) scoresToCompare(ctx context.Context, p *compareParams) (*evaluation.Scores, error) {
	switch {
	case len(p.Systems) > 0 && p.Scores != nil:
		return nil, fmt.Errorf("found systems and scores, expected one of them")
	case p.Scores != nil:
		column, systems, segments, err := columnOf(p.Name, p.Scores, p.LowerIsBetter)
		if err != nil {
			return nil, err
		}
		return &evaluation.Scores{Systems: systems, Segments: evaluation.Numbered(segments), ByLine: true,
			Columns: []evaluation.Column{column}}, nil
	}
	corpus, err := c.corpusOf(p)
	if err != nil {
		return nil, err
	}
	lists := make([][]string, len(p.References))
	for i, list := range p.References {
		lists[i] = list
	}
	if err := c.follow(ctx, lists...); err != nil {
		return nil, err
	}
	return evaluation.Collect(ctx, c.scorer, corpus,
		evaluation.ScoreSettings{Workers: c.server.settings.Workers, Progress: c.progress}, nil)
}

// addPeople adds the human scores.
func (p *compareParams) addPeople(scores *evaluation.Scores) error {
	scores.HumanSystems = p.HumanSystems
	for name, judged := range named(p.Human) {
		column := evaluation.Column{Name: name, Grid: agreement.Grid{Systems: len(scores.Systems), Segments: len(scores.Segments)}}
		unjudged := slices.Repeat([]float64{math.NaN()}, len(scores.Segments))
		for _, system := range scores.Systems {
			row := unjudged
			if list, ok := judged[system]; ok {
				row = numbersOf(list)
			}
			if len(row) != len(scores.Segments) {
				return fmt.Errorf("human: %s: system %s: found %d scores, expected one for each of %d segments", bounded(name),
					bounded(system), len(row), len(scores.Segments))
			}
			column.Grid.Values = append(column.Grid.Values, row...)
		}
		if missing, ok := firstNotIn(scores.Systems, slices.Sorted(maps.Keys(judged))); ok {
			return fmt.Errorf("human: %s: found the system %q, expected some of: %s", bounded(name), bounded(missing),
				wording.List(scores.Systems))
		}
		scores.Humans = append(scores.Humans, column)
	}
	return nil
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

// corpusOf makes a corpus of the outputs of systems, by rising names.
func (c *call) corpusOf(p *compareParams) (evaluation.Corpus, error) {
	systems, references := p.Systems, p.References
	corpus := evaluation.Corpus{Systems: slices.Sorted(maps.Keys(systems)), Sources: p.Sources != nil}
	if len(systems) == 0 {
		return corpus, fmt.Errorf("systems: found none, expected an object with the texts of each system")
	}
	segments := len(references)
	if !c.scorer.ReadsReferences() {
		segments = len(p.Sources)
	}
	if err := c.checkSources(p.Sources, segments); err != nil {
		return corpus, err
	}
	references, err := c.references(references, segments)
	if err != nil {
		return corpus, err
	}
	for i, r := range references {
		corpus.References = max(corpus.References, len(r))
		if i == 0 || len(r) < corpus.Fewest {
			corpus.Fewest = len(r)
		}
	}
	for _, name := range corpus.Systems {
		if n := len(systems[name]); n != segments {
			return corpus, fmt.Errorf("system %s: found %d texts, expected one for each of %d segments", name, n, segments)
		}
	}
	line := func(i int) metric.Line {
		var line metric.Line
		if references != nil {
			line.References = references[i]
		}
		if p.Sources != nil {
			line.Source = p.Sources[i]
		}
		for _, name := range corpus.Systems {
			line.Candidates = append(line.Candidates, systems[name][i])
		}
		return line
	}
	bytes := int64(0)
	for i := range segments {
		bytes += evaluation.TextBytes(line(i))
	}
	corpus.Position = func() (done, total int64) { return bytes, bytes } // all texts are here
	corpus.Lines = func(yield func(metric.Line, error) bool) {
		for i := range segments {
			if !yield(line(i), nil) {
				return
			}
		}
	}
	return corpus, nil
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
