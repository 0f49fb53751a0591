package similarity

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation/internal/optional"
)

// A prediction is what a measure, or another program, says of pairs, next to what people say.
type prediction struct {
	gold, scores []float64 // of the pairs that have a score; higher is more alike
}

func (p *prediction) add(gold, score float64) {
	p.gold, p.scores = append(p.gold, gold), append(p.scores, score)
}

// pearson returns Pearson's r × 100, nil where it is not defined.
func (p *prediction) pearson() *float64 { return hundredfold(agreement.Pearson(p.gold, p.scores)) }

// spearman returns Spearman's ρ × 100, nil where it is not defined.
func (p *prediction) spearman() *float64 { return hundredfold(agreement.Spearman(p.gold, p.scores)) }

func hundredfold(x float64, ok bool) *float64 { return optional.Number(100*x, ok) }

// undefined says why neither correlation is defined, "" if they are.
func (p *prediction) undefined() string {
	switch {
	case len(p.gold) < 2:
		return fmt.Sprintf("found %s with a score, expected at least 2", wording.Counted(len(p.gold), "pair"))
	case slices.Min(p.gold) == slices.Max(p.gold):
		return "all gold scores are equal"
	case slices.Min(p.scores) == slices.Max(p.scores):
		return "all predicted scores are equal"
	}
	return ""
}

// sameRows groups the rows of several sets, which stand set by set in one order: a group holds the rows that differ in
// nothing but the set.
func sameRows[Row any](rows []Row, sets int) [][]Row {
	each := len(rows) / sets
	groups := make([][]Row, each)
	for i := range groups {
		for s := range sets {
			groups[i] = append(groups[i], rows[s*each+i])
		}
	}
	return groups
}

// meanOf returns the mean of numbers, nil if one of them is.
func meanOf(numbers []*float64) *float64 {
	var mean agreement.Mean
	for _, x := range numbers {
		if x == nil {
			return nil
		}
		mean.Add(*x)
	}
	return optional.Number(mean.Value())
}

// undefinedFor is the reason of a mean over sets of which one has no number.
func undefinedFor(set string) string { return "not defined for " + set }
