package compare_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"pgregory.net/rapid"
)

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

func run(t testing.TB, design compare.Design, s *evaluation.Scores) *compare.Report {
	t.Helper()
	report, err := compare.Run(context.Background(), design, s)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

var nan = math.NaN()

var systems = []string{"a", "b", "c", "d"}

// sameNumber says whether x and y are equal or both NaN.
func sameNumber(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }

// By hand: six times 0.25, so 2 of the 64 ways to exchange the outputs give a difference as large; nothing varies, so
// that intervals have no width.
func TestCompareByHand(t *testing.T) {
	s := scoresOf(t, []float64{.5, .5, .5, .5, .5, .5}, []float64{.75, .75, .75, .75, .75, .75})
	got, err := json.Marshal(run(t, compare.Design{}, s))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"signature":"compare|test:randomisation|samples:10000|seed:0|units:segments|confidence:0.95|` +
		`correction:holm|alpha:0.05|version:` + metric.Version + `","test":"randomisation","samples":10000,"seed":0,` +
		`"alpha":0.05,"confidence":0.95,"correction":"holm","units":"segments","baseline":null,"measures":[{"measure":"x",` +
		`"lower_is_better":false,"signature":null,"sentences":null,"systems":[` +
		`{"system":"a","segments":6,"missing":[],"mean":0.5,"ci_low":0.5,"ci_high":0.5,` +
		`"warnings":[]},` +
		`{"system":"b","segments":6,"missing":[],"mean":0.75,"ci_low":0.75,"ci_high":0.75,` +
		`"warnings":[]}],"pairs":[{"system":"b","against":"a","verdict":"better",` +
		`"difference":0.25,"ci_low":0.25,"ci_high":0.25,"test":"exact",` +
		`"p_value":0.03125,"p_corrected":0.03125,"least_p":0.03125,"segments":6,"units":6,"better":6,"equal":0,"worse":0,` +
		`"probability_better":1,"cohen_dz":null,"detectable":null,"warnings":[]}]}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Another system changes nothing about a pair but what is corrected for the number of pairs, and workers change nothing
// at all.
func TestCompareIndependence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const segments = 40
		rows := make([][]float64, len(systems))
		for i := range rows {
			rows[i] = make([]float64, segments)
			for j := range rows[i] {
				rows[i][j] = float64(rapid.IntRange(0, 9).Draw(t, "score")) / 8
				if j > 0 && rapid.IntRange(0, 9).Draw(t, "missing") == 0 {
					rows[i][j] = nan
				}
			}
		}
		grid := func(rows ...[]float64) *evaluation.Scores {
			g, err := agreement.NewGrid(len(rows), segments, slices.Concat(rows...))
			if err != nil {
				t.Fatal(err)
			}
			return &evaluation.Scores{
				Systems: systems[:len(rows)], Segments: make([]evaluation.Segment, segments),
				Columns: []evaluation.Column{{Name: "x", Grid: g, LowerIsBetter: true}},
			}
		}
		run := func(s *evaluation.Scores, workers int) *compare.Report {
			report, err := compare.Run(context.Background(), compare.Design{
				Tests: significance.Options{Draws: 200, Workers: workers},
			}, s)
			if err != nil {
				t.Fatal(err)
			}
			return report
		}
		all := grid(rows...)
		before := slices.Clone(all.Columns[0].Grid.Values)
		report := run(all, 1)
		if !reflect.DeepEqual(report, run(all, 3)) {
			t.Fatal("three workers find something else than one")
		}
		if !slices.EqualFunc(before, all.Columns[0].Grid.Values, sameNumber) {
			t.Fatal("the scores were changed")
		}
		two := run(grid(rows[:2]...), 2)
		got, want := report.Measures[0].Pairs[0], two.Measures[0].Pairs[0]
		got.Adjusted, got.Significant, got.Verdict = want.Adjusted, want.Significant, want.Verdict
		got.Detectable = want.Detectable // by a test at alpha divided by the number of pairs
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("next to others %+v, alone %+v", got, want)
		}
		if !reflect.DeepEqual(report.Measures[0].Systems[:2], two.Measures[0].Systems) {
			t.Fatalf("next to others %+v, alone %+v", report.Measures[0].Systems[:2], two.Measures[0].Systems)
		}
	})
}

// A pair that is turned is the comparison of the same systems in the other order.
func TestTurned(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(rt, "segments") // few, so that the tests are exact and draw nothing
		row := func(name string) []float64 {
			return rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 8), func(k int) float64 { return float64(k) / 8 }), n, n).Draw(rt, name)
		}
		a, b := row("a"), row("b")
		s, swapped := scoresOf(t, a, b), scoresOf(t, b, a)
		swapped.Systems = []string{s.Systems[1], s.Systems[0]}
		lower := rapid.Bool().Draw(rt, "lower is better")
		s.Columns[0].LowerIsBetter, swapped.Columns[0].LowerIsBetter = lower, lower
		pair := run(t, compare.Design{}, s).Measures[0].Pairs[0]
		want := run(t, compare.Design{}, swapped).Measures[0].Pairs[0]
		if diff := gocmp.Diff(want, pair.Turned(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			rt.Errorf("-compared +turned:\n%s", diff)
		}
	})
}

// The baseline stands first, and each system is compared with it alone.
func TestCompareBaseline(t *testing.T) {
	rising := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	more := []float64{2, 3, 4, 5, 6, 7, 8, 10}
	s := scoresOf(t, rising, more, rising)
	report := run(t, compare.Design{Baseline: "b"}, s)
	if !slices.Equal(report.Systems, []string{"b", "a", "c"}) || *report.Baseline != "b" {
		t.Errorf("systems %v, baseline %v", report.Systems, *report.Baseline)
	}
	var pairs []string
	for _, p := range report.Measures[0].Pairs {
		pairs = append(pairs, fmt.Sprintf("%s %s than %s by %g", p.System, p.Verdict, p.Against, p.Difference))
	}
	if got, want := strings.Join(pairs, ", "), "a worse than b by -1.125, c worse than b by -1.125"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	s.Columns[0].LowerIsBetter = true
	report = run(t, compare.Design{Baseline: "b"}, s)
	if p := report.Measures[0].Pairs[0]; p.Verdict != significance.Better || p.Better != 8 {
		t.Errorf("lower is better: %+v", p)
	}
}

// Documents are drawn whole where all segments have one.
func TestCompareUnits(t *testing.T) {
	for _, c := range []struct {
		name         string
		docs         string // a letter for each segment, - for none
		asked, want  evaluation.Unit
		undocumented int
		err          string
	}{
		{"none", "------", evaluation.UnitAuto, evaluation.UnitSegment, 0, ""},
		{"all", "aabbcc", evaluation.UnitAuto, evaluation.UnitDocument, 0, ""},
		{"all, but nobody wants them", "aabbcc", evaluation.UnitSegment, evaluation.UnitSegment, 0, ""},
		{"some", "aabb--", evaluation.UnitAuto, evaluation.UnitSegment, 2, ""},
		{"some, and wanted", "aabb--", evaluation.UnitDocument, "", 0,
			"found 2 of 6 segments without a document, expected one for each"},
		{"none, and wanted", "------", evaluation.UnitDocument, "", 0, "found no documents"},
		{"unknown", "------", "words", "", 0, `found the unit "words", expected "documents" or "segments"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scoresOf(t, []float64{1, 2, 3, 4, 5, 6}, []float64{2, 2, 3, 4, 5, 7})
			for i, letter := range c.docs {
				if letter != '-' {
					s.Segments[i].Doc = string(letter)
				}
			}
			report, err := compare.Run(context.Background(), compare.Design{Unit: c.asked}, s)
			if c.err != "" {
				if err == nil || err.Error() != c.err {
					t.Errorf("got %v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			units := map[evaluation.Unit]int{evaluation.UnitDocument: 3, evaluation.UnitSegment: 6}[c.want]
			p := report.Measures[0].Pairs[0]
			if report.Unit != c.want || p.Units != units || report.Undocumented != c.undocumented {
				t.Errorf("%s, %d of them, %d without; want %s, %d, %d",
					report.Unit, p.Units, report.Undocumented, c.want, units, c.undocumented)
			}
		})
	}
}

// manyScores returns four scores of each of so many systems.
func manyScores(t *testing.T, systems int) *evaluation.Scores {
	t.Helper()
	s := &evaluation.Scores{Segments: []evaluation.Segment{{ID: "1"}, {ID: "2"}, {ID: "3"}, {ID: "4"}}}
	var values []float64
	for i := range systems {
		s.Systems = append(s.Systems, fmt.Sprintf("s%03d", i))
		for j := range s.Segments {
			values = append(values, float64(i*(j+1)%17))
		}
	}
	grid, err := agreement.NewGrid(systems, len(s.Segments), values)
	if err != nil {
		t.Fatal(err)
	}
	s.Columns = []evaluation.Column{{Name: "x", Grid: grid}}
	return s
}

func TestCompareErrors(t *testing.T) {
	long := make([]float64, 2*(significance.MaxExact+1))
	for i := range long {
		long[i] = float64(i)
	}
	half := len(long) / 2
	is := func(target any) func(error) bool { return func(err error) bool { return errors.As(err, target) } }
	says := func(want string) func(error) bool { return func(err error) bool { return err.Error() == want } }
	var groups *evaluation.GroupsError
	var unknown *compare.UnknownSystemError
	var tooMany *significance.TooManyError
	for _, c := range []struct {
		name   string
		scores *evaluation.Scores
		change func(*evaluation.Scores)
		design compare.Design
		want   func(error) bool
	}{
		{"one system", scoresOf(t, []float64{1}), nil, compare.Design{},
			says("found one system, a, expected two or more to compare")},
		{"several groups", scoresOf(t, []float64{1, 2}, []float64{2, 3}),
			func(s *evaluation.Scores) { s.Segments[1].Group = "de" }, compare.Design{}, is(&groups)},
		{"no such baseline", scoresOf(t, []float64{1}, []float64{2}), nil,
			compare.Design{Baseline: "z"}, is(&unknown)},
		{"a system without scores", scoresOf(t, []float64{1, 2}, []float64{nan, nan}), nil,
			compare.Design{},
			says("column x: found no score of system b")},
		{"nothing in common", scoresOf(t, []float64{1, nan}, []float64{nan, 2}), nil, compare.Design{},
			says("column x: found no segment that systems a and b both have a score for")},
		{"too many for an exact test", scoresOf(t, long[:half], long[half:]), nil,
			compare.Design{Tests: significance.Options{Test: significance.TestExact}}, is(&tooMany)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.change != nil {
				c.change(c.scores)
			}
			if report, err := compare.Run(context.Background(), c.design, c.scores); err == nil ||
				!c.want(err) {
				t.Errorf("got %+v, %v", report, err)
			}
		})
	}
	t.Run("more pairs than end in minutes", func(t *testing.T) {
		s := manyScores(t, 448)
		_, err := compare.Run(t.Context(), compare.Design{}, s)
		if e, ok := errors.AsType[*significance.TooManyPairsError](err); !ok || e.Systems != 448 || e.Pairs != 448*447/2 {
			t.Errorf("all pairs: %v", err)
		}
		shown := int64(0)
		design := compare.Design{Baseline: s.Systems[7],
			Progress: func(_ string, _ evaluation.Counts, position func() (done, total int64)) (stop func()) {
				return func() {
					if done, total := position(); done == total {
						shown = total
					}
				}
			}}
		report := run(t, design, s)
		if n := len(report.Measures[0].Pairs); n != 447 || shown != (448+447)*10_000 {
			t.Errorf("with a baseline: %d pairs, progress to %d; want 447 and %d", n, shown, (448+447)*10_000)
		}
	})
	t.Run("the context ends", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := compare.Run(ctx, compare.Design{}, scoresOf(t, long[:half], long[half:]))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
