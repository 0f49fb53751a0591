package correlate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wordrotator/wrd/internal/parts"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
	"pgregory.net/rapid"
)

// everything asks all statistics at the levels that judged has.
func everything() asking {
	return asking{
		Levels:     levels{"segment", "doc", "system"},
		Averagings: agreement.Averagings(),
		Statistics: agreement.Statistics(),
		Draws:      10,
	}
}

// Measures are independent: whichever others there are, and in which order, changes no bit of a measure's rows.
func TestMeasuresAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(1, 6).Draw(t, "systems"), rapid.IntRange(2, 8).Draw(t, "segments")
		groups := [][]string{{""}, {"x", "y"}}[rapid.IntRange(0, 1).Draw(t, "groups")]
		j := judged(rapid.Uint64().Draw(t, "seed"), systems, segments, groups, 1, 4, 0)
		design := everything()
		design.Seed = rapid.Uint64Range(0, 3).Draw(t, "draws")
		rowsOf := func(j *evaluation.Judgments, measure string) string {
			report, err := correlate.Run(t.Context(), design, j)
			if err != nil {
				t.Fatal(err)
			}
			rows := slices.DeleteFunc(report.Rows, func(row correlate.Correlation) bool {
				return row.Measure != measure
			})
			return fmt.Sprintf("%d rows: %s", len(rows), inJSON(t, rows))
		}
		chosen := rapid.Permutation(j.Measures).Draw(t, "measures")[:rapid.IntRange(2, 4).Draw(t, "of them")]
		alone, together := *j, *j
		alone.Measures, together.Measures = chosen[:1], slices.Clone(chosen)
		slices.Reverse(together.Measures)
		if want, got := rowsOf(&alone, chosen[0].Name), rowsOf(&together, chosen[0].Name); got != want {
			t.Fatalf("%s with others:\n%s\nalone:\n%s", chosen[0].Name, got, want)
		}
	})
}

// The order of systems and segments changes no value: sums in another order differ in the last digits, by less than
// 1e-9. Left out is spa, which depends on the order of systems as mt-metrics-eval's does; spa_midp does not for so
// few segments. Draws go by position, so intervals are not asked for.
func TestOrderChangesNoValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		systems, segments := rapid.IntRange(1, 6).Draw(t, "systems"), rapid.IntRange(2, 10).Draw(t, "segments")
		j := judged(rapid.Uint64().Draw(t, "seed"), systems, segments, []string{""}, 1, 2, 3)
		design := everything()
		design.Interval = correlate.IntervalNone
		design.Statistics = slices.DeleteFunc(design.Statistics, func(s agreement.Statistic) bool {
			return s == agreement.StatisticSPA
		})
		rows := rapid.Permutation(positions(systems)).Draw(t, "order of systems")
		columns := rapid.Permutation(positions(segments)).Draw(t, "order of segments")

		want, err := correlate.Run(t.Context(), design, j)
		if err != nil {
			t.Fatal(err)
		}
		got, err := correlate.Run(t.Context(), design, permuted(j, rows, columns))
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want.Rows {
			g := got.Rows[i]
			if (g.Value == nil) != (w.Value == nil) || w.Value != nil && !(math.Abs(*g.Value-*w.Value) < 1e-9) {
				t.Fatalf("%s\nin another order\n%s", inJSON(t, w), inJSON(t, g))
			}
			g.Value, w.Value, g.Epsilon, w.Epsilon = nil, nil, nil, nil // of several best thresholds one is taken
			if inJSON(t, g) != inJSON(t, w) {
				t.Fatalf("%s\nin another order\n%s", inJSON(t, w), inJSON(t, g))
			}
		}
	})
}

