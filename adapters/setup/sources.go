package setup

import (
	"slices"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric"
)

// WithSources returns the settings for texts with sources in place of references. Without a purpose and vectors they are
// those of metric.PurposeEstimation, without measures metric.MeasureSource. Beside references sources change no settings.
func (s Settings) WithSources() Settings {
	s = s.forSources()
	if s.Measures == nil {
		s.Measures = Measures{string(metric.MeasureSource)}
	}
	return s
}

// forSources returns the settings of scores by sources, which are for metric.PurposeEstimation where nobody said what they
// are for, or by which vectors.
func (s Settings) forSources() Settings {
	said := append([]string{"purpose", "encoder", "token_vectors", "convert", "converter"}, splitters...)
	if !slices.ContainsFunc(said, s.has) {
		s.Purpose = new(string(metric.PurposeEstimation))
	}
	return s
}

// ofMeasures is forSources where a measure reads sources.
func (s Settings) ofMeasures() Settings {
	if slices.ContainsFunc(s.Measures, ofSource) {
		return s.forSources()
	}
	return s
}

// Reads says what complete settings need besides candidates: references, sources, or both.
func (s Settings) Reads() (references, sources bool) {
	for _, measure := range s.Measures {
		references, sources = references || !ofSource(measure), sources || ofSource(measure)
	}
	return references, sources
}

// ofSource says whether a measure reads sources.
func ofSource(measure string) bool { return metric.Measure(measure).OfSource() }

// checkEncoderOfSources rejects vectors that know one language for a measure that compares two.
func (s Settings) checkEncoderOfSources() error {
	i := slices.IndexFunc(s.Measures, ofSource)
	if i < 0 {
		return nil
	}
	setting, value := "vectors", orEmpty(s.Vectors)
	switch {
	case s.TokenVectors != nil:
		setting, value = "token_vectors", "of candidates and references alone"
	case s.Encoder != nil && encoders.LanguageOf(*s.Encoder) == "":
		return nil
	case s.Encoder != nil:
		setting, value = "encoder", *s.Encoder
	}
	purpose := metric.PurposeEstimation
	return Errorf("%v %s: found %v %s, expected an encoder that knows the languages of both source and candidate",
		Name("measure"), s.Measures[i], Name(setting), value).
		Hinted("%v %s takes %v %s", Name("purpose"), purpose, Name("encoder"), purpose.EncoderFor(metric.English))
}
