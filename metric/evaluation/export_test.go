package evaluation

import (
	"context"

	"github.com/wordrotator/wrd/metric"
)

// JudgedAfter returns what Score says of people's order by a line after others with so many numbers.
func JudgedAfter(numbers int, measures []metric.Measure, line ScoredLine, summary *Summary) ([]JudgedOrder, error) {
	j := newJudgedLines(measures, len(line.Results), []string{UsualHuman})
	j.numbers = numbers
	j.add(line)
	j.add(line)
	return j.orders(context.Background(), ScoreOptions{}, summary)
}