func positions(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// permuted returns judgments with systems and segments in another order.
func permuted(j *evaluation.Judgments, systems, segments []int) *evaluation.Judgments {
	p := &evaluation.Judgments{}
	for _, i := range systems {
		p.Systems = append(p.Systems, j.Systems[i])
	}
	for _, k := range segments {
		p.Segments = append(p.Segments, j.Segments[k])
	}
	columns := func(list []evaluation.Column) (columns []evaluation.Column) {
		for _, column := range list {
			var values []float64
			for _, i := range systems {
				for _, k := range segments {
					values = append(values, column.Grid.At(i, k))
				}
			}
			columns = append(columns, evaluation.Column{Name: column.Name, Grid: gridOf(p, values)})
		}
		return columns
	}
	p.Humans, p.Measures, p.Raters = columns(j.Humans), columns(j.Measures), columns(j.Raters)
	return p
}

// The number of workers changes no bit, and what is shown of the progress reaches the total, whatever is asked.
func TestWorkersAndProgress(t *testing.T) {
	j := judged(3, 5, 10, []string{"x", "y"}, 2, 2, 3)
	for i, interval := range correlate.IntervalKinds() {
		compare := append(agreement.MetricTestKinds(), "")[i]
		t.Run(fmt.Sprintf("%s,%s", interval, compare), func(t *testing.T) {
			design := everything()
			design.Interval, design.Compare = interval, compare
			var want string
			for _, workers := range []int{1, 7, 2}[:parts.Of(parts.Thorough, 2, 3)] {
				var shown progress
				design.Workers, design.Progress = workers, shown.start
				got := inJSON(t, run(t, design, j))
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("other numbers with %d workers", workers)
				}
				if shown.what != "correlating" || shown.total < 1 || shown.done != shown.total || shown.stops != 1 {
					t.Errorf("progress %+v", &shown)
				}
			}
		})
	}
}

// progress keeps what was shown at the end.
type progress struct {
	what        string
	stops       int
	done, total int64
}

func (p *progress) start(what string, _ evaluation.Counts, position func() (done, total int64)) (stop func()) {
	p.what = what
	return func() {
		p.stops++
		p.done, p.total = position()
	}
}

// The end of a context ends the work, whatever it is at.
func TestCorrelateCancelled(t *testing.T) {
	j := judged(3, 10, 100, []string{""}, 1, 2, 3)
	for _, test := range []struct {
		name   string
		design asking
	}{
		{"values", asking{Statistics: statistics{"spearman"}}},
		{"comparisons", asking{Statistics: statistics{"spearman"}, Interval: "none", Compare: "perm_both"}},
	} {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		report, err := correlate.Run(ended, test.design, j)
		if !errors.Is(err, context.Canceled) || report != nil {
			t.Errorf("%s: after the end: error %v, want %v", test.name, err, context.Canceled)
		}

		running, cancel := context.WithCancel(t.Context())
		test.design.Draws = 1 << 20 // minutes
		var once sync.Once
		var reached func() (done, total int64)
		test.design.Progress = func(_ string, _ evaluation.Counts, position func() (done, total int64)) (stop func()) {
			reached = position
			go func() {
				for done, _ := position(); done < 5; done, _ = position() {
					time.Sleep(time.Millisecond)
				}
				once.Do(cancel)
			}()
			return func() {}
		}
		_, err = correlate.Run(running, test.design, j)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", test.name, err, context.Canceled)
		}
		if done, total := reached(); done == total {
			t.Errorf("%s: all %d draws were made after the end", test.name, total)
		}
		cancel()
	}
}

// The size of a small metrics task: 10 systems, 500 segments, 3 measures.
func BenchmarkCorrelate(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	j := judged(rng.Uint64(), 10, 500, []string{""}, 1, 3, 0)
	for _, bench := range []struct {
		name   string
		design asking
	}{
		{"values", asking{Interval: correlate.IntervalNone}},
		{"intervals", asking{Draws: 100}},
		{"perm_both", asking{Interval: correlate.IntervalNone, Compare: "perm_both", Draws: 100}},
	} {
		b.Run(bench.name+"/10x500x3", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				run(b, bench.design, j)
			}
		})
	}
}
