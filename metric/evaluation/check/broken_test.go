package check_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"pgregory.net/rapid"
)

// An outcome is one output of a system on one segment.
type outcome struct {
	text      string
	reference string // "" for one that no other segment has
	status    string // of the scores, "" for none
	absent    bool   // there is no row
	unstored  bool   // the text is not stored
}

// said are outcomes whose texts are known, a segment each.
func said(texts ...string) (list []outcome) {
	for _, text := range texts {
		list = append(list, outcome{text: text})
	}
	return list
}

// outputs is side with the same scores everywhere, and outcomes of each system.
func outputs(t testing.TB, name string, systems ...[]outcome) *check.Version {
	t.Helper()
	var scores [][]float64
	var list []evaluation.Texts
	for i, system := range systems {
		scores = append(scores, make([]float64, len(system)))
		for k, o := range system {
			if o.reference == "" {
				o.reference = fmt.Sprint("reference ", k)
			}
			row := text(string(rune('a'+i)), fmt.Sprint(k), o.text, o.reference)
			row.HasCandidate, row.Status = !o.unstored, o.status
			if o.absent { // others tell its references
				row = text("another", fmt.Sprint(k), "", o.reference)
			}
			list = append(list, row)
		}
	}
	in := side(t, name, "wrd", scores...)
	in.Texts, in.Lines = texts(list...), true
	return in
}

// kinds returns the kind of each output that is listed, by its line.
func kinds(b check.BrokenOutputs) map[int64]check.BrokenKind {
	found := map[int64]check.BrokenKind{}
	for _, o := range b.List {
		found[o.Line] = o.Kind
	}
	return found
}

