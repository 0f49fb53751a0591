package show

import (
	"cmp"
	"math"
	"slices"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
)

// An Order says in which order people see systems. Formats for programs have them as the input has.
type Order struct {
	Given []string // all systems as the command line names them; nil puts the best first
}

// places returns where each system stands in a table: as given or, by its mean and whether a lower one is better, the
// best first. Those without a mean come last, and equal ones stay as they are.
func (o Order) places(systems []string, mean func(i int) *float64, lowerIsBetter bool) (order []int) {
	for i := range systems {
		order = append(order, i)
	}
	if o.Given != nil {
		slices.SortStableFunc(order, func(i, k int) int {
			return cmp.Compare(slices.Index(o.Given, systems[i]), slices.Index(o.Given, systems[k]))
		})
		return order
	}
	badness := func(i int) float64 {
		switch m := mean(i); {
		case m == nil:
			return math.Inf(1)
		case lowerIsBetter:
			return *m
		default:
			return -*m
		}
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(badness(i), badness(k)) })
	return order
}

// permuted returns the elements of a list in another order.
func permuted[T any](list []T, order []int) (other []T) {
	for _, i := range order {
		other = append(other, list[i])
	}
	return other
}

// summary returns the summary with its systems in the order, by the first measure.
func (o Order) summary(s *evaluation.Summary) *evaluation.Summary {
	var names []string
	for _, system := range s.Systems {
		names = append(names, system.System)
	}
	main := s.Measures[0].Main()
	sorted := *s
	sorted.Systems = permuted(s.Systems, o.places(names,
		func(i int) *float64 { return s.Systems[i].Scores[main.String()].Mean }, main.Distance()))
	return &sorted
}

// comparison returns the report with its systems in the order, by the first measure, and the baseline before them.
func (o Order) comparison(r *compare.Report) *compare.Report {
	if o.Given == nil {
		return say.BestFirst(r)
	}
	order := o.places(r.Systems, nil, false)
	if r.Baseline != nil {
		baseline := slices.Index(order, 0)
		order = slices.Insert(slices.Delete(order, baseline, baseline+1), 0, 0)
	}
	return r.InOrder(permuted(r.Systems, order))
}
