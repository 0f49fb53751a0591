package inspection

import (
	"cmp"
	"math"
	"slices"
)

// ByMean returns the places of the systems, the best by the first column first; those without a mean are last.
func (in *Inspection) ByMean() (order []int) {
	worse := func(i int) float64 {
		if m := in.Systems[i].Means[0].Mean; m != nil {
			return worseness(*m, in.Columns[0].LowerIsBetter)
		}
		return math.Inf(1)
	}
	for i := range in.Systems {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worse(a), worse(b)) })
	return order
}

// choosePair decides which systems are shown side by side first.
func (in *inspecting) choosePair() {
	if in.Pair != nil {
		in.out.Pair = in.Pair[:]
		return
	}
	order := in.out.ByMean()
	in.out.Pair = order[:min(2, len(order))]
	c := in.out.Comparison
	if c == nil || len(order) < 2 {
		return
	}
	if c.Baseline != nil {
		baseline := slices.Index(in.input.Systems, *c.Baseline)
		others := slices.DeleteFunc(order, func(i int) bool { return i == baseline })
		if in.out.Pair = others[:1]; baseline >= 0 {
			in.out.Pair = []int{others[0], baseline}
		}
		return
	}
	for i := range c.Measures {
		if c.Measures[i].Measure != in.out.Columns[0].Name {
			continue
		}
		leaders := c.Measures[i].Leaders()
		for _, k := range order[1:] {
			if leaders != nil && !slices.Contains(leaders, in.input.Systems[k]) {
				in.out.Pair = []int{order[0], k}
				return
			}
		}
	}
}

// Advantage returns by how much the first system of the pair is better than the second one in a segment of All, by a
// column: positive where it is better, also by a distance; 0 where they tie, NaN where one of the two has no score.
func (in *Inspection) Advantage(column, segment int) float64 {
	c := &in.Columns[column]
	return c.Ahead(c.Grid.At(in.Pair[0], segment), c.Grid.At(in.Pair[1], segment))
}

// Examples returns the places in Rows of segments that show why the first system of the pair is the better one, and where
// it is not: the one on which it is furthest ahead, the one on which it is furthest behind, and so on in turn; after the
// last of either kind the rest of the other. Then come those in which an output of the pair is a copy of a reference, which
// shows nothing, in the same order, and rows without both scores. nil without a pair.
func (in *Inspection) Examples() []int {
	if len(in.Pair) < 2 {
		return nil
	}
	var wins, losses [2][]int // examples, and copies
	var rest []int
	advantage := make([]float64, len(in.Rows))
	for i := range in.Rows {
		copied := 0
		for _, k := range in.Pair {
			if in.Rows[i].Outputs[k].Findings&FoundReferenceCopy != 0 {
				copied = 1
			}
		}
		advantage[i] = in.Advantage(0, in.Rows[i].Place)
		switch {
		case math.IsNaN(advantage[i]):
			rest = append(rest, i)
		case advantage[i] < 0:
			losses[copied] = append(losses[copied], i)
		default:
			wins[copied] = append(wins[copied], i)
		}
	}
	list := make([]int, 0, len(in.Rows))
	for copied := range wins {
		wins, losses := wins[copied], losses[copied]
		slices.SortStableFunc(wins, func(a, b int) int { return cmp.Compare(advantage[b], advantage[a]) })
		slices.SortStableFunc(losses, func(a, b int) int { return cmp.Compare(advantage[a], advantage[b]) })
		for k := range max(len(wins), len(losses)) {
			if k < len(wins) {
				list = append(list, wins[k])
			}
			if k < len(losses) {
				list = append(list, losses[k])
			}
		}
	}
	return append(list, rest...)
}
