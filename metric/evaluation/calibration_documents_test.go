package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// A library is a world whose segments are of documents, which people and measures find better and worse, too, each
// system's in its own way. Each part of a score is correlated alike.
type library struct {
	systems, documents, longest int
	unequal                     bool // documents have 1 to 2·longest − 1 segments; otherwise longest
	duplicates                  int  // how many systems are copies of others, entered twice
	tail                        string
	rounded                     bool
	correlation                 float64 // of each measure with people
	measures                    int
	alike                       bool // measures find systems better and worse in the same way
	// How much systems, documents, documents of systems and segments differ, in units of the noise.
	ofSystems, ofDocuments, ofBoth, ofSegments float64
	rng                                        *rand.Rand

	fixed [][]float64 // of systems, where all draws are of the same ones
}

func (l *library) String() string {
	s := fmt.Sprintf("%d systems, %d documents of %d", l.systems, l.documents, l.longest)
	for _, extra := range []struct {
		is   bool
		name string
	}{{l.unequal, "unequal"}, {l.duplicates > 0, "copies"}, {l.tail != "", l.tail}, {l.rounded, "ties"},
		{l.alike, "systems that differ"}, {l.fixed != nil, "same systems"}} {
		if extra.is {
			s += ", " + extra.name
		}
	}
	return s
}

// part draws what people and each measure have of something.
func (l *library) part(size float64) []float64 {
	z := make([]float64, 1+l.measures)
	for k := range z {
		z[k] = l.rng.NormFloat64()
		if k > 0 {
			z[k] = l.correlation*z[0] + math.Sqrt(1-l.correlation*l.correlation)*z[k]
		}
	}
	for k := range z {
		switch l.tail {
		case "heavy":
			z[k] = math.Sinh(z[k])
		case "Cauchy":
			z[k] = math.Tan(math.Pi * (0.5*math.Erfc(-z[k]/math.Sqrt2) - 0.5))
		}
		z[k] *= size
	}
	return z
}

func (l *library) fix() {
	l.fixed = nil
	for range l.systems {
		l.fixed = append(l.fixed, l.part(l.ofSystems))
	}
}

func (l *library) draw() *evaluation.Judgments {
	j := &evaluation.Judgments{}
	var documents [][]float64
	var of []int // the document of each segment
	for d := range l.documents {
		n := l.longest
		if l.unequal {
			n = 1 + l.rng.IntN(2*l.longest-1)
		}
		for range n {
			j.Segments = append(j.Segments, evaluation.Segment{ID: fmt.Sprint(len(j.Segments)), Doc: fmt.Sprint(d)})
			of = append(of, d)
		}
		documents = append(documents, l.part(l.ofDocuments))
	}
	segments := make([][]float64, len(j.Segments))
	for k := range segments {
		segments[k] = l.part(l.ofSegments)
	}
	columns := make([]evaluation.Column, 1+l.measures)
	for c := range columns {
		columns[c].Name = fmt.Sprintf("m%d", c)
		columns[c].Grid = agreement.Grid{Systems: l.systems, Segments: len(j.Segments)}
	}
	for i := range l.systems {
		j.Systems = append(j.Systems, fmt.Sprint(i))
		if i >= l.systems-l.duplicates {
			from := (i - (l.systems - l.duplicates)) % (l.systems - l.duplicates)
			for c := range columns {
				columns[c].Grid.Values = append(columns[c].Grid.Values, columns[c].Grid.Row(from)...)
			}
			continue
		}
		system := l.part(l.ofSystems)
		for m := 2; l.alike && m <= l.measures; m++ {
			system[m] = system[1]
		}
		if l.fixed != nil {
			system = l.fixed[i]
		}
		document, both := "", []float64(nil)
		for k, segment := range j.Segments {
			if segment.Doc != document || k == 0 {
				document, both = segment.Doc, l.part(l.ofBoth)
			}
			noise := l.part(1)
			for c := range columns {
				v := system[c] + documents[of[k]][c] + both[c] + segments[k][c] + noise[c]
				if l.rounded {
					v = math.Round(v)
				}
				columns[c].Grid.Values = append(columns[c].Grid.Values, v)
			}
		}
	}
	j.Humans, j.Measures = columns[:1], columns[1:]
	return j
}

