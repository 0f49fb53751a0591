package inspection_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/inspection"
)

// bucketed are 12 segments of two systems: reference i has i+1 tokens, of which i/4 are unknown.
func bucketed(t *testing.T) *inspection.Input {
	var a, b []inspected
	for i := range 12 {
		reference := strings.Repeat("word ", i+1)
		a = append(a, inspected{"", fmt.Sprint("output ", i), []string{reference}, float64(i) / 10, nil})
		b = append(b, inspected{"", fmt.Sprint("output ", i), []string{reference}, float64(11-i) / 20, nil})
	}
	input := inspectInput(t, a, b)
	texts := input.Texts
	input.Texts = func(yield func(inspection.OutputTexts, error) bool) {
		texts(func(o inspection.OutputTexts, err error) bool {
			o.ReferenceTokens = len(strings.Fields(o.References[0]))
			o.ReferenceOOV = (o.ReferenceTokens - 1) / 4
			return yield(o, err)
		})
	}
	return input
}

// summedUp writes buckets with their segments and the mean of each system.
func summedUp(in *inspection.Inspection) string {
	var lines []string
	for _, b := range in.Buckets {
		line := fmt.Sprint(b.By, ":")
		for k, bucket := range b.List {
			high, of := "…", 0
			if bucket.High != nil {
				high = fmt.Sprintf("%.4g", *bucket.High)
			}
			for _, place := range b.Of {
				if int(place) == k {
					of++
				}
			}
			line += fmt.Sprintf(" [%.4g %s] %d/%d", bucket.Low, high, bucket.Segments, of)
			for _, means := range bucket.Means {
				if means[0].Mean == nil {
					line += " none"
				} else {
					line += fmt.Sprintf(" %.3f", *means[0].Mean)
				}
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// The expected numbers are worked out by hand from bucketed.
func TestBuckets(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*inspection.Input)
		want   string
	}{
		{"counted tokens", func(*inspection.Input) {}, `
reference_length: [0 5] 5/5 0.200 0.450 [6 10] 5/5 0.700 0.200 [11 20] 2/2 1.050 0.025
unknown_words: [0 0] 4/4 0.150 0.475 [1 1] 4/4 0.550 0.275 [2 2] 4/4 0.950 0.075
score: [0.525 0.55] 2/2 1.050 0.025 [0.475 0.5] 2/2 0.850 0.125 [0.4 0.45] 3/3 0.600 0.250 [0.35 0.375] 2/2 0.350 0.375 [0.275 0.325] 3/3 0.100 0.500`},
		{"words where tokens are not counted, in any script", func(in *inspection.Input) {
			texts := in.Texts
			in.Texts = func(yield func(inspection.OutputTexts, error) bool) {
				texts(func(o inspection.OutputTexts, err error) bool {
					o.Details = reading.Details{}
					o.References = []string{strings.ReplaceAll(o.References[0], "word ", "語")}
					return yield(o, err)
				})
			}
		}, `
reference_length: [0 5] 5/5 0.200 0.450 [6 10] 5/5 0.700 0.200 [11 20] 2/2 1.050 0.025
score: [0.525 0.55] 2/2 1.050 0.025 [0.475 0.5] 2/2 0.850 0.125 [0.4 0.45] 3/3 0.600 0.250 [0.35 0.375] 2/2 0.350 0.375 [0.275 0.325] 3/3 0.100 0.500`},
		{"sources beside references", func(in *inspection.Input) {
			texts := in.Texts
			in.Texts = func(yield func(inspection.OutputTexts, error) bool) {
				texts(func(o inspection.OutputTexts, err error) bool {
					o.Source = o.References[0] + o.References[0]
					return yield(o, err)
				})
			}
		}, `
reference_length: [0 5] 5/5 0.200 0.450 [6 10] 5/5 0.700 0.200 [11 20] 2/2 1.050 0.025
source_length: [0 5] 2/2 0.050 0.525 [6 10] 3/3 0.300 0.400 [11 20] 5/5 0.700 0.200 [21 40] 2/2 1.050 0.025
unknown_words: [0 0] 4/4 0.150 0.475 [1 1] 4/4 0.550 0.275 [2 2] 4/4 0.950 0.075
score: [0.525 0.55] 2/2 1.050 0.025 [0.475 0.5] 2/2 0.850 0.125 [0.4 0.45] 3/3 0.600 0.250 [0.35 0.375] 2/2 0.350 0.375 [0.275 0.325] 3/3 0.100 0.500`},
		{"counted sources alone", func(in *inspection.Input) {
			texts := in.Texts
			in.Texts = func(yield func(inspection.OutputTexts, error) bool) {
				texts(func(o inspection.OutputTexts, err error) bool {
					o.Source, o.References = o.References[0], nil
					o.SourceTokens, o.ReferenceTokens, o.ReferenceOOV = 3*o.ReferenceTokens, 0, 0
					return yield(o, err)
				})
			}
		}, `
source_length: [0 5] 1/1 0.000 0.550 [6 10] 2/2 0.150 0.475 [11 20] 3/3 0.400 0.350 [21 40] 6/6 0.850 0.125
score: [0.525 0.55] 2/2 1.050 0.025 [0.475 0.5] 2/2 0.850 0.125 [0.4 0.45] 3/3 0.600 0.250 [0.35 0.375] 2/2 0.350 0.375 [0.275 0.325] 3/3 0.100 0.500`},
		{"a score is missing", func(in *inspection.Input) {
			in.Columns[0].Grid.Values[11] = math.NaN()
			in.Texts = nil
		}, `
score: [0.5 0.525] 2/2 0.950 0.075 [0.45 0.475] 2/2 0.750 0.175 [0.375 0.425] 3/3 0.500 0.300 [0.325 0.35] 2/2 0.250 0.425 [0 0.3] 3/3 0.050 0.350`},
		{"higher is better, and many are equal", func(in *inspection.Input) {
			in.Columns[0].LowerIsBetter = false
			for i := range in.Columns[0].Grid.Values {
				in.Columns[0].Grid.Values[i] = float64(i % 12 / 8)
			}
			in.Texts = nil
		}, `
score: [0 0] 8/8 0.000 0.000 [1 1] 4/4 1.000 1.000`},
		{"scores of people", func(in *inspection.Input) {
			in.Texts = nil
			in.Human = "people"
			human := in.Columns[0]
			human.Name, human.LowerIsBetter = in.Human, false
			in.Columns = append([]evaluation.Column{human}, in.Columns...)
		}, `
score: [0.525 0.55] 2/2 1.050 0.025 [0.475 0.5] 2/2 0.850 0.125 [0.4 0.45] 3/3 0.600 0.250 [0.35 0.375] 2/2 0.350 0.375 [0.275 0.325] 3/3 0.100 0.500
score: [0.275 0.3] 2/2 0.050 0.525 [0.325 0.35] 2/2 0.250 0.425 [0.375 0.425] 3/3 0.500 0.300 [0.45 0.475] 2/2 0.750 0.175 [0.5 0.55] 3/3 1.000 0.050`},
		{"no texts and few scores", func(in *inspection.Input) {
			in.Texts = nil
			for i := range 3 {
				in.Columns[0].Grid.Values[i], in.Columns[0].Grid.Values[12+i] = math.NaN(), math.NaN()
			}
		}, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			input := bucketed(t)
			c.change(input)
			in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := summedUp(in), strings.TrimSpace(c.want); got != want {
				t.Errorf("found\n%s\nexpected\n%s", got, want)
			}
		})
	}
}

// The mean of one score has no interval; that of several has one around it.
func TestBucketIntervals(t *testing.T) {
	input := bucketed(t)
	for i := range 11 {
		if i > 1 {
			input.Columns[0].Grid.Values[i] = math.NaN()
		}
	}
	in, err := inspection.Inspect(t.Context(), inspection.Contents{}, input)
	if err != nil {
		t.Fatal(err)
	}
	lengths := in.Buckets[0].List
	if m := lengths[0].Means[0][0]; m.Segments != 2 || !(*m.CILow < *m.Mean && *m.Mean < *m.CIHigh) {
		t.Errorf("two scores: found %+v, expected an interval", m)
	}
	if m := lengths[1].Means[0][0]; m.Mean != nil || m.CILow != nil {
		t.Errorf("no score: found %+v, expected no mean", m)
	}
	if m := lengths[2].Means[0][0]; m.Segments != 1 || m.Mean == nil || m.CILow != nil {
		t.Errorf("one score: found %+v, expected no interval", m)
	}
}
