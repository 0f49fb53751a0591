package evaluation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/compare"
	"github.com/wordrotator/wrd/metric/evaluation/internal/sentences"
	"github.com/wordrotator/wrd/metric/evaluation/people"
)

// Sentences in several languages.
var (
	english  = sentences.English
	german   = sentences.German
	czech    = sentences.Czech
	french   = sentences.French
	finnish  = sentences.Finnish
	japanese = sentences.Japanese
	thai     = []string{"รัฐมนตรีกล่าวเมื่อวันจันทร์ว่ามีผู้บาดเจ็บ 35 คน"}
)

// What was measured is for settings that there are: their signatures are those of today's scorers.
func TestPeopleAgree(t *testing.T) {
	signature := func(o metric.Options, references int) string {
		scorer, err := metric.NewScorer(o)
		if err != nil {
			t.Fatal(err)
		}
		return scorer.Signature(references).String()
	}
	words, err := metric.PurposeTranslation.Options()
	if err != nil {
		t.Fatal(err)
	}
	encoder, err := metric.ForPurpose(t.Context(), metric.PurposeTranslation)
	if err != nil {
		t.Fatal(err)
	}
	multi, err := metric.ForPurposeIn(t.Context(), metric.PurposeTranslation, "cs")
	if err != nil {
		t.Fatal(err)
	}
	ngrams, err := metric.PurposeTranslation.NgramsOptions()
	if err != nil {
		t.Fatal(err)
	}
	const (
		known     = ""
		settings  = "How often people would agree was not measured for these settings."
		unsigned  = "How often people would agree is not known: the settings of the scores are not known."
		measured  = "How often people would agree was measured with these settings for references in "
		inEnglish = measured + "English; these do not seem to be in English."
		inSeven   = measured + "English, Chinese, Czech, German, Hindi, Japanese and Spanish; these do not seem to be in a language " +
			"that its encoder knows."
		inFour  = measured + "English, Czech, German and Japanese; these do not seem to be in any of these languages."
		nowhere = measured + "English, Czech, German and Japanese; these scores come without references."
	)
	for _, c := range []struct {
		name, column, signature string
		references              []string
		unknown                 string // what is said where it is not known
	}{
		{"translations", "wrd", signature(encoder, 1), english, known},
		{"vectors of words for translations", "wrd", signature(words, 1), english, known},
		{"as a similarity", "wrd_similarity", signature(words, 1), english, known},
		{"n-grams", "wrd", signature(ngrams, 1), english, known},
		{"Czech in context", "wrd", signature(multi, 1), czech, known},
		{"Japanese in context", "wrd", signature(multi, 1), japanese, known},
		{"English in the context of many languages", "wrd", signature(multi, 1), english, known},
		{"German in context, on which the encoder was trained", "wrd", signature(multi, 1), german, known},
		{"French in context, on which nothing was measured", "wrd", signature(multi, 1), french, known},
		{"Finnish in context", "wrd", signature(multi, 1), finnish, known},
		{"Thai in context", "wrd", signature(multi, 1), thai, known},
		{"a language that the encoder does not know", "wrd", signature(multi, 1), []string{"ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᏗᎦᎴᏴᏗ"}, inSeven},
		{"n-grams of Czech", "wrd", signature(ngrams, 1), czech, known},
		{"n-grams of German", "wrd", signature(ngrams, 1), german, known},
		{"n-grams of Japanese", "wrd", signature(ngrams, 1), japanese, known},
		{"n-grams of Thai", "wrd", signature(ngrams, 1), thai, inFour},
		{"n-grams of Chinese", "wrd", signature(ngrams, 1), []string{"部长周一表示，里昂附近的事故造成35人受伤。"}, inFour},
		{"n-grams of French", "wrd", signature(ngrams, 1), french, inFour},
		{"n-grams of Finnish", "wrd", signature(ngrams, 1), finnish, inFour},
		{"n-grams of two German sentences", "wrd", signature(ngrams, 1), german[:2], inFour},
		{"n-grams without references", "wrd", signature(ngrams, 1), nil, nowhere},
		{"an English encoder on Czech", "wrd", signature(encoder, 1), czech, inEnglish},
		{"English vectors on German", "wrd", signature(words, 1), german, inEnglish},
		{"without a purpose", "wrd", signature(metric.Options{}, 1), english, known},
		{"two references", "wrd", signature(words, 2), english, settings},
		{"other settings", "wrd", signature(metric.Options{MassPower: new(2.)}, 1), english, settings},
		{"another program", "wrd", "BLEU|nrefs:1|case:mixed", english, settings},
		{"none", "wrd", "", english, unsigned},
	} {
		t.Run(c.name, func(t *testing.T) {
			agree := people.Agree(c.column, c.signature, c.references)
			last := 0.5
			for _, difference := range []float64{0, 1e-4, 0.001, 0.01, 0.05, 0.1, 1} {
				said := agree(difference, true)
				if c.unknown != known {
					if said.Agree != nil || said.Sentence != c.unknown || said.Said() != c.unknown {
						t.Errorf("found %+v, expected %q", said, c.unknown)
					}
					continue
				}
				if said.Agree == nil || said.Said() == "" {
					t.Fatalf("difference %v: found %+v", difference, said)
				}
				share := *said.Agree
				if difference == 0 && share != 0.5 || share < last || share > 1 {
					t.Errorf("difference %v: %v after %v", difference, share, last)
				}
				last = share
				if other := agree(-difference, true); *other.Agree != share || other.Sentence != said.Sentence {
					t.Errorf("difference %v: %+v, the other way round %+v", difference, said, other)
				}
			}
			for _, said := range []people.Preference{agree(0.1, false), agree(math.NaN(), true)} {
				if said.Agree != nil || said.Said() != "" || !strings.HasPrefix(said.Sentence, "No difference is shown") {
					t.Errorf("of what is not shown: %+v", said)
				}
			}
		})
	}
	if said := people.Agree("wmd", signature(words, 1), english)(0.1, true); said.Agree != nil || said.Sentence != "" {
		t.Errorf("of another measure: %+v", said)
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
			report, err := compare.Run(t.Context(), compare.Design{}, &evaluation.Scores{
				Systems: systems[:len(c.rows)], Segments: evaluation.Numbered(20),
				References: []string{"The minister said on Monday that 35 people were injured in the accident near Lyon."},
				Columns: []evaluation.Column{{Name: "wrd", LowerIsBetter: true, Grid: grid,
					Signature: scorer.Signature(1).String()}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := report.Measures[0].People; got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
