package agreement

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
)

// A MetricTestKind is a way to compare the agreement of two metrics with the same human scores.
type MetricTestKind string

// The tests.
const (
	MetricTestPermBoth  MetricTestKind = "perm_both"
	MetricTestBootstrap MetricTestKind = "bootstrap" // of the difference, paired
	MetricTestWilliams  MetricTestKind = "williams"  // with signed correlations; made for Pearson without averaging
)

// MetricTestKinds lists all tests.
func MetricTestKinds() []MetricTestKind {
	return []MetricTestKind{MetricTestPermBoth, MetricTestBootstrap, MetricTestWilliams}
}

// MetricComparisonOptions say how metrics are compared.
type MetricComparisonOptions struct {
	Test       MetricTestKind
	Draws      int       // of the permutation test and the bootstrap, at least 1
	Over       Resampled // what the bootstrap draws
	Units      Units     // what is drawn and swapped together
	Confidence float64   // of the bootstrap's interval
	Alpha      float64   // up to which p a difference is significant
	Seed       uint64    // of permutation test and bootstrap
	Workers    int       // goroutines; 0 means GOMAXPROCS. Results do not depend on it

	// Done, if it is not nil, counts the draws as they are made: those of each pair, or by the bootstrap those of each
	// metric.
	Done *atomic.Int64
}

// A MetricComparison is a comparison of all pairs of metrics, on the cells that all of them and people scored.
type MetricComparison struct {
	Values []Value // of the metrics, as they were given
	Order  []int   // the metrics that have a value, the best first
	Ranks  []int   // of the metrics in Order; see Clusters
	Pairs  []MetricPair
}

// A MetricPair compares a metric with one that has a lower value, or the same.
type MetricPair struct {
	A, B int // metrics; A's value is not the lower one
	MetricTest
	Interval *Interval // of the difference, by the bootstrap
}

// CompareMetrics compares all pairs of metrics. A pair without a test does not end a cluster. It fails only if ctx
// ends.
func (s Spec) CompareMetrics(ctx context.Context, human Grid, metrics []Grid,
	o MetricComparisonOptions) (*MetricComparison, error) {
	common := CommonCells(human, metrics...)
	r := &MetricComparison{}
	for i, m := range metrics {
		r.Values = append(r.Values, s.Correlate(common, m))
		if r.Values[i].Defined {
			r.Order = append(r.Order, i)
		}
	}
	slices.SortStableFunc(r.Order, func(i, j int) int { return cmp.Compare(r.Values[j].Value, r.Values[i].Value) })
	for k, i := range r.Order {
		for _, j := range r.Order[k+1:] {
			r.Pairs = append(r.Pairs, MetricPair{A: i, B: j})
		}
	}
	if err := s.test(ctx, r, common, metrics, o); err != nil {
		return nil, err
	}
	r.Ranks = Clusters(len(r.Order), func(i, j int) float64 {
		pair := &r.Pairs[i*(2*len(r.Order)-i-1)/2+j-i-1]
		if !pair.Defined {
			return 1
		}
		return pair.P
	}, o.Alpha)
	return r, nil
}

// test fills in the tests of all pairs.
func (s Spec) test(ctx context.Context, r *MetricComparison, human Grid, metrics []Grid,
	o MetricComparisonOptions) error {
	switch o.Test {
	case MetricTestPermBoth:
		return parallel.Each(ctx, len(r.Pairs), o.Workers, func() func(int) {
			var e evaluator
			return func(i int) {
				pair := &r.Pairs[i]
				pair.MetricTest = e.permBoth(ctx, s, human, metrics[pair.A], metrics[pair.B],
					Permutation{Draws: o.Draws, Seed: o.Seed, Units: o.Units, Done: o.Done})
			}
		})
	case MetricTestBootstrap:
		return s.bootstrapPairs(ctx, r, human, metrics, o)
	case MetricTestWilliams:
		return parallel.Each(ctx, len(r.Pairs), o.Workers, func() func(int) {
			return func(i int) {
				pair := &r.Pairs[i]
				pair.MetricTest = s.williams(r, human, metrics, pair.A, pair.B, o.Units)
			}
		})
	}
	panic("agreement: no such test of metrics: " + string(o.Test))
}

// bootstrapPairs draws for every metric the same systems and segments.
func (s Spec) bootstrapPairs(ctx context.Context, r *MetricComparison, human Grid, metrics []Grid,
	o MetricComparisonOptions) error {
	drawn := make([]Distribution, len(metrics))
	b := GridBootstrap{Draws: o.Draws, Over: o.Over, Units: o.Units, Seed: o.Seed, Workers: o.Workers, Done: o.Done}
	for _, i := range r.Order {
		var err error
		if drawn[i], err = s.Bootstrap(ctx, human, metrics[i], b); err != nil {
			return err
		}
	}
	for i := range r.Pairs {
		pair := &r.Pairs[i]
		differences := drawn[pair.A].Minus(drawn[pair.B])
		pair.Difference = r.Values[pair.A].Value - r.Values[pair.B].Value
		pair.Draws = len(differences) - differences.Undefined()
		e := s.Estimate(human, metrics[pair.A], pair.Difference, differences, b)
		e.MeanOfSegments = false // a difference is no correlation
		interval, reason := e.Interval(o.Confidence)
		if pair.Reason = reason; reason == (Reason{}) {
			pair.Interval, pair.P, pair.Defined = &interval, e.notAbove(), true
		}
	}
	return nil
}

// williams tests a pair of metrics, with the correlation of the two as the same statistic gives it.
func (s Spec) williams(r *MetricComparison, human Grid, metrics []Grid, a, b int, u Units) MetricTest {
	if s.Statistic != StatisticPearson || s.Averaging != AverageNone && !s.SystemLevel {
		return MetricTest{Reason: Reason{Kind: ReasonNotWilliams}}
	}
	if documents, copies := u.dependent(); documents && !s.SystemLevel || copies {
		return MetricTest{Reason: Reason{Kind: ReasonDependentScores}}
	}
	masked := Grid{human.Systems, human.Segments, slices.Clone(metrics[a].Values)}
	masked = CommonCells(masked, human)
	between := s.Correlate(masked, metrics[b])
	test := MetricTest{Difference: r.Values[a].Value - r.Values[b].Value}
	if !between.Defined {
		test.Reason = between.Reason
		return test
	}
	n := r.Values[a].Scores
	if test.P, test.Defined = Williams(r.Values[a].Value, r.Values[b].Value, between.Value, n); !test.Defined {
		test.Reason = Reason{Kind: ReasonAlike}
		if n <= 3 {
			test.Reason = Reason{Kind: ReasonFewForWilliams, N: n}
		}
	}
	return test
}
