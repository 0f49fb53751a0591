package setup

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/nearest"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/convert"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/ngrams"
)

// splitters are the settings of words, which have nothing left to decide where an encoder splits texts.
var splitters = []string{"tokenizer", "case", "vectors", "words", "oov"}

// beyond are the settings that go beyond the paper. They change measures that move norms by rotations, no other ones.
var beyond = []string{"mass_power", "spelling", "spelling_weight", "surface_weight", "order_weight", "context_weight"}

// withTokenVectors are the settings that have nothing left to decide where texts come as tokens with vectors. What a
// purpose stands for was measured on vectors of words and states alone.
var withTokenVectors = []string{"language", "tokenizer", "case", "normalize", "vectors", "words", "convert", "converter", "oov",
	"purpose", "encoder", "layer", "precision"}

// Encodes says whether an encoder gives the vectors: because it is named, or because a built-in one agrees best with
// people for the purpose and language, and nothing is said about words.
func (s Settings) Encodes() bool { return s.Encoder != nil || s.ofPurpose() != "" }

// ofPurpose returns the encoder that the purpose stands for, "" for none.
func (s Settings) ofPurpose() string {
	if s.Purpose == nil || s.Encoder != nil || s.Convert != nil || s.Converter != nil ||
		slices.ContainsFunc(splitters, s.has) {
		return ""
	}
	return metric.Purpose(*s.Purpose).EncoderFor(cmp.Or(s.foreign(), metric.English))
}

// has says whether anybody said a setting.
func (s Settings) has(setting string) bool { return s.Said(setting) != nil }

// Complete fills in all that can be known without opening a file: what follows from the language, where auto is
// English, then from the purpose, then the defaults of the host, then Defaults. Settings without effect are left out,
// such as the language once its consequences are filled in, or oov if an encoder splits the texts. Environment.Open
// fills in the layer, which may depend on the encoder; the purpose stays until then.
//
// It fails with an *Error for values that a setting cannot have, and for settings that exclude each other or would have
// no effect. Completing complete settings changes nothing.
func (s Settings) Complete(host Settings) (Settings, error) {
	if err := s.checkValues(); err != nil {
		return s, err
	}
	s = s.ofMeasures()
	if s.Vectors == nil && s.TokenVectors == nil && !s.Encodes() {
		s.Vectors = host.Vectors
	}
	s = s.Over(s.ofLanguage())
	if err := s.checkTogether(); err != nil {
		return s, err
	}
	s = s.withNgrams()
	complete := s.Over(s.preset()).Over(host).Over(Defaults()).relevant()
	if err := s.checkMeasures(complete); err != nil {
		return s, err
	}
	return complete, complete.checkConverter()
}

// ngrams returns those whose counts are the vectors of words, if they are.
func (s Settings) ngrams() ngrams.Range {
	n, _ := ngrams.Parse(orEmpty(s.Vectors))
	return n
}

// spells says whether the vectors of words are the counts of their n-grams.
func (s Settings) spells() bool { return s.ngrams() != ngrams.Range{} }

// withNgrams returns the settings with the n-grams that agreed best with people for the purpose, where it is left open
// which ones are counted.
func (s Settings) withNgrams() Settings {
	if orEmpty(s.Vectors) != ngrams.Name || s.Purpose == nil {
		return s
	}
	if o, err := metric.Purpose(*s.Purpose).NgramsOptions(); err == nil && o.Ngrams != ngrams.Usual {
		s.Vectors = new(o.Ngrams.String())
	}
	return s
}

