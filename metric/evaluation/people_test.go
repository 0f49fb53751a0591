package evaluation_test

import (
	"math"
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation"
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
	ngrams, err := metric.PurposeTranslation.NgramsOptions()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, column, signature string
		known                   bool
	}{
		{"translations", "wrd", signature(encoder, 1), true},
		{"vectors of words for translations", "wrd", signature(words, 1), true},
		{"as a similarity", "wrd_similarity", signature(words, 1), true},
		{"any language", "wrd", signature(ngrams, 1), true},
		{"without a purpose", "wrd", signature(metric.Options{}, 1), true},
		{"two references", "wrd", signature(words, 2), false},
		{"another measure", "wmd", signature(words, 1), false},
		{"other settings", "wrd", signature(metric.Options{MassPower: new(2.)}, 1), false},
		{"another program", "wrd", "BLEU|nrefs:1|case:mixed", false},
		{"none", "wrd", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := 0.5
			for _, difference := range []float64{0, 1e-4, 0.001, 0.01, 0.05, 0.1, 1} {
				share := evaluation.PeopleAgree(c.column, c.signature, difference)
				if (share != nil) != c.known {
					t.Fatalf("found %v", share)
				}
				if share == nil {
					continue
				}
				if difference == 0 && *share != 0.5 || *share < last || *share > 1 {
					t.Errorf("difference %v: %v after %v", difference, *share, last)
				}
				last = *share
				if other := evaluation.PeopleAgree(c.column, c.signature, -difference); *other != *share {
					t.Errorf("difference %v: %v, the other way round %v", difference, *share, *other)
				}
			}
			if evaluation.PeopleAgree(c.column, c.signature, math.NaN()) != nil {
				t.Error("NaN has a share")
			}
		})
	}
}
