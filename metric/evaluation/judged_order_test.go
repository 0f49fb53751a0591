package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"pgregory.net/rapid"
)

// repeated returns a mean for each of some systems as scores of n segments that go up and down by the same on all of them.
func repeated(n int, means ...float64) (rows [][]float64) {
	for _, mean := range means {
		row := make([]float64, n)
		for k := range row {
			row[k] = mean + float64(k*7%5) - 2
		}
		rows = append(rows, row)
	}
	return rows
}

// withHuman returns scores of a measure x and human scores.
func withHuman(t testing.TB, lower bool, measure, human [][]float64) *evaluation.Scores {
	s := scoresOf(t, measure...)
	s.Columns[0].LowerIsBetter = lower
	s.Humans = scoresOf(t, human...).Columns
	s.Humans[0].Name = "human"
	return s
}

func judgedOrders(t testing.TB, settings compare.Design, s *evaluation.Scores) []evaluation.JudgedOrder {
	t.Helper()
	orders, err := evaluation.JudgedOrders(t.Context(), settings.Unit, settings.Tests, s)
	if err != nil {
		t.Fatal(err)
	}
	return orders
}

// Without human scores, with one system, and of human scores among the measures there is nothing to say.
func TestNoJudgedOrder(t *testing.T) {
	s := withHuman(t, false, repeated(6, 1, 2), repeated(6, 1, 2))
	alone := withHuman(t, false, repeated(6, 1), repeated(6, 1))
	unjudged, itself := *s, *s
	unjudged.Humans, itself.Columns = nil, s.Humans
	for name, s := range map[string]*evaluation.Scores{"one system": alone, "no human scores": &unjudged,
		"human scores as a measure": &itself} {
		if orders := judgedOrders(t, compare.Design{}, s); orders != nil {
			t.Errorf("%s: found %v, want none", name, orders)
		}
	}
	grouped := *s
	grouped.Segments = slices.Clone(s.Segments)
	grouped.Segments[0].Group = "g"
	if _, err := evaluation.JudgedOrders(t.Context(), evaluation.UnitAuto, significance.Options{}, &grouped); err == nil ||
		!strings.Contains(err.Error(), `found the groups of segments "g" and "", expected one`) {
		t.Errorf("several groups: found %v", err)
	}
	infinite := withHuman(t, false, repeated(6, 1, 2), repeated(6, 1, 2))
	infinite.Humans[0].Grid.Values[7] = math.Inf(1)
	if _, err := evaluation.JudgedOrders(t.Context(), evaluation.UnitAuto, significance.Options{}, infinite); err == nil ||
		err.Error() != "column human: system b, segment 2: found +Inf, expected a finite number" {
		t.Errorf("an infinite score: found %v", err)
	}
}

// randomJudged draws scores with gaps and ties.
func randomJudged(t *rapid.T, documents bool) *evaluation.Scores {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	n, segments := rapid.IntRange(2, 4).Draw(t, "systems"), rapid.IntRange(1, 12).Draw(t, "segments")
	gaps := rapid.SampledFrom([]float64{0, 0.2, 0.7}).Draw(t, "gaps")
	s := &evaluation.Scores{Systems: slices.Clone(systems[:n])}
	for k := range segments {
		segment := evaluation.Segment{ID: fmt.Sprint(k + 1)}
		if documents {
			segment.Doc = fmt.Sprint(k / 2)
		}
		s.Segments = append(s.Segments, segment)
	}
	column := func(name string, lower bool, gaps float64) evaluation.Column {
		values := make([]float64, n*segments)
		for i := range values {
			if values[i] = float64(rng.IntN(4)); rng.Float64() < gaps {
				values[i] = nan
			}
		}
		grid, _ := agreement.NewGrid(n, segments, values)
		return evaluation.Column{Name: name, LowerIsBetter: lower, Grid: grid}
	}
	s.Columns = []evaluation.Column{column("x", rapid.Bool().Draw(t, "lower"), gaps/4)}
	s.Humans = []evaluation.Column{column("human", false, gaps)}
	return s
}

