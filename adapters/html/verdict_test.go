package html_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/html"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/agreement/significance"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/inspection"
)

// scored returns the report of systems whose scores of a measure, lower is better, are given, and of human scores if not nil.
func scored(t *testing.T, settings inspection.Contents, human []float64, scores ...[]float64) *html.Report {
	t.Helper()
	n := len(scores[0])
	input := &inspection.Input{}
	for i := range scores {
		input.Systems = append(input.Systems, fmt.Sprintf("s%d", i))
	}
	for i := range n {
		input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(i)})
	}
	add := func(name string, lower bool, values []float64) {
		grid, err := agreement.NewGrid(len(scores), n, values)
		if err != nil {
			t.Fatal(err)
		}
		input.Columns = append(input.Columns, evaluation.Column{Name: name, LowerIsBetter: lower, Grid: grid})
	}
	add("m", true, slices.Concat(scores...))
	if human != nil {
		input.Human = "people"
		add("people", false, human)
	}
	inspection, err := inspection.Inspect(t.Context(), settings, input)
	if err != nil {
		t.Fatal(err)
	}
	if inspection.Comparison != nil {
		say.Compared(inspection.Comparison)
	}
	say.Inspected(inspection)
	return &html.Report{Inspection: inspection, Correlations: inspection.Agreement}
}

// apart returns scores around a mean; those of two means on the same segments differ by nearly the same everywhere.
func apart(mean float64) (list []float64) {
	for i := range 60 {
		list = append(list, mean+float64(i*31%17)/100+float64(i*7%5)*mean/1000)
	}
	return list
}

// The page begins with what was found, in sentences.
func TestVerdict(t *testing.T) {
	noisy := apart(0.2)
	for i := range noisy {
		noisy[i] += float64(i%2)*0.04 - 0.02
	}
	baseline := inspection.Contents{Compare: compare.Design{Baseline: "s1"}}
	for _, c := range []struct {
		name     string
		settings inspection.Contents
		human    []float64
		scores   [][]float64
		want     []string
	}{
		{"one system", inspection.Contents{}, nil, [][]float64{apart(0.2)},
			[]string{`<p class="headline" dir="auto"><b><bdi>s0</bdi></b> has the mean <b><bdi>m</bdi></b> 0.2816 (95% interval `}},
		{"the second is better", inspection.Contents{}, nil, [][]float64{apart(0.3), apart(0.2)},
			[]string{`<p class="headline" dir="auto"><b><bdi>s1</bdi></b> is significantly better than <b><bdi>s0</bdi></b> by ` +
				"<b><bdi>m</bdi></b>: +0.1002 (95% interval +0.1", "p &lt; 0.0001.</p>", "<title>s1 and s0: 60 segments</title>"}},
		{"equal", inspection.Contents{}, nil, [][]float64{apart(0.2), noisy},
			[]string{"do not differ significantly", "<h3>Is it certain?</h3>\n<p class=\"say\" dir=\"auto\">Detectable: 0.0074, the least "}},
		{"too few", inspection.Contents{}, nil, [][]float64{apart(0.2)[:5], apart(0.9)[:5]},
			[]string{"do not differ significantly", "With so few segments no test can give a p of 0.05 or less."}},
		{"all differ", inspection.Contents{}, nil, [][]float64{apart(0.3), apart(0.2), apart(0.4)},
			[]string{"<b><bdi>s1</bdi></b> is best of 3 systems by", "A line separates systems that differ significantly",
				`<td class="mean leads">0.2816</td>`,
				`<tr class="parted" data-people="1" data-order="1"><th scope="row" dir="auto"><a data-compare="0">s0<`}},
		{"a pair is open", inspection.Contents{}, nil, [][]float64{apart(0.2), noisy, apart(0.4)},
			[]string{"</b> tie for first of 3 systems by <b><bdi>m</bdi></b>; "}},
		{"a baseline", baseline, nil, [][]float64{apart(0.3), apart(0.2), apart(0.1)},
			[]string{"1 of 2 systems is significantly better than <b><bdi>s1</bdi></b> by <b><bdi>m</bdi></b>: the best is " +
				"<b><bdi>s2</bdi></b>, +0.10"}},
		{"corrected", inspection.Contents{Compare: compare.Design{Tests: significance.Options{Draws: 30}}}, nil,
			[][]float64{apart(0.3), apart(0.2), apart(0.4)},
			[]string{"In 3 pairs the interval excludes 0, but p, which decides, is above 0.05 (docs/compare.md#tests).",
				"30 samples are few for 3 pairs: the smallest corrected p that they can give is 0.097"}},
		{"people", inspection.Contents{}, slices.Concat(apart(3), apart(5), apart(4)),
			[][]float64{apart(0.3), apart(0.2), apart(0.4)},
			[]string{"People (<b><bdi>people</bdi></b>) agree that <b><bdi>s1</bdi></b> is best.</p>",
				"Pairs of systems in the same order: 2 of 3, 67%.</p>", "3 of 3 pairs of systems differ significantly by <b><bdi>m</bdi></b>, 3 by people.",
				"Agreement with people", `<td dir="auto">s1 (1)</td>`, "<td>2 of 3 (67%)</td>", `data-by="people">people (people)</th>`,
				`<td class="mean leads"><small>1</small> 5.0912</td>`, `<td class="mean leads"><small>1</small> 0.2816</td>`,
				`<th scope="row">m</th><td>people</td><td>system</td><td>pearson</td>`}},
		{"people prefer another", inspection.Contents{}, slices.Concat(apart(5), apart(3), apart(4)),
			[][]float64{apart(0.3), apart(0.2), apart(0.4)},
			[]string{`<p class="headline" dir="auto">People (<b><bdi>people</bdi></b>) put <b><bdi>s0</bdi></b> first, 2nd of 3 by ` +
				"<b><bdi>m</bdi></b>; <b><bdi>m</bdi></b> puts <b><bdi>s1</bdi></b> first, 3rd of 3 by people.</p>", `<td dir="auto">s1 (3)</td>`,
				`<td dir="auto">s0 (2)</td>`, "p = 0.0003</td>"}},
		{"people against it", inspection.Contents{}, slices.Concat(apart(5), apart(3)), [][]float64{apart(0.3), apart(0.2)},
			[]string{"put <b><bdi>s0</bdi></b> first, 2nd of 2 by <b><bdi>m</bdi></b>; <b><bdi>m</bdi></b> puts <b><bdi>s1</bdi></b> first, 2nd of 2 by people.</p>"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := written(t, scored(t, c.settings, c.human, c.scores...))
			for _, want := range c.want {
				if !strings.Contains(page, want) {
					found := regexp.MustCompile(`<p class="say".*</p>`).FindAllString(page, -1)
					t.Errorf("the page lacks %s; it says %q", want, found)
				}
			}
		})
	}
}

