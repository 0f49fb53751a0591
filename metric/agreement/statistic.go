package agreement

import (
	"context"
	"math"
	"slices"
)

// A Statistic is a way to say how well a metric agrees with people. Higher is better; the taus and correlations are in
// [−1, 1], the accuracies in [0, 1].
type Statistic string

// The statistics.
const (
	StatisticPearson     Statistic = "pearson"
	StatisticSpearman    Statistic = "spearman"
	StatisticKendallB    Statistic = "kendall_b"
	StatisticKendallC    Statistic = "kendall_c"
	StatisticTau23       Statistic = "tau23"
	StatisticAcc23       Statistic = "acc23"
	StatisticAccEq       Statistic = "acc_eq"       // acc23 with the tie threshold that makes it largest
	StatisticKendallLike Statistic = "kendall_like" // over pairs that people order by Spec.Threshold or more
	StatisticPDP         Statistic = "pdp"          // Pearson of the differences of pairs
	// The next three look at systems: at their mean scores, and at how sure one can be that one is better than another.
	StatisticPairwiseAccuracy Statistic = "pairwise_accuracy"
	StatisticSPA              Statistic = "spa"
	StatisticSPAMidP          Statistic = "spa_midp"
)

// Statistics lists all statistics.
func Statistics() []Statistic {
	return []Statistic{StatisticPearson, StatisticSpearman, StatisticKendallB, StatisticKendallC, StatisticTau23,
		StatisticAcc23, StatisticAccEq,
		StatisticKendallLike, StatisticPDP, StatisticPairwiseAccuracy, StatisticSPA, StatisticSPAMidP}
}

// OfSystems says whether a statistic is one of systems, which needs their segments but no averaging.
func (s Statistic) OfSystems() bool {
	return s == StatisticPairwiseAccuracy || s == StatisticSPA || s == StatisticSPAMidP
}

// Calibrates says whether ties between scores of the metric depend on a threshold.
func (s Statistic) Calibrates() bool {
	return s == StatisticAccEq || s == StatisticAcc23 || s == StatisticTau23
}

// A Spec names one number: a statistic and all that it depends on. Statistics and averaging follow mt-metrics-eval.
// The zero value but for Statistic and Averaging is what the metrics tasks of WMT use.
type Spec struct {
	Statistic Statistic
	Averaging Averaging // ignored by statistics of systems

	// SystemLevel puts the means of systems, over the segments that both people and metric scored, in place of the
	// scores.
	SystemLevel bool
	// Micro weights a group by its number of scores, KendallLike's by its number of pairs; otherwise groups count
	// alike.
	Micro bool
	// UndefinedAsZero counts groups without a correlation, such as those that people gave one score, as 0. Otherwise
	// they are left out. Groups with fewer than two scores are always left out.
	UndefinedAsZero bool
	// Threshold is the least difference of human scores that counts for KendallLike, 0 for any.
	Threshold float64
	// Epsilon is the difference up to which scores of the metric count as tied for Acc23 and Tau23; and for AccEq, if
	// EpsilonKnown is set, in place of the best one.
	Epsilon      float64
	EpsilonKnown bool
	// Draws and Seed are those of the permutations of SPA and SPAMidP; both 0 mean mt-metrics-eval's 1000 and 4.
	Draws int
	Seed  uint64
}

// A Value is what a statistic gives. If it is not defined, Reason says why, and the numbers are 0.
type Value struct {
	Value   float64
	Defined bool
	Reason  Reason
	Epsilon float64 // the tie threshold that was used
	Scores  int     // how many pairs of human and metric score there are
	Groups  int     // in how many groups that have a value
	Skipped int     // how many groups have none
}

// orNaN is the value for a distribution.
func (v Value) orNaN() float64 {
	if v.Defined {
		return v.Value
	}
	return math.NaN()
}

// Correlate computes a statistic of human and metric, two grids of one shape whose values are finite, or NaN for a gap.
// Cells that lack one of the two scores are left out.
func (s Spec) Correlate(human, metric Grid) Value {
	value, _ := s.CorrelateContext(context.Background(), human, metric)
	return value
}

// CorrelateContext is Correlate for grids whose Comparisons take long. It fails only if ctx ends.
func (s Spec) CorrelateContext(ctx context.Context, human, metric Grid) (Value, error) {
	e, whole := newEvaluator(ctx), newSample(human, metric)
	value := e.evaluate(s, &whole)
	if err := ctx.Err(); err != nil {
		return Value{}, err
	}
	return value, nil
}

// An evaluator computes statistics, and keeps the memory for it. It must not be shared between goroutines.
type evaluator struct {
	grouper
	correlator
	pairCounter
	calibration
	soft softPairs
}

// newEvaluator returns an evaluator that gives up when ctx ends: what it then returns means nothing.
func newEvaluator(ctx context.Context) *evaluator {
	ended := func() bool { return ctx.Err() != nil }
	return &evaluator{calibration: calibration{ended: ended}, soft: softPairs{ended: ended}}
}

func (e *evaluator) evaluate(s Spec, whole *sample) Value {
	if s.Statistic == StatisticSPA || s.Statistic == StatisticSPAMidP {
		return e.soft.evaluate(s, whole)
	}
	if s.SystemLevel || s.Statistic == StatisticPairwiseAccuracy {
		means := whole.systemMeans()
		whole = &means
		s.Averaging = AverageNone
	}
	return e.evaluateGroups(s, e.split(whole, s.Averaging))
}

