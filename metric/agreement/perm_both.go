package agreement

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/agreement/internal/parallel"
	"gonum.org/v1/gonum/stat/distuv"
)

// PERM-BOTH (Deutsch, Dror and Roth 2021) asks whether metric A agrees better with people than metric B. Were they
// equally good, it would not matter which of them gave which score. So each score of A, standardised, is swapped with
// B's by the toss of a coin, and the share of tosses after which A leads by as much as it really does is the p-value.
//
// The tie-calibrated accuracy has a threshold for each metric, which a mixture of scores of both would not fit. There
// the verdicts on pairs of items are swapped instead, right or wrong, as mt-metrics-eval does.

const (
	// permExact is up to how many scores all 2ⁿ swaps are enumerated.
	permExact = 16
	// sameDifference is how far differences of correlations may be apart by rounding only; groups whose swapped scores
	// nearly cancel lose most of their digits.
	sameDifference = 1e-9
)

// A Permutation describes a permutation test.
type Permutation struct {
	Draws int    // random swaps, at least 1; unused where all are enumerated
	Seed  uint64 // equal seeds toss equal coins
	// Units are swapped whole: those of a document for all systems. The zero value swaps each score alone. Unless
	// segments are averaged, p by n scores or documents is as if the lead were √((n−1)/n) times as far out.
	Units Units

	// Done, if it is not nil, counts the draws as they are made, for those who show how far the work is.
	Done *atomic.Int64
}

// A MetricTest is a comparison of two metrics, A and B. If it is not defined, Reason says why.
type MetricTest struct {
	Difference float64 // A's value − B's
	P          float64 // one-sided, of A being better
	PTwoSided  float64 // of the two being different; 0 and absent for tests that have none
	Draws      int     // how many swaps or draws p rests on, 0 for a formula
	Exact      bool    // all swaps were enumerated; otherwise their share is taken as (count + 1)/(draws + 1)
	Defined    bool
	Reason     Reason
}

// PermBoth tests whether metric a agrees better with people than b, on the cells that have all three scores. It fails
// only if ctx ends.
func (s Spec) PermBoth(ctx context.Context, human, a, b Grid, p Permutation) (MetricTest, error) {
	var e evaluator
	return e.permBoth(ctx, s, human, a, b, p), ctx.Err()
}

// permBoth returns something that means nothing once ctx has ended.
func (e *evaluator) permBoth(ctx context.Context, s Spec, human, a, b Grid, p Permutation) MetricTest {
	if s.Statistic == StatisticSPA || s.Statistic == StatisticSPAMidP {
		return MetricTest{Reason: Reason{Kind: ReasonNotPermBoth}}
	}
	m, reason := e.newPairedMetrics(s, human, a, b, p.Units)
	if reason != (Reason{}) {
		return MetricTest{Reason: reason}
	}
	switch {
	case s.Statistic == StatisticAccEq:
		return e.swapVerdicts(ctx, s, m, p)
	case s.Statistic == StatisticPearson && !s.UndefinedAsZero:
		return m.permute(ctx, newPearsonPair(s, m).difference, p)
	}
	return m.permute(ctx, func(swaps []uint64) float64 { return e.swapScores(s, m, swaps) }, p)
}

// permute runs the test: difference returns A's lead after the scores whose bits are set have been swapped.
func (m *pairedMetrics) permute(ctx context.Context, difference func(swaps []uint64) float64,
	p Permutation) MetricTest {
	swaps := make([]uint64, m.scores/64+1)
	observed := difference(swaps)
	test, units := MetricTest{}, m.scores
	if m.coins == nil {
		test = permute(ctx, difference, units, m.delta, observed, p)
	} else {
		units = m.units
		test = permute(ctx, func(tossed []uint64) float64 {
			clear(swaps)
			for k, coin := range m.coins {
				swaps[k/64] |= tossed[coin/64] >> (coin % 64) & 1 << (k % 64)
			}
			return difference(swaps)
		}, units, m.delta, observed, p)
	}
	if m.widened && units > 1 {
		test.P, test.PTwoSided = widen(test.P, units), 2*widen(test.PTwoSided/2, units)
	}
	return test
}