// The order of the systems changes nothing, a system that nobody judged only its own mention, and neither do workers.
func TestJudgedOrderLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomJudged(t, rapid.Bool().Draw(t, "documents"))
		settings := compare.Design{}
		settings.Tests.Seed, settings.Tests.Draws = rapid.Uint64Range(0, 3).Draw(t, "draws"), 50
		want, err := evaluation.JudgedOrders(t.Context(), settings.Unit, settings.Tests, s)
		if err != nil {
			t.Fatal(err)
		}
		order := rapid.Permutation(positions(len(s.Systems))).Draw(t, "order")
		moved := &evaluation.Scores{Segments: s.Segments}
		for _, i := range order {
			moved.Systems = append(moved.Systems, s.Systems[i])
		}
		for _, columns := range []struct{ from, to *[]evaluation.Column }{{&s.Columns, &moved.Columns}, {&s.Humans, &moved.Humans}} {
			column := (*columns.from)[0]
			grid := agreement.Grid{Systems: len(order), Segments: len(s.Segments)}
			for _, i := range order {
				grid.Values = append(grid.Values, column.Grid.Row(i)...)
			}
			column.Grid = grid
			*columns.to = []evaluation.Column{column}
		}
		settings.Tests.Workers = rapid.IntRange(1, 3).Draw(t, "workers")
		got, err := evaluation.JudgedOrders(t.Context(), settings.Unit, settings.Tests, moved)
		if err != nil {
			t.Fatal(err)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("systems in another order (-want +got):\n%s", diff)
		}
		extended := *moved
		extended.Systems = append(slices.Clone(moved.Systems), "unjudged")
		extend := func(columns []evaluation.Column, score float64) []evaluation.Column {
			column := columns[0]
			column.Grid = agreement.Grid{Systems: len(extended.Systems), Segments: len(s.Segments),
				Values: slices.Concat(column.Grid.Values, slices.Repeat([]float64{score}, len(s.Segments)))}
			return []evaluation.Column{column}
		}
		extended.Columns, extended.Humans = extend(moved.Columns, 2), extend(moved.Humans, nan)
		if got, err = evaluation.JudgedOrders(t.Context(), settings.Unit, settings.Tests, &extended); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(got[0].Unjudged, "unjudged") {
			t.Fatalf("found the unjudged systems %v", got[0].Unjudged)
		}
		got[0].Unjudged = slices.DeleteFunc(got[0].Unjudged, func(s string) bool { return s == "unjudged" })
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("with a system that nobody judged (-want +got):\n%s", diff)
		}
	})
}

