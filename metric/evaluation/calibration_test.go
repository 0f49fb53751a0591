package evaluation_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// longCalibration is the environment variable that asks for the simulations of a night, which need go test -timeout 0.
const longCalibration = "WRD_LONG_CALIBRATION"

// A world is what scores are drawn from: systems and segments that people and a measure find better and worse, and
// noise. All three are correlated alike, and normally distributed.
type world struct {
	systems, segments int
	correlation       float64
	effects           float64 // how much systems and segments differ, in units of the noise
	rng               *rand.Rand

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
func rowsOf(t *testing.T, settings evaluation.CorrelateSettings, j *evaluation.Judgments,
	each func(name string, row evaluation.Correlation)) {
	t.Helper()
	report, err := evaluation.Correlate(context.Background(), settings, j)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range report.Rows {
		each(fmt.Sprintf("%s %s %s", row.Level, row.Averaging, row.Statistic), row)
	}
}

// designs are the sizes that are simulated.
func designs() (sizes [][2]int) {
	for _, segments := range []int{4, 10, 40} {
		sizes = append(sizes, [2]int{1, segments})
	}
	for _, systems := range []int{2, 3, 4, 5, 8, 15} {
		for _, segments := range []int{5, 40} {
			sizes = append(sizes, [2]int{systems, segments})
		}
	}
	return sizes
}

// settingsOf asks for every level and averaging that a number of systems has.
func settingsOf(systems, draws int, statistics []agreement.Statistic) evaluation.CorrelateSettings {
	s := evaluation.CorrelateSettings{Levels: []evaluation.Level{evaluation.LevelSegment},
		Averagings: agreement.Averagings(), Statistics: statistics, Draws: draws}
	if systems > 1 {
		s.Levels = append(s.Levels, evaluation.LevelSystem)
	} else {
		s.Statistics = slices.DeleteFunc(slices.Clone(statistics), agreement.Statistic.OfSystems)
	}
	return s
}

// A tally counts how often something was so.
type tally struct{ is, of int }

// far is how many standard deviations of a simulated share are put down to chance; there are hundreds of shares.
const far = 3.5

func deviationOf(share float64, n int) float64 { return math.Sqrt(share * (1 - share) / float64(n)) }

// Where measure and people have nothing to do with each other, at most 6 % of the p-values are 0.05 or less: for
// every statistic that has p, level, averaging and number of systems and segments, of normal scores and of scores
// with ties, where systems and segments differ and where they do not.
func TestNoFalseSignificance(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulation")
	}
	experiments, draws, sizes := 40, 39, [][2]int{{1, 4}, {1, 10}, {2, 5}, {3, 5}, {3, 40}, {4, 40}, {5, 5}, {8, 5}}
	if os.Getenv(longCalibration) != "" {
		experiments, draws, sizes = 1000, 99, designs()
	}
	statistics := []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticSpearman,
		agreement.StatisticKendallB, agreement.StatisticKendallC, agreement.StatisticPDP}
	pooled := map[string]*tally{}
	for _, size := range sizes {
		for _, effects := range []float64{0, 1} {
			for _, rounded := range []bool{false, true} {
				w := world{systems: size[0], segments: size[1], effects: effects,
					rng: rand.New(rand.NewPCG(uint64(size[0]), uint64(size[1])))}
				tallies := map[string]*tally{}
				for e := range experiments {
					settings := settingsOf(size[0], draws, statistics)
					settings.Seed = uint64(e)
					rowsOf(t, settings, w.draw(rounded), func(name string, row evaluation.Correlation) {
						for _, in := range []map[string]*tally{tallies, pooled} {
							if in[name] == nil {
								in[name] = &tally{}
							}
							in[name].of++
							if row.PValue != nil && *row.PValue <= 0.05 {
								in[name].is++
							}
						}
						switch {
						case row.PValue == nil && row.Value != nil && row.WithoutP == "":
							t.Errorf("%d × %d, %s: no p and no reason", size[0], size[1], name)
						case row.PValue != nil && !(*row.PValue > 0 && *row.PValue <= 1):
							t.Errorf("%d × %d, %s: p %v", size[0], size[1], name, *row.PValue)
						}
					})
				}
				for name, n := range tallies {
					if share := float64(n.is) / float64(n.of); share > 0.06+far*deviationOf(0.05, n.of) {
						t.Errorf("%d × %d, effects %v, rounded %v, %s: %.3f of p are 0.05 or less", size[0], size[1],
							effects, rounded, name, share)
					}
				}
			}
		}
	}
	tests := 0
	for name, n := range pooled {
		tests += n.of
		share := float64(n.is) / float64(n.of)
		t.Logf("%s: %.4f of %d p are 0.05 or less", name, share, n.of)
		if share > 0.06 {
			t.Errorf("%s: %.4f of all p are 0.05 or less", name, share)
		}
	}
	countSimulated(t, tests, "simulated correlations without a relation")
}

