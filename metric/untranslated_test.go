package metric_test

import (
	"testing"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
)

// A word that is copied from the source costs more than a translation, unless it is one that a translator leaves alone.
func TestUntranslatedWords(t *testing.T) {
	builtIn, ok := encoder.FindBuiltIn(encoder.ContextMultiName)
	if !ok || builtIn.Absent {
		t.Skip("built without the encoder")
	}
	model, err := builtIn.Open()
	if err != nil {
		t.Fatal(err)
	}
	plain, source := newScorer(t, metric.Options{Encoder: model}),
		newScorer(t, metric.Options{Encoder: model, Measures: []metric.Measure{metric.MeasureSource}})
	for _, c := range []struct {
		name, source, candidate string
		raised                  bool
	}{
		{"a word of the source's language", "Er sagte das plötzlich.", "He said that plötzlich.", true},
		{"nothing", "Er sagte das plötzlich.", "He said that suddenly.", false},
		{"a name", "Der Präsident kam aus Tübingen.", "The president came from Tübingen.", false},
		{"an English word", "Das Restaurant war im restaurant.", "It was a restaurant there.", false},
		{"a number", "Er hat 17 gesehen.", "He saw 17 of them.", false},
		{"an address", "Siehe www.beispiel.de hier.", "See www.beispiel.de here.", false},
		{"part of a word of the source", "Er sagte das plötzlichen.", "He said that plötzlich.", false},
		{"another script", "他说这很突然。", "He said that this was 突然.", true},
		{"a capital of another script", "Он видел Москву.", "He saw the city of Москву.", true},
		{"an English word in Japanese", "He saw the weather today.", "彼は今日のweatherを見た。", true},
		{"a name in Japanese", "He saw Twitter today.", "彼は今日Twitterを見た。", false},
		{"Czech, of which no words are known", "He saw the weather.", "Viděl včera weather.", false},
		{"a copy of the source", "Er sagte das 突然.", "Er sagte das 突然.", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			without, err := plain.Score(metric.Segment{Candidate: c.candidate, References: []string{c.source}})
			if err != nil {
				t.Fatal(err)
			}
			with, err := source.Score(metric.Segment{Candidate: c.candidate, Source: c.source})
			if err != nil {
				t.Fatal(err)
			}
			before, after := value(without, metric.WRD), value(with, metric.WRDSource)
			if after < before || (after > before+0.01) != c.raised || after != before && !c.raised {
				t.Errorf("found %v where %v would be the distance to a reference; expected more: %v", after, before, c.raised)
			}
		})
	}
}