// Means, ranks and pairs are those of a few lines of arithmetic, and the agreement that of Correlate.
func TestJudgedOrderByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := randomJudged(t, rapid.Bool().Draw(t, "documents"))
		settings := compare.Design{}
		settings.Tests.Seed = 7
		orders, err := evaluation.JudgedOrders(t.Context(), settings.Unit, settings.Tests, s)
		if err != nil {
			t.Fatal(err)
		}
		o := orders[0]
		human, measure := map[string]float64{}, map[string]float64{} // both higher is better
		for i, system := range s.Systems {
			var h, m, n float64
			for k := range s.Segments {
				if x, y := s.Humans[0].Grid.At(i, k), s.Columns[0].Grid.At(i, k); x == x && y == y {
					h, m, n = h+x, m+y, n+1
				}
			}
			if n > 0 {
				human[system], measure[system] = h/n, m/n
				if o.LowerIsBetter {
					measure[system] = -m / n
				}
			}
		}
		if len(human) < 2 {
			if o.NoOrder == "" || o.Agreement != nil {
				t.Fatalf("of %d judged systems: found %+v", len(human), o)
			}
			return
		}
		alike, pairs := 0, 0
		for a := range human {
			below, belowHuman := 1, 1
			for b := range human {
				if measure[b] > measure[a]+1e-9 {
					below++
				}
				if human[b] > human[a]+1e-9 {
					belowHuman++
				}
				if a < b {
					pairs++
					if sign(human[a]-human[b]) == sign(measure[a]-measure[b]) {
						alike++
					}
				}
			}
			found := o.Systems[slices.IndexFunc(o.Systems, func(s evaluation.JudgedSystem) bool { return s.System == a })]
			if found.Rank != below || found.HumanRank != belowHuman || math.Abs(found.HumanMean-human[a]) > 1e-9 ||
				math.Abs(math.Abs(found.Mean)-math.Abs(measure[a])) > 1e-9 {
				t.Fatalf("%s: found %+v, want the ranks %d and by people %d", a, found, below, belowHuman)
			}
		}
		if len(o.Systems) != len(human) || o.Pairs != pairs || o.Alike != alike {
			t.Fatalf("found %d of %d pairs, want %d of %d", o.Alike, o.Pairs, alike, pairs)
		}
		report, err := correlate.Run(t.Context(), correlate.Design{Levels: []correlate.Level{"system"},
			Statistics: []agreement.Statistic{"pairwise_accuracy"}, Resample: agreement.ResampleInputs, Seed: 7},
			&evaluation.Judgments{Systems: s.Systems, Segments: s.Segments, Humans: s.Humans, Measures: s.Columns})
		if err != nil {
			t.Fatal(err)
		}
		if row := report.Rows[0]; math.Abs(*row.Value-*o.Agreement) > 1e-9 {
			t.Fatalf("found the agreement %v, Correlate has %v", *o.Agreement, *row.Value)
		}
	})
}

func sign(x float64) int {
	switch {
	case x > 1e-9:
		return 1
	case x < -1e-9:
		return -1
	}
	return 0
}

// Where all segments are judged, the interval is that of Correlate for the same systems.
func TestJudgedOrderInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	measure, human := repeated(80, 1, 2, 3, 4), repeated(80, 2, 1, 3, 4)
	for i := range human {
		for k := range human[i] {
			human[i][k] += 15 * rng.NormFloat64()
			measure[i][k] += 15 * rng.NormFloat64()
		}
	}
	for _, documents := range []bool{false, true} {
		s := withHuman(t, false, measure, human)
		for k := range s.Segments {
			if documents {
				s.Segments[k].Doc = fmt.Sprint(k / 4)
			}
		}
		settings := compare.Design{Tests: significance.Options{Seed: 3, Confidence: 0.9}}
		o := judgedOrders(t, settings, s)[0]
		report, err := correlate.Run(t.Context(), correlate.Design{Levels: []correlate.Level{"system"},
			Statistics: []agreement.Statistic{"pairwise_accuracy"}, Resample: agreement.ResampleInputs, Seed: 3,
			Confidence: 0.9}, &evaluation.Judgments{Systems: s.Systems, Segments: s.Segments, Humans: s.Humans,
			Measures: s.Columns})
		if err != nil {
			t.Fatal(err)
		}
		row := report.Rows[0]
		if o.CILow == nil || *o.CILow != *row.CILow || *o.CIHigh != *row.CIHigh || !(*o.CILow < *o.CIHigh) {
			t.Errorf("documents %v: found %v to %v (%s), want %v to %v", documents, o.CILow, o.CIHigh, o.NoInterval.Kind,
				*row.CILow, *row.CIHigh)
		}
		if want := evaluation.UnitDocument; documents && o.Unit != want {
			t.Errorf("found %s, want %s", o.Unit, want)
		}
	}
}

// scoresOf returns one column of scores, a row for each system in the order a, b, c, ….
func scoresOf(t testing.TB, rows ...[]float64) *evaluation.Scores {
	t.Helper()
	s := &evaluation.Scores{}
	for i := range rows {
		s.Systems = append(s.Systems, systems[i])
	}
	for i := range rows[0] {
		s.Segments = append(s.Segments, evaluation.Segment{ID: fmt.Sprint(i + 1)})
	}
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	s.Columns = []evaluation.Column{{Name: "x", Grid: grid}}
	return s
}

var nan = math.NaN()

func positions(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