func (e *evaluator) evaluateGroups(s Spec, groups []group) (value Value) {
	for i := range groups {
		value.Scores += len(groups[i].human)
	}
	switch {
	case s.Statistic == StatisticPDP:
		value.Value, value.Defined = differencePearson(groups)
		value.countGroups(groups)
	case s.Statistic == StatisticAccEq && !s.EpsilonKnown:
		value.Value, value.Epsilon, value.Defined = e.best(groups, s.Micro)
		value.countGroups(groups)
	default:
		e.average(s, groups, &value)
		if s.Statistic.Calibrates() {
			value.Epsilon = s.Epsilon
		}
	}
	if !value.Defined {
		return Value{Reason: reason(s, groups), Scores: value.Scores, Skipped: len(groups)}
	}
	return value
}

// countGroups counts the groups that have pairs.
func (v *Value) countGroups(groups []group) {
	for i := range groups {
		if len(groups[i].human) > 1 {
			v.Groups++
		} else {
			v.Skipped++
		}
	}
}

// average averages the values of groups.
func (e *evaluator) average(s Spec, groups []group, value *Value) {
	var mean groupMean
	for i := range groups {
		share := e.share(s, &groups[i])
		if share.defined {
			value.Groups++
		} else {
			value.Skipped++
		}
		mean.add(share)
	}
	value.Value, value.Defined = mean.value()
}

// A groupShare is what a group brings to an average: nothing, weight 0, if it has no value.
type groupShare struct {
	value, weight float64
	defined       bool // false where a value of 0 stands in
}

func (e *evaluator) share(s Spec, g *group) groupShare {
	if len(g.human) < 2 {
		return groupShare{}
	}
	return s.shareOf(e.ofGroup(s, g))
}

// shareOf returns what a group of a value, if it is defined, and of a weight in a micro average brings to an average.
func (s Spec) shareOf(v, weight float64, defined bool) groupShare {
	switch {
	case !defined && !s.UndefinedAsZero:
		return groupShare{}
	case !defined:
		v = 0
	}
	if !s.Micro {
		weight = 1
	}
	return groupShare{v, weight, defined}
}

// groupWeight is what a group of n items weighs in an average.
func groupWeight(n int, micro bool) float64 {
	if micro {
		return float64(n)
	}
	return 1
}

// A groupMean is a weighted mean of groups.
type groupMean struct{ sum, weights float64 }

func (m *groupMean) add(g groupShare) {
	m.sum += float64(g.weight * g.value)
	m.weights += g.weight
}

func (m groupMean) value() (mean float64, ok bool) {
	if m.weights == 0 {
		return 0, false
	}
	return m.sum / m.weights, true
}

// orNaN is value for a distribution.
func (m groupMean) orNaN() float64 {
	if v, ok := m.value(); ok {
		return v
	}
	return math.NaN()
}

// ofGroup returns the value of a group and its weight in a micro average.
func (e *evaluator) ofGroup(s Spec, g *group) (v, weight float64, ok bool) {
	weight = float64(len(g.human))
	switch s.Statistic {
	case StatisticPearson:
		v, ok = e.pearson(g.human, g.metric)
	case StatisticSpearman:
		v, ok = e.spearman(g.human, g.metric)
	case StatisticKendallC:
		v, ok = e.tauC(g.human, g.metric)
	case StatisticKendallLike:
		var pairs int
		v, pairs, ok = e.kendallLike(g.human, g.metric, s.Threshold)
		weight = float64(pairs)
	default:
		c := e.count(g.human, g.metric, 0, s.Epsilon)
		c.TiesBoth -= g.copies
		switch s.Statistic {
		case StatisticKendallB:
			v, ok = c.TauB()
		case StatisticTau23:
			v, ok = c.Tau23()
		case StatisticAcc23, StatisticAccEq, StatisticPairwiseAccuracy:
			v, ok = c.Acc23()
		default:
			panic("agreement: no such statistic: " + string(s.Statistic))
		}
	}
	return v, weight, ok
}

// reason says why no group has a value.
func reason(s Spec, groups []group) Reason {
	r := Reason{Kind: ReasonConstant, Per: map[Averaging]string{AverageItem: "segment", AverageSys: "system"}[s.Averaging]}
	scores, long := 0, slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return len(g.human) < 2 })
	for i := range groups {
		scores += len(groups[i].human)
	}
	all := func(is func(g group) bool) bool {
		return !slices.ContainsFunc(long, func(g group) bool { return !is(g) })
	}
	switch {
	case scores == 0:
		return Reason{Kind: ReasonNoScores}
	case len(long) == 0 && (s.SystemLevel || s.Statistic == StatisticPairwiseAccuracy):
		r.Kind = ReasonFewSystems
	case len(long) == 0:
		r.Kind = ReasonFewScores
	case s.Statistic == StatisticKendallLike:
		r.Kind, r.Threshold = ReasonNoDifference, s.Threshold
	case all(func(g group) bool { return constant(g.human) }):
		r.Kind = ReasonConstantHuman
	case all(func(g group) bool { return constant(g.metric) }):
		r.Kind = ReasonConstantMetric
	}
	return r
}
