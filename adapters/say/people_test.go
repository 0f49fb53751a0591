package say_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/evaluation/people"
)

// Where it is not known how often people would agree, it is said why, of a difference that is shown.
func TestPreferenceUnknown(t *testing.T) {
	const measured = "How often people would agree was measured with these settings for references in "
	four := []string{"en", "cs", "de", "ja"}
	for _, c := range []struct {
		name string
		of   people.Measured
		want string
	}{
		{"nobody asks", people.Measured{}, ""},
		{"settings", people.Measured{Gap: people.OtherSettings}, "How often people would agree was not measured for these settings."},
		{"unsigned", people.Measured{Gap: people.NoSettings},
			"How often people would agree is not known: the settings of the scores are not known."},
		{"in English", people.Measured{Gap: people.OtherLanguage, Languages: four[:1]},
			measured + "English; these do not seem to be in English."},
		{"in seven", people.Measured{Gap: people.OtherLanguage, Languages: []string{"en", "zh", "cs", "de", "hi", "ja", "es"}, Many: true},
			measured + "English, Chinese, Czech, German, Hindi, Japanese and Spanish; these do not seem to be in a language that its " +
				"encoder knows."},
		{"in four", people.Measured{Gap: people.OtherLanguage, Languages: four},
			measured + "English, Czech, German and Japanese; these do not seem to be in any of these languages."},
		{"nowhere", people.Measured{Gap: people.NoReferences, Languages: four},
			measured + "English, Czech, German and Japanese; these scores come without references."},
	} {
		p := c.of.Of(0.1, true)
		if got := say.Preference(&p); got != c.want {
			t.Errorf("%s: got  %q\nwant %q", c.name, got, c.want)
		}
		if p = c.of.Of(0.1, false); c.want != "" && say.Preference(&p) != "No difference is shown that people could agree with." {
			t.Errorf("%s: of what is not shown: %q", c.name, say.Preference(&p))
		}
	}
}

// What several differences mean to people is said in one sentence of those that are shown.
func TestPeopleOfPairs(t *testing.T) {
	scorer, err := metric.NewScorer(metric.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const preferred = "In WMT's translations into English, people preferred the better-scoring of two systems "
	steady := func(mean float64) []float64 { return slices.Repeat([]float64{mean}, 20) }
	for _, c := range []struct {
		name string
		rows [][]float64
		want string
	}{
		{"one", [][]float64{steady(0.25), steady(0.265625)},
			preferred + "that differ by 0.0156 with these settings in about 72 of 100 cases."},
		{"a large one", [][]float64{steady(0.25), steady(0.5)},
			preferred + "that differ by 0.05 or more (here 0.2500) with these settings in about 92 of 100 cases."},
		{"a tiny one", [][]float64{steady(0.25), steady(0.25 + 1./65536)},
			preferred + "that differ by less than 0.0001 with these settings in about 50 of 100 cases."},
		{"none that is shown", [][]float64{steady(0.25), append(steady(0.5)[:3], steady(0.25)[3:]...)}, ""},
		{"the closest is not shown", [][]float64{steady(0.25), append(steady(0.28125)[:3], steady(0.25)[3:]...), steady(0.28125)},
			preferred + "with these settings in about 81 of 100 cases where they differ by 0.0266, the least that is shown " +
				"here, and in about 84 where they differ by 0.0312, the most."},
		{"large ones", [][]float64{steady(0.25), steady(0.375), steady(0.625)},
			preferred + "that differ by 0.05 or more with these settings in about 92 of 100 cases."},
		{"a small and a large one", [][]float64{steady(0.25), steady(0.265625), steady(0.5)},
			preferred + "with these settings in about 72 of 100 cases where they differ by 0.0156, the least that is shown " +
				"here, and in about 92 where they differ by 0.05 or more, the most."},
		{"alike to people", [][]float64{steady(0.25), steady(0.28125), steady(0.28125 + 1./2048)},
			preferred + "with these settings in about 51 of 100 cases where they differ by 0.0005, the least that is shown " +
				"here, and in about 84 where they differ by 0.0317, the most."},
	} {
		t.Run(c.name, func(t *testing.T) {
			grid, err := agreement.NewGrid(len(c.rows), 20, slices.Concat(c.rows...))
			if err != nil {
				t.Fatal(err)
			}
			report := compared(t, compare.Design{}, &evaluation.Scores{
				Systems: []string{"a", "b", "c"}[:len(c.rows)], Segments: evaluation.Numbered(20),
				References: []string{"The minister said on Monday that 35 people were injured in the accident near Lyon."},
				Columns: []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid,
					Signature: scorer.Signature(1).String()}},
			})
			if got := report.Measures[0].People; got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
