package correlate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Run measures how well measures agree with human scores: each statistic at each level with each averaging, for
// each column of human scores and each group of segments, with intervals and p. Outputs that one side has no score
// for are left out; [Judgments.Absences] lists them. A number that is not defined is absent from the report, with the
// reason. Human systems and outliers are left out as the design says; the report names them.
//
// The results are the same bits for any number of workers, and depend on nothing but the scores and the design. It
// fails if the design or the scores contradict themselves, with a [*NoUnitsError] if nothing is known of the units
// of a level, with a [*DocumentsError] if documents are to be drawn that some segments do not have, and if ctx ends.
func Run(ctx context.Context, design Design, j *evaluation.Judgments) (*Report, error) {
	design.setDefaults()
	if err := design.check(); err != nil {
		return nil, fmt.Errorf("correlate: %w", err)
	}
	if err := j.Check(); err != nil {
		return nil, fmt.Errorf("judgments: %w", err)
	}
	unit, undocumented, err := design.Unit.Drawn(j.Segments)
	if err != nil {
		return nil, fmt.Errorf("correlate: %w", err)
	}
	design.Unit = unit
	chosen, left, err := choose(j, design)
	if err != nil {
		return nil, fmt.Errorf("correlate: %w", err)
	}
	run := correlating{Design: design, judgments: split(chosen)}
	if from := design.EpsilonFrom; from != nil {
		if err := from.Check(); err != nil {
			return nil, fmt.Errorf("judgments to learn epsilon from: %w", err)
		}
		others, _ := from.Chosen(design.IncludeHuman, design.Outliers)
		run.learned = split(others)
		if err := run.sameColumns(); err != nil {
			return nil, fmt.Errorf("judgments to learn epsilon from: %w", err)
		}
	}
	if run.Levels == nil {
		run.Levels = run.usualLevels()
	}
	run.report = &Report{
		Signature: design.signature().String(), Humans: run.humans, Groups: run.groupNames(), Unit: unit,
		Undocumented: undocumented, LeftOut: left, Design: run.Design,
	}
	if err := run.answer(ctx); err != nil {
		return nil, err
	}
	return run.report, nil
}

// A correlating is one call of Correlate.
type correlating struct {
	Design
	judgments
	learned judgments // split as the judgments are; without groups if nothing is learned
	report  *Report
	work    workload
}

// answer answers all questions.
func (r *correlating) answer(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.work.total = r.planned()
	defer r.Progress.Start("correlating", evaluation.CountsNothing, r.work.position)()
	for h := range r.humans {
		for g := range r.groups {
			for _, level := range r.Levels {
				if err := r.correlateLevel(ctx, h, &r.groups[g], level); err != nil {
					return err
				}
			}
		}
	}
	r.addMeans()
	r.findNegative()
	return nil
}

// correlateLevel adds the rows of a level.
func (r *correlating) correlateLevel(ctx context.Context, h int, g *judgedGroup, level Level) error {
	items, err := r.itemsAt(g, level)
	if err != nil {
		return err
	}
	for _, spec := range r.questions(level, len(g.systems)) {
		q := question{Question{g.name, r.humans[h], level, spec.Averaging, spec.Statistic}, spec}
		first := len(r.report.Rows)
		for m, measure := range r.measures {
			row := q.row(measure)
			if err := r.work.step(ctx, r.drawsOfValue(spec.Statistic), func() error {
				spec, reason := r.withEpsilon(spec, g, level, h, m)
				if row.NoValue = reason; reason.Kind != "" {
					return nil
				}
				return r.fill(ctx, &row, spec, r.paired(g, items, h, m))
			}); err != nil {
				return err
			}
			row.countCells(g.humans[h], g.measures[m], spec)
			r.report.Rows = append(r.report.Rows, row)
		}
		if err := r.work.step(ctx, r.drawsOfComparison(), func() error {
			return r.compareMeasures(ctx, &q, first, g, h, items)
		}); err != nil {
			return err
		}
		if err := r.work.step(ctx, r.drawsOfCeiling(spec.Statistic, h), func() error {
			return r.addCeilings(ctx, &q, g, h, items)
		}); err != nil {
			return err
		}
	}
	return nil
}

// fill computes a row's value, interval and p.
func (r *correlating) fill(ctx context.Context, row *Correlation, spec agreement.Spec, p paired) error {
	if row.NoValue = tooLong(spec, p.human); row.NoValue.Kind != "" {
		return nil
	}
	value, err := spec.CorrelateContext(ctx, p.human, p.metric)
	if err != nil {
		return err
	}
	row.set(value, spec)
	if !value.Defined {
		return nil
	}
	return r.addInterval(ctx, row, spec, p)
}

// warn adds a warning once.
func (r *correlating) warn(w Warning) {
	if !slices.Contains(r.report.Warned, w) {
		r.report.Warned = append(r.report.Warned, w)
	}
}

// choose is Chosen for judgments that must have the outliers, and some system besides those that are left out.
func choose(j *evaluation.Judgments, s Design) (*evaluation.Judgments, evaluation.LeftOut, error) {
	for _, name := range s.Outliers {
		if !slices.Contains(j.Systems, name) {
			return nil, evaluation.LeftOut{}, fmt.Errorf("outliers: found %q, which is no system, expected some of: %s", name,
				strings.Join(j.Systems, ", "))
		}
	}
	for _, name := range j.HumanSystems {
		if !slices.Contains(j.Systems, name) {
			return nil, evaluation.LeftOut{}, fmt.Errorf("human systems: found %q, which is no system, expected some of: %s", name,
				strings.Join(j.Systems, ", "))
		}
	}
	chosen, left := j.Chosen(s.IncludeHuman, s.Outliers)
	if len(chosen.Systems) == 0 {
		return nil, left, fmt.Errorf("found no system besides those that are left out: %s; expected one or more: "+
			"include the human ones, or name fewer outliers", strings.Join(j.Systems, ", "))
	}
	return chosen, left, nil
}
