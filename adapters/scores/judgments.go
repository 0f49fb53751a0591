package scores

import (
	"fmt"
	"math"
	"slices"
)

// A Judgments says which of several rows for one system, segment and rater count, such as those of a rater who judged an
// output twice.
type Judgments string

// The choices.
const (
	OneJudgment   Judgments = ""     // there must be one
	LastJudgment  Judgments = "last" // the last in the file
	MeanJudgments Judgments = "mean" // their mean, which counts once in that over raters
)

// ParseJudgments returns the choice of a name.
func ParseJudgments(name string) (Judgments, error) {
	if j := Judgments(name); slices.Contains([]Judgments{OneJudgment, LastJudgment, MeanJudgments}, j) {
		return j, nil
	}
	return "", fmt.Errorf("found %q, expected last or mean", name)
}

// merge makes one row of those for one output and rater, and returns how many it left out. A number that is absent says
// nothing. A mean stands where the first row was, the last judgment where it was.
func (p *part) merge(judgments Judgments) (left int) {
	type key struct{ system, segment, rater int32 }
	rows := map[key][]int{}
	for i := range p.line {
		k := key{p.system[i], p.segment[i], p.rater[i]}
		rows[k] = append(rows[k], i)
	}
	out := part{values: make([][]float64, len(p.values))}
	for i := range p.line {
		same := rows[key{p.system[i], p.segment[i], p.rater[i]}]
		if judgments == MeanJudgments && same[0] != i || judgments == LastJudgment && same[len(same)-1] != i {
			continue
		}
		out.system, out.segment = append(out.system, p.system[i]), append(out.segment, p.segment[i])
		out.rater, out.line = append(out.rater, p.rater[i]), append(out.line, p.line[i])
		for c, values := range p.values {
			out.values[c] = append(out.values[c], judgments.of(values, same))
		}
	}
	left = len(p.line) - len(out.line)
	p.system, p.segment, p.rater, p.line, p.values = out.system, out.segment, out.rater, out.line, out.values
	return left
}

// of returns what several rows say together, NaN if none of them has a number.
func (j Judgments) of(values []float64, rows []int) float64 {
	sum, n := math.NaN(), 0
	for _, i := range rows {
		switch v := values[i]; {
		case math.IsNaN(v):
		case n == 0 || j == LastJudgment:
			sum, n = v, 1
		default:
			sum, n = sum+v, n+1
		}
	}
	return sum / float64(max(n, 1))
}
