package inspection_test

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/explained"
	"github.com/wordrotator/wrd/metric/inspection"
)

// spoken returns texts of systems, of which a has "rather odd" in every third one, b lacks the rare word of the reference,
// and c is the reference.
func spoken(segments int) iter.Seq2[inspection.OutputTexts, error] {
	return func(yield func(inspection.OutputTexts, error) bool) {
		for i := range segments {
			rare := strings.Repeat(string(rune('a'+i%26)), 12)
			reference := "the man saw a " + rare
			for system, candidate := range map[string]string{"a": reference, "b": "the man saw a", "c": reference} {
				if system == "a" && i%3 == 0 {
					candidate += ", Rather odd"
				}
				t := inspection.OutputTexts{Texts: evaluation.Texts{Output: evaluation.Output{System: system,
					Segment: evaluation.Segment{ID: fmt.Sprint(i)}}, Candidate: candidate,
					References: []string{reference}}}
				if system == "b" {
					t.Alignment = []explained.Move{{CandidateToken: "the", ReferenceToken: "the", Mass: 0.4},
						{CandidateToken: "man", ReferenceToken: rare, Mass: 0.2, Cost: 0.9}, {CandidateToken: "man",
							ReferenceToken: "man", Mass: 0.4}}
					t.Missing = []string{rare}
					if i%2 == 0 {
						t.Invented = []string{"man"}
					}
				}
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	const segments = 60
	input := &inspection.Input{Scores: evaluation.Scores{Systems: []string{"a", "b", "c"}}, Texts: spoken(segments)}
	values := make([]float64, 3*segments)
	for i := range values {
		values[i] = float64(i * 31 % 17)
	}
	for i := range segments {
		input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(i)})
	}
	grid, err := agreement.NewGrid(3, segments, values)
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "m", LowerIsBetter: true, Grid: grid}}
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	w := in.Words
	if w.Segments != segments || w.Aligned != segments {
		t.Errorf("found words of %d segments and %d alignments, expected %d", w.Segments, w.Aligned, segments)
	}
	// "rather" and "rather odd" are used as often: one of them is said.
	if more := w.Systems[0].More; len(more) != 1 && len(more) != 2 || !strings.Contains("rather odd", more[0].Text) ||
		more[0].Outputs != 20 || more[0].Others != 0 || more[0].References != 0 || !more[0].Sure ||
		math.Abs(*more[0].Over.Mean-1./3) > 1e-12 || *more[0].Over.CILow < 0.2 || *more[0].Over.CIHigh > 0.5 {
		t.Errorf("found of a %+v", more)
	}
	for _, i := range []int{1, 2} {
		if more := w.Systems[i].More; len(more) != 0 {
			t.Errorf("system %d has nothing of its own, found %+v", i, more)
		}
	}
	if missing := w.Systems[1].Missing; len(missing) == 0 || len(missing[0].Text) != 12 || missing[0].Outputs != 3 ||
		missing[0].Without != 3 {
		t.Errorf("found missing %+v", missing)
	}
	if invented := w.Systems[1].Invented; len(invented) != 1 || invented[0].Text != "man" ||
		invented[0].Outputs != segments || invented[0].Without != segments/2 {
		t.Errorf("found invented %+v", invented)
	}
	// Words of the references: 26 rare ones of 12 letters, which b has none of; a and c have all.
	for _, c := range w.Classes {
		rare := c.Length && c.Low == 10 || !c.Length && c.Low == 2
		for i, found := range c.Found {
			want := 1.0
			if rare && i == 1 {
				want = 0
			}
			if *found.Mean != want || found.CILow == nil || *found.CILow < 0 || *found.CIHigh > 1 {
				t.Errorf("class %+v: system %d has %v of the words, expected %v", c, i, *found.Mean, want)
			}
		}
		if rare && c.Words != segments {
			t.Errorf("class %+v: found %d words, expected %d", c, c.Words, segments)
		}
	}
}

// The largest difference is first, of words and of their classes: "beta" stands out less for its count, and the words that
// b lacks are the most frequent ones.
func TestLargestFirst(t *testing.T) {
	const segments = 60
	input := &inspection.Input{Scores: evaluation.Scores{Systems: []string{"a", "b"}}}
	var texts []inspection.OutputTexts
	values := make([]float64, 2*segments)
	for i := range segments {
		input.Segments = append(input.Segments, evaluation.Segment{ID: fmt.Sprint(i)})
		values[i] = 1 + float64(i%7)
		rare := strings.Repeat(string(rune('a'+i%26)), 12)
		reference := []string{"the", rare}
		a, b := slices.Clone(reference), []string{rare}
		if i%6 == 0 {
			a = append(a, "alpha")
		}
		if i%3 == 0 {
			reference, b = append(reference, "beta"), append(b, "beta")
		}
		if i%3 != 1 {
			a = append(a, "beta")
		}
		for system, words := range [][]string{a, b} {
			texts = append(texts, inspection.OutputTexts{Texts: evaluation.Texts{Candidate: strings.Join(words, " "),
				Output:     evaluation.Output{System: input.Systems[system], Segment: input.Segments[i]},
				References: []string{strings.Join(reference, " ")}}})
		}
	}
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		for _, text := range texts {
			if !yield(text, nil) {
				return
			}
		}
	}
	grid, err := agreement.NewGrid(2, segments, values)
	if err != nil {
		t.Fatal(err)
	}
	input.Columns = []evaluation.Column{{Name: "m", Grid: grid}}
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	var more []string
	for _, u := range in.Words.Systems[0].More {
		more = append(more, fmt.Sprintf("%s %.2f", u.Text, *u.Over.Mean))
	}
	if !slices.IsSortedFunc(in.Words.Systems[0].More, func(a, b inspection.UsedWord) int {
		return cmp.Compare(*b.Over.Mean, *a.Over.Mean)
	}) || !slices.Contains(more, "alpha 0.17") {
		t.Errorf("found of a %q, expected the largest difference first", more)
	}
	var classes []string
	for _, c := range in.Words.Classes {
		classes = append(classes, fmt.Sprintf("%v %d %.2f", c.Length, c.Low, *c.Ahead.Mean))
	}
	if got, want := strings.Join(classes, ", "), "false 21 1.00"; !strings.HasPrefix(got, want) {
		t.Errorf("found the classes %s, expected %s first", got, want)
	}
}
