package scores

import (
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/outcome"
	"github.com/wordrotator/wrd/metric/inspection"
)

// details are the columns that say more of an output than its scores.
var details = outcome.Details()

// IsDetail says whether a column holds counts of an output rather than a score.
func IsDetail(column string) bool {
	return slices.ContainsFunc(details, func(c outcome.Column) bool { return c.Name == column && c.Count != nil })
}

// detailColumns are those of all details that a file has.
func detailColumns(has func(column string) bool) (columns []string) {
	aligned := false
	for _, c := range details {
		for _, leaf := range rows.Leaves(c) {
			found := has(leaf)
			aligned = aligned || found && c.Kind == outcome.Moves
			if found || aligned && c.Kind == outcome.Texts { // without moves they may be anything
				columns = append(columns, leaf)
			}
		}
	}
	return columns
}

// readDetails adds what a row says besides scores and texts.
func readDetails(r rows.Row, out *inspection.OutputTexts) (err error) {
	var row outcome.Row
	out.Counted = true
	for i := range details {
		c, ok := &details[i], false
		switch {
		case c.Kind == outcome.Status: // those of other programs, too
			out.Status, err = r.Name(c.Name)
		case c.Kind == outcome.Texts && row.Result.Alignment == nil: // without moves they may be anything
		default:
			ok, err = r.Outcome(c, &row)
		}
		if err != nil {
			return err
		}
		if c.Kind == outcome.Count && c.Needs != outcome.Sources {
			out.Counted = out.Counted && ok
		}
	}
	out.Counts = row.Result.Counts
	for _, move := range row.Result.Alignment {
		out.Alignment = append(out.Alignment, explained.Move(move))
	}
	out.Missing, out.Invented = row.Result.Missing, row.Result.Invented
	return nil
}
