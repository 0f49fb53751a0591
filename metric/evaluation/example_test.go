package evaluation_test

import (
	"errors"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// textsOf yields the outputs of two systems for the references, in the order of the systems.
func textsOf(references, a, b []string) iter.Seq2[evaluation.Texts, error] {
	return func(yield func(evaluation.Texts, error) bool) {
		for k, outputs := range [][]string{a, b} {
			for i, segment := range evaluation.Numbered(len(references)) {
				texts := evaluation.Texts{Output: evaluation.Output{System: []string{"a", "b"}[k], Segment: segment},
					Candidate: outputs[i], References: []string{references[i]}}
				if outputs[i] == "(odd)" {
					texts.Status = metric.NoKnownCandidate.String()
				}
				if !yield(texts, nil) {
					return
				}
			}
		}
	}
}

func TestExamplesIn(t *testing.T) {
	const fit = "A reference that is read at a glance."
	tests := []struct {
		name             string
		lower            bool
		references, a, b []string
		scores           []float64 // of a, then of b
		want             string    // the segment, "" for none
	}{
		{"the largest difference", false, []string{fit, fit, fit}, []string{"x", "x", "x"}, []string{"y", "y", "y"},
			[]float64{2, 3, 1, 1, 1, 1}, "2"},
		{"of equal ones the first", false, []string{fit, fit}, []string{"x", "x"}, []string{"y", "y"},
			[]float64{2, 2, 1, 1}, "1"},
		{"a distance", true, []string{fit, fit}, []string{"x", "x"}, []string{"y", "y"}, []float64{2, 1, 1, 2}, "2"},
		{"a reference too short or too long", false, []string{"(PERSON4) <unintelligible>", strings.Repeat(fit, 9), fit},
			[]string{"x", "x", "x"}, []string{"y", "y", "y"}, []float64{9, 8, 2, 1, 1, 1}, "3"},
		{"Chinese and Japanese, without spaces", false, []string{"我们不能", "「それは難しいわね！」", "我们不能保证所有产品都符合要求。"},
			[]string{"x", "x", "x"}, []string{"y", "y", "y"}, []float64{9, 3, 2, 1, 1, 1}, "2"},
		{"an output that is blank or was not scored as it is", false, []string{fit, fit, fit},
			[]string{"x", "x", "x"}, []string{" ", "(odd)", "y"}, []float64{9, 8, 2, 1, 1, 1}, "3"},
		{"never ahead", false, []string{fit, fit}, []string{"x", "x"}, []string{"y", "y"}, []float64{1, 1, 1, 2}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n := len(test.references)
			s := &evaluation.Scores{Systems: []string{"a", "b"}, Segments: evaluation.Numbered(n),
				Columns: []evaluation.Column{{LowerIsBetter: test.lower,
					Grid: agreement.Grid{Systems: 2, Segments: n, Values: test.scores}}}}
			found, err := s.ExamplesIn(textsOf(test.references, test.a, test.b))([]evaluation.Contrast{{Second: 1}})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if found[0] != nil {
				got = found[0].Segment.String()
			}
			if got != test.want {
				t.Errorf("found segment %q, want %q", got, test.want)
			}
		})
	}
	s := &evaluation.Scores{Systems: []string{"a", "b"}, Segments: evaluation.Numbered(1), Columns: make([]evaluation.Column, 1)}
	s.Columns[0].Grid = agreement.Grid{Systems: 2, Segments: 1, Values: []float64{2, 1}}
	none := textsOf([]string{fit}, []string{""}, []string{""})
	if _, err := s.ExamplesIn(none)([]evaluation.Contrast{{Second: 1}}); !errors.Is(err, evaluation.ErrNoTexts) {
		t.Errorf("without texts: %v", err)
	}
}

