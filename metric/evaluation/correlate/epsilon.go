package correlate

import (
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
)

// sameColumns puts the columns to learn from in the order of those that are correlated.
func (r *correlating) sameColumns() error {
	for _, columns := range []struct {
		names, learned []string
		of             func(g *judgedGroup) *[]agreement.Grid
	}{
		{r.humans, r.learned.humans, func(g *judgedGroup) *[]agreement.Grid { return &g.humans }},
		{r.measures, r.learned.measures, func(g *judgedGroup) *[]agreement.Grid { return &g.measures }},
	} {
		for i := range r.learned.groups {
			grids := columns.of(&r.learned.groups[i])
			ordered := make([]agreement.Grid, len(columns.names))
			for k, name := range columns.names {
				at := slices.Index(columns.learned, name)
				if at < 0 {
					return fmt.Errorf("found the columns %v, expected %s among them", columns.learned, name)
				}
				ordered[k] = (*grids)[at]
			}
			*grids = ordered
		}
	}
	return nil
}

// unlearned begins the reasons for which nothing is learned.
const unlearned = "no threshold was learned, as the scores to learn it from have "

// withEpsilon puts the threshold that was learned on other scores into a spec of AccEq. reason says why there is
// none.
func (r *correlating) withEpsilon(spec agreement.Spec, g *judgedGroup, level Level, h, m int) (
	_ agreement.Spec, reason string) {
	if len(r.learned.groups) == 0 || spec.Statistic != agreement.StatisticAccEq {
		return spec, ""
	}
	from := &r.learned.groups[0]
	if i := slices.IndexFunc(r.learned.groups, func(other judgedGroup) bool { return other.name == g.name }); i >= 0 {
		from = &r.learned.groups[i]
	} else if len(r.learned.groups) > 1 {
		return spec, unlearned + "several groups and none of that name"
	}
	items, err := r.itemsAt(from, level)
	if err != nil {
		return spec, unlearned + fmt.Sprintf("no %s of any segment", level)
	}
	human, scores := items.means(from.humans[h], from.measures[m])
	if reason := tooLong(spec, human); reason != "" {
		return spec, "no threshold could be learned: " + reason
	}
	other := spec.Correlate(human, scores)
	if !other.Defined {
		return spec, "no threshold could be learned: " + other.Reason
	}
	spec.Epsilon, spec.EpsilonKnown = other.Epsilon, true
	return spec, ""
}