func TestBrokenOutputs(t *testing.T) {
	const empty, wordless, repeated = check.BrokenEmpty, check.BrokenNoWords, check.BrokenRepeated
	type found = map[int64]check.BrokenKind
	shared := func(n int, text string) []outcome { // n segments with one reference
		return slices.Repeat([]outcome{{text: text, reference: "yes"}}, n)
	}
	for _, c := range []struct {
		name        string
		before, now []outcome // before is nil without a baseline
		want        found
		same        int // broken as before
	}{
		{name: "sound", before: said("a", "b"), now: said("c", "b")},
		{name: "blank", before: said("a", "b", "c"), now: said("", "b", " \t "), want: found{1: empty, 3: empty}},
		{name: "blank before, too", before: said("", "b"), now: said(" ", ""), want: found{2: empty}, same: 1},
		{name: "wordless before, and blank now", before: said("…", "b"), now: said("", "b"), same: 1},
		{name: "no row before", before: []outcome{{absent: true}, {text: "b"}}, now: said("", "b"), same: 1},
		{name: "no row now, which no score has either", before: said("a", "b"), now: []outcome{{absent: true}, {text: "b"}}},
		{name: "no text now", before: said("a", "b"), now: []outcome{{unstored: true}, {text: "b"}}, want: found{1: empty}},
		{name: "a blank reference expects nothing", before: said("a", "b"),
			now: []outcome{{reference: " "}, {reference: "…", text: "!"}}},
		{name: "marks alone", before: said("a", "b"), now: said("?!", "</>"), want: found{1: wordless, 2: wordless}},
		{name: "a digit, or another script", before: said("a", "b"), now: said("7", "猫")},
		{name: "no words for the tokenizer", before: said("a", "b"),
			now: []outcome{{text: "猫", status: "no_words_candidate"}, {text: "!", status: "ok"}}, want: found{1: wordless}},
		{name: "the status of another program", before: said("a", "b"),
			now: []outcome{{text: "a", status: "failed"}, {text: "", status: "failed"}}, want: found{2: empty}},
		{name: "statuses without texts",
			before: []outcome{{unstored: true, status: "ok"}, {unstored: true, status: "ok"}, {unstored: true, status: "ok"},
				{unstored: true, status: "empty_candidate"}},
			now: []outcome{{unstored: true, status: "empty_candidate"}, {unstored: true, status: "no_words_candidate"},
				{unstored: true, status: "both_empty"}, {unstored: true, status: "empty_candidate"}},
			want: found{1: empty, 2: wordless}, same: 1},
		{name: "one text for three references", before: said("a", "b", "c", "d"), now: said("x", "x ", " x", "d"),
			want: found{1: repeated, 2: repeated, 3: repeated}},
		{name: "one text for two references", before: said("a", "b", "c"), now: said("x", "x", "c")},
		{name: "one text for one reference", before: append(shared(4, "yes"), said("b")...),
			now: append(shared(4, "Yes."), said("b")...)},
		{name: "where the baseline gave it, too", before: said("x", "b", "c", "d"), now: said("x", "x", "x", "d"),
			want: found{2: repeated, 3: repeated}},
		{name: "where the baseline was blank", before: said("", "b", "c", "d"), now: said("x", "x", "x", "d"),
			want: found{2: repeated, 3: repeated}},
		{name: "twice as often as the baseline gave another one", before: said("y", "y", "c", "d"),
			now: said("x", "x", "x", "x")},
		{name: "more than twice as often", before: said("y", "y", "c", "d", "e"), now: said("x", "x", "x", "x", "x"),
			want: found{1: repeated, 2: repeated, 3: repeated, 4: repeated, 5: repeated}},
		{name: "two texts", before: said("a", "b", "c", "d", "e", "f"), now: said("x", "y", "x", "y", "x", "y"),
			want: found{1: repeated, 2: repeated, 3: repeated, 4: repeated, 5: repeated, 6: repeated}},
		{name: "what repeats has no words", before: said("a", "b", "c"), now: said("!", "!", "!"),
			want: found{1: wordless, 2: wordless, 3: wordless}},
		{name: "texts before are not stored", before: slices.Repeat([]outcome{{unstored: true, status: "ok"}}, 3),
			now: said("x", "x", "x")},

		{name: "no baseline", now: said("a", "", "!", "x", "x", "x"),
			want: found{2: empty, 3: wordless, 4: repeated, 5: repeated, 6: repeated}},
		{name: "no baseline, and as often as twice the segments with one reference",
			now: append(shared(2, "yes"), said("x", "x", "x", "x")...)},
		{name: "no baseline, and more often", now: append(shared(2, "yes"), said("x", "x", "x", "x", "x")...),
			want: found{3: repeated, 4: repeated, 5: repeated, 6: repeated, 7: repeated}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rules := check.Rules{Worst: 10, Floors: map[string]float64{"wrd": 1}}
			var before *check.Version
			if c.before != nil {
				for k := range c.before {
					c.before[k].reference = c.now[k].reference
				}
				before = outputs(t, "before", c.before)
			}
			r := run(t, rules, before, outputs(t, "now", c.now))
			if len(r.Broken) != 1 {
				t.Fatalf("%+v", r.Broken)
			}
			b := r.Broken[0]
			if got := kinds(b); fmt.Sprint(got) != fmt.Sprint(c.want) || b.Before != c.same {
				t.Errorf("found %v and %d as before, want %v and %d", got, b.Before, c.want, c.same)
			}
			if n := b.Empty + b.NoWords + b.Repeated + b.Copied; b.New != n || n != len(c.want) || b.Segments != len(c.now) {
				t.Errorf("%+v", b)
			}
			if failed := len(c.want) > 0; b.Failed != failed || r.Failed() != failed ||
				(r.Verdict == check.Broken) != failed {
				t.Errorf("failed: %v, %v, %s", b.Failed, r.Failed(), r.Verdict)
			}
		})
	}
}

// Several tokens tell more of a text than its letters.
func TestBrokenByTokens(t *testing.T) {
	of := func(candidate string, tokens, referenceTokens int) *check.Version {
		in := outputs(t, "now", said("x"))
		row := text("a", "0", candidate, "reference 0")
		row.Counted, row.CandidateTokens, row.ReferenceTokens = true, tokens, referenceTokens
		in.Texts = texts(row)
		return in
	}
	for _, c := range []struct {
		name string
		now  *check.Version
		want int
	}{
		{"marks are tokens", of("!!", 2, 1), 0},
		{"letters are none", of("ab", 0, 1), 1},
		{"the reference has none", of("ab", 0, 0), 0},
	} {
		r := run(t, check.Rules{}, outputs(t, "before", said("x")), c.now)
		if got := r.Broken[0].NoWords; got != c.want {
			t.Errorf("%s: %d without words, want %d", c.name, got, c.want)
		}
	}
}

