package evaluation_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// longCalibration is the environment variable that asks for long simulations, which need go test -timeout 0.
const longCalibration = "WRD_LONG_CALIBRATION"

// A world is what scores are drawn from: systems and segments that people and a measure find better and worse, and
// noise. All three are correlated alike, and normally distributed.
type world struct {
	design
	correlation float64
	effects     float64 // how much systems and segments differ, in units of the noise
	rng         *rand.Rand

	human, measure []float64 // of each system, on average; nil if each draw has new systems
}

func (w *world) pair() (human, measure float64) {
	human = w.rng.NormFloat64()
	return human, w.correlation*human + math.Sqrt(1-w.correlation*w.correlation)*w.rng.NormFloat64()
}

// fix makes all draws to come draws of the same systems.
func (w *world) fix() {
	w.human, w.measure = nil, nil
	for range w.systems {
		human, measure := w.pair()
		w.human, w.measure = append(w.human, human), append(w.measure, measure)
	}
}

// draw returns scores; rounded ones have ties.
func (w *world) draw(rounded bool) *evaluation.Judgments {
	fixed := w.human != nil
	if !fixed {
		w.fix()
	}
	j := &evaluation.Judgments{Segments: make([]evaluation.Segment, w.segments)}
	human := agreement.Grid{Systems: w.systems, Segments: w.segments, Values: make([]float64, w.systems*w.segments)}
	measure := human
	measure.Values = make([]float64, len(human.Values))
	for k := range w.segments {
		j.Segments[k] = evaluation.Segment{Doc: fmt.Sprint(k / 2), Domain: fmt.Sprint(k % 2),
			Group: fmt.Sprint(k * w.groups / w.segments)}
		hardHuman, hardMeasure := w.pair()
		for i := range w.systems {
			h, m := w.pair()
			h += w.effects * (w.human[i] + hardHuman)
			m += w.effects * (w.measure[i] + hardMeasure)
			if rounded {
				h, m = math.Round(h), math.Round(2*m)/2
			}
			human.Values[i*w.segments+k], measure.Values[i*w.segments+k] = h, m
		}
	}
	for i := range w.systems {
		j.Systems = append(j.Systems, fmt.Sprint(i))
	}
	j.Humans = []evaluation.Column{{Name: "human", Grid: human}}
	j.Measures = []evaluation.Column{{Name: "m", Grid: measure}}
	if !fixed {
		w.human, w.measure = nil, nil
	}
	return j
}

// rowsOf names all that is computed, with the row.
func rowsOf(t *testing.T, settings correlate.Design, j *evaluation.Judgments,
	each func(name string, row correlate.Correlation)) {
	t.Helper()
	report, err := correlate.Run(context.Background(), settings, j)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range report.Rows {
		name := fmt.Sprintf("%s %s %s", row.Level, row.Averaging, row.Statistic)
		if row.Group == "mean" {
			name = "mean of " + name
		}
		each(name, row)
	}
}

// A design is a size that is simulated.
type design struct{ systems, segments, groups int }

func (d design) String() string {
	if d.groups > 1 {
		return fmt.Sprintf("%d × %d in %d groups", d.systems, d.segments, d.groups)
	}
	return fmt.Sprintf("%d × %d", d.systems, d.segments)
}

// designs are those of a long simulation: every size from which a statistic has a value, up to those of a campaign.
func designs() (all []design) {
	for _, segments := range []int{4, 10, 40} {
		all = append(all, design{1, segments, 1})
	}
	for _, systems := range []int{2, 3, 5} {
		all = append(all, design{systems, 6, 1}, design{systems, 40, 1})
	}
	all = append(all, design{4, 6, 1}, design{8, 6, 1}, design{8, 20, 1}, design{15, 6, 1})
	return append(all, design{1, 20, 2}, design{3, 12, 2}, design{5, 40, 2})
}

// settingsOf asks for every level and averaging that a number of systems has. Designs are simulated at the same time,
// so that each has one worker.
func settingsOf(d design, draws int, statistics []agreement.Statistic) correlate.Design {
	s := correlate.Design{Levels: correlate.Levels(), Averagings: agreement.Averagings(),
		Statistics: statistics, Draws: draws, Workers: 1, Unit: evaluation.UnitSegment}
	if d.systems == 1 {
		s.Levels = slices.DeleteFunc(s.Levels, func(l correlate.Level) bool { return l == correlate.LevelSystem })
		s.Statistics = slices.DeleteFunc(slices.Clone(statistics), agreement.Statistic.OfSystems)
	}
	return s
}

