package scores

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Evaluated returns columns of the table for package evaluation. Those of lower go down as texts get better, as do
// evaluation.LowerColumns; it fails for a name of lower that no table has.
func (t *Table) Evaluated(names, lower []string) (columns []evaluation.Column, err error) {
	if err := t.checkLower(lower); err != nil {
		return nil, err
	}
	for _, name := range names {
		down := slices.Contains(lower, name) || slices.Contains(evaluation.LowerColumns(), name)
		column := evaluation.Column{Name: name, LowerIsBetter: down, Signature: t.Signature(name),
			Settings: t.saidOf(name, func(p *part) string { return p.settings })}
		if column.Grid, err = t.Grid(name); err != nil {
			return nil, err
		}
		columns = append(columns, column)
	}
	return columns, nil
}

// checkLower fails for the name of a column that no table has, and that is not known as that of a distance.
func (t *Table) checkLower(lower []string) error {
	for _, name := range lower {
		offered := func(p *part) bool { return slices.Contains(p.offered, name) }
		if name == "" || slices.ContainsFunc(t.parts, offered) || slices.Contains(evaluation.LowerColumns(), name) {
			continue
		}
		return fmt.Errorf("columns of which lower is better: %w", t.noColumn(name))
	}
	return nil
}

// A ManyColumnsError says that a table has several columns of scores, so that one must be chosen.
type ManyColumnsError struct{ Columns []string }

func (e *ManyColumnsError) Error() string {
	return "found several columns of scores, expected the name of one: " + wording.List(e.Columns)
}

// Compared returns the scores of columns for compare.Run, which must all be made in one way, with notices about
// files without a signature, and the usual human scores. nil means wrd, without it wrd_source, or the only column that
// is none of these; of several others it is a *ManyColumnsError.
func (t *Table) Compared(names, lower []string) (_ *evaluation.Scores, notices []string, err error) {
	if names == nil {
		all := slices.DeleteFunc(t.Columns(), func(name string) bool { return isHuman(name) || rows.IsTime(name) })
		if len(all) == 0 {
			all = slices.DeleteFunc(t.Columns(), rows.IsTime)
		}
		switch {
		case t.Has(metric.WRD.String()):
			names = []string{metric.WRD.String()}
		case t.Has(metric.WRDSource.String()):
			names = []string{metric.WRDSource.String()}
		case len(all) == 0:
			return nil, nil, ErrNoScores
		case len(all) > 1:
			return nil, nil, &ManyColumnsError{all}
		default:
			names = all
		}
	}
	columns, err := t.Evaluated(names, lower)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		more, err := t.CheckSignatures(name)
		if err != nil {
			return nil, nil, err
		}
		notices = append(notices, more...)
	}
	humans, err := t.judged(t.usualHumans(), lower)
	return &evaluation.Scores{Systems: t.Systems, Segments: t.Segments, ByLine: t.ByLine, Columns: columns, Humans: humans,
		HumanSystems: t.HumanSystems}, notices, err
}