// libraries are those of a simulation, of documents, documents of systems, systems and segments that differ: with few
// documents and more, of one size and of several, each with normal scores, ties, tails, and copies of systems.
func libraries(sizes [][3]int, tails ...string) (all []library) {
	for _, size := range sizes {
		plain := library{systems: size[0], documents: size[1], longest: size[2], measures: 1, ofSystems: 0.7,
			ofDocuments: 1, ofBoth: 0.7, ofSegments: 0.5, unequal: size[1]%4 == 0}
		ties, copies := plain, plain
		ties.rounded, copies.duplicates = true, size[0]/3
		all = append(all, plain, ties)
		if copies.duplicates > 0 {
			all = append(all, copies)
		}
		for _, tail := range tails {
			heavy := plain
			heavy.tail = tail
			all = append(all, heavy)
		}
	}
	return all
}

// sizes of libraries: systems, documents, segments of a document.
func librarySizes() (sizes [][3]int, long bool) {
	if os.Getenv(longCalibration) == "" {
		return [][3]int{{1, 6, 6}, {3, 8, 3}}, false
	}
	return [][3]int{{1, 6, 10}, {1, 12, 4}, {1, 30, 3}, {2, 6, 6}, {3, 6, 5}, {3, 20, 3}, {4, 4, 5}, {5, 8, 4}, {6, 20, 2},
		{8, 6, 4}}, true
}

func settingsOfLibrary(l *library, draws int, statistics ...agreement.Statistic) correlate.Design {
	s := settingsOf(design{l.systems, 0, 1}, draws, statistics)
	s.Unit, s.Levels = evaluation.UnitDocument, []correlate.Level{correlate.LevelSegment}
	if l.systems > 1 {
		s.Levels = append(s.Levels, correlate.LevelSystem)
	}
	return s
}

// Where segments are of documents, which are drawn whole, at most 6 % of the p-values are 0.05 or less if measure and
// people have nothing to do with each other.
func TestNoFalseSignificanceOfDocuments(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments, draws := 30, 39
	sizes, long := librarySizes()
	if long {
		experiments = 300
	}
	var pooled tallies
	t.Run("libraries", func(t *testing.T) {
		for _, l := range libraries(sizes, "heavy", "Cauchy") {
			t.Run(l.String(), func(t *testing.T) {
				t.Parallel()
				l.rng = rand.New(rand.NewPCG(uint64(l.systems), uint64(l.documents)))
				settings := settingsOfLibrary(&l, draws, agreement.StatisticPearson, agreement.StatisticSpearman,
					agreement.StatisticKendallB)
				var own tallies
				for e := range experiments {
					settings.Seed = uint64(e)
					rowsOf(t, settings, l.draw(), func(name string, row correlate.Correlation) {
						for _, in := range []*tallies{&own, &pooled} {
							in.count(name, row.PValue != nil && *row.PValue <= 0.05)
						}
					})
				}
				own.atMost(t, 0.06, smallP)
			})
		}
	})
	parts.Count(t, pooled.atMost(t, 0.06, smallP), "simulated correlations of documents without a relation")
}