// A tally counts how often something was so.
type tally struct{ is, of int }

func (t *tally) share() float64 { return float64(t.is) / float64(t.of) }

func (t *tally) count(is bool) {
	t.of++
	if is {
		t.is++
	}
}

// Tallies count by name, and may be shared by tests that run at the same time.
type tallies struct {
	lock sync.Mutex
	of   map[string]*tally
}

func (t *tallies) count(name string, is bool) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.of == nil {
		t.of = map[string]*tally{}
	}
	if t.of[name] == nil {
		t.of[name] = &tally{}
	}
	t.of[name].count(is)
}

// each calls f for all names in order.
func (t *tallies) each(f func(name string, n *tally)) {
	for _, name := range slices.Sorted(maps.Keys(t.of)) {
		f(name, t.of[name])
	}
}

// atMost fails for names of which a larger share is true than chance explains, and returns how many there are of all. what
// says what is true of them.
func (t *tallies) atMost(tb testing.TB, share float64, what string) (all int) {
	tb.Helper()
	t.each(func(name string, n *tally) {
		all += n.of
		tb.Logf("%s: %.4f of %d %s", name, n.share(), n.of, what)
		if n.share() > share+far*deviationOf(share, n.of) {
			tb.Errorf("%s: %.4f of %d %s, expected at most %v", name, n.share(), n.of, what, share)
		}
	})
	return all
}

// atLeast fails for names of which a smaller share is true.
func (t *tallies) atLeast(tb testing.TB, share float64, what string) {
	tb.Helper()
	t.each(func(name string, n *tally) {
		tb.Logf("%s: %.3f of %d %s", name, n.share(), n.of, what)
		if n.share() < share-far*deviationOf(share, n.of) {
			tb.Errorf("%s: %.3f of %d %s, expected at least %v", name, n.share(), n.of, what, share)
		}
	})
}

// What is counted of p-values and of intervals.
const smallP, expectedHeld = "p are 0.05 or less", "intervals hold the expected value"

// far is how many standard deviations of a simulated share are put down to chance; there are thousands of shares.
const far = 3.5

func deviationOf(share float64, n int) float64 { return math.Sqrt(share * (1 - share) / float64(n)) }

// found is how likely a share of n that is true is found to be beyond a limit, by far standard deviations of the
// limit.
func found(true, limit float64, n int) float64 {
	beyond := math.Abs(true-limit) - far*deviationOf(limit, n)
	return 0.5 * math.Erfc(-beyond/deviationOf(true, n)/math.Sqrt2)
}

// Where measure and people have nothing to do with each other, at most 6 % of the p-values are 0.05 or less: for
// every statistic that has p, level, averaging and number of systems and segments, of normal scores and of scores
// with ties, where systems and segments differ and where they do not.
func TestNoFalseSignificance(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments, draws := 30, 39
	sizes := []design{{1, 4, 1}, {1, 10, 1}, {2, 6, 1}, {3, 6, 1}, {3, 40, 1}, {4, 40, 1}, {5, 6, 1}, {8, 6, 1},
		{3, 12, 2}}
	if os.Getenv(longCalibration) != "" {
		experiments, sizes = 300, designs()
	}
	statistics := []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticSpearman,
		agreement.StatisticKendallB, agreement.StatisticKendallC, agreement.StatisticPDP}
	t.Logf("a true share of 0.15 in one design and kind of scores would be found with %.0f %%, of 0.10 in a design with "+
		"%.0f %%", 100*found(0.15, 0.06, experiments), 100*found(0.10, 0.06, 4*experiments))
	var pooled tallies
	t.Run("designs", func(t *testing.T) {
		for _, size := range sizes {
			t.Run(size.String(), func(t *testing.T) {
				t.Parallel()
				noFalseSignificance(t, size, experiments, settingsOf(size, draws, statistics), &pooled)
			})
		}
	})
	parts.Count(t, pooled.atMost(t, 0.06, smallP), "simulated correlations without a relation")
}

