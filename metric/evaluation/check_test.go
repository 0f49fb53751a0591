package evaluation_test

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

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation"
	"pgregory.net/rapid"
)

// side returns the scores of one column, a row for each system. Systems are called a, b, …, segments 0, 1, ….
func side(t testing.TB, name, column string, rows ...[]float64) *evaluation.CheckInput {
	t.Helper()
	grid, err := agreement.NewGrid(len(rows), len(rows[0]), slices.Concat(rows...))
	if err != nil {
		t.Fatal(err)
	}
	in := &evaluation.CheckInput{Scores: evaluation.Scores{Name: name, Columns: []evaluation.Column{
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

func check(
	t testing.TB, s evaluation.CheckSettings, baseline, candidate *evaluation.CheckInput,
) *evaluation.CheckReport {
	t.Helper()
	r, err := evaluation.Check(t.Context(), s, baseline, candidate)
	if err != nil {
		t.Fatal(err)
	}
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
		verdict       evaluation.CheckVerdict
		drop, p       float64
		reason        string
		worse, better int
		without       int
	}{
		{name: "a similarity falls", column: "COMET", before: repeat(8, 0.75), now: repeat(8, 0.5), margin: 0.1,
			verdict: evaluation.CheckRegression, drop: 0.25, p: 2. / 256, worse: 8,
			reason: "the drop is significant and above the margin 0.1"},
		{name: "a distance rises", column: "wrd", before: repeat(8, 0.5), now: repeat(8, 0.75), margin: 0.1,
			verdict: evaluation.CheckRegression, drop: 0.25, p: 2. / 256, worse: 8,
			reason: "the drop is significant and above the margin 0.1"},
		{name: "no more than the margin", column: "COMET", before: repeat(8, 0.75), now: repeat(8, 0.5), margin: 0.25,
			verdict: evaluation.CheckPass, drop: 0.25, p: 2. / 256, worse: 8,
			reason: "the drop is significant but within the margin 0.25"},
		{name: "a similarity rises", column: "COMET", before: repeat(8, 0.5), now: repeat(8, 0.75), margin: 0.1,
			verdict: evaluation.CheckPass, drop: -0.25, p: 2. / 256, better: 8,
			reason: "better, and significantly so"},
		{name: "nothing changed", column: "COMET", before: repeat(8, 0.5, 0.25), now: repeat(8, 0.5, 0.25), margin: 0,
			verdict: evaluation.CheckPass, p: 1, reason: "no segment has another score"},
		{name: "too few", column: "COMET", before: repeat(4, 0.75), now: repeat(4, 0.25), margin: 0.1,
			verdict: evaluation.CheckInconclusive, drop: 0.5, p: 2. / 16, worse: 4,
			reason: "too few segments differ for any drop to be significant: 4 of 4"},
		// Differences of ±1/16 in turn: standard error 1/16/√39, times t(0.975) + t(0.8) = 2.023 + 0.851.
		{name: "chance, where a drop would show", column: "COMET",
			before: repeat(40, 0.5), now: repeat(40, 0.5625, 0.4375), margin: 0.05,
			verdict: evaluation.CheckPass, p: 1, worse: 20, better: 20,
			reason: "not significant, though 40 segments can show a drop of 0.0288"},
		{name: "chance, where no small drop would show", column: "COMET",
			before: repeat(40, 0.5), now: repeat(40, 0.5625, 0.4375), margin: 0.02,
			verdict: evaluation.CheckInconclusive, p: 1, worse: 20, better: 20,
			reason: "not significant, but 40 segments can show no drop below 0.0288, and the margin is 0.02"},
		{name: "without scores", column: "COMET",
			before: append(repeat(8, 0.75), nan, 1), now: append(repeat(8, 0.5), 1, nan), margin: 0.1,
			verdict: evaluation.CheckRegression, drop: 0.25, p: 2. / 256, worse: 8, without: 2,
			reason: "the drop is significant and above the margin 0.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := evaluation.CheckSettings{Margins: map[string]float64{c.column: c.margin}}
			r := check(t, settings, side(t, "before", c.column, c.before), side(t, "now", c.column, c.now))
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
			if got.Low > got.Drop || got.High < got.Drop {
				t.Errorf("the interval %v to %v does not hold the drop %v", got.Low, got.High, got.Drop)
			}
			failed := c.verdict == evaluation.CheckRegression
			if r.Failed() != failed || r.Fails(c.verdict) != failed {
				t.Errorf("failed: %v, want %v", r.Failed(), failed)
			}
			r.RequireConclusive = true
			if failed = failed || c.verdict == evaluation.CheckInconclusive; r.Failed() != failed {
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
	settings := evaluation.CheckSettings{Margins: map[string]float64{"COMET": 0.1}}
	now := side(t, "now", "COMET", repeat(12, 0.5))
	for i := range now.Segments {
		now.Segments[i].Doc = fmt.Sprint(i / 2)
	}
	baseline := side(t, "before", "COMET", repeat(12, 0.75))
	if got := check(t, settings, baseline, now).Tests[0]; got.Documents != 6 || got.P != 2./64 {
		t.Errorf("six documents: %d, p = %v, want %v", got.Documents, got.P, 2./64)
	}
	now.Segments[3].Doc = ""
	if got := check(t, settings, baseline, now).Tests[0]; got.Documents != 0 || got.P != 2./4096 {
		t.Errorf("a segment without a document: %d, p = %v, want %v", got.Documents, got.P, 2./4096)
	}
}

func TestCheckFloors(t *testing.T) {
	settings := evaluation.CheckSettings{Floors: map[string]float64{"wrd": 0.25}}
	r := check(t, settings, nil, side(t, "now", "wrd", repeat(8, 0.5), repeat(8, 0.125)))
	if len(r.Tests) != 2 || r.Verdict != evaluation.CheckRegression || r.Baseline != "" || len(r.Worst) != 0 {
		t.Fatalf("%+v", r)
	}
	for i, want := range []struct {
		drop    float64
		verdict evaluation.CheckVerdict
	}{{0.25, evaluation.CheckRegression}, {-0.125, evaluation.CheckPass}} {
		got := r.Tests[i]
		if got.Against != evaluation.AgainstFloor || got.BaselineSystem != "" || got.Baseline != 0.25 ||
			got.Drop != want.drop || got.Verdict != want.verdict || r.WorstOf(got) != nil {
			t.Errorf("%+v, want %+v", got, want)
		}
		if want := 2 * 2. / 256; got.Adjusted != want { // Holm: the smaller of two
			t.Errorf("corrected p %v, want %v", got.Adjusted, want)
		}
	}
	r = check(t, settings, side(t, "before", "wrd", repeat(8, 0.5)), side(t, "now", "wrd", repeat(8, 0.5)))
	if len(r.Tests) != 2 ||
		r.Tests[0].Against != evaluation.AgainstBaseline || r.Tests[1].Against != evaluation.AgainstFloor {
		t.Errorf("with a baseline too: %+v", r.Tests)
	}
}

func TestCheckMargin(t *testing.T) {
	for _, column := range []string{"wrd", "bertscore_f1", "dynamax"} {
		if margin, ok := evaluation.UsualMargin(column); !ok || margin != 0.01 {
			t.Errorf("%s: found %v, %v, expected 0.01", column, margin, ok)
		}
	}
	now := side(t, "now", "COMET", repeat(8, 0.5))
	_, err := evaluation.Check(t.Context(), evaluation.CheckSettings{}, now, now)
	if e, ok := errors.AsType[*evaluation.MarginError](err); !ok || e.Column != "COMET" || e.Given {
		t.Errorf("no margin: %v", err)
	}
	settings := evaluation.CheckSettings{Margins: map[string]float64{"COMET": -1}}
	_, err = evaluation.Check(t.Context(), settings, now, now)
	if e, ok := errors.AsType[*evaluation.MarginError](err); !ok || !e.Given || e.Margin != -1 {
		t.Errorf("a negative margin: %v", err)
	}
}

func TestCheckWrongUse(t *testing.T) {
	now := side(t, "now", "wrd", repeat(8, 0.5))
	for _, c := range []struct {
		name     string
		settings evaluation.CheckSettings
		input    evaluation.CheckInput
		want     string
	}{
		{"a column that is not there", evaluation.CheckSettings{Columns: []string{"add"}}, *now,
			`now: found no column "add" of scores`},
		{"no column", evaluation.CheckSettings{}, evaluation.CheckInput{Scores: evaluation.Scores{Name: "now"}},
			"now: found no column of scores, expected at least one"},
		{"a floor of another column", evaluation.CheckSettings{Floors: map[string]float64{"add": 1}}, *now,
			"floor of add: found no such column among those that are tested, expected one of: wrd"},
		{"fewer worst segments than none", evaluation.CheckSettings{Worst: -1}, *now,
			"found -1 worst segments to list, expected 0 or more"},
		{"an unknown correction", evaluation.CheckSettings{Tests: agreement.CompareOptions{Correction: "x"}}, *now,
			`found the correction "x", expected one of [holm bh none]`},
		{"an unknown test", evaluation.CheckSettings{Tests: agreement.CompareOptions{Test: "x"}}, *now,
			`wrd of system a: agreement: found the test "x", expected one of [randomisation bootstrap exact wilcoxon]`},
		{"no scores in common", evaluation.CheckSettings{}, *side(t, "now", "wrd", repeat(8, math.NaN())),
			"wrd of system a: found no segment with a score on both sides, expected at least one"},
		{"a grid of another size", evaluation.CheckSettings{}, evaluation.CheckInput{Scores: evaluation.Scores{
			Name: "now", Systems: now.Systems, Segments: now.Segments[:7], Columns: now.Columns}},
			`now: column "wrd": found scores of 1 systems × 8 segments, expected 1 × 7`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := evaluation.Check(t.Context(), c.settings, now, &c.input)
			if r != nil || err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Scores that do not mean the same are not compared, unless the check is forced: then the report says why.
func TestCheckRefuses(t *testing.T) {
	const signature = "wrd|vectors:v@1|oov:own|refs:1|version:0.1.0"
	base := func() *evaluation.CheckInput {
		in := side(t, "base", "wrd", repeat(4, 0.5))
		in.Columns[0].Signature = signature
		for _, segment := range in.Segments {
			in.Texts = joinTexts(in.Texts, texts(text("a", segment.ID, "x", "reference "+segment.ID)))
		}
		return in
	}
	for _, c := range []struct {
		name     string
		settings evaluation.CheckSettings
		change   func(baseline, candidate *evaluation.CheckInput)
		of       evaluation.Mismatch // "" for another kind
		want     string
	}{
		{name: "signatures", change: func(b, c *evaluation.CheckInput) {
			c.Columns[0].Signature = strings.Replace(signature, "own", "skip", 1)
		}, of: evaluation.OtherSignatures,
			want: "the scores of wrd cannot be compared, their signatures differ: oov is own in base, skip in now"},
		{name: "ids", change: func(b, c *evaluation.CheckInput) { c.Segments[2].ID = "other" },
			of:   evaluation.OtherSegments,
			want: "the segments are not the same: found 1 only in base (segment 2), 1 only in now (segment other)"},
		{name: "number of lines", change: func(b, c *evaluation.CheckInput) {
			*b = *side(t, "base", "wrd", repeat(3, 0.5))
			b.Columns[0].Signature, b.ByLine = signature, true
		}, of: evaluation.OtherSegments, want: "the segments are not the same: found 3 in base and 4 in now"},
		{name: "references", change: func(b, c *evaluation.CheckInput) {
			c.Texts = joinTexts(c.Texts, texts(text("a", "1", "x", "another")))
		}, of: evaluation.OtherReferences,
			want: "the references of 1 of 4 segments differ between base and now (segment 1): " +
				"the scores cannot be compared"},
		{name: "number of references", change: func(b, c *evaluation.CheckInput) {
			b.Texts = joinTexts(b.Texts, texts(text("a", "3", "x", "reference 3", "")))
		}, of: evaluation.OtherReferences,
			want: "the references of 1 of 4 segments differ between base and now (segment 3): " +
				"the scores cannot be compared"},
		{name: "systems", change: func(b, c *evaluation.CheckInput) {
			b.Systems[0] = "old"
			c.Systems = append(c.Systems, "b")
			c.Columns[0].Grid, _ = agreement.NewGrid(2, 4, repeat(8, 0.5))
		}, want: `found no system "a" in base, which has old`},
		{name: "a system that was asked for", settings: evaluation.CheckSettings{System: "older"},
			want: `found no system "older" in base, which has a`},
		{name: "columns", change: func(b, c *evaluation.CheckInput) { b.Columns[0].Name = "wmd" },
			want: `baseline base: found no column "wrd" of scores`},
		{name: "unreadable", change: func(b, c *evaluation.CheckInput) {
			*b = evaluation.CheckInput{Scores: evaluation.Scores{Name: "base"}, Err: errors.New("damaged")}
		}, want: "damaged"},
		{name: "texts that cannot be read", change: func(b, c *evaluation.CheckInput) {
			b.Texts = func(yield func(evaluation.Texts, error) bool) {
				yield(evaluation.Texts{}, errors.New("cut off"))
			}
		}, want: "baseline cut off"},
	} {
		t.Run(c.name, func(t *testing.T) {
			baseline, candidate := base(), base()
			candidate.Name = "now"
			if c.change != nil {
				c.change(baseline, candidate)
			}
			_, err := evaluation.Check(t.Context(), c.settings, baseline, candidate)
			if err == nil || err.Error() != c.want {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			if e, ok := errors.AsType[*evaluation.MismatchError](err); ok != (c.of != "") || ok && e.Of != c.of {
				t.Errorf("%#v is not of %q", err, c.of)
			}
			if e, ok := errors.AsType[*evaluation.BaselineSystemError](err); ok &&
				e.Asked != (c.settings.System != "") {
				t.Errorf("%+v", e)
			}
			c.settings.Force, c.settings.Floors = true, map[string]float64{"wrd": 1}
			r := check(t, c.settings, baseline, candidate)
			if r.Verdict != evaluation.CheckInconclusive && r.Verdict != evaluation.CheckForced || r.Failed() {
				t.Errorf("forced: %s", r.Verdict)
			}
			if r.Forced != c.want || r.ForcedBy.Error() != c.want || r.Baseline != "base" {
				t.Errorf("forced by %q (%v), want %q", r.Forced, r.ForcedBy, c.want)
			}
			for _, test := range r.Tests {
				if test.Against != evaluation.AgainstFloor {
					t.Errorf("%+v was tested against the baseline", test)
				}
			}
		})
	}
}

// joinTexts yields two lists of texts; of an output that both have the second one counts.
func joinTexts(a, b iter.Seq2[evaluation.Texts, error]) iter.Seq2[evaluation.Texts, error] {
	if a == nil {
		return b
	}
	return func(yield func(evaluation.Texts, error) bool) {
		for _, list := range []iter.Seq2[evaluation.Texts, error]{a, b} {
			for text, err := range list {
				if !yield(text, err) {
					return
				}
			}
		}
	}
}

// Without a baseline there is nothing to fail, but a floor.
func TestCheckNew(t *testing.T) {
	now := side(t, "now", "wrd", repeat(8, 0.5))
	r := check(t, evaluation.CheckSettings{New: true}, nil, now)
	if r.Verdict != evaluation.CheckNew || !r.New || r.Failed() {
		t.Errorf("%+v", r)
	}
	content, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"verdict":"new baseline","new_baseline":true,"updated":false,"signature":"",` +
		`"test":"randomisation","correction":"holm","samples":10000,"seed":0,"alpha":0.05,"tests":[],"worst":[]}`
	if string(content) != want {
		t.Errorf("got %s, want %s", content, want)
	}
	r = check(t, evaluation.CheckSettings{New: true, Floors: map[string]float64{"wrd": 0.25}}, nil, now)
	if r.Verdict != evaluation.CheckRegression || !r.Failed() {
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
	if got := check(t, evaluation.CheckSettings{}, before, now).Tests[0]; got.Equal != 6 {
		t.Errorf("turned round: %+v", got)
	}
	now = side(t, "now", "wrd", rising)
	now.ByLine = true
	for i := range now.Segments {
		now.Segments[i].ID = fmt.Sprint(i + 1)
	}
	if got := check(t, evaluation.CheckSettings{}, before, now).Tests[0]; got.Equal != 6 {
		t.Errorf("by line: %+v", got)
	}
}

// What is listed are the largest drops of the first column, with the reference that is closest and the moves that cost
// most.
func TestCheckWorst(t *testing.T) {
	store, err := embedding.New("toy", []string{"east", "north", "west"}, 2, []float32{1, 0, 0, 1, -3, 0})
	if err != nil {
		t.Fatal(err)
	}
	options := metric.Options{Vectors: store, OOV: metric.OOVSkip}
	before := side(t, "before", "wrd", []float64{0, 0, 0, 0.5})
	before.Texts = texts(text("a", "0", "east", "east", "west"), text("a", "1", "old", "east", "west"),
		text("a", "2", "old", "east", "west"), text("a", "3", "old", "east", "west"))
	now := side(t, "now", "wrd", []float64{1, 0.75, 0, 0.25})
	now.Lines = true
	now.Texts = texts(text("a", "0", "North east", "east", "west"), text("a", "1", "unknown", "east", "west"),
		text("a", "2", "new", "east", "west"), text("a", "3", "new", "east", "west"))
	settings := evaluation.CheckSettings{Worst: 5, Scoring: func() (metric.Options, error) { return options, nil }}
	want := []evaluation.WorseSegment{
		// Half of the mass stays; for west, of norm 3, all of it must move.
		{System: "a", Measure: "wrd", Segment: "0", Line: 1, Before: 0, Now: 1, Drop: 1, Candidate: "North east",
			BaselineText: "east", Reference: "east", AlignedBy: metric.MeasureWRD, Alignment: []evaluation.AlignedMove{
				{CandidateToken: "north", ReferenceToken: "east", Mass: 0.5, Cost: 1},
				{CandidateToken: "east", ReferenceToken: "east", Mass: 0.5, Cost: 0},
			}},
		{System: "a", Measure: "wrd", Segment: "1", Line: 2, Before: 0, Now: 0.75, Drop: 0.75, Candidate: "unknown",
			BaselineText: "old", Reference: "east", AlignedBy: metric.MeasureWRD, Status: "no_known_candidate"},
	}
	sameWorst(t, check(t, settings, before, now).Worst, want)

	settings.Worst = 1
	r := check(t, settings, before, now)
	sameWorst(t, r.Worst, want[:1])
	sameWorst(t, r.WorstOf(r.Tests[0]), want[:1])

	// Scores that may have been made in another way are aligned only if the signatures agree.
	scorer, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	var notices []string
	settings.ScoringName, settings.Notify = "these options", func(notice string) { notices = append(notices, notice) }
	before.Columns[0].Signature = scorer.Signature(2).String()
	now.Columns[0].Signature = before.Columns[0].Signature
	sameWorst(t, check(t, settings, before, now).Worst, want[:1])
	if notices != nil {
		t.Errorf("told %q", notices)
	}
	options.OOV = metric.OOVOwn
	bare := want[0]
	bare.Reference, bare.AlignedBy, bare.Alignment = "", "", nil
	sameWorst(t, check(t, settings, before, now).Worst, []evaluation.WorseSegment{bare})
	leftOut := "alignments are left out: oov is skip in now, own in these options"
	if !slices.Equal(notices, []string{leftOut}) {
		t.Errorf("told %q, want %q", notices, leftOut)
	}

	// Without texts there are the scores alone, and a notice if only one side has references.
	notices, before.Texts, now.Lines = nil, nil, false
	bare.BaselineText, bare.Line, settings.Scoring = "", 0, nil
	sameWorst(t, check(t, settings, before, now).Worst, []evaluation.WorseSegment{bare})
	if len(notices) != 1 || !strings.HasPrefix(notices[0], "only one of the two ") {
		t.Errorf("told %q", notices)
	}
}

// sameWorst compares what a reader of the reports sees.
func sameWorst(t *testing.T, got, want []evaluation.WorseSegment) {
	t.Helper()
	g, err := json.MarshalIndent(got, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	w, err := json.MarshalIndent(want, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if string(g) != string(w) {
		t.Errorf("got %s\nwant %s", g, w)
	}
}

// Another system changes nothing about a system but the correction of p, whatever its scores and its place.
func TestCheckSystemsAlone(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(r, "segments")
		row := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.25, 0.5, 1}), n, n)
		rows := rapid.SliceOfN(row, 2, 4).Draw(r, "now")
		settings := evaluation.CheckSettings{
			System: "a", Worst: 2, Floors: map[string]float64{"wrd": 0.5},
			Tests: agreement.CompareOptions{Draws: 50, Correction: agreement.CorrectionNone},
		}
		baseline := side(t, "before", "wrd", row.Draw(r, "before"))
		all := side(t, "now", "wrd", rows...)
		for _, corrected := range []bool{false, true} {
			if corrected {
				settings.Tests.Correction = agreement.CorrectionBH
			}
			together := check(t, settings, baseline, all)
			for i, system := range all.Systems {
				alone := side(t, "now", "wrd", rows[i])
				alone.Systems[0] = system
				one := check(t, settings, baseline, alone)
				got := slices.DeleteFunc(slices.Clone(together.Tests), func(x evaluation.CheckTest) bool {
					return x.System != system
				})
				for k, want := range one.Tests {
					if corrected { // which of the two corrections is the larger depends on the other tests
						got[k].Adjusted, got[k].Verdict, got[k].Reason = want.Adjusted, want.Verdict, want.Reason
					}
					if seen(t, got[k]) != seen(t, want) {
						t.Fatalf("together %s\nalone %s", seen(t, got[k]), seen(t, want))
					}
				}
				worst := slices.DeleteFunc(slices.Clone(together.Worst), func(x evaluation.WorseSegment) bool {
					return x.System != system
				})
				sameWorst(t, worst, append([]evaluation.WorseSegment{}, one.Worst...))
			}
		}
	})
}

// seen writes a test as readers of the report see it.
func seen(t *testing.T, test evaluation.CheckTest) string {
	content, err := json.Marshal(test)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// When the context ends the check ends, forced or not, while texts are read and while tests are made.
func TestCheckCancelled(t *testing.T) {
	for _, force := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		now := side(t, "now", "wrd", repeat(8, 0.5))
		read := 0
		now.Texts = func(yield func(evaluation.Texts, error) bool) {
			for i := range 1000 {
				if read++; i == 10 {
					cancel()
				}
				if !yield(text("a", "0", "x", "y"), nil) {
					return
				}
			}
		}
		r, err := evaluation.Check(ctx, evaluation.CheckSettings{Force: force}, now, now)
		if r != nil || !errors.Is(err, context.Canceled) || read > 20 {
			t.Errorf("force %v: %v after %d texts", force, err, read)
		}
		now.Texts = nil
		r, err = evaluation.Check(ctx, evaluation.CheckSettings{Force: force}, now, now)
		if r != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("force %v: %v", force, err)
		}
	}
}

func ExampleCheck() {
	segments := make([]evaluation.Segment, 8)
	for i := range segments {
		segments[i].ID = fmt.Sprint(i + 1)
	}
	scores := func(name string, values ...float64) *evaluation.CheckInput {
		grid, err := agreement.NewGrid(1, len(values), values)
		if err != nil {
			log.Fatal(err)
		}
		return &evaluation.CheckInput{Scores: evaluation.Scores{
			Name: name, Systems: []string{"model"}, Segments: segments,
			Columns: []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid}},
		}}
	}
	report, err := evaluation.Check(context.Background(),
		evaluation.CheckSettings{Margins: map[string]float64{"wrd": 0.02}, Worst: 2},
		scores("last release", 0.10, 0.20, 0.15, 0.30, 0.25, 0.20, 0.10, 0.30),
		scores("this change", 0.20, 0.25, 0.20, 0.35, 0.40, 0.30, 0.15, 0.50))
	if err != nil {
		log.Fatal(err)
	}
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