// preset returns what the purpose stands for, and n-grams; nothing if there are neither.
func (s Settings) preset() (p Settings) {
	ngrams := s.spells() && s.TokenVectors == nil && !s.Encodes()
	purpose := metric.PurposeTranslation
	if s.Purpose != nil {
		purpose = metric.Purpose(*s.Purpose)
	} else if !ngrams {
		return p
	}
	of := purpose.Options
	if s.Encodes() {
		p.Encoder = new(s.ofPurpose())
		of = func() (metric.Options, error) {
			return purpose.EncoderSettings(cmp.Or(orEmpty(s.Encoder), orEmpty(p.Encoder)))
		}
	} else if ngrams {
		of = purpose.NgramsOptions
	} else if purpose.Converts() && s.Convert == nil && s.Converter == nil {
		p.Converter = new(embedding.DefaultName)
	}
	o, err := of()
	if err != nil {
		return p // checkValues knows the purposes
	}
	if o.Tokenizer != "" {
		p.Tokenizer = &o.Tokenizer
	}
	p.Measures = wording.Names(o.Measures)
	p.Normalize = new(string(o.Normalize))
	p.OOV, p.Spelling = new(string(o.OOV)), new(string(o.Spelling))
	if o.Precision != "" {
		p.Precision = new(string(o.Precision))
	}
	p.MassPower, p.OrderWeight, p.ContextWeight = o.MassPower, new(o.OrderWeight), new(o.ContextWeight)
	p.SpellingWeight, p.SurfaceWeight = new(o.SpellingWeight), new(o.SurfaceWeight)
	switch { // of the ways to compare spelling, the one that somebody said
	case s.Spelling != nil:
		p.SpellingWeight, p.SurfaceWeight = nil, nil
	case orZero(s.SpellingWeight) > 0:
		p.Spelling, p.SurfaceWeight = nil, nil
	case orZero(s.SurfaceWeight) > 0:
		p.Spelling, p.SpellingWeight = nil, nil
	}
	return p
}

// relevant returns the settings without those that decide nothing.
func (s Settings) relevant() Settings {
	measures := s.metricMeasures()
	encodes, given := s.Encoder != nil, s.TokenVectors != nil
	for _, f := range s.fields() {
		switch {
		case f.name == "language",
			f.name == "idf" && !slices.Contains(measures, metric.MeasureBERTScore),
			slices.Contains(beyond, f.name) && !slices.ContainsFunc(measures, metric.Measure.Rotates),
			slices.Contains(splitters, f.name) && encodes,
			f.name == "oov" && s.spells(),
			slices.Contains(withTokenVectors, f.name) && given,
			f.name == "precision" && !encodes,
			f.name == "convert" && s.Converter != nil:
			f.value.SetZero()
		}
	}
	return s
}

// metricMeasures returns the measures by their type.
func (s Settings) metricMeasures() (list []metric.Measure) {
	for _, m := range s.Measures {
		list = append(list, metric.Measure(m))
	}
	return list
}

// checkValues rejects values that a setting cannot have.
func (s Settings) checkValues() (err error) {
	described := Described()
	for i, f := range s.fields() {
		switch value := f.said().(type) {
		case Measures:
			_, err = metric.ParseMeasures(strings.Join(value, ","))
		case string:
			if values := described[i].Values; f.name == "language" {
				err = s.checkLanguage()
			} else if f.name == "purpose" {
				_, err = metric.Purpose(value).Options()
			} else if values != nil && !slices.Contains(values, value) {
				return Errorf("%v: found %q, expected one of: %s", Name(f.name), value, strings.Join(values, ", "))
			}
		}
		if e, ok := errors.AsType[*Error](err); ok {
			return e
		} else if near := nearestMeasure(err); near != "" {
			return Errorf("%v%s; did you mean %s?", Name(f.name), &unnamed{err, f.name}, near)
		} else if err != nil { // which begins with the name, as the library has it
			return Errorf("%v%s", Name(f.name), &unnamed{err, f.name})
		}
	}
	return nil
}

// nearestMeasure returns the measure that an error about an unknown one is nearly about, "" for none.
func nearestMeasure(err error) string {
	if unknown, ok := errors.AsType[*metric.UnknownMeasureError](err); ok {
		return nearest.Of(string(unknown.Measure), wording.Names(metric.Measures()))
	}
	return ""
}

// bounds says whether somebody said that spelling bounds costs.
func (s Settings) bounds() bool {
	return s.Spelling != nil && *s.Spelling != string(metric.SpellingNone)
}

// checkTogether rejects settings beside others that leave them nothing to decide.
func (s Settings) checkTogether() error {
	if s.TokenVectors != nil {
		for _, setting := range withTokenVectors {
			if s.has(setting) {
				return Errorf("found %v and %v, whose file holds texts, tokens and their vectors: expected one or the other",
					Name(setting), Name("token_vectors"))
			}
		}
	}
	if s.Encodes() {
		for _, setting := range splitters {
			if s.has(setting) {
				return Errorf("found %v and %v, which splits texts into pieces and gives their vectors itself: expected "+
					"one or the other", Name(setting), Name("encoder"))
			}
		}
	} else if err := s.checkNgrams(); err != nil {
		return err
	} else if s.Layer != nil {
		return Errorf("%v: found no %v, whose layer it is", Name("layer"), Name("encoder"))
	} else if s.Precision != nil {
		return Errorf("%v: found no %v, which computes in it", Name("precision"), Name("encoder"))
	}
	if s.Convert != nil && s.Converter != nil {
		return Errorf("found %v and %v, expected one of them", Name("convert"), Name("converter"))
	}
	return s.checkSpelling()
}

