package inspection_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/inspection"
	"github.com/wordrotator/wrd/tokenize"
)

// inspected are one system's outputs, each with its reference and score.
type inspected struct {
	source, candidate string
	references        []string
	score             float64
	alignment         []explained.Move
}

func inspectInput(t *testing.T, outputs ...[]inspected) *inspection.Input {
	t.Helper()
	input := &inspection.Input{}
	var values []float64
	for i, list := range outputs {
		input.Systems = append(input.Systems, string(rune('a'+i)))
		for k, o := range list {
			values = append(values, o.score)
			if i == 0 {
				input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(k)})
			}
		}
	}
	grid, err := agreement.NewGrid(len(outputs), len(outputs[0]), values)
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid}}
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		for i, list := range outputs {
			for k, o := range list {
				if !yield(inspection.OutputTexts{
					Texts: evaluation.Texts{
						Output:     evaluation.Output{System: input.Systems[i], Segment: input.Segments[k]},
						Candidate:  o.candidate,
						References: o.references,
						Details: reading.Details{
							Source:  o.source,
							Status:  "ok",
							Counted: true,
							Counts:  metric.Counts{CandidateTokens: 4, CandidateOOV: 1, ReferenceTokens: 2},
						},
					}, Alignment: o.alignment,
				}, nil) {
					return
				}
			}
		}
	}
	return input
}

// Marked errors are listed in the order of their starts; those of another text than the candidate, which may come from
// another table, are left out, with a warning that counts them.
func TestInspectSpans(t *testing.T) {
	input := inspectInput(t, []inspected{{"", "a bad end", []string{"x"}, 0.5, nil}, {"", "", []string{"x"}, 0.5, nil}})
	texts := input.Texts
	marked := [][]inspection.Span{
		{{Start: 6, End: 9}, {Start: 2, End: 9}, {Start: 2, End: 5, Text: "bad"}, {Start: 2, End: 5, Text: "bed"},
			{Start: 6, End: 10}, {Start: 9, End: 9}, {Start: 50, End: 60}},
		{{Start: 0, End: 1}},
	}
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		i := 0
		for one, err := range texts {
			one.Spans = marked[i]
			if i++; !yield(one, err) {
				return
			}
		}
	}
	found, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	want := []inspection.Span{{Start: 2, End: 5, Text: "bad"}, {Start: 2, End: 9}, {Start: 6, End: 9}, {Start: 9, End: 9}}
	if diff := cmp.Diff(want, found.Rows[0].Outputs[0].Spans); diff != "" || len(found.Rows[1].Outputs[0].Spans) > 0 {
		t.Errorf("found %+v of an empty output; -want +got:\n%s", found.Rows[1].Outputs[0].Spans, diff)
	}
	if want := []inspection.Note{{Kind: inspection.NoteSpans, N: 4}}; !slices.Equal(found.Warned, want) {
		t.Errorf("found %+v, want %+v", found.Warned, want)
	}
}

// Above the limit the worst are listed and others drawn; findings and means are those of all.
func TestInspectLimits(t *testing.T) {
	var list []inspected
	for i := range 100 {
		list = append(list, inspected{"", fmt.Sprint("output ", i, strings.Repeat(" word", 30)), []string{""},
			float64(i*37%100) / 100, nil})
	}
	list[7].score = math.NaN()
	for _, c := range []struct {
		name           string
		settings       inspection.Contents
		worst, sampled int
	}{
		{"all", inspection.Contents{Segments: 100}, 0, 0},
		{"an even number", inspection.Contents{Segments: 10}, 5, 5},
		{"an odd number", inspection.Contents{Segments: 11}, 6, 5},
		{"one", inspection.Contents{Segments: 1}, 1, 0},
		{"bytes", inspection.Contents{Bytes: 1700}, 5, 5},
		{"segments and bytes", inspection.Contents{Segments: 20, Bytes: 1700}, 5, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := inspection.Inspect(t.Context(), c.settings, inspectInput(t, list))
			if err != nil {
				t.Fatal(err)
			}
			if in.Worst != c.worst || in.Sampled != c.sampled || len(in.All) != 100 {
				t.Errorf(
					"found %d worst and %d drawn of %d, expected %d and %d",
					in.Worst,
					in.Sampled,
					len(in.All),
					c.worst,
					c.sampled,
				)
			}
			if in.Findings[1] != 100 || in.Systems[0].Outputs != 100 || in.Systems[0].Means[0].Segments != 99 {
				t.Errorf("found %v of all segments, %+v", in.Findings, in.Systems[0])
			}
			if got := *in.Systems[0].Coverage.Candidate; got != 0.75 {
				t.Errorf("found the coverage %v, expected 0.75", got)
			}
			bad := 0
			for i, row := range in.Rows {
				if i > 0 && in.Rows[i-1].Place >= row.Place {
					t.Error("the rows are not in order")
				}
				if list[row.Place].score >= 1-float64(c.worst)/100 {
					bad++
				}
				if want := list[row.Place].candidate; row.Outputs[0].Candidate != want {
					t.Errorf("row %s has the text %q, expected %q", row.ID, row.Outputs[0].Candidate, want)
				}
			}
			if bad < c.worst {
				t.Errorf("found %d of the %d worst", bad, c.worst)
			}
		})
	}
}