// noFalseSignificance simulates a design with all kinds of scores.
func noFalseSignificance(t *testing.T, d design, experiments int, settings correlate.Design,
	pooled *tallies) {
	var ofDesign tallies
	for _, effects := range []float64{0, 1} {
		for _, rounded := range []bool{false, true} {
			w := world{design: d, effects: effects,
				rng: rand.New(rand.NewPCG(uint64(d.systems), uint64(d.segments)))}
			var ofKind tallies
			for e := range experiments {
				settings.Seed = uint64(e)
				rowsOf(t, settings, w.draw(rounded), func(name string, row correlate.Correlation) {
					significant := row.PValue != nil && *row.PValue <= 0.05
					for _, in := range []*tallies{&ofKind, &ofDesign, pooled} {
						in.count(name, significant)
					}
					switch {
					case row.PValue == nil && row.Value != nil && row.NoP.Kind == "":
						t.Errorf("%s: no p and no reason", name)
					case row.PValue != nil && !(*row.PValue > 0 && *row.PValue <= 1):
						t.Errorf("%s: p %v", name, *row.PValue)
					}
				})
			}
			ofKind.atMost(t, 0.06, fmt.Sprintf("%s with effects %v, rounded %v", smallP, effects, rounded))
		}
	}
	ofDesign.atMost(t, 0.06, smallP)
}

// Where there is a relation, at least 93 % of the 95 % intervals that are given hold the expected value of the
// statistic: with the systems at hand where these are not resampled, else with any. An interval has a width, and one
// that is absent has a reason.
func TestIntervalsHold(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments, draws, sizes := 30, 120, []design{{1, 10, 1}, {2, 6, 1}, {3, 16, 1}, {5, 6, 1}}
	statistics := []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticSpearman,
		agreement.StatisticKendallB,
		agreement.StatisticAccEq, agreement.StatisticPairwiseAccuracy, agreement.StatisticSPAMidP}
	if os.Getenv(longCalibration) != "" {
		experiments, sizes, statistics = 90, designs(), agreement.Statistics()
	}
	t.Logf("a true share of 0.80 in a design would be found with %.0f %%", 100*found(0.80, 0.93, 2*experiments))
	var all tallies
	t.Run("designs", func(t *testing.T) {
		for _, size := range sizes {
			t.Run(size.String(), func(t *testing.T) {
				t.Parallel()
				intervalsHold(t, size, experiments, settingsOf(size, draws, statistics), &all)
			})
		}
	})
	all.each(func(_ string, n *tally) {
		if n.share() < 0.93 {
			t.Errorf("%.4f of all %d intervals hold the expected value", n.share(), n.of)
		}
		parts.Count(t, n.of, "simulated intervals")
	})
}

// intervalsHold simulates a design, a third of the experiments with each of three sets of systems.
func intervalsHold(t *testing.T, d design, experiments int, settings correlate.Design, all *tallies) {
	var ofDesign tallies
	for set := range 3 {
		w := world{design: d, correlation: 0.6, effects: 0.7,
			rng: rand.New(rand.NewPCG(uint64(set), uint64(d.systems*100+d.segments)))}
		for _, fixed := range []bool{false, true} {
			if fixed {
				w.fix()
			}
			expected := w.expected(t, settings, 5*experiments)
			for e := range experiments / 3 {
				settings.Seed = uint64(e)
				rowsOf(t, settings, w.draw(false), func(name string, row correlate.Correlation) {
					switch {
					case row.Value == nil:
						return
					case row.CILow == nil && row.NoInterval.Kind == "":
						t.Errorf("%s: no interval and no reason", name)
						return
					case row.CILow == nil || (row.Interval == "bootstrap inputs") != fixed:
						return
					case *row.CIHigh-*row.CILow < 1e-9:
						t.Errorf("%s: the interval from %v to %v", name, *row.CILow, *row.CIHigh)
					}
					value := expected[name]
					if row.Interval == "fisher" {
						value = population(row.Statistic, w.correlation)
					}
					holds := *row.CILow <= value+1e-9 && value-1e-9 <= *row.CIHigh
					ofDesign.count(name, holds)
					all.count("", holds)
				})
			}
		}
	}
	ofDesign.atLeast(t, 0.93, expectedHeld)
}

// expected returns the mean of each value over draws of the world.
func (w *world) expected(t *testing.T, settings correlate.Design, draws int) map[string]float64 {
	t.Helper()
	settings.Interval = correlate.IntervalNone
	sums, counts := map[string]float64{}, map[string]float64{}
	for range draws {
		rowsOf(t, settings, w.draw(false), func(name string, row correlate.Correlation) {
			if row.Value != nil {
				sums[name] += *row.Value
				counts[name]++
			}
		})
	}
	for name := range sums {
		sums[name] /= counts[name]
	}
	return sums
}

// population is the correlation of normally distributed scores whose Pearson correlation is r.
func population(s agreement.Statistic, r float64) float64 {
	switch s {
	case agreement.StatisticSpearman:
		return 6 / math.Pi * math.Asin(r/2)
	case agreement.StatisticKendallB, agreement.StatisticKendallC:
		return 2 / math.Pi * math.Asin(r)
	}
	return r
}
