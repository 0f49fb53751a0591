package check_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/internal/sentences"
	"pgregory.net/rapid"
)

// side returns the scores of one column, a row for each system. Systems are called a, b, …, segments 0, 1, ….
func side(t testing.TB, name, column string, rows ...[]float64) *check.Version {
	t.Helper()
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	in := &check.Version{Scores: evaluation.Scores{Name: name, Columns: []evaluation.Column{
		{Name: column, LowerIsBetter: column == "wrd", Grid: grid},
	}}}
	for i := range rows {
		in.Systems = append(in.Systems, string(rune('a'+i)))
	}
	for k := range rows[0] {
		in.Segments = append(in.Segments, evaluation.Segment{ID: fmt.Sprint(k)})
	}
	return in
}

// texts yields texts that are held in memory.
func texts(list ...evaluation.Texts) iter.Seq2[evaluation.Texts, error] {
	return func(yield func(evaluation.Texts, error) bool) {
		for _, text := range list {
			if !yield(text, nil) {
				return
			}
		}
	}
}

// text returns the texts of a system's segment.
func text(system, segment, candidate string, references ...string) evaluation.Texts {
	return evaluation.Texts{
		Output:    evaluation.Output{System: system, Segment: evaluation.Segment{ID: segment}},
		Candidate: candidate, References: references,
	}
}

// run makes a check, with its sentences.
func run(
	t testing.TB, s check.Rules, baseline, candidate *check.Version,
) *check.Report {
	t.Helper()
	r, err := check.Run(t.Context(), s, baseline, candidate)
	if err != nil {
		t.Fatal(err)
	}
	say.Check(r)
	return r
}

// repeat returns n scores, the given ones over and over.
func repeat(n int, scores ...float64) []float64 {
	row := make([]float64, n)
	for i := range row {
		row[i] = scores[i%len(scores)]
	}
	return row
}

// The p-values are those of the exact test, 2/2ᵏ where all k segments that differ do so in one direction.
func TestCheckVerdict(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name          string
		column        string
		before, now   []float64
		margin        float64
		verdict       check.Verdict
		drop, p       float64
		reason        string
		worse, better int
		without       int
	}{
		{name: "a similarity falls", column: "COMET", before: repeat(8, 0.75), now: repeat(8, 0.5), margin: 0.1,
			verdict: check.Regression, drop: 0.25, p: 2. / 256, worse: 8,
			reason: "the drop is significant and above the margin 0.1"},
		{name: "a distance rises", column: "wrd", before: repeat(8, 0.5), now: repeat(8, 0.75), margin: 0.1,
			verdict: check.Regression, drop: 0.25, p: 2. / 256, worse: 8,
			reason: "the drop is significant and above the margin 0.1"},
		{name: "no more than the margin", column: "COMET", before: repeat(8, 0.75), now: repeat(8, 0.5), margin: 0.25,
			verdict: check.Pass, drop: 0.25, p: 2. / 256, worse: 8,
			reason: "the drop is significant but within the margin 0.25"},
		{name: "a similarity rises", column: "COMET", before: repeat(8, 0.5), now: repeat(8, 0.75), margin: 0.1,
			verdict: check.Pass, drop: -0.25, p: 2. / 256, better: 8,
			reason: "significantly better"},
		{name: "nothing changed", column: "COMET", before: repeat(8, 0.5, 0.25), now: repeat(8, 0.5, 0.25), margin: 0,
			verdict: check.Pass, p: 1, reason: "no score has changed"},
		{name: "too few", column: "COMET", before: repeat(4, 0.75), now: repeat(4, 0.25), margin: 0.1,
			verdict: check.Inconclusive, drop: 0.5, p: 2. / 16, worse: 4,
			reason: "too few segments differ to tell: 4 of 4"},
		// Differences of ±1/16 in turn: standard error 1/16/√39, times t(0.975) + t(0.8) = 2.023 + 0.851.
		{name: "chance, where a drop would show", column: "COMET",
			before: repeat(40, 0.5), now: repeat(40, 0.5625, 0.4375), margin: 0.05,
			verdict: check.Pass, p: 1, worse: 20, better: 20,
			reason: "any drop is within the margin 0.05"},
		{name: "chance, where no small drop would show", column: "COMET",
			before: repeat(40, 0.5), now: repeat(40, 0.5625, 0.4375), margin: 0.02,
			verdict: check.Inconclusive, p: 1, worse: 20, better: 20,
			// Half of the interval is 0.0202, so (0.0202/0.02)² more.
			reason: "the drop may be up to 0.0202, above the margin 0.02; about 41 segments would decide"},
		{name: "without scores", column: "COMET",
			before: append(repeat(8, 0.75), nan, 1), now: append(repeat(8, 0.5), 1, nan), margin: 0.1,
			verdict: check.Regression, drop: 0.25, p: 2. / 256, worse: 8, without: 2,
			reason: "the drop is significant and above the margin 0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := check.Rules{Margins: map[string]float64{c.column: c.margin}}
			r := run(t, rules, side(t, "before", c.column, c.before), side(t, "now", c.column, c.now))
			got := r.Tests[0]
			if got.Verdict != c.verdict || got.Reason != c.reason || r.Verdict != c.verdict {
				t.Errorf("%s (%s), want %s (%s)", got.Verdict, got.Reason, c.verdict, c.reason)
			}
			// 10,000 exchanges do not enumerate 2⁴⁰: there p is drawn, and 1 because the observed difference is 0.
			if math.Abs(got.Drop-c.drop) > 1e-15 || math.Abs(got.P-c.p) > 1e-15 || got.Adjusted != got.P {
				t.Errorf("drop %v, p %v, adjusted %v; want %v, %v", got.Drop, got.P, got.Adjusted, c.drop, c.p)
			}
			if got.Worse != c.worse || got.Better != c.better || got.Without != c.without ||
				got.Worse+got.Equal+got.Better != got.Segments || got.Segments+got.Without != len(c.now) {
				t.Errorf("counts: %+v", got)
			}
			switch {
			case (got.CILow == nil) != (got.Segments == 1) || (got.CIHigh == nil) != (got.CILow == nil):
				t.Errorf("the interval %v to %v of %d segments", got.CILow, got.CIHigh, got.Segments)
			case got.CILow != nil && (*got.CILow > got.Drop || *got.CIHigh < got.Drop):
				t.Errorf("the interval %v to %v does not hold the drop %v", *got.CILow, *got.CIHigh, got.Drop)
			}
			failed := c.verdict == check.Regression
			if r.Failed() != failed || r.Fails(c.verdict) != failed {
				t.Errorf("failed: %v, want %v", r.Failed(), failed)
			}
			r.RequireConclusive = true
			if failed = failed || c.verdict == check.Inconclusive; r.Failed() != failed {
				t.Errorf("where a conclusion is required, failed: %v, want %v", r.Failed(), failed)
			}
			r.Force = true
			if r.Failed() {
				t.Error("failed, though it was forced to pass")
			}
		})
	}
}

