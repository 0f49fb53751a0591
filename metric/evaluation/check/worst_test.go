package check_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
)

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
	rules := check.Rules{Worst: 5, Scoring: func() (metric.Options, error) { return options, nil }}
	want := []check.WorseSegment{
		// Half of the mass stays; for west, of norm 3, all of it must move.
		{System: "a", Measure: "wrd", Segment: evaluation.Segment{ID: "0"}, Line: 1, Before: 0, Now: 1, Drop: 1, Candidate: "North east",
			BaselineText: "east", Reference: "east", AlignedBy: metric.MeasureWRD, Alignment: []explained.Move{
				{CandidateToken: "north", ReferenceToken: "east", Mass: 0.5, Cost: 1},
				{CandidateToken: "east", ReferenceToken: "east", Mass: 0.5, Cost: 0},
			}},
		{System: "a", Measure: "wrd", Segment: evaluation.Segment{ID: "1"}, Line: 2, Before: 0, Now: 0.75, Drop: 0.75, Candidate: "unknown",
			BaselineText: "old", Reference: "east", AlignedBy: metric.MeasureWRD, Status: "no_known_candidate"},
	}
	sameWorst(t, run(t, rules, before, now).Worst, want)

	rules.Worst = 1
	r := run(t, rules, before, now)
	sameWorst(t, r.Worst, want[:1])
	sameWorst(t, r.WorstOf(r.Tests[0]), want[:1])

	// Scores that may have been made in another way are aligned only if the signatures agree.
	scorer, err := metric.NewScorer(options)
	if err != nil {
		t.Fatal(err)
	}
	var notices []string
	rules.ScoringName = "these options"
	rules.Notify = func(n check.Notice) { notices = append(notices, say.CheckNotice(n)) }
	before.Columns[0].Signature = scorer.Signature(2).String()
	now.Columns[0].Signature = before.Columns[0].Signature
	sameWorst(t, run(t, rules, before, now).Worst, want[:1])
	if notices != nil {
		t.Errorf("told %q", notices)
	}
	options.OOV = metric.OOVOwn
	bare := want[0]
	bare.Reference, bare.AlignedBy, bare.Alignment = "", "", nil
	sameWorst(t, run(t, rules, before, now).Worst, []check.WorseSegment{bare})
	leftOut := "alignments are left out: oov is skip in now, own in these options"
	if !slices.Equal(notices, []string{leftOut}) {
		t.Errorf("told %q, want %q", notices, leftOut)
	}

	// Without texts there are the scores alone, and a notice if only one side has references.
	notices, before.Texts, now.Lines = nil, nil, false
	bare.BaselineText, bare.Line, rules.Scoring = "", 0, nil
	sameWorst(t, run(t, rules, before, now).Worst, []check.WorseSegment{bare})
	if len(notices) != 1 || !strings.HasPrefix(notices[0], "only one of the two ") {
		t.Errorf("told %q", notices)
	}
}

// sameWorst compares what a reader of the reports sees.
func sameWorst(t *testing.T, got, want []check.WorseSegment) {
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
