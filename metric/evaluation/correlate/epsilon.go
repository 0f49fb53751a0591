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

// withEpsilon puts the threshold that was learned on other scores into a spec of AccEq. reason says why there is
// none.
func (r *correlating) withEpsilon(spec agreement.Spec, g *judgedGroup, level Level, h, m int) (
	_ agreement.Spec, reason Reason) {
	if len(r.learned.groups) == 0 || spec.Statistic != agreement.StatisticAccEq {
		return spec, Reason{}
	}
	from := &r.learned.groups[0]
	if i := slices.IndexFunc(r.learned.groups, func(other judgedGroup) bool { return other.name == g.name }); i >= 0 {
		from = &r.learned.groups[i]
	} else if len(r.learned.groups) > 1 {
		return spec, Reason{Kind: ReasonOtherGroups}
	}
	items, err := r.itemsAt(from, level)
	if err != nil {
		return spec, Reason{Kind: ReasonNoUnit}
	}
	human, scores := items.means(from.humans[h], from.measures[m])
	if reason := tooLong(spec, human); reason.Kind != "" {
		reason.Unlearned = true
		return spec, reason
	}
	other := spec.Correlate(human, scores)
	if !other.Defined {
		return spec, Reason{Kind: ReasonStated, Stated: other.Reason, Unlearned: true}
	}
	spec.Epsilon, spec.EpsilonKnown = other.Epsilon, true
	return spec, Reason{}
}