// Whole documents are exchanged if all segments have one.
func TestCheckDocuments(t *testing.T) {
	rules := check.Rules{Margins: map[string]float64{"COMET": 0.1}}
	now := side(t, "now", "COMET", repeat(12, 0.5))
	for i := range now.Segments {
		now.Segments[i].Doc = fmt.Sprint(i / 2)
	}
	baseline := side(t, "before", "COMET", repeat(12, 0.75))
	if got := run(t, rules, baseline, now).Tests[0]; got.Documents != 6 || got.P != 2./64 {
		t.Errorf("six documents: %d, p = %v, want %v", got.Documents, got.P, 2./64)
	}
	now.Segments[3].Doc = ""
	if got := run(t, rules, baseline, now).Tests[0]; got.Documents != 0 || got.P != 2./4096 {
		t.Errorf("a segment without a document: %d, p = %v, want %v", got.Documents, got.P, 2./4096)
	}
}

func TestCheckFloors(t *testing.T) {
	rules := check.Rules{Floors: map[string]float64{"wrd": 0.25}}
	r := run(t, rules, nil, side(t, "now", "wrd", repeat(8, 0.5), repeat(8, 0.125)))
	if len(r.Tests) != 2 || r.Verdict != check.Regression || r.Baseline != "" || len(r.Worst) != 0 {
		t.Fatalf("%+v", r)
	}
	for i, want := range []struct {
		drop    float64
		verdict check.Verdict
	}{{0.25, check.Regression}, {-0.125, check.Pass}} {
		got := r.Tests[i]
		if got.Against != check.AgainstFloor || got.BaselineSystem != "" || got.Baseline != 0.25 ||
			got.Drop != want.drop || got.Verdict != want.verdict || r.WorstOf(got) != nil {
			t.Errorf("%+v, want %+v", got, want)
		}
		if want := 2 * 2. / 256; got.Adjusted != want { // Holm: the smaller of two
			t.Errorf("corrected p %v, want %v", got.Adjusted, want)
		}
	}
	r = run(t, rules, side(t, "before", "wrd", repeat(8, 0.5)), side(t, "now", "wrd", repeat(8, 0.5)))
	if len(r.Tests) != 2 ||
		r.Tests[0].Against != check.AgainstBaseline || r.Tests[1].Against != check.AgainstFloor {
		t.Errorf("with a baseline too: %+v", r.Tests)
	}
}