// The verdict is broken before anything else, and outputs that are broken are not among the worst.
func TestBrokenVerdict(t *testing.T) {
	before, now := outputs(t, "before", said(words(8)...)), outputs(t, "now", said(append(words(7), "")...))
	now.Columns[0].Grid.Values[7] = 1
	now.Columns[0].Grid.Values[0] = 0.5
	limit := func(n int) *check.BrokenLimit { return &check.BrokenLimit{Outputs: n} }
	share := func(p float64) *check.BrokenLimit { return &check.BrokenLimit{Percent: p} }
	for _, c := range []struct {
		name    string
		rules   check.Rules
		verdict check.Verdict
		failed  bool
		reason  string
	}{
		{"none may be", check.Rules{}, check.Broken, true,
			"1 of 8 outputs of a is newly broken, more than the 0 allowed: 1 empty (line 8)"},
		{"none may be, as asked", check.Rules{MaxBroken: limit(0)}, check.Broken, true,
			"1 of 8 outputs of a is newly broken, more than the 0 allowed: 1 empty (line 8)"},
		{"one may be", check.Rules{MaxBroken: limit(1)}, check.Inconclusive, false,
			"1 of 8 outputs of a is newly broken, within the 1 allowed: 1 empty (line 8)"},
		{"a share", check.Rules{MaxBroken: share(12.5)}, check.Inconclusive, false,
			"1 of 8 outputs of a is newly broken, within the 1 allowed: 1 empty (line 8)"},
		{"less than a share", check.Rules{MaxBroken: share(12.4)}, check.Broken, true,
			"1 of 8 outputs of a is newly broken, more than the 0 allowed: 1 empty (line 8)"},
		{"before a regression", check.Rules{Floors: map[string]float64{"wrd": -1}}, check.Broken, true,
			"1 of 8 outputs of a is newly broken, more than the 0 allowed: 1 empty (line 8)"},
		{"by force", check.Rules{Force: true}, check.Broken, false,
			"1 of 8 outputs of a is newly broken, more than the 0 allowed: 1 empty (line 8)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.rules.Worst = 3
			r := run(t, c.rules, before, now)
			if r.Verdict != c.verdict || r.Failed() != c.failed || r.Broken[0].Reason != c.reason {
				t.Errorf("%s, failed %v: %s", r.Verdict, r.Failed(), r.Broken[0].Reason)
			}
			list, err := json.Marshal(r.Broken[0].List)
			const want = `[{"system":"a","segment":"7","line":8,"kind":"empty",` +
				`"baseline_text":"word 7","reference":"reference 7"}]`
			if err != nil || string(list) != want {
				t.Errorf("listed %s, want %s", list, want)
			}
			if len(r.Worst) != 1 || r.Worst[0].Segment.ID != "0" {
				t.Errorf("worst: %+v", r.Worst)
			}
		})
	}
	first := run(t, check.Rules{New: true}, nil, now)
	if first.Verdict != check.New || first.Failed() ||
		first.Broken[0].Reason != "1 of 8 outputs of a is broken: 1 empty (line 8)" {
		t.Errorf("the first baseline: %s, %+v", first.Verdict, first.Broken)
	}
	before.Err = errors.New("damaged")
	forced := run(t, check.Rules{Force: true}, before, now)
	if forced.Verdict != check.Forced || forced.Failed() || forced.Broken[0].BaselineSystem != "" ||
		forced.Broken[0].Reason != "1 of 8 outputs of a is broken: 1 empty (line 8)" {
		t.Errorf("forced: %s, %+v", forced.Verdict, forced.Broken)
	}
}

// words returns n different texts.
func words(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprint("word ", i))
	}
	return list
}

