package evaluation

import (
	"context"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
)

// Correlate measures how well measures agree with human scores: each statistic at each level with each averaging, for
// each column of human scores and each group of segments, with intervals and p. Outputs that one side has no score
// for are left out; [Judgments.Absences] lists them. A number that is not defined is absent from the report, with the
// reason. Human systems and outliers are left out as the settings say; the report names them.
//
// The results are the same bits for any number of workers, and depend on nothing but the scores and the settings. It
// fails if the settings or the scores contradict themselves, with a [*NoUnitsError] if nothing is known of the units
// of a level, with a [*DocumentsError] if documents are to be drawn that some segments do not have, and if ctx ends.
func Correlate(ctx context.Context, settings CorrelateSettings, j *Judgments) (*CorrelateReport, error) {
	settings.setDefaults()
	if err := settings.check(); err != nil {
		return nil, fmt.Errorf("correlate: %w", err)
	}
	if err := j.check(); err != nil {
		return nil, fmt.Errorf("judgments: %w", err)
	}
	unit, undocumented, err := drawnUnit(settings.Unit, j.Segments)
	if err != nil {
		return nil, fmt.Errorf("correlate: %w", err)
	}
	settings.Unit = unit
	chosen, left, err := j.choose(settings)
	if err != nil {
		return nil, fmt.Errorf("correlate: %w", err)
	}
	run := correlating{CorrelateSettings: settings, judgments: chosen.split()}
	if from := settings.EpsilonFrom; from != nil {
		if err := from.check(); err != nil {
			return nil, fmt.Errorf("judgments to learn epsilon from: %w", err)
		}
		others, _ := from.Chosen(settings)
		run.learned = others.split()
		if err := run.sameColumns(); err != nil {
			return nil, fmt.Errorf("judgments to learn epsilon from: %w", err)
		}
	}
	if run.Levels == nil {
		run.Levels = run.usualLevels()
	}
	run.report = &CorrelateReport{
		Signature: settings.signature().String(), Humans: run.humans, Groups: run.groupNames(), Unit: unit,
		Undocumented: undocumented, LeftOut: left, settings: run.CorrelateSettings,
	}
	if err := run.answer(ctx); err != nil {
		return nil, err
	}
	return run.report, nil
}

// A correlating is one call of Correlate.
type correlating struct {
	CorrelateSettings
	judgments
	learned judgments // split as the judgments are; without groups if nothing is learned
	report  *CorrelateReport
	work    workload
}

// answer answers all questions.
func (r *correlating) answer(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.work.total = r.planned()
	defer r.Progress.Start("correlating", r.work.position)()
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
				if row.Reason = reason; reason != "" {
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
	if row.Reason = tooLong(spec, p.human); row.Reason != "" {
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
func (r *correlating) warn(text string) {
	if !slices.Contains(r.report.Warnings, text) {
		r.report.Warnings = append(r.report.Warnings, text)
	}
}