// countSimulated prints how many simulations were made, as the attacks of cli/wrd do, and fails if there were none.
func countSimulated(t *testing.T, n int, kind string) {
	t.Helper()
	if n == 0 {
		t.Errorf("attacks: 0 of %s: the test is blind", kind)
	}
	t.Logf("attacks: %d of %s", n, kind)
}

// Where there is a relation, at least 93 % of the 95 % intervals that are given hold the expected value of the
// statistic: with the systems at hand where these are not resampled, else with any. An interval has a width, and one
// that is absent has a reason.
func TestIntervalsHold(t *testing.T) {
	if testing.Short() {
		t.Skip("a simulation")
	}
	experiments, draws, sizes := 30, 120, [][2]int{{1, 10}, {2, 5}, {3, 15}, {5, 5}}
	statistics := []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticSpearman,
		agreement.StatisticKendallB,
		agreement.StatisticAccEq, agreement.StatisticPairwiseAccuracy, agreement.StatisticSPAMidP}
	if os.Getenv(longCalibration) != "" {
		experiments, draws, sizes, statistics = 150, 300, designs(), agreement.Statistics()
	}
	all := tally{}
	for _, size := range sizes {
		tallies := map[string]*tally{}
		for set := range 3 { // of systems
			w := world{systems: size[0], segments: size[1], correlation: 0.6, effects: 0.7,
				rng: rand.New(rand.NewPCG(uint64(set), uint64(size[0]*100+size[1])))}
			for _, fixed := range []bool{false, true} {
				if fixed {
					w.fix()
				}
				settings := settingsOf(size[0], draws, statistics)
				expected := w.expected(t, settings, 5*experiments)
				for e := range experiments / 3 {
					settings.Seed = uint64(e)
					rowsOf(t, settings, w.draw(false), func(name string, row evaluation.Correlation) {
						switch {
						case row.Value == nil:
							return
						case row.CILow == nil && row.Without == "":
							t.Errorf("%d × %d, %s: no interval and no reason", size[0], size[1], name)
							return
						case row.CILow == nil || (row.Interval == "bootstrap inputs") != fixed:
							return
						case *row.CIHigh-*row.CILow < 1e-9:
							t.Errorf("%d × %d, %s: the interval from %v to %v", size[0], size[1], name, *row.CILow,
								*row.CIHigh)
						}
						value := expected[name]
						if row.Interval == "fisher" {
							value = population(row.Statistic, w.correlation)
						}
						if tallies[name] == nil {
							tallies[name] = &tally{}
						}
						for _, n := range []*tally{tallies[name], &all} {
							n.of++
							if *row.CILow <= value+1e-9 && value-1e-9 <= *row.CIHigh {
								n.is++
							}
						}
					})
				}
			}
		}
		for name, n := range tallies {
			if share := float64(n.is) / float64(n.of); share < 0.93-far*deviationOf(0.93, n.of) {
				t.Errorf("%d × %d, %s: %.3f of %d intervals hold the expected value", size[0], size[1], name, share,
					n.of)
			} else {
				t.Logf("%d × %d, %s: %.3f of %d intervals hold the expected value", size[0], size[1], name, share, n.of)
			}
		}
	}
	if share := float64(all.is) / float64(all.of); share < 0.93 {
		t.Errorf("%.4f of all %d intervals hold the expected value", share, all.of)
	}
	countSimulated(t, all.of, "simulated intervals")
}

// expected returns the mean of each value over draws of the world.
func (w *world) expected(t *testing.T, settings evaluation.CorrelateSettings, draws int) map[string]float64 {
	t.Helper()
	settings.Interval = evaluation.IntervalNone
	sums, counts := map[string]float64{}, map[string]float64{}
	for range draws {
		rowsOf(t, settings, w.draw(false), func(name string, row evaluation.Correlation) {
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