// Rows of scores alone, such as those of another metric, take no text away; where there is no text at all, outputs are
// those that have a score.
func TestInspectWithoutTexts(t *testing.T) {
	list := []inspected{{"", "a text", []string{"its reference"}, 0.1, nil}, {"", "", nil, 0.2, nil}, {"", "", nil, math.NaN(), nil}}
	input := inspectInput(t, list)
	texts := input.Texts
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		texts(yield)
		for _, segment := range input.Segments {
			output := evaluation.Output{System: "a", Segment: segment}
			yield(inspection.OutputTexts{Texts: evaluation.Texts{Output: output}}, nil)
		}
	}
	for _, texts := range []bool{true, false} {
		if !texts {
			input.Texts = nil
		}
		in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
		if err != nil {
			t.Fatal(err)
		}
		if first := in.Rows[0].Outputs[0]; in.Texts != texts || (first.Candidate == "a text") != texts || !first.Present ||
			!in.Rows[1].Outputs[0].Present {
			t.Errorf("found %+v", in.Rows)
		}
	}
}

// Another table may have the sources of outputs that the first has without.
func TestInspectSourcesOfAnotherTable(t *testing.T) {
	const source = "le vote est reporté à la semaine prochaine"
	list := []inspected{
		{"", source, []string{"the vote is postponed until next week"}, 0.1, nil},
		{"", "the vote is put off until next week", []string{"the vote is postponed until next week"}, 0.2, nil},
		{"", source, []string{"the vote is postponed until then"}, 0.3, nil},
	}
	input := inspectInput(t, list)
	first := input.Texts
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		first(yield)
		for range 2 {
			for texts := range first {
				texts.Source = source
				yield(texts, nil)
			}
		}
	}
	for _, segments := range []int{0, 1} {
		in, err := inspection.Inspect(t.Context(), inspection.Contents{Segments: segments}, input)
		if err != nil {
			t.Fatal(err)
		}
		found := in.Findings[slices.Index(inspection.FindingNames(), "copy of the source")]
		last := in.Rows[len(in.Rows)-1]
		if found != 2 || !in.Sources || last.Source != source || last.Outputs[0].Findings&inspection.FoundSourceCopy == 0 {
			t.Errorf("%d segments: counted %d, last row %+v", segments, found, last)
		}
		if r := in.Read[0]; !r.ManyCopies() || r.Copies != 2 || r.Candidates.Texts != 3 {
			t.Errorf("found %d copies of %d", r.Copies, r.Candidates.Texts)
		}
	}
}

// What texts write otherwise and what tools left in them is counted for scores of an earlier run, too.
func TestInspectCountsCharacters(t *testing.T) {
	const signature = "wrd|norm:unicode|version:1"
	input := inspectInput(t, []inspected{{"", "it’s so", []string{"it's so"}, 0, nil}, {"", "a <unk>", []string{"a b"}, 0.5, nil}})
	input.Columns[0].Signature = signature
	found, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	r := found.Read[0]
	if r.Spelling != (tokenize.Spelling{Apostrophes: 1}) || r.Leftovers[reading.UnknownMarks] != 1 || r.Signature != signature {
		t.Errorf("found %+v", r)
	}
}

func TestInspectFails(t *testing.T) {
	list := []inspected{{"", "a", []string{"b"}, 0.1, nil}, {"", "c", []string{"d"}, 0.2, nil}}
	broken := errors.New("broken")
	input := inspectInput(t, list)
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) { yield(inspection.OutputTexts{}, broken) }
	if _, err := inspection.Inspect(t.Context(), inspection.Contents{}, input); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := inspection.Inspect(ctx, inspection.Contents{}, inspectInput(t, list, list)); !errors.Is(
		err,
		context.Canceled,
	) {
		t.Errorf("got %v", err)
	}
	if _, err := inspection.Inspect(t.Context(), inspection.Contents{}, &inspection.Input{}); !errors.Is(
		err,
		evaluation.ErrNoSegments,
	) {
		t.Errorf("got %v", err)
	}
	// Systems that cannot be compared are shown all the same.
	input = inspectInput(t, list, list)
	input.Segments[1].Group = "other"
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil || in.Comparison != nil || len(in.Warned) != 1 || in.Warned[0].Kind != inspection.NoteNotCompared {
		t.Fatalf("found %+v, %v", in, err)
	}
	if _, ok := errors.AsType[*evaluation.GroupsError](in.Warned[0].Err); !ok {
		t.Errorf("because %v", in.Warned[0].Err)
	}
}

// Each part of the work says how many outputs it is through, and ends.
func TestInspectProgress(t *testing.T) {
	input := inspectInput(t, []inspected{
		{"", "a cat sat here", []string{"a dog sat there"}, 0.1, nil}, {"", "east", []string{"west"}, 0.9, nil}})
	options := metric.Options{Vectors: compass(t)}
	var parts []string
	running := 0
	settings := inspection.Contents{Scoring: func() (metric.Options, error) { return options, nil },
		Progress: func(what string, _ evaluation.Counts, position func() (done, total int64)) (stop func()) {
			running++
			if done, total := position(); done != 0 || total != 2 {
				t.Errorf("%s begins at %d of %d, want 0 of 2", what, done, total)
			}
			return func() {
				running--
				if done, total := position(); done != total {
					t.Errorf("%s ends at %d of %d", what, done, total)
				}
				parts = append(parts, what)
			}
		}}
	if _, err := inspection.Inspect(t.Context(), settings, input); err != nil {
		t.Fatal(err)
	}
	if want := []string{"reading texts", "aligning", "counting words"}; !slices.Equal(parts, want) || running != 0 {
		t.Errorf("parts %q, %d of them without an end; want %q", parts, running, want)
	}
}
