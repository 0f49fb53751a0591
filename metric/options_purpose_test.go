package metric_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
)

// forWords are a purpose's options for the embedded vectors of words.
func forWords(_ context.Context, p metric.Purpose) (metric.Options, error) { return p.Options() }

// encoded are a purpose's options for the smaller built-in encoder.
func encoded(_ context.Context, p metric.Purpose) (metric.Options, error) {
	model, err := encoder.ContextEN()
	if err != nil {
		return metric.Options{}, err
	}
	return p.EncoderOptions(model)
}

// TestPurposes holds what each purpose stands for, as its scores' signature says.
func TestPurposes(t *testing.T) {
	for _, c := range []struct {
		name    string
		purpose metric.Purpose
		options func(context.Context, metric.Purpose) (metric.Options, error)
		measure metric.Measure
		with    []string // in the signature
	}{
		{"translation", metric.PurposeTranslation, metric.ForPurpose, metric.MeasureWRD,
			[]string{"wrd|encoder:context-en-large@", "|layer:7|", "|activations:int8|", "|convert:none|",
				"|context-weight:0.7|"}},
		{"translation by the smaller encoder", metric.PurposeTranslation, encoded, metric.MeasureWRD,
			[]string{"wrd|encoder:context-en@", "|layer:3|", "|activations:int8|", "|context-weight:0.7|"}},
		{"translation by words", metric.PurposeTranslation, forWords, metric.MeasureWRD,
			[]string{"wrd|vectors:distilled-en@", "|convert:none|", "|oov:own|", "|order-weight:0.25|",
				"|context-weight:0.7|"}},
		{"summary", metric.PurposeSummary, metric.ForPurpose, metric.MeasureWRDRecall,
			[]string{"wrd|vectors:distilled-en@", "|convert:none|", "|oov:own|"}},
		{"summary by an encoder", metric.PurposeSummary, encoded, metric.MeasureWRDRecall,
			[]string{"wrd|encoder:context-en@"}},
		{"similarity", metric.PurposeSimilarity, metric.ForPurpose, metric.MeasureRelaxed,
			[]string{"wrd|vectors:distilled-en@", "|convert:AWR@", "|oov:own|", "|spelling:dice2-4.unknown|"}},
		{"similarity by an encoder", metric.PurposeSimilarity, encoded, metric.MeasureWRD,
			[]string{"wrd|encoder:context-en@"}},
		{"paper", metric.PurposePaper, metric.ForPurpose, metric.MeasureWRD,
			[]string{"wrd|vectors:distilled-en@", "|convert:none|", "|oov:skip|"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			options, err := c.options(context.Background(), c.purpose)
			if err != nil {
				t.Fatal(err)
			}
			scorer, err := metric.NewScorer(options)
			if err != nil {
				t.Fatal(err)
			}
			if got := scorer.Measures(); !slices.Equal(got, []metric.Measure{c.measure}) {
				t.Errorf("got the measures %v, want %s", got, c.measure)
			}
			signature := scorer.Signature(1).String()
			for _, part := range c.with {
				if !strings.Contains(signature, part) {
					t.Errorf("%s: found no %s", signature, part)
				}
			}
			for _, beyond := range []string{"mass-power", "spelling", "order-weight", "context-weight", "activations",
				string(c.purpose)} {
				named := slices.ContainsFunc(c.with,
					func(part string) bool { return strings.HasPrefix(part, "|"+beyond+":") })
				if !named && strings.Contains(signature, beyond) {
					t.Errorf("%s: found %s", signature, beyond)
				}
			}
			score, err := scorer.Score(metric.Segment{
				Candidate: "a cat sat on the rug", References: []string{"a cat sat on the rug"},
			})
			if err != nil {
				t.Fatal(err)
			}
			want := 1.
			if c.measure.Main().Distance() {
				want = 0
			}
			if got, ok := score.Value(c.measure.Main()); !ok || got < want-1e-12 || got > want+1e-12 {
				t.Errorf("equal texts: got %v, want %v", got, want)
			}
		})
	}
	if got := len(metric.Purposes()); got != 5 {
		t.Errorf("got %d purposes, want the 4 above and %s", got, metric.PurposeEstimation)
	}
}

