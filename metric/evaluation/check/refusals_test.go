package check_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

func TestCheckWrongUse(t *testing.T) {
	now := side(t, "now", "wrd", repeat(8, 0.5))
	for _, c := range []struct {
		name  string
		rules check.Rules
		input check.Version
		want  string
	}{
		{"a column that is not there", check.Rules{Columns: []string{"add"}}, *now,
			`now: found no column "add" of scores`},
		{"no column", check.Rules{}, check.Version{Scores: evaluation.Scores{Name: "now"}},
			"now: found no column of scores, expected at least one"},
		{"a floor of another column", check.Rules{Floors: map[string]float64{"add": 1}}, *now,
			"floor of add: found no such column among those that are tested, expected one of: wrd"},
		{"fewer worst segments than none", check.Rules{Worst: -1}, *now,
			"found -1 worst segments to list, expected 0 or more"},
		{"an unknown correction", check.Rules{Tests: significance.Options{Correction: "x"}}, *now,
			`found the correction "x", expected one of [holm bh none]`},
		{"an unknown test", check.Rules{Tests: significance.Options{Test: "x"}}, *now,
			`wrd of system a: agreement: found the test "x", expected one of [randomisation bootstrap exact wilcoxon]`},
		{"no scores in common", check.Rules{}, *side(t, "now", "wrd", repeat(8, math.NaN())),
			"wrd of system a: found no segment with a score on both sides, expected at least one"},
		{"a grid of another size", check.Rules{}, check.Version{Scores: evaluation.Scores{
			Name: "now", Systems: now.Systems, Segments: now.Segments[:7], Columns: now.Columns}},
			`now: column "wrd": found scores of 1 systems × 8 segments, expected 1 × 7`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := check.Run(t.Context(), c.rules, now, &c.input)
			if r != nil || err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// Scores that do not mean the same are not compared, unless the check is forced: then the report says why.
func TestCheckRefuses(t *testing.T) {
	const signature = "wrd|vectors:v@1|oov:own|refs:1|version:0.1.0"
	base := func() *check.Version {
		in := side(t, "base", "wrd", repeat(4, 0.5))
		in.Columns[0].Signature = signature
		for _, segment := range in.Segments {
			in.Texts = joinTexts(in.Texts, texts(text("a", segment.ID, "x", "reference "+segment.ID)))
		}
		return in
	}
	for _, c := range []struct {
		name   string
		rules  check.Rules
		change func(baseline, candidate *check.Version)
		of     check.Mismatch // "" for another kind
		want   string
	}{
		{name: "signatures", change: func(b, c *check.Version) {
			c.Columns[0].Signature = strings.Replace(signature, "own", "skip", 1)
		}, of: check.OtherSignatures,
			want: "the scores of wrd cannot be compared, their signatures differ: oov is own in base, skip in now"},
		{name: "ids", change: func(b, c *check.Version) { c.Segments[2].ID = "other" },
			of:   check.OtherSegments,
			want: "the segments are not the same: found 1 only in base (segment 2), 1 only in now (segment other)"},
		{name: "number of lines", change: func(b, c *check.Version) {
			*b = *side(t, "base", "wrd", repeat(3, 0.5))
			b.Columns[0].Signature, b.ByLine = signature, true
		}, of: check.OtherSegments, want: "the segments are not the same: found 3 in base and 4 in now"},
		{name: "references", change: func(b, c *check.Version) {
			c.Texts = joinTexts(c.Texts, texts(text("a", "1", "x", "another")))
		}, of: check.OtherReferences,
			want: "the references of 1 of 4 segments differ between base and now (segment 1): " +
				"the scores cannot be compared"},
		{name: "number of references", change: func(b, c *check.Version) {
			b.Texts = joinTexts(b.Texts, texts(text("a", "3", "x", "reference 3", "")))
		}, of: check.OtherReferences,
			want: "the references of 1 of 4 segments differ between base and now (segment 3): " +
				"the scores cannot be compared"},
		{name: "systems", change: func(b, c *check.Version) {
			b.Systems[0] = "old"
			c.Systems = append(c.Systems, "b")
			c.Columns[0].Grid, _ = agreement.NewGrid(2, 4, repeat(8, 0.5))
		}, want: `found no system "a" in base, which has old`},
		{name: "a system that was asked for", rules: check.Rules{System: "older"},
			want: `found no system "older" in base, which has a`},
		{name: "columns", change: func(b, c *check.Version) { b.Columns[0].Name = "wmd" },
			want: `baseline base: found no column "wrd" of scores`},
		{name: "unreadable", change: func(b, c *check.Version) {
			*b = check.Version{Scores: evaluation.Scores{Name: "base"}, Err: errors.New("damaged")}
		}, want: "damaged"},
		{name: "texts that cannot be read", change: func(b, c *check.Version) {
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
			_, err := check.Run(t.Context(), c.rules, baseline, candidate)
			if err == nil || err.Error() != c.want {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			if e, ok := errors.AsType[*check.MismatchError](err); ok != (c.of != "") || ok && e.Of != c.of {
				t.Errorf("%#v is not of %q", err, c.of)
			}
			if e, ok := errors.AsType[*check.BaselineSystemError](err); ok &&
				e.Asked != (c.rules.System != "") {
				t.Errorf("%+v", e)
			}
			c.rules.Force, c.rules.Floors = true, map[string]float64{"wrd": 1}
			r := run(t, c.rules, baseline, candidate)
			if r.Verdict != check.Inconclusive && r.Verdict != check.Forced || r.Failed() {
				t.Errorf("forced: %s", r.Verdict)
			}
			if r.Forced != c.want || r.ForcedBy.Error() != c.want || r.Baseline != "base" {
				t.Errorf("forced by %q (%v), want %q", r.Forced, r.ForcedBy, c.want)
			}
			for _, test := range r.Tests {
				if test.Against != check.AgainstFloor {
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
		r, err := check.Run(ctx, check.Rules{Force: force}, now, now)
		if r != nil || !errors.Is(err, context.Canceled) || read > 20 {
			t.Errorf("force %v: %v after %d texts", force, err, read)
		}
		now.Texts = nil
		r, err = check.Run(ctx, check.Rules{Force: force}, now, now)
		if r != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("force %v: %v", force, err)
		}
	}
}
