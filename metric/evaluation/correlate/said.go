package correlate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// mostSaid is of how many columns of human scores Said speaks.
const mostSaid = 4

// Said says which measure agrees best with people, by the statistic that papers report first: for systems, then within
// segments, for each column of human scores. Of several groups it takes the mean.
func (r *Report) Said() (said []wording.Sentence) {
	group := r.Groups[0]
	if len(r.Groups) > 1 {
		group = meanOfGroups
	}
	for i, human := range r.Humans {
		if i == mostSaid {
			return append(said, wording.Say("The tables have %s more.", wording.Counted(len(r.Humans)-i, "column of human scores")))
		}
		for _, level := range []Level{LevelSystem, LevelSegment, LevelDoc, LevelDomain} {
			if rows := r.headlineRows(group, human, level); rows != nil {
				said = append(said, r.saidOf(rows))
			}
		}
	}
	return said
}

// Sentences returns what Said says as plain text.
func (r *Report) Sentences() []string {
	sentences := []string{}
	for _, s := range r.Said() {
		sentences = append(sentences, s.String())
	}
	return sentences
}

// headlineStatistics are those that a headline prefers, the first first.
var headlineStatistics = []agreement.Statistic{agreement.StatisticPairwiseAccuracy, agreement.StatisticSPAMidP, agreement.StatisticSPA,
	agreement.StatisticAccEq, agreement.StatisticPearson}

// headlineRows returns the rows of measures that answer the first question of a level, the best first; nil if none has a
// value.
func (r *Report) headlineRows(group, human string, level Level) (rows []*Correlation) {
	preference := func(row *Correlation) int {
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
			rows = []*Correlation{row}
		case row.question() == rows[0].question():
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b *Correlation) int { return cmp.Compare(*b.Value, *a.Value) })
	return rows
}

// saidOf says which measure of the rows of a question agrees best, by how much, and whether that is shown.
func (r *Report) saidOf(rows []*Correlation) wording.Sentence {
	best, people := rows[0], wording.Say("people")
	if best.Human != evaluation.UsualHuman {
		people = wording.Say("people (%s)", wording.Name(best.Human))
	}
	value := fmt.Sprintf("%s %s", best.Statistic, wording.Score(*best.Value))
	if best.CILow != nil {
		value += fmt.Sprintf(" (%g %% interval %s to %s)", 100*r.settings.Confidence, wording.Score(*best.CILow), wording.Score(*best.CIHigh))
	}
	switch {
	case len(rows) == 1:
		return wording.Say("Agreement of %s with %s %s: %s.", wording.Name(best.Measure), people, whereOf(best), value)
	case *best.Value <= 0 && aroundZero(best.Statistic):
		return wording.Say("No measure agrees with %s %s: the highest is %s, %s.", people, whereOf(best), wording.Name(best.Measure), value)
	}
	var tied []string
	for _, row := range rows {
		if *row.Value == *best.Value {
			tied = append(tied, row.Measure)
		}
	}
	if len(tied) > 1 {
		return wording.Say("%s agree best with %s %s: %s.", wording.NameList(tied), people, whereOf(best), value)
	}
	return wording.Say("%s agrees best with %s %s: %s; next is %s, %s%s.", wording.Name(best.Measure), people, whereOf(best), value,
		wording.Name(rows[1].Measure), wording.Score(*rows[1].Value), r.shownOf(best, rows[1]))
}

// whereOf says what a row correlates.
func whereOf(row *Correlation) string {
	switch {
	case row.Level == LevelSystem:
		return fmt.Sprintf("on %s", wording.Counted(row.Systems, "system"))
	case row.Averaging == agreement.AverageItem && row.Level == LevelSegment:
		return "on the outputs of each segment"
	case row.Averaging == agreement.AverageItem:
		return fmt.Sprintf("on the systems within each %s", row.Level.item())
	case row.Averaging == agreement.AverageSys:
		return "on the outputs of each system"
	case row.Level == LevelSegment:
		return fmt.Sprintf("on %s", wording.Counted(row.Scores, "output"))
	}
	return fmt.Sprintf("on %ss", row.Level.item())
}

// shownOf says whether a test shows that a measure agrees better than the next one, nothing if none was made.
func (r *Report) shownOf(best, next *Correlation) string {
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.Question != best.question() || p.PValue == nil ||
			!(p.Better == best.Measure && p.Worse == next.Measure || p.Better == next.Measure && p.Worse == best.Measure) {
			continue
		}
		if *p.PValue <= r.settings.Alpha {
			return ", and the difference is shown: " + wording.PEquals(*p.PValue)
		}
		return ", and no difference is shown: " + wording.PEquals(*p.PValue)
	}
	return ""
}