func TestCheckMargin(t *testing.T) {
	for _, column := range []string{"wrd", "bertscore_f1", "dynamax"} {
		if margin, ok := check.UsualMargin(column); !ok || margin != 0.01 {
			t.Errorf("%s: found %v, %v, expected 0.01", column, margin, ok)
		}
	}
	now := side(t, "now", "COMET", repeat(8, 0.5))
	_, err := check.Run(t.Context(), check.Rules{}, now, now)
	if e, ok := errors.AsType[*check.MarginError](err); !ok || e.Column != "COMET" || e.Given {
		t.Errorf("no margin: %v", err)
	}
	rules := check.Rules{Margins: map[string]float64{"COMET": -1}}
	_, err = check.Run(t.Context(), rules, now, now)
	if e, ok := errors.AsType[*check.MarginError](err); !ok || !e.Given || e.Margin != -1 {
		t.Errorf("a negative margin: %v", err)
	}
}

// Where points are known the margin is in points: 3, unless another one is asked for or one in the units of the column. What
// they are of a distance and its similarity is unrelated texts' 0.803 of these settings, see points.tsv.
func TestCheckPoints(t *testing.T) {
	const signature = "wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0"
	in := func(name, signature string, references []string, score float64) *check.Version {
		s := side(t, name, "wrd", repeat(20, score))
		s.References, s.Columns[0].Signature = references, signature
		return s
	}
	own := strings.Replace(signature, "distilled-en", "glove", 1)
	wrd := map[string]float64{"wrd": 0.02}
	for _, c := range []struct {
		name       string
		rules      check.Rules
		signature  string
		references []string
		margin     float64
		points     float64 // of the margin, 0 where it is not in points
		known      bool
		verdict    check.Verdict // of a drop of 0.022, 2.7 points
	}{
		{"the default", check.Rules{}, signature, sentences.English, 0.02409, 3, true, check.Pass},
		{"points", check.Rules{PointMargin: new(1.)}, signature, sentences.English, 0.00803, 1, true, check.Regression},
		{"units of the column", check.Rules{Margins: wrd}, signature, sentences.English, 0.02, 0, true, check.Regression},
		{"both", check.Rules{Margins: wrd, PointMargin: new(4.)}, signature, sentences.English, 0.02, 0, true, check.Regression},
		{"own vectors", check.Rules{}, own, sentences.English, 0.01, 0, false, check.Regression},
		{"another language", check.Rules{}, signature, sentences.Czech, 0.01, 0, false, check.Regression},
		{"no references", check.Rules{}, signature, nil, 0.01, 0, false, check.Regression},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := run(t, c.rules, in("before", c.signature, c.references, 0.2), in("now", c.signature, c.references, 0.222))
			got := r.Tests[0]
			if math.Abs(got.Margin-c.margin) > 1e-12 || got.Verdict != c.verdict {
				t.Errorf("found margin %v, %s, expected %v, %s", got.Margin, got.Verdict, c.margin, c.verdict)
			}
			if inPoints := c.points != 0; inPoints != (got.MarginPoints != nil) || inPoints && *got.MarginPoints != c.points {
				t.Errorf("found a margin of %v points, expected %v", got.MarginPoints, c.points)
			}
			if said := strings.Contains(got.Reason, " point"); said != (c.points != 0) {
				t.Errorf("reason: %s", got.Reason)
			}
			switch p := got.Points; {
			case p == nil:
				if c.known {
					t.Error("found no points")
				}
			case !c.known:
				t.Errorf("found the points %+v, expected none", p)
			case math.Abs(p.Baseline-75.0934) > 1e-4 || math.Abs(p.Candidate-72.3537) > 1e-4 || math.Abs(p.Drop-2.7397) > 1e-4:
				t.Errorf("found the points %+v", p)
			}
		})
	}
	for name, rules := range map[string]check.Rules{
		"unknown points":  {PointMargin: new(1.)},
		"negative points": {PointMargin: new(-1.)},
	} {
		of := own
		if *rules.PointMargin < 0 {
			of = signature
		}
		now := in("now", of, sentences.English, 0.2)
		_, err := check.Run(t.Context(), rules, now, now)
		if e, ok := errors.AsType[*check.MarginError](err); !ok || e.InPoints == e.Given {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Without a baseline there is nothing to fail, but a floor.
func TestCheckNew(t *testing.T) {
	now := side(t, "now", "wrd", repeat(8, 0.5))
	r := run(t, check.Rules{New: true}, nil, now)
	if r.Verdict != check.New || !r.New || r.Failed() {
		t.Errorf("%+v", r)
	}
	content, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"verdict":"new baseline","new_baseline":true,"updated":false,"signature":"",` +
		`"test":"randomisation","correction":"holm","samples":10000,"seed":0,"alpha":0.05,"reasons":[],"tests":[],"broken":[],"worst":[]}`
	if string(content) != want {
		t.Errorf("got %s, want %s", content, want)
	}
	r = run(t, check.Rules{New: true, Floors: map[string]float64{"wrd": 0.25}}, nil, now)
	if r.Verdict != check.Regression || !r.Failed() {
		t.Errorf("below a floor: %+v", r)
	}
}

// Segments may come in any order, with ids of their own on one side.
func TestCheckPlaces(t *testing.T) {
	rising := []float64{0, 0.125, 0.25, 0.375, 0.5, 0.625}
	before := side(t, "before", "wrd", rising)
	now := side(t, "now", "wrd", rising)
	slices.Reverse(now.Segments)
	slices.Reverse(now.Columns[0].Grid.Values)
	if got := run(t, check.Rules{}, before, now).Tests[0]; got.Equal != 6 {
		t.Errorf("turned round: %+v", got)
	}
	now = side(t, "now", "wrd", rising)
	now.ByLine = true
	for i := range now.Segments {
		now.Segments[i].ID = fmt.Sprint(i + 1)
	}
	if got := run(t, check.Rules{}, before, now).Tests[0]; got.Equal != 6 {
		t.Errorf("by line: %+v", got)
	}
}

// Another system changes nothing about a system but the correction of p, whatever its scores and its place.
func TestCheckSystemsAlone(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(r, "segments")
		row := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.25, 0.5, 1}), n, n)
		rows := rapid.SliceOfN(row, 2, 4).Draw(r, "now")
		rules := check.Rules{
			System: "a", Worst: 2, Floors: map[string]float64{"wrd": 0.5},
			Tests: significance.Options{Draws: 50, Correction: significance.CorrectionNone},
		}
		baseline := side(t, "before", "wrd", row.Draw(r, "before"))
		all := side(t, "now", "wrd", rows...)
		for _, corrected := range []bool{false, true} {
			if corrected {
				rules.Tests.Correction = significance.CorrectionBH
			}
			together := run(t, rules, baseline, all)
			for i, system := range all.Systems {
				alone := side(t, "now", "wrd", rows[i])
				alone.Systems[0] = system
				one := run(t, rules, baseline, alone)
				got := slices.DeleteFunc(slices.Clone(together.Tests), func(x check.Test) bool {
					return x.System != system
				})
				for k, want := range one.Tests {
					if corrected { // which of the two corrections is the larger depends on the other tests
						got[k].Adjusted, got[k].Verdict, got[k].Reason, got[k].Preference = want.Adjusted, want.Verdict, want.Reason,
							want.Preference
					}
					if seen(t, got[k]) != seen(t, want) {
						t.Fatalf("together %s\nalone %s", seen(t, got[k]), seen(t, want))
					}
				}
				worst := slices.DeleteFunc(slices.Clone(together.Worst), func(x check.WorseSegment) bool {
					return x.System != system
				})
				sameWorst(t, worst, append([]check.WorseSegment{}, one.Worst...))
			}
		}
	})
}

// seen writes a test as readers of the report see it.
func seen(t *testing.T, test check.Test) string {
	content, err := json.Marshal(test)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func ExampleRun() {
	segments := make([]evaluation.Segment, 8)
	for i := range segments {
		segments[i].ID = fmt.Sprint(i + 1)
	}
	scores := func(name string, values ...float64) *check.Version {
		grid, err := agreement.NewGrid(1, len(values), values)
		if err != nil {
			log.Fatal(err)
		}
		return &check.Version{Scores: evaluation.Scores{
			Name: name, Systems: []string{"model"}, Segments: segments,
			Columns: []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid}},
		}}
	}
	report, err := check.Run(context.Background(),
		check.Rules{Margins: map[string]float64{"wrd": 0.02}, Worst: 2},
		scores("last release", 0.10, 0.20, 0.15, 0.30, 0.25, 0.20, 0.10, 0.30),
		scores("this change", 0.20, 0.25, 0.20, 0.35, 0.40, 0.30, 0.15, 0.50))
	if err != nil {
		log.Fatal(err)
	}
	say.Check(report) // the reasons, in sentences
	test := report.Tests[0]
	fmt.Printf("%s: a drop of %.3f, p = %.4f\n", report.Verdict, test.Drop, test.P)
	fmt.Println(test.Reason)
	for _, s := range report.Worst {
		fmt.Printf("segment %s: %.2f, was %.2f\n", s.Segment, s.Now, s.Before)
	}
	// Output:
	// regression: a drop of 0.094, p = 0.0078
	// the drop is significant and above the margin 0.02
	// segment 8: 0.50, was 0.30
	// segment 5: 0.40, was 0.25
}
