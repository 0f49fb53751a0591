package evaluation_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/internal/sentences"
	"github.com/wordrotator/wrd/metric/evaluation/points"
)

const plain = "wrd|vectors:distilled-en@b3e6dbc6|convert:none|tok:usif|case:lower|norm:unicode|oov:own|refs:1|empty:worst|version:0.1.0"

// Equal texts have 100 points and unrelated ones 0, whose distance points.tsv has, and between them points are linear.
func TestPointsLaws(t *testing.T) {
	content, err := os.ReadFile("points/points.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(content), "\twrd\tEnglish\t0.803\t400\twmt23_he-en_mqm reference\t--language en\n") {
		t.Fatal("points.tsv has another distance of unrelated texts for the plain settings: change this test, too")
	}
	const unrelated = 0.803
	for _, column := range []struct {
		name  string
		score func(distance float64) float64
	}{
		{"wrd", func(d float64) float64 { return d }},
		{"wrd_similarity", func(d float64) float64 { return 1 - d }},
	} {
		scale, ok := points.Of(column.name, plain, sentences.English)
		if !ok {
			t.Fatalf("%s: found no scale", column.name)
		}
		for share, want := range map[float64]float64{0: 100, 0.25: 75, 0.5: 50, 1: 0, 1.2: -20} {
			if got := scale.Points(column.score(share * unrelated)); math.Abs(got-want) > 1e-9 {
				t.Errorf("%s, %v of the way: found %v points, expected %v", column.name, share, got, want)
			}
		}
		if got := scale.Width(3); math.Abs(got-0.02409) > 1e-12 {
			t.Errorf("%s: 3 points are %v, expected 0.02409", column.name, got)
		}
		if got := scale.PointsOf(-0.0803); math.Abs(got+10) > 1e-9 {
			t.Errorf("%s: a difference of -0.0803 is %v points, expected -10", column.name, got)
		}
	}
}

// Points are known for the settings that there are: their signatures are those of today's scorers.
func TestPointsKnown(t *testing.T) {
	signature := func(o metric.Options, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		scorer, err := metric.NewScorer(o)
		if err != nil {
			t.Fatal(err)
		}
		return scorer.Signature(1).String()
	}
	of := func(o metric.Options, err error) func() (metric.Options, error) {
		return func() (metric.Options, error) { return o, err }
	}
	large, err := metric.ForPurpose(t.Context(), metric.PurposeTranslation)
	if err != nil {
		t.Fatal(err)
	}
	float := large
	float.Precision = encoder.Float32
	others := [][]string{sentences.Czech, sentences.German, sentences.Russian, sentences.Ukrainian, sentences.Japanese,
		sentences.Icelandic}
	english := [][]string{sentences.English}
	all := append(others, sentences.English)
	for _, c := range []struct {
		name       string
		options    func() (metric.Options, error)
		column     string
		references [][]string
		unknown    [][]string
	}{
		{"plain", of(metric.Options{}, nil), "wrd", english, others},
		{"plain, of summaries", of(metric.PurposeSummary.Options()), "wrd_recall", english, others},
		{"translation", of(large, nil), "wrd", english, others},
		{"translation, in float32", of(float, nil), "wrd_similarity", english, others},
		{"translation by words", of(metric.PurposeTranslation.Options()), "wrd", english, others},
		{"translation into other languages", of(metric.ForPurposeIn(t.Context(), metric.PurposeTranslation, "cs")), "wrd",
			all, nil},
		{"n-grams", of(metric.PurposeTranslation.NgramsOptions()), "wrd", all, nil},
		{"summaries by n-grams", of(metric.PurposeSummary.NgramsOptions()), "wrd_recall",
			[][]string{sentences.English, sentences.German, sentences.French, sentences.Russian}, [][]string{sentences.Japanese}},
		{"similarity", of(metric.ForPurpose(t.Context(), metric.PurposeSimilarity)), "wrd_f1", english, others},
		{"similarity by n-grams", of(metric.PurposeSimilarity.NgramsOptions()), "wrd_f1", all, nil},
	} {
		line := signature(c.options())
		for _, references := range c.references {
			if _, ok := points.Of(c.column, line, references); !ok {
				t.Errorf("%s: found no points for %q", c.name, references[0])
			}
		}
		for _, references := range c.unknown {
			if _, ok := points.Of(c.column, line, references); ok {
				t.Errorf("%s: found points for %q, expected none", c.name, references[0])
			}
		}
	}
}

// Where nothing was measured there are no points.
func TestPointsUnknown(t *testing.T) {
	for _, c := range []struct {
		name, column, signature string
		references              []string
	}{
		{"own vectors", "wrd", strings.Replace(plain, "distilled-en@b3e6dbc6", "glove@b3e6dbc6", 1), sentences.English},
		{"a converter", "wrd", strings.Replace(plain, "convert:none", "convert:AWR@21d6fe5b", 1), sentences.English},
		{"another weight", "wrd", plain + "|order-weight:0.5", sentences.English},
		{"several references", "wrd", strings.Replace(plain, "refs:1", "refs:2", 1), sentences.English},
		{"another measure", "wmd", plain, sentences.English},
		{"another program", "BLEU", "BLEU|nrefs:1|case:mixed", sentences.English},
		{"no signature", "wrd", "", sentences.English},
		{"no references", "wrd", plain, nil},
		{"too little to tell the language", "wrd", plain, []string{"!"}},
	} {
		if scale, ok := points.Of(c.column, c.signature, c.references); ok {
			t.Errorf("%s: found %+v, expected no points", c.name, scale)
		}
	}
}