// Where documents are drawn whole, at least 93 % of all intervals hold the expected value: with the systems at hand
// where these are not resampled, else with any.
func TestIntervalsOfDocumentsHold(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments, draws := 12, 79
	sizes, long := librarySizes()
	statistics := []agreement.Statistic{agreement.StatisticPearson, agreement.StatisticKendallB, agreement.StatisticAccEq}
	if long {
		experiments, draws = 40, 119
		statistics = append(statistics, agreement.StatisticSpearman, agreement.StatisticPairwiseAccuracy,
			agreement.StatisticSPAMidP)
	}
	var all tallies
	t.Run("libraries", func(t *testing.T) {
		for _, l := range libraries(sizes, "heavy") {
			t.Run(l.String(), func(t *testing.T) {
				t.Parallel()
				l.rng = rand.New(rand.NewPCG(uint64(l.systems), uint64(l.documents)))
				l.correlation = 0.6
				var own tallies
				for set := range 4 {
					if l.fixed = nil; set%2 == 1 {
						l.fix()
					}
					l.hold(t, settingsOfLibrary(&l, draws, statistics...), experiments/2, &own, &all)
				}
				own.atLeast(t, 0.93, expectedHeld)
			})
		}
	})
	all.each(func(_ string, n *tally) {
		t.Logf("%.4f of all %d intervals hold the expected value", n.share(), n.of)
		if n.share() < 0.93-far*deviationOf(0.93, n.of/20) { // those of one table are of the same scores
			t.Errorf("%.4f of all %d intervals hold the expected value", n.share(), n.of)
		}
		parts.Count(t, n.of, "simulated intervals of documents")
	})
}

// hold counts which intervals hold the mean of their values over many draws.
func (l *library) hold(t *testing.T, settings correlate.Design, experiments int, own, all *tallies) {
	expected, counts := map[string]float64{}, map[string]float64{}
	none := settings
	none.Interval = correlate.IntervalNone
	for range 10 * experiments {
		rowsOf(t, none, l.draw(), func(name string, row correlate.Correlation) {
			if row.Value != nil {
				expected[name] += *row.Value
				counts[name]++
			}
		})
	}
	for e := range experiments {
		settings.Seed = uint64(e)
		rowsOf(t, settings, l.draw(), func(name string, row correlate.Correlation) {
			if row.CILow == nil || (row.Interval == "bootstrap inputs") != (l.fixed != nil) {
				return
			}
			value := expected[name] / counts[name]
			if row.Interval == "fisher" && l.tail == "" && !l.rounded { // of systems: a mean over few of them is biased
				value = population(row.Statistic, l.correlation)
			}
			holds := *row.CILow <= value+1e-9 && value-1e-9 <= *row.CIHigh
			own.count(name, holds)
			all.count("", holds)
		})
	}
}

// Where two measures agree with people alike, also on systems that differ, tests of measure against measure by documents
// rarely find them different, two-sided; of those that are one-sided, twice the p counts.
func TestNoFalseDifferenceOfMeasures(t *testing.T) {
	parts.Need(t, parts.Calibration)
	experiments, draws := 20, 59
	sizes, long := librarySizes()
	if long {
		experiments = 200
	}
	var pooled tallies
	t.Run("libraries", func(t *testing.T) {
		worlds := libraries(sizes, "heavy")
		for i := range worlds {
			worlds[i].ofSystems = 0
			if differ := worlds[i]; differ.systems > 1 {
				differ.ofSystems, differ.alike = 0.7, true
				worlds = append(worlds, differ)
			}
		}
		for _, l := range worlds {
			t.Run(l.String(), func(t *testing.T) {
				t.Parallel()
				l.rng = rand.New(rand.NewPCG(uint64(l.systems), uint64(l.documents)))
				l.correlation, l.measures = 0.6, 2
				settings := settingsOfLibrary(&l, draws, agreement.StatisticPearson, agreement.StatisticKendallB)
				settings.Interval = correlate.IntervalNone
				var own tallies
				for e := range experiments {
					settings.Seed = uint64(e)
					j := l.draw()
					for _, test := range agreement.MetricTestKinds() {
						settings.Compare = test
						report, err := correlate.Run(t.Context(), settings, j)
						if err != nil {
							t.Fatal(err)
						}
						for _, pair := range report.Pairs {
							name := fmt.Sprintf("%s of %s %s %s", test, pair.Level, pair.Averaging, pair.Statistic)
							found := pair.PValue != nil && 2**pair.PValue <= 0.05
							if pair.PTwoSided != nil {
								found = *pair.PTwoSided <= 0.05
							}
							own.count(name, found)
							pooled.count(name, found)
						}
					}
				}
				own.atMost(t, 0.06, "differ")
			})
		}
	})
	parts.Count(t, pooled.atMost(t, 0.06, "differ"), "simulated comparisons of equal measures")
}
