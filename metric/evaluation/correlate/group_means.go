package correlate

import (
	"cmp"
	"slices"

	"github.com/wordrotator/wrd/metric/agreement"
)

// MeanOfGroups is what the mean over groups is called.
const MeanOfGroups = "mean"

// addMeans adds, where there are several groups, the mean over them of each row that has a value in all.
func (r *correlating) addMeans() {
	if len(r.groups) < 2 {
		return
	}
	type key struct {
		Question
		measure string
	}
	var order []key
	members := map[key][]*Correlation{}
	for i := range r.report.Rows {
		row := &r.report.Rows[i]
		k := key{row.Question(), row.Measure}
		k.Group = MeanOfGroups
		if members[k] == nil {
			order = append(order, k)
		}
		members[k] = append(members[k], row)
	}
	var means []Correlation
	for _, k := range order {
		means = append(means, meanOfRows(members[k], len(r.groups), r.Confidence))
	}
	r.report.Rows = append(r.report.Rows, means...)
}

// meanOfRows averages the rows of groups. Their draws are averaged one by one: they draw systems that groups have in
// common together, and all else independently.
func meanOfRows(rows []*Correlation, groups int, confidence float64) Correlation {
	mean := Correlation{Group: MeanOfGroups, Measure: rows[0].Measure, Human: rows[0].Human, Level: rows[0].Level,
		Averaging: rows[0].Averaging, Statistic: rows[0].Statistic, Ceiling: rows[0].Ceiling, Groups: len(rows)}
	sum, drawn, permuted := 0.0, len(rows) == groups, len(rows) == groups
	for _, row := range rows {
		mean.Scores += row.Scores
		mean.Segments += row.Segments
		mean.Systems += row.Systems
		if row.Value == nil {
			mean.NoValue = row.NoValue
			mean.NoValue.OfGroup, mean.NoValue.Group = true, row.Group
			return mean
		}
		sum += *row.Value
		drawn = drawn && row.estimate != nil
		permuted = permuted && row.permuted != nil
	}
	if len(rows) < groups {
		mean.NoValue = Reason{Kind: ReasonSomeGroups, N: int64(len(rows)), Of: int64(groups)}
		return mean
	}
	value := sum / float64(groups)
	mean.Value = &value
	if permuted {
		draws := make(agreement.Distribution, len(rows[0].permuted))
		for _, row := range rows {
			for i, v := range row.permuted {
				draws[i] += v / float64(groups)
			}
		}
		mean.setPermuted(draws)
	}
	if drawn {
		estimates := make([]agreement.Estimate, len(rows))
		for i, row := range rows {
			estimates[i] = *row.estimate
		}
		mean.setEstimate(agreement.MeanEstimate(estimates), confidence)
	} else if slices.ContainsFunc(rows, func(row *Correlation) bool {
		return row.Interval != "" ||
			row.NoInterval.Kind != ""
	}) {
		mean.NoInterval = cmp.Or(rows[0].NoInterval, Reason{Kind: ReasonNoDraws})
	}
	return mean
}