// widen returns the p-value of a lead that is √((n−1)/n) times as far from none, in standard deviations, as one with the
// p-value p, for n scores or documents. For scores are standardised by the mean and the deviation of those that are
// swapped, and so the leads after swaps vary by less than those of others would.
func widen(p float64, n int) float64 {
	reach := -distuv.UnitNormal.Quantile(p) * math.Sqrt(float64(n-1)/float64(n))
	return distuv.UnitNormal.Survival(reach)
}

// pairedMetrics are two metrics on the same cells.
type pairedMetrics struct {
	groups             []pairedGroup
	scores             int
	coins              []int // of each score, of those of all units; nil if each score has its own
	units              int
	widened            bool // swaps change more than the sign of what each unit brings
	delta              float64
	first              []group // what the statistic is computed of after swaps
	second             []group
	epsilonA, epsilonB float64
}

type pairedGroup struct{ human, a, b []float64 }

// newPairedMetrics gathers the cells that have all three scores, and standardises each metric over them. reason says
// why there is no test.
func (e *evaluator) newPairedMetrics(s Spec, human, a, b Grid, u Units) (_ *pairedMetrics, reason Reason) {
	shared := CommonCells(human, a, b)
	whole := newSample(shared, a)
	other := newSample(shared, b)
	unit := newSample(shared, b)
	units, united := s.unitsOfCells(u, human.Systems, human.Segments)
	if united {
		unit.metric = units.Values
	}
	if s.SystemLevel || s.Statistic == StatisticPairwiseAccuracy {
		whole, other, unit = whole.systemMeans(), other.systemMeans(), unit.systemMeans()
		s.Averaging, s.SystemLevel, s.Statistic = AverageNone, false, systemStatistic(s.Statistic)
	}
	m := &pairedMetrics{widened: s.Averaging != AverageItem}
	for _, g := range e.split(&whole, s.Averaging) {
		m.groups = append(m.groups, pairedGroup{human: slices.Clone(g.human), a: slices.Clone(g.metric)})
		m.scores += len(g.human)
	}
	valueA := e.evaluateGroups(s, e.list)
	for i, g := range e.split(&other, s.Averaging) {
		m.groups[i].b = slices.Clone(g.metric)
	}
	valueB := e.evaluateGroups(s, e.list)
	if united {
		m.coins, m.units = coins(e.split(&unit, s.Averaging))
	}
	switch {
	case !valueA.Defined:
		return nil, valueA.Reason
	case !valueB.Defined:
		return nil, valueB.Reason
	}
	m.delta, m.epsilonA, m.epsilonB = valueA.Value-valueB.Value, valueA.Epsilon, valueB.Epsilon
	if s.Statistic == StatisticAccEq {
		if united && s.Averaging != AverageItem {
			return nil, Reason{Kind: ReasonPairsOfManyUnits}
		}
		return m, Reason{}
	}
	if !m.standardise(func(g *pairedGroup) []float64 { return g.a }) ||
		!m.standardise(func(g *pairedGroup) []float64 { return g.b }) {
		return nil, Reason{Kind: ReasonConstantMetric}
	}
	return m, Reason{}
}

// coins numbers the units of groups in order, and counts them.
func coins(groups []group) (coins []int, units int) {
	numbers := map[float64]int{}
	for i := range groups {
		for _, unit := range groups[i].metric {
			number, known := numbers[unit]
			if !known {
				number = len(numbers)
				numbers[unit] = number
			}
			coins = append(coins, number)
		}
	}
	return coins, len(numbers)
}

// systemStatistic names the statistic of system means that a statistic of systems is.
func systemStatistic(s Statistic) Statistic {
	if s == StatisticPairwiseAccuracy {
		return StatisticAcc23
	}
	return s
}