// An example is no copy of the reference, of usual length and typical of the lead; people, where they judged, agree with it.
func TestWhichExample(t *testing.T) {
	const fit, other, short = "A reference that is read at a glance.", "A sentence that is read at a glance.", "A reference."
	many := func(text string) []string { return slices.Repeat([]string{text}, 20) }
	with := func(at int, text string) []string {
		list := many(other)
		list[at] = text
		return list
	}
	rising := make([]float64, 40) // a is ahead by 1 to 2, and by 20 in the last segment
	for k := range 20 {
		rising[k] = 1 + float64(k)/19
	}
	rising[19] = 20
	people := func(of ...float64) []float64 { return append(of, make([]float64, 40-len(of))...) }
	none := slices.Repeat([]float64{math.NaN()}, 40)
	for _, test := range []struct {
		name   string
		a, b   []string
		people []float64 // of a, then of b
		want   string
	}{
		{"20 is far from what is typical of the lead", many(other), many(other), none, "19"},
		{"a copy of the reference", with(18, " "+fit), many(other), none, "18"},
		{"the other is a copy", many(other), with(18, fit), none, "18"},
		{"an unusual length", with(18, short), many(other), none, "18"},
		{"all of unusual length", many(short), many(other), none, "20"},
		{"people agree: 2·1 is more than 1.1·1.5", many(other), many(other), people(0, 2, 1.5), "2"},
		{"people see no difference anywhere", many(other), many(other), people(), ""},
		{"people agree, but on a copy", with(1, fit), many(other), people(0, 2, 1.5), "3"},
	} {
		s := &evaluation.Scores{Systems: []string{"a", "b"}, Segments: evaluation.Numbered(20),
			Columns: []evaluation.Column{{Grid: agreement.Grid{Systems: 2, Segments: 20, Values: rising}}},
			Humans:  []evaluation.Column{{Name: "human", Grid: agreement.Grid{Systems: 2, Segments: 20, Values: test.people}}}}
		found, err := s.ExamplesIn(textsOf(many(fit), test.a, test.b))([]evaluation.Contrast{{Second: 1}})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if e := found[0]; e != nil {
			got = e.Segment.String()
			if (e.Outputs[0].Human != nil) != (test.people[0] == 0) {
				t.Errorf("%s: people's scores are %v", test.name, e.Outputs)
			}
		}
		if got != test.want {
			t.Errorf("%s: found segment %q, want %q", test.name, got, test.want)
		}
	}
}

// What Collect keeps of each system against each while it scores is what a second reading of the texts finds.
func TestExamplesOfCollect(t *testing.T) {
	scorer, err := metric.NewScorer(metric.Options{Measures: []metric.Measure{metric.MeasureWRD, metric.MeasureBERTScore}})
	if err != nil {
		t.Fatal(err)
	}
	references := []string{"The cat sat on the mat all day.", "Yes.", "It rained the whole day in the town.", "Nobody knew where the train would stop.",
		"The farmers fear for their harvest."}
	a := []string{"a cat sat on the mat all day", "no", "rain fell all day in town", "", "farmers fear for the harvest"}
	b := []string{"the dog ran", "yes", "it rained in the town the whole day", "nobody knew where the train would stop", "builders hope"}
	var segments []metric.Line
	for i := range references {
		segments = append(segments, metric.Line{Candidates: []string{a[i], b[i]}, References: references[i : i+1]})
	}
	scores, err := evaluation.Collect(t.Context(), scorer,
		evaluation.Corpus{Systems: []string{"a", "b"}, References: 1, Lines: lines(segments...)}, evaluation.ScoreOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := []evaluation.Contrast{{First: 0, Second: 1}, {First: 1, Second: 0}, {Column: 1, First: 0, Second: 1}}
	got, err := scores.Examples(asked)
	if err != nil {
		t.Fatal(err)
	}
	want, err := scores.ExamplesIn(textsOf(references, a, b))(asked)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("-read again +kept:\n%s", diff)
	}
	if slices.Contains(got, nil) || got[0].Outputs[0].Candidate == got[1].Outputs[1].Candidate {
		t.Errorf("found %+v, expected an example each way", got)
	}
}
