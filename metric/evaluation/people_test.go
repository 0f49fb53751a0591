package evaluation_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric"
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
	for _, c := range []struct {
		name, column, signature string
		references              []string
		gap                     people.Gap
	}{
		{"translations", "wrd", signature(encoder, 1), english, people.NoGap},
		{"vectors of words for translations", "wrd", signature(words, 1), english, people.NoGap},
		{"as a similarity", "wrd_similarity", signature(words, 1), english, people.NoGap},
		{"n-grams", "wrd", signature(ngrams, 1), english, people.NoGap},
		{"Czech in context", "wrd", signature(multi, 1), czech, people.NoGap},
		{"Japanese in context", "wrd", signature(multi, 1), japanese, people.NoGap},
		{"English in the context of many languages", "wrd", signature(multi, 1), english, people.NoGap},
		{"German in context, on which the encoder was trained", "wrd", signature(multi, 1), german, people.NoGap},
		{"French in context, on which nothing was measured", "wrd", signature(multi, 1), french, people.NoGap},
		{"Finnish in context", "wrd", signature(multi, 1), finnish, people.NoGap},
		{"Thai in context", "wrd", signature(multi, 1), thai, people.NoGap},
		{"a language that the encoder does not know", "wrd", signature(multi, 1), []string{"ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ ᏗᎦᎴᏴᏗ"}, people.OtherLanguage},
		{"n-grams of Czech", "wrd", signature(ngrams, 1), czech, people.NoGap},
		{"n-grams of German", "wrd", signature(ngrams, 1), german, people.NoGap},
		{"n-grams of Japanese", "wrd", signature(ngrams, 1), japanese, people.NoGap},
		{"n-grams of Thai", "wrd", signature(ngrams, 1), thai, people.OtherLanguage},
		{"n-grams of Chinese", "wrd", signature(ngrams, 1), []string{"部长周一表示，里昂附近的事故造成35人受伤。"}, people.OtherLanguage},
		{"n-grams of French", "wrd", signature(ngrams, 1), french, people.OtherLanguage},
		{"n-grams of Finnish", "wrd", signature(ngrams, 1), finnish, people.OtherLanguage},
		{"n-grams of two German sentences", "wrd", signature(ngrams, 1), german[:2], people.OtherLanguage},
		{"n-grams without references", "wrd", signature(ngrams, 1), nil, people.NoReferences},
		{"an English encoder on Czech", "wrd", signature(encoder, 1), czech, people.OtherLanguage},
		{"English vectors on German", "wrd", signature(words, 1), german, people.OtherLanguage},
		{"without a purpose", "wrd", signature(metric.Options{}, 1), english, people.NoGap},
		{"two references", "wrd", signature(words, 2), english, people.OtherSettings},
		{"other settings", "wrd", signature(metric.Options{MassPower: new(2.)}, 1), english, people.OtherSettings},
		{"another program", "wrd", "BLEU|nrefs:1|case:mixed", english, people.OtherSettings},
		{"none", "wrd", "", english, people.NoSettings},
	} {
		t.Run(c.name, func(t *testing.T) {
			measured := people.On(c.column, c.signature, c.references)
			agree := measured.Of
			if measured.Gap != c.gap {
				t.Fatalf("found %+v, want the gap %v", measured, c.gap)
			}
			last := 0.5
			for _, difference := range []float64{0, 1e-4, 0.001, 0.01, 0.05, 0.1, 1} {
				said := agree(difference, true)
				if c.gap != people.NoGap {
					if said.Agree != nil || !said.Shown {
						t.Errorf("found %+v", said)
					}
					continue
				}
				if said.Agree == nil || !said.Shown {
					t.Fatalf("difference %v: found %+v", difference, said)
				}
				share := *said.Agree
				if difference == 0 && share != 0.5 || share < last || share > 1 {
					t.Errorf("difference %v: %v after %v", difference, share, last)
				}
				last = share
				if other := agree(-difference, true); *other.Agree != share {
					t.Errorf("difference %v: %+v, the other way round %+v", difference, said, other)
				}
			}
			for _, said := range []people.Preference{agree(0.1, false), agree(math.NaN(), true)} {
				if said.Agree != nil || said.Shown {
					t.Errorf("of what is not shown: %+v", said)
				}
			}
		})
	}
	if said := people.On("wmd", signature(words, 1), english).Of(0.1, true); said.Agree != nil || said.Shown {
		t.Errorf("of another measure: %+v", said)
	}
}