// CommonCells returns the human scores with gaps where one of the metrics has one, so that all metrics are compared
// with the same scores.
func CommonCells(human Grid, metrics ...Grid) Grid {
	common := Grid{human.Systems, human.Segments, slices.Clone(human.Values)}
	for _, m := range metrics {
		for i, v := range m.Values {
			if math.IsNaN(v) {
				common.Values[i] = math.NaN()
			}
		}
	}
	return common
}

// sameScore is the inverse of how far equal standardised scores of two metrics may be apart by rounding. Where two
// metrics have few values, mixtures of their scores can be constant, and must be seen to be.
const sameScore = 1 << 40

// standardise gives all scores of a metric mean 0 and standard deviation 1. It returns false if they are constant.
func (m *pairedMetrics) standardise(side func(*pairedGroup) []float64) bool {
	var all []float64
	for i := range m.groups {
		all = append(all, side(&m.groups[i])...)
	}
	if constant(all) {
		return false
	}
	all = deviations(all, nil)
	var squares float64
	for _, d := range all {
		squares += float64(d * d)
	}
	deviation := math.Sqrt(squares / float64(len(all)))
	at := 0
	for i := range m.groups {
		scores := side(&m.groups[i])
		for k := range scores {
			scores[k] = math.Round(all[at]/deviation*sameScore) / sameScore
			at++
		}
	}
	return true
}

// permute runs the test: difference returns A's lead after as many coins as there are scores, which is to be compared
// with observed: the lead delta, in the rounding of difference.
func permute(ctx context.Context, difference func(swaps []uint64) float64, scores int, delta, observed float64,
	p Permutation) MetricTest {
	test := MetricTest{Difference: delta, Draws: p.Draws, Defined: true}
	swaps := make([]uint64, scores/64+1)
	more, beyond := 0, 0
	compare := func() {
		d := difference(swaps)
		if d >= observed-sameDifference {
			more++
		}
		if math.Abs(d) >= math.Abs(observed)-sameDifference {
			beyond++
		}
	}
	if scores <= permExact {
		test.Exact, test.Draws = true, 1<<scores
		for pattern := range 1 << scores {
			swaps[0] = uint64(pattern)
			compare()
		}
		test.P, test.PTwoSided = float64(more)/float64(test.Draws), float64(beyond)/float64(test.Draws)
		return test
	}
	for draw := range p.Draws {
		if ctx.Err() != nil {
			return MetricTest{}
		}
		toss(swaps, p.Seed, draw)
		compare()
		parallel.Count(p.Done, 1)
	}
	test.P, test.PTwoSided = float64(more+1)/float64(p.Draws+1), float64(beyond+1)/float64(p.Draws+1)
	return test
}

// toss fills swaps with random bits, from a stream of the seed and the draw alone: any two metrics meet the same coins,
// in any order.
func toss(swaps []uint64, seed uint64, draw int) {
	stream := rand.NewPCG(seed, uint64(draw))
	for i := range swaps {
		swaps[i] = stream.Uint64()
	}
}

// swapScores returns the difference of the statistic after a swap; a statistic that is not defined counts as 0.
func (e *evaluator) swapScores(s Spec, m *pairedMetrics, swaps []uint64) float64 {
	if m.first == nil {
		for _, g := range m.groups {
			m.first = append(m.first, group{human: g.human, metric: make([]float64, len(g.human))})
			m.second = append(m.second, group{human: g.human, metric: make([]float64, len(g.human))})
		}
	}
	at := 0
	for i, g := range m.groups {
		first, second := m.first[i].metric, m.second[i].metric
		for k := range g.human {
			first[k], second[k] = g.a[k], g.b[k]
			if swaps[at/64]>>(at%64)&1 == 1 {
				first[k], second[k] = second[k], first[k]
			}
			at++
		}
	}
	s.SystemLevel, s.Statistic = false, systemStatistic(s.Statistic)
	return e.evaluateGroups(s, m.first).Value - e.evaluateGroups(s, m.second).Value
}