// checkSpelling rejects two ways to compare spelling.
func (s Settings) checkSpelling() error {
	switch mixed, written := orZero(s.SpellingWeight) > 0, orZero(s.SurfaceWeight) > 0; {
	case s.bounds() && mixed:
		return Errorf("found %v %s and %v, expected one of them", Name("spelling"), *s.Spelling, Name("spelling_weight"))
	case s.bounds() && written:
		return Errorf("found %v %s and %v, expected one of them", Name("spelling"), *s.Spelling, Name("surface_weight"))
	case mixed && written:
		return Errorf("found %v and %v, expected one of them", Name("spelling_weight"), Name("surface_weight"))
	case written && !s.Encodes():
		return Errorf("%v: found no %v, whose pieces it compares as they are written", Name("surface_weight"), Name("encoder"))
	}
	return nil
}

// checkNgrams rejects settings of tables of words beside n-grams, which have none.
func (s Settings) checkNgrams() error {
	converts := s.Converter != nil || s.Convert != nil && *s.Convert != convert.None
	switch {
	case !s.spells():
		return nil
	case s.OOV != nil:
		return Errorf("found %v and %v %s, which give every word a vector: expected one or the other", Name("oov"),
			Name("vectors"), *s.Vectors)
	case orEmpty(s.Spelling) == string(metric.SpellingUnknown):
		return Errorf("%v %s: found %v %s, which give every word a vector, expected %s or %s", Name("spelling"), *s.Spelling,
			Name("vectors"), *s.Vectors, metric.SpellingAll, metric.SpellingNone)
	case s.bounds() && s.withNgrams().ngrams() != ngrams.Usual:
		return Errorf("%v %s: found %v %s, expected %s, the n-grams that it compares", Name("spelling"), *s.Spelling,
			Name("vectors"), *s.withNgrams().Vectors, ngrams.Usual)
	case orZero(s.SpellingWeight) > 0 && s.withNgrams().ngrams() != ngrams.Usual:
		return Errorf("%v %v: found %v %s, expected %s, the n-grams that it compares", Name("spelling_weight"),
			*s.SpellingWeight, Name("vectors"), *s.withNgrams().Vectors, ngrams.Usual)
	case s.Words != nil:
		return Errorf("%v: found a list for %v %s, which are no table of words: expected one or the other", Name("words"),
			Name("vectors"), *s.Vectors)
	case converts:
		return Errorf("found a converter and %v %s, which are no table of words to convert: expected one or the other",
			Name("vectors"), *s.Vectors)
	}
	return nil
}

// checkMeasures rejects settings that change none of the measures of complete ones, or measures that these cannot have.
func (s Settings) checkMeasures(complete Settings) error {
	list := complete.metricMeasures()
	if s.IDF != nil && *s.IDF && !slices.Contains(list, metric.MeasureBERTScore) {
		return Errorf("%v: found no %s in %v, which it weights", Name("idf"), metric.MeasureBERTScore, Name("measure"))
	}
	if err := complete.checkEncoderOfSources(); err != nil {
		return err
	}
	for _, setting := range beyond {
		if s.has(setting) && !slices.ContainsFunc(list, metric.Measure.Rotates) {
			return Errorf("%v: found no %s in %v, which it changes", Name(setting), metric.MeasureWRD, Name("measure"))
		}
	}
	return nil
}

// checkConverter rejects the converter of a purpose, which is for the embedded vectors, with other ones.
func (s Settings) checkConverter() error {
	if s.Purpose == nil || s.Converter == nil || *s.Converter != embedding.DefaultName || s.Vectors == nil ||
		*s.Vectors == embedding.DefaultName {
		return nil
	}
	return Errorf("%v %s: found the vectors %s, expected %s, which its converter is for", Name("purpose"), *s.Purpose,
		*s.Vectors, embedding.DefaultName).Hinted("say by %v or %v how to convert them", Name("convert"),
		Name("converter"))
}