// Of several human scores the page has a sentence, a plot and the correlations of every measure for each; the one that was
// named is the first, and the one in the headline and the chart.
func TestSeveralHumanScores(t *testing.T) {
	input := &inspection.Input{Human: "human.sense"}
	input.Systems = []string{"s0", "s1", "s2"}
	for i := range 60 {
		input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(i)})
	}
	for _, c := range []struct {
		name   string
		lower  bool
		scores []float64
	}{
		{"m", true, slices.Concat(apart(0.3), apart(0.2), apart(0.4))},
		{"COMET", false, slices.Concat(apart(0.5), apart(0.2), apart(0.4))},
		{"human.fluency", false, slices.Concat(apart(4), apart(5), apart(3))},
		{"human.sense", false, slices.Concat(apart(5), apart(4), apart(3))},
		{"human.tone", false, slices.Concat(apart(2), apart(2), apart(2))},
	} {
		grid, err := agreement.NewGrid(3, 60, c.scores)
		if err != nil {
			t.Fatal(err)
		}
		input.Columns = append(input.Columns, evaluation.Column{Name: c.name, LowerIsBetter: c.lower, Grid: grid})
	}
	inspection, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	say.Inspected(inspection)
	page := written(t, &html.Report{Inspection: inspection, Correlations: inspection.Agreement})
	plain := regexp.MustCompile(`</?b>|</?bdi>`).ReplaceAllString(page, "")
	for _, want := range []string{`<p class="headline" dir="auto">People (human.sense) put s0 first, 2nd of 3 by m; m puts s1 first, 2nd of 3 by people.</p>`,
		`data-by="people">people (human.sense)</th>`, `<h3>Do people agree?</h3>
<p class="say" dir="auto">By human.sense people put s0 first, 2nd of 3 by m; m puts s1 first, 2nd of 3 by people. Pairs of systems in the same order: 2 of 3, 67%.</p>
<p class="say" dir="auto">By human.fluency people agree that s1 is best. Pairs of systems in the same order: 3 of 3, 100%.</p>
<p class="say" dir="auto">By human.tone people give all 3 systems the same mean.</p>`} {
		if !strings.Contains(plain, want) {
			t.Errorf("the page lacks %s; it says %q", want, regexp.MustCompile(`<(p class="say"|th).*>`).FindAllString(plain, -1))
		}
	}
	for _, human := range []string{"sense", "fluency", "tone"} {
		for _, measure := range []string{"m", "COMET"} {
			for _, level := range []string{"system", "segment"} {
				row := fmt.Sprintf(`<tr><th scope="row">%s</th><td>human.%s</td><td>%s</td><td>pearson</td>`, measure, human, level)
				if strings.Count(page, row) != 1 {
					t.Errorf("the page has %d times %s", strings.Count(page, row), row)
				}
			}
		}
		plot := fmt.Sprintf("Scatter plot “Means of the systems”: 3 points, human.%s from", human)
		if strings.Count(page, plot) != 1 {
			t.Errorf("the page has %d times %s", strings.Count(page, plot), plot)
		}
	}
}