// The encoder of a purpose is one that knows the language; others are scored by n-grams.
func TestPurposeInLanguages(t *testing.T) {
	for _, c := range []struct {
		purpose        metric.Purpose
		language       string
		encoder, parts string // that ForPurposeIn takes, or what its signature has in place of one
	}{
		{metric.PurposeTranslation, "en", "context-en-large", ""},
		{metric.PurposeTranslation, "cs", "context-multi", ""},
		{metric.PurposeTranslation, "tr", "context-multi", ""},
		{metric.PurposeTranslation, "und", "context-multi", ""},
		{metric.PurposeTranslation, "mi", "", "vectors:ngrams2-4|convert:none|tok:written|case:lower|norm:unicode|"},
		{metric.PurposeTranslation, "", "", "vectors:ngrams2-4|convert:none|tok:written|case:lower|norm:unicode|"},
		{metric.PurposeSummary, "cs", "", "vectors:ngrams4-6|convert:none|tok:unicode|case:lower|norm:unicode|"},
		{metric.PurposeSummary, "az", "", "vectors:ngrams4-6|convert:none|tok:unicode|case:turkic|norm:unicode|"},
		{metric.PurposeSummary, "en", "", "vectors:distilled-en@"},
		{metric.PurposePaper, "en", "", "vectors:distilled-en@"},
		{metric.PurposeEstimation, "en", "context-multi", ""},
		{metric.PurposeEstimation, "cs", "context-multi", ""},
		{"poetry", "en", "", ""},
	} {
		t.Run(string(c.purpose)+" in "+c.language, func(t *testing.T) {
			if got := c.purpose.EncoderFor(c.language); got != c.encoder {
				t.Fatalf("the encoder is %q, want %q", got, c.encoder)
			}
			options, err := metric.ForPurposeIn(t.Context(), c.purpose, c.language)
			if err != nil {
				if c.encoder+c.parts != "" {
					t.Fatal(err)
				}
				return
			}
			scorer, err := metric.NewScorer(options)
			if err != nil {
				t.Fatal(err)
			}
			want := c.parts
			if c.encoder != "" {
				want = "encoder:" + c.encoder + "@"
			}
			if c.encoder == encoder.ContextMultiName {
				surface := 0.
				switch c.purpose {
				case metric.PurposeTranslation:
					surface = 0.1
				case metric.PurposeEstimation:
					surface = 0.05
				}
				if options.ContextWeight > 0 || options.SpellingWeight > 0 || options.SurfaceWeight != surface {
					t.Errorf("a context weight of %v, a spelling weight of %v and a surface weight of %v, want 0, 0 and %v",
						options.ContextWeight, options.SpellingWeight, options.SurfaceWeight, surface)
				}
			}
			if signature := scorer.Signature(1).String(); !strings.Contains(signature, "|"+want) {
				t.Errorf("%s, want %s", signature, want)
			}
		})
	}
}

func TestUnknownPurpose(t *testing.T) {
	for name, want := range map[metric.Purpose]string{
		"poetry": `purpose: found "poetry", expected one of: translation, summary, similarity, paper, estimation`,
		"":       "purpose: found an empty name, expected one of: translation, summary, similarity, paper, estimation",
	} {
		if _, err := metric.ForPurpose(context.Background(), name); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", name, err, want)
		}
	}
}

// TestRecallAlone checks that the measure of recall alone is the recall of relaxed, and that both together have one
// column of it.
func TestRecallAlone(t *testing.T) {
	segment := metric.Segment{Candidate: "two birds in a tree",
		References: []string{"a bird sits in the old tree", "trees"}}
	values := map[string]float64{}
	for name, measures := range map[string][]metric.Measure{
		"alone": {metric.MeasureWRDRecall}, "both": {metric.MeasureWRDRecall, metric.MeasureRelaxed},
		"relaxed": {metric.MeasureRelaxed},
	} {
		scorer, err := metric.NewScorer(metric.Options{Measures: measures})
		if err != nil {
			t.Fatal(err)
		}
		columns := scorer.Columns()
		slices.Sort(columns)
		if len(slices.Compact(columns)) != len(scorer.Columns()) {
			t.Errorf("%s: found a column twice in %v", name, scorer.Columns())
		}
		result, err := scorer.Score(segment)
		if err != nil {
			t.Fatal(err)
		}
		values[name], _ = result.Value(metric.WRDRecall)
	}
	if values["alone"] != values["relaxed"] || values["both"] != values["relaxed"] || values["alone"] == 0 {
		t.Errorf("got %v, want one value other than 0", values)
	}
}
