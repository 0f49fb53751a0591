package say

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// Correlations says which measure agrees best with people, by the statistic that papers report first: for systems, then
// within segments, for each column of human scores. Of several groups it takes the mean.
func Correlations(r *correlate.Report) (said []wording.Sentence) {
	group := r.Groups[0]
	if len(r.Groups) > 1 {
		group = correlate.MeanOfGroups
	}
	for i, human := range r.Humans {
		if i == mostHumans {
			return append(said, wording.Say("There are human scores in %s more.", wording.Counted(len(r.Humans)-i, "column")))
		}
		for _, level := range []correlate.Level{correlate.LevelSystem, correlate.LevelSegment, correlate.LevelDoc, correlate.LevelDomain} {
			if rows := headlineRows(r, group, human, level); rows != nil {
				said = append(said, agreementOf(r, rows))
			}
		}
	}
	return said
}

// headlineStatistics are those that a headline prefers, the first first.
var headlineStatistics = []agreement.Statistic{agreement.StatisticPairwiseAccuracy, agreement.StatisticSPAMidP, agreement.StatisticSPA,
	agreement.StatisticAccEq, agreement.StatisticPearson}

// headlineRows returns the rows of measures that answer the first question of a level, the best first; nil if none has a
// value.
func headlineRows(r *correlate.Report, group, human string, level correlate.Level) (rows []*correlate.Correlation) {
	preference := func(row *correlate.Correlation) int {
		place := slices.Index(headlineStatistics, row.Statistic)
		if place < 0 {
			place = len(headlineStatistics)
		}
		if row.Averaging != agreement.AverageItem { // which compares the outputs of a segment with each other
			place += len(headlineStatistics) + 1
		}
		return place
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Group != group || row.Human != human || row.Level != level || row.Ceiling || row.Value == nil {
			continue
		}
		switch {
		case rows == nil || preference(row) < preference(rows[0]):
			rows = []*correlate.Correlation{row}
		case row.Question() == rows[0].Question():
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b *correlate.Correlation) int { return cmp.Compare(*b.Value, *a.Value) })
	return rows
}

// agreementOf says which measure of the rows of a question agrees best, by how much, and whether that is shown.
func agreementOf(r *correlate.Report, rows []*correlate.Correlation) wording.Sentence {
	best, people := rows[0], wording.Say("people")
	if best.Human != evaluation.UsualHuman {
		people = wording.Say("people (%s)", wording.Name(best.Human))
	}
	value := fmt.Sprintf("%s %s%s", best.Statistic, wording.Score(*best.Value),
		interval(r.Design.Confidence, best.CILow, best.CIHigh, wording.Score))
	switch {
	case len(rows) == 1:
		return wording.Say("Agreement of %s with %s %s: %s.", wording.Name(best.Measure), people, whereOf(best), value)
	case *best.Value <= 0 && correlate.AroundZero(best.Statistic):
		return wording.Say("No measure agrees with %s %s: the highest is %s, %s.", people, whereOf(best), wording.Name(best.Measure), value)
	}
	var tied []string
	for _, row := range rows {
		if *row.Value == *best.Value {
			tied = append(tied, row.Measure)
		}
	}
	if len(tied) > 1 {
		return wording.Say("%s tie for the best agreement with %s %s: %s.", wording.NameList(tied), people, whereOf(best), value)
	}
	return wording.Say("%s agrees best with %s %s: %s; next is %s, %s%s.", wording.Name(best.Measure), people, whereOf(best), value,
		wording.Name(rows[1].Measure), wording.Score(*rows[1].Value), shownOf(r, best, rows[1]))
}

// whereOf says what a row correlates.
func whereOf(row *correlate.Correlation) string {
	switch {
	case row.Level == correlate.LevelSystem:
		return fmt.Sprintf("on %s", wording.Counted(row.Systems, "system"))
	case row.Averaging == agreement.AverageItem && row.Level == correlate.LevelSegment:
		return "on the outputs of each segment"
	case row.Averaging == agreement.AverageItem:
		return fmt.Sprintf("on the systems within each %s", row.Level.Item())
	case row.Averaging == agreement.AverageSys:
		return "on the outputs of each system"
	case row.Level == correlate.LevelSegment:
		return fmt.Sprintf("on %s", wording.Counted(row.Scores, "output"))
	}
	return fmt.Sprintf("on %ss", row.Level.Item())
}

// shownOf says whether a test shows that a measure agrees better than the next one, nothing if none was made.
func shownOf(r *correlate.Report, best, next *correlate.Correlation) string {
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.Question != best.Question() || p.PValue == nil ||
			!(p.Better == best.Measure && p.Worse == next.Measure || p.Better == next.Measure && p.Worse == best.Measure) {
			continue
		}
		if *p.PValue <= r.Design.Alpha {
			return ", significantly lower, " + wording.PEquals(*p.PValue)
		}
		return ", not significantly lower, " + wording.PEquals(*p.PValue)
	}
	return ""
}

// Undocumented begins to say that segments are drawn because so many of them have no document.
func Undocumented(without, segments int) string {
	return fmt.Sprintf("%d of %d segments %s no document, so segments are ", without, segments, wording.Have(without))
}