// The page of a check says first what is newly broken, whatever its tests found.
func TestBrokenInVerdict(t *testing.T) {
	r := scored(t, inspection.Contents{}, nil, apart(0.3))
	r.Check = &check.Report{
		Broken: []check.BrokenOutputs{
			{System: "s0", New: 2, Failed: true, Reason: "2 of 60 outputs of <s0>"}, {System: "s1", Reason: "none of s1"}},
		Tests: []check.Test{{System: "s0", Measure: "m", Verdict: check.Pass, Reason: "why"}},
	}
	page := written(t, r)
	said := regexp.MustCompile(`<p class="(?:say|headline)".*</p>`).FindAllString(page, -1)
	if len(said) != 2 || !strings.Contains(said[0], "2 of 60 outputs of &lt;s0&gt;.") || !strings.Contains(said[1], "why") {
		t.Errorf("it says %q", said)
	}
}

// The first screen shows why by an example: of the segments that are read at a glance the one on which the better system is
// furthest ahead, with both scores, and no more of a text than fits.
func TestExampleInVerdict(t *testing.T) {
	input := &inspection.Input{}
	input.Systems, input.Segments = []string{"old", "new <b>"}, evaluation.Numbered(3)
	grid, err := agreement.NewGrid(2, 3, []float64{0.9, 0.8, 0.3, 0.1, 0.2, 0.2})
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "m", LowerIsBetter: true, Grid: grid}}
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		for i, reference := range []string{"Short.", "A reference that is read at a glance.", "Another one, of less difference."} {
			for k, candidate := range []string{strings.Repeat("word ", 50), "what is <new>"} {
				texts := inspection.OutputTexts{Texts: evaluation.Texts{Candidate: candidate, References: []string{reference}}}
				texts.System, texts.Segment = input.Systems[k], input.Segments[i]
				if !yield(texts, nil) {
					return
				}
			}
		}
	}
	found, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	say.Inspected(found)
	want := `<h3>Show me why</h3>
<p class="say" dir="auto">In segment <a data-row="1">2</a> <b><bdi>new &lt;b&gt;</bdi></b> is ahead of <b><bdi>old</bdi></b> by +0.6000:</p>
<p class="say" dir="auto"><small><b><bdi>reference</bdi></b>: <q dir="auto">A reference that is read at a glance.</q></small></p>
<p class="say" dir="auto"><small><b><bdi>new &lt;b&gt;</bdi></b> 0.2000: <q dir="auto">what is &lt;new&gt;</q></small></p>
<p class="say" dir="auto"><small><b><bdi>old</bdi></b> 0.8000: <q dir="auto">` + strings.Repeat("word ", 36) + `…</q></small></p>
`
	if page := written(t, &html.Report{Inspection: found}); !strings.Contains(page, want) {
		from := max(0, strings.Index(page, "<h3>Show me why"))
		t.Errorf("the page says %s", page[from:from+min(900, len(page)-from)])
	}
}
