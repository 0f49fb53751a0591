package setup

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/tokenize"
)

// LanguageAuto is the value of Settings.Language for what the letters of the references say: see evaluation.LanguageOf.
const LanguageAuto = "auto"

// languageCode returns the shortest code of a language, de for deu and ger, or of the one that it is a part of, zh for cmn,
// without what follows it, such as the country in pt-BR; "" if ISO 639 has no such language.
func languageCode(said string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(said), "_", "-"), "-")
	if code == LanguageAuto {
		return code
	}
	if _, err := language.ParseBase(code); err != nil {
		return ""
	}
	base, _, _ := language.All.Make(code).Raw()
	return base.String()
}

// languageOfCountry returns the language of a country, ja for jp, which people take for the code of the language; "" for
// none.
func languageOfCountry(code string) string {
	country, err := language.ParseRegion(code)
	if err != nil {
		return ""
	}
	tag, err := language.Compose(country)
	if spoken, sure := tag.Base(); err == nil && sure == language.High {
		return spoken.String()
	}
	return ""
}

// foreign returns the language that was said or found, "" for English and for auto, which is English where no references
// decide it.
func (s Settings) foreign() string {
	switch code := languageCode(orEmpty(s.Language)); code {
	case evaluation.English, LanguageAuto:
		return ""
	default:
		return code
	}
}

// ofLanguage returns what the language stands for, nothing for English or beside an encoder or token vectors.
func (s Settings) ofLanguage() (l Settings) {
	code := s.foreign()
	if code == "" || s.Encoder != nil || s.TokenVectors != nil {
		return l
	}
	l.Vectors, l.Case = new(metric.NgramsName), new(string(tokenize.LowerCase))
	if code == "tr" || code == "az" {
		l.Case = new(string(tokenize.TurkicCase))
	}
	if !s.Over(l).spells() { // which bring a tokenizer of their own
		l.Tokenizer = new(tokenize.Unicode)
	}
	return l
}

// checkLanguage rejects what is no code, and an encoder that does not know the language.
func (s Settings) checkLanguage() error {
	if s.Language != nil && languageCode(*s.Language) == "" {
		err := errorf("%v: found %q, expected %s or a code of ISO 639 such as en, de, ja or zh", name("language"), *s.Language,
			LanguageAuto)
		if spoken := languageOfCountry(*s.Language); spoken != "" {
			return err.hinted("%s is the code of a country, whose language is %s", *s.Language, spoken)
		}
		return err
	}
	builtIn, ok := encoder.FindBuiltIn(orEmpty(s.Encoder))
	code := s.foreign()
	if !ok || code == "" || builtIn.Knows(code) || code == evaluation.LanguageOther && len(builtIn.Languages) > 1 {
		return nil
	}
	why := "does not know it"
	if len(builtIn.Languages) == 1 {
		why = "is English"
	}
	return errorf("found %v %s and %v %s, which %s: expected an encoder of that language", name("language"), *s.Language,
		name("encoder"), *s.Encoder, why)
}

// LeftToReferences says whether the letters of the references decide anything: the language is auto, and what it stands
// for is not said.
func (s Settings) LeftToReferences() bool {
	return s.Encoder == nil && s.TokenVectors == nil && (s.Tokenizer == nil || s.Vectors == nil) && !s.spells() &&
		(s.Language == nil || languageCode(*s.Language) == LanguageAuto)
}

// inLanguage returns the settings with the language of the references, if it is left to them. It tells of a language that
// is not English, if it was found or stands for vectors.
func (e *Environment) inLanguage(s Settings) (Settings, error) {
	found := ""
	if s.LeftToReferences() && e.References != nil {
		references, err := e.References(evaluation.JudgedReferences)
		if err != nil {
			return s, err
		}
		code, script := evaluation.LanguageOf(references)
		s.Language = &code
		found = fmt.Sprintf("most letters of the references are %s: ", script)
		if code == evaluation.English && e.Notify != nil && s.Encodes() {
			for _, warning := range evaluation.NotEnglish(references) {
				e.Notify(warning)
			}
		}
	}
	if s.foreign() == "" || found == "" && (s.Vectors != nil || s.Encoder != nil) || e.Notify == nil || e.toldLanguage {
		return s, nil
	}
	e.toldLanguage = true
	complete, err := s.Complete(e.Defaults)
	e.Notify(found + aboutLanguage(s.foreign(), complete, e.CacheDir))
	return s, err
}

// aboutLanguage says, in a sentence, what a language stands for, and which encoder knows it.
func aboutLanguage(code string, complete Settings, cacheDir string) string {
	said := "language " + code
	if code == evaluation.LanguageOther {
		said += " (any but English)"
	}
	if complete.Tokenizer != nil { // not where settings are rejected
		said += ", tokenizer " + *complete.Tokenizer
	}
	said += ", vectors " + orEmpty(complete.Vectors)
	if complete.spells() {
		if known, here := encoders.For(code, cacheDir); here {
			said += fmt.Sprintf("; the encoder %s, which is here, sees words in context", known)
		} else {
			said += fmt.Sprintf("; wrd vectors pull %s gets an encoder, which sees words in context", known)
		}
	}
	return said
}
