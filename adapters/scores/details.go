package scores

import (
	"math"
	"slices"

	"github.com/wordrotator/wrd/adapters/rows"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Columns that say more of an output than its scores. The names are those of segments.parquet.
const (
	statusColumn        = "status"
	bestReferenceColumn = "best_reference"
)

// countColumns are the columns of counts.
var countColumns = []string{"candidate_tokens", "reference_tokens", "candidate_oov", "reference_oov"}

// sourceCountColumns are those of sources, which only files of scores of the source have.
var sourceCountColumns = []string{"source_tokens", "source_oov"}

// Columns of the moves of an alignment, and of the words that come with it, each a list.
const (
	moveColumn     = "alignment.list.element."
	missingColumn  = "missing"
	inventedColumn = "invented"
)

// IsDetail says whether a column holds counts of an output rather than a score.
func IsDetail(column string) bool {
	return column == bestReferenceColumn || slices.Contains(countColumns, column) ||
		slices.Contains(sourceCountColumns, column)
}

// detailColumns are those of all of them that a file has.
func detailColumns(has func(column string) bool) (columns []string) {
	for _, list := range [][]string{countColumns, sourceCountColumns, {statusColumn, bestReferenceColumn,
		moveColumn + "candidate_token", moveColumn + "reference_token", moveColumn + "mass", moveColumn + "cost"}} {
		for _, c := range list {
			if has(c) {
				columns = append(columns, c)
			}
		}
	}
	if has(moveColumn + "mass") { // otherwise they may be anything
		columns = append(columns, missingColumn, inventedColumn)
	}
	return columns
}

// readDetails adds what a row says besides scores and texts.
func readDetails(r rows.Row, out *inspection.Texts) error {
	d := &out.Details
	var err error
	if d.Status, err = r.Name(statusColumn); err != nil {
		return err
	}
	counts := [...]*int{&d.CandidateTokens, &d.ReferenceTokens, &d.CandidateOOV, &d.ReferenceOOV}
	d.Counted = true
	for i, column := range countColumns {
		n, err := count(r, column)
		if err != nil {
			return err
		}
		d.Counted = d.Counted && n >= 0
		*counts[i] = max(n, 0)
	}
	for i, of := range [...]*int{&d.SourceTokens, &d.SourceOOV} {
		n, err := count(r, sourceCountColumns[i])
		if err != nil {
			return err
		}
		*of = max(n, 0)
	}
	best, err := count(r, bestReferenceColumn)
	if err != nil {
		return err
	}
	d.BestReference = max(best, 0)
	return readAlignment(r, out)
}

// count reads a count, -1 if it is absent.
func count(r rows.Row, column string) (int, error) {
	x, err := r.Number(column)
	switch {
	case err != nil:
		return 0, err
	case math.IsNaN(x):
		return -1, nil
	case x < 0 || x > math.MaxInt32 || x != math.Trunc(x):
		return 0, r.Errorf("column %s: found %v, expected a count", wording.Quote(column), x)
	}
	return int(x), nil
}

// readAlignment reads the moves of a row of segments.parquet, and the words without a counterpart.
func readAlignment(r rows.Row, out *inspection.Texts) error {
	from, _, err := r.List(moveColumn + "candidate_token")
	if err != nil {
		return err
	}
	to, _, err := r.List(moveColumn + "reference_token")
	if err != nil {
		return err
	}
	mass, err := r.Numbers(moveColumn + "mass")
	if err != nil {
		return err
	}
	cost, err := r.Numbers(moveColumn + "cost")
	if err != nil {
		return err
	}
	if len(from) != len(mass) || len(to) != len(mass) || len(cost) != len(mass) {
		return r.Errorf("column \"alignment\": found moves of which some lack a part, expected all to be whole")
	}
	for i := range mass {
		out.Alignment = append(out.Alignment, explained.Move{CandidateToken: from[i], ReferenceToken: to[i],
			Mass: mass[i], Cost: cost[i]})
	}
	if len(mass) == 0 {
		return nil
	}
	if out.Missing, _, err = r.List(missingColumn); err != nil {
		return err
	}
	out.Invented, _, err = r.List(inventedColumn)
	return err
}