// A sentence names the first of each kind, and so does the list; segments without lines are called by their names.
func TestBrokenReason(t *testing.T) {
	now := slices.Concat(said(slices.Repeat([]string{""}, 7)...), said("!"), said(slices.Repeat([]string{"x"}, 4)...),
		said("good"))
	before := said(words(13)...)
	before[0].text = ""
	r := run(t, check.Rules{Worst: 2}, outputs(t, "before", before), outputs(t, "now", now))
	const want = "11 of 13 outputs of a are newly broken, more than the 0 allowed: 6 empty (lines 2, 3, 4, 5, 6, …), " +
		"1 without words (line 8), 4 the same for different references (lines 9, 10, 11, 12); 1 more is broken as before"
	const list = "map[2:empty 3:empty 8:no_words 9:repeated 10:repeated]"
	if b := r.Broken[0]; b.Reason != want || fmt.Sprint(kinds(b)) != list {
		t.Errorf("%s\n%v", b.Reason, kinds(b))
	}
	in := outputs(t, "now", now)
	in.Lines = false
	if r = run(t, check.Rules{Floors: map[string]float64{"wrd": 1}}, nil, in); !strings.Contains(
		r.Broken[0].Reason, "1 without words (segment 7)") {
		t.Error(r.Broken[0].Reason)
	}
	sound := run(t, check.Rules{}, outputs(t, "b", said("x")), outputs(t, "n", said("x"))).Broken[0]
	if sound.Reason != "no output of a is newly broken" || sound.List == nil {
		t.Errorf("%+v", sound)
	}
}

// Where nothing but scores is known nothing is counted, which is said only to those who asked.
func TestBrokenUnknown(t *testing.T) {
	unknown := slices.Repeat([]outcome{{unstored: true}}, 3)
	status := slices.Repeat([]outcome{{unstored: true, status: "ok"}}, 3)
	limit := &check.BrokenLimit{Outputs: 1}
	for _, c := range []struct {
		name        string
		before, now []outcome
		counted     bool
		notice      string
	}{
		{"now", said("a", "b", "c"), unknown, false,
			"broken outputs of a are not counted: neither their texts nor statuses are known"},
		{"before", unknown, said("", "b", "c"), false,
			"broken outputs of a are not counted: neither their texts nor statuses are known"},
		{"texts before", status, said("", "b", "c"), true,
			"whether outputs of a repeat a text is not known: the texts are not stored"},
		{"texts now", said("a", "b", "c"), status, true,
			"whether outputs of a repeat a text is not known: the texts are not stored"},
		{"nothing", said("a", "b", "c"), said("a", "b", "c"), true, ""},
	} {
		var notices []string
		rules := check.Rules{MaxBroken: limit, Notify: func(n check.Notice) { notices = append(notices, say.CheckNotice(n)) }}
		r := run(t, rules, outputs(t, "before", c.before), outputs(t, "now", c.now))
		if (len(r.Broken) == 1) != c.counted || r.Broken == nil || strings.Join(notices, "\n") != c.notice {
			t.Errorf("%s: %+v, said %q", c.name, r.Broken, notices)
		}
		notices, rules.MaxBroken = nil, nil
		run(t, rules, outputs(t, "before", c.before), outputs(t, "now", c.now))
		if notices != nil {
			t.Errorf("%s: said %q", c.name, notices)
		}
	}
	in := side(t, "now", "wrd", make([]float64, 3))
	if r := run(t, check.Rules{}, side(t, "before", "wrd", make([]float64, 3)), in); len(r.Broken) != 0 {
		t.Errorf("without texts: %+v", r.Broken)
	}
}

// Another system, and the order of rows, change nothing about what is broken of a system, and outputs are broken by the
// definition, which is written here in another way.
func TestBrokenOutputsAreTheirOwn(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "segments")
		draw := func(name string) (list []outcome) {
			for i := range n {
				list = append(list, outcome{
					text: rapid.SampledFrom([]string{"", "!", "some words", "same words", "more words",
						fmt.Sprintf("own words %c", 'a'+i)}).Draw(rt, name),
					reference: fmt.Sprintf("few words %c", 'a'+i%max(1, n*2/3)), // as long, so that there are no findings
				})
			}
			return list
		}
		before, now, other := draw("before"), draw("now"), draw("other")
		rules := check.Rules{Worst: n}
		alone := run(t, rules, outputs(t, "before", before), outputs(t, "now", now)).Broken[0]
		both := outputs(t, "now", now, other)
		rows := slices.Collect(func(yield func(evaluation.Texts) bool) {
			both.Texts(func(t evaluation.Texts, _ error) bool { return yield(t) })
		})
		both.Texts = texts(rapid.Permutation(rows).Draw(rt, "rows")...)
		with := run(t, rules, outputs(t, "before", before, before), both).Broken[0]
		if fmt.Sprintf("%+v", with) != fmt.Sprintf("%+v", alone) {
			rt.Fatalf("with another system\n%+v\nalone\n%+v", with, alone)
		}
		given := func(list []outcome) (times map[string]int) {
			times = map[string]int{}
			seen := map[[2]string]bool{}
			for _, o := range list {
				if o.text != "" && o.text != "!" && !seen[[2]string{o.text, o.reference}] {
					seen[[2]string{o.text, o.reference}] = true
					times[o.text]++
				}
			}
			return times
		}
		usual := 1
		for _, times := range given(before) {
			usual = max(usual, times)
		}
		want := map[int64]check.BrokenKind{}
		for i, o := range now {
			if b := before[i].text; b == "" || b == "!" {
				continue
			} else if line := int64(i) + 1; o.text == "" {
				want[line] = check.BrokenEmpty
			} else if o.text == "!" {
				want[line] = check.BrokenNoWords
			} else if given(now)[o.text] > 2*usual && o.text != b {
				want[line] = check.BrokenRepeated
			}
		}
		if fmt.Sprint(kinds(alone)) != fmt.Sprint(want) || alone.New != len(want) {
			rt.Fatalf("found %v, want %v", kinds(alone), want)
		}
	})
}