// swapVerdicts swaps the verdicts on pairs of items. Where both metrics are right, or both wrong, nothing changes, so
// of a group only the number n of pairs on which they differ matters, and the lead there becomes that of n tosses of a
// coin.
func (e *evaluator) swapVerdicts(ctx context.Context, s Spec, m *pairedMetrics, p Permutation) MetricTest {
	if m.coins != nil {
		return m.swapUnitsOfVerdicts(ctx, s, p)
	}
	byWeight := map[float64]*verdicts{}
	var classes []*verdicts // in the order of the groups
	total := 0.0
	for _, g := range m.groups {
		pairs := len(g.human) * (len(g.human) - 1) / 2
		if pairs == 0 {
			continue
		}
		weight := groupWeight(len(g.human), s.Micro)
		total += weight
		class := byWeight[weight/float64(pairs)]
		if class == nil {
			class = &verdicts{weight: weight / float64(pairs)}
			byWeight[class.weight] = class
			classes = append(classes, class)
		}
		class.count(&g, m.epsilonA, m.epsilonB)
	}
	differing := 0
	for _, class := range classes {
		differing += class.onlyA + class.onlyB
	}
	if len(classes) == 1 {
		class := classes[0]
		half := distuv.Binomial{N: float64(differing), P: 0.5}
		tail := func(heads int) float64 { return half.Survival(float64(heads) - 1) }
		return MetricTest{Difference: m.delta, P: tail(class.onlyA),
			PTwoSided: min(1, 2*tail(max(class.onlyA, class.onlyB))), Exact: true, Defined: true}
	}
	return permute(ctx, func(swaps []uint64) (lead float64) {
		at := 0
		for _, class := range classes {
			n := class.onlyA + class.onlyB
			lead += class.weight * float64(2*ones(swaps, at, n)-n) / total
			at += n
		}
		return lead
	}, differing, m.delta, m.delta, p)
}

// swapUnitsOfVerdicts swaps all verdicts within the segments of a unit together.
func (m *pairedMetrics) swapUnitsOfVerdicts(ctx context.Context, s Spec, p Permutation) MetricTest {
	leads, total, at := make([]float64, m.units), 0.0, 0 // of the first metric in each unit
	for i := range m.groups {
		g := &m.groups[i]
		n := len(g.human)
		if n > 1 {
			weight := groupWeight(n, s.Micro)
			total += weight
			var v verdicts
			v.count(g, m.epsilonA, m.epsilonB)
			leads[m.coins[at]] += weight * float64(v.onlyA-v.onlyB) / float64(n*(n-1)/2)
		}
		at += n
	}
	lead := func(swaps []uint64) (sum float64) {
		for unit, lead := range leads {
			if swaps[unit/64]>>(unit%64)&1 == 1 {
				lead = -lead
			}
			sum += lead / total
		}
		return sum
	}
	return permute(ctx, lead, m.units, m.delta, lead(make([]uint64, m.units/64+1)), p)
}

// verdicts counts the pairs of items that one of two metrics gets right and the other wrong, in groups whose pairs
// weigh alike.
type verdicts struct {
	weight       float64
	onlyA, onlyB int
}

func (v *verdicts) count(g *pairedGroup, epsilonA, epsilonB float64) {
	for i := range g.human {
		for j := range i {
			order := sign(g.human[i]-g.human[j], 0)
			a, b := sign(g.a[i]-g.a[j], epsilonA) == order, sign(g.b[i]-g.b[j], epsilonB) == order
			switch {
			case a && !b:
				v.onlyA++
			case b && !a:
				v.onlyB++
			}
		}
	}
}

// sign returns the sign of a difference, 0 for ties.
func sign(difference, epsilon float64) int {
	switch {
	case difference > epsilon:
		return 1
	case difference < -epsilon:
		return -1
	}
	return 0
}

// ones counts the bits that are set among n from position at.
func ones(words []uint64, at, n int) (count int) {
	for n > 0 {
		word := words[at/64] >> (at % 64)
		width := min(64-at%64, n)
		if width < 64 {
			word &= 1<<width - 1
		}
		count += bits.OnesCount64(word)
		at, n = at+width, n-width
	}
	return count
}