// Whatever ends the reading of texts ends the check.
func TestBrokenReadingFails(t *testing.T) {
	for _, c := range []struct {
		name string
		side func(before, now *check.Version) *check.Version
	}{
		{"now", func(_, now *check.Version) *check.Version { return now }},
		{"before", func(before, _ *check.Version) *check.Version { return before }},
	} {
		for at := range 2 { // at first, and again for the texts that are shown
			before, now := outputs(t, "before", said("a", "b")), outputs(t, "now", said("a", ""))
			in, passes := c.side(before, now), 0
			whole := in.Texts
			in.Texts = func(yield func(evaluation.Texts, error) bool) {
				if passes++; passes > at {
					yield(evaluation.Texts{}, errors.New("cut off"))
					return
				}
				whole(yield)
			}
			_, err := check.Run(t.Context(), check.Rules{Worst: 1}, before, now)
			if err == nil || !strings.Contains(err.Error(), "cut off") {
				t.Errorf("%s, reading %d: got %v", c.name, at, err)
			}
		}
	}
}

func TestBrokenLimit(t *testing.T) {
	for _, c := range []struct {
		written  string
		want     check.BrokenLimit
		segments int
		broken   int // the most that do not fail
	}{
		{"0", check.BrokenLimit{}, 40, 0},
		{"3", check.BrokenLimit{Outputs: 3}, 40, 3},
		{"0%", check.BrokenLimit{}, 40, 0},
		{"2%", check.BrokenLimit{Percent: 2}, 49, 0},
		{"2%", check.BrokenLimit{Percent: 2}, 50, 1},
		{"0.29%", check.BrokenLimit{Percent: 0.29}, 10000, 29}, // 28.999… in binary
		{"100%", check.BrokenLimit{Percent: 100}, 40, 40},
	} {
		got, err := check.ParseBrokenLimit(c.written)
		if err != nil || got != c.want {
			t.Errorf("%s: got %+v, %v", c.written, got, err)
		}
		list := said(words(c.segments)...)
		r := run(t, check.Rules{MaxBroken: &got}, outputs(t, "before", list), outputs(t, "now", list))
		if b := r.Broken[0]; b.Allowed != c.broken {
			t.Errorf("%s of %d: %d may be, want %d", c.written, c.segments, b.Allowed, c.broken)
		}
	}
	for _, wrong := range []string{"", "-1", "2.5", "many", "%", "-1%", "101%", "NaN%", "Inf%", "1 %", "1e400%"} {
		if got, err := check.ParseBrokenLimit(wrong); err == nil || !strings.Contains(err.Error(), "expected a number") {
			t.Errorf("%q: got %+v, %v", wrong, got, err)
		}
	}
	for _, wrong := range []check.BrokenLimit{{Outputs: -1}, {Percent: -1}, {Percent: 101}, {Percent: math.NaN()}} {
		rules := check.Rules{MaxBroken: &wrong}
		_, err := check.Run(t.Context(), rules, nil, outputs(t, "now", said("a")))
		if err == nil || !strings.Contains(err.Error(), "broken outputs: found the limits") {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}
