package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/ngrams"
	"github.com/wordrotator/wrd/tokenize"
	"golang.org/x/text/language"
)

// LanguageAuto is the value of Settings.Language that detects the language from the references: see reading.LanguageOf.
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

// scienceOfBERTScore is what bert_score calls SciBERT for English; sci is a code of ISO 639, too.
const scienceOfBERTScore = "en-sci"

// ofSeveral are the codes after which one of three letters says which of their languages is meant, as in zh-yue.
var ofSeveral = []string{"zh", "ar", "ms", "sw", "uz", "lv"}

// secondOfPair returns the second language of what looks like a language pair, en for zh-en, ja for en-ja_JP and zho for
// eng_Latn-zho_Hans, de for ende, en2de and en-to-de; "" for a language alone. What follows a language may be a script, or a country in capitals or of that
// language, as in zh-tw, or say which of its languages it is, as in zh-yue.
func secondOfPair(said string) string {
	if strings.EqualFold(said, scienceOfBERTScore) {
		return ""
	}
	parts := strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune("-_→>:/ 2", r) })
	if len(parts) == 1 && len(said) == 4 && languageCode(said) == "" { // ende: no code has four letters
		parts = []string{said[:2], said[2:]}
	}
	if len(parts) == 3 && parts[1] == "to" { // en-to-de, not Tongan
		parts = slices.Delete(parts, 1, 2)
	}
	if len(parts) < 2 || languageCode(parts[0]) == "" {
		return ""
	}
	for _, part := range parts[1:] {
		code := languageCode(part)
		if code == "" || code == LanguageAuto || isCountryOf(part, parts[0]) {
			continue
		}
		if len(code) == 3 && slices.Contains(ofSeveral, languageCode(parts[0])) {
			continue
		}
		return strings.ToLower(part)
	}
	return ""
}

// isCountryOf says whether a code is that of a country after the one of a language: in capitals after small letters, or of
// a country where the language is spoken most.
func isCountryOf(country, code string) bool {
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return false
	}
	return country == strings.ToUpper(country) && code == strings.ToLower(code) ||
		languageOfCountry(country) == languageCode(code)
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
	case reading.English, LanguageAuto:
		return ""
	default:
		return code
	}
}

// ofLanguage returns what the language stands for, nothing for English or beside an encoder or token vectors.
func (s Settings) ofLanguage() (l Settings) {
	code := s.foreign()
	if code == "" || s.Encodes() || s.TokenVectors != nil {
		return l
	}
	l.Vectors, l.Case = new(ngrams.Name), new(string(tokenize.CaseOf(code)))
	if !s.Over(l).spells() { // which bring a tokenizer of their own
		l.Tokenizer = new(tokenize.Unicode)
	}
	return l
}

// checkLanguage rejects what is no code, and an encoder that does not know the language.
func (s Settings) checkLanguage() error {
	if second := secondOfPair(orEmpty(s.Language)); second != "" {
		return Errorf("%v: found %q, which looks like a language pair, expected the language of the references", Name("language"),
			*s.Language).Hinted("%v %s if the references are in that language", Name("language"), second)
	}
	if s.Language != nil && languageCode(*s.Language) == "" {
		err := Errorf("%v: found %q, expected %s or a code of ISO 639 such as en, de, ja or zh", Name("language"), *s.Language,
			LanguageAuto)
		if spoken := languageOfCountry(*s.Language); spoken != "" {
			return err.Hinted("%s is the code of a country, whose language is %s", *s.Language, spoken)
		}
		return err
	}
	encoderName := orEmpty(s.Encoder)
	if purpose := metric.Purpose(orEmpty(s.Purpose)); encoderName == "" && purpose.AnyLanguage() {
		encoderName = purpose.EncoderFor(metric.English)
	}
	builtIn, ok := encoder.FindBuiltIn(encoderName)
	code := s.foreign()
	if !ok || code == "" || builtIn.Knows(code) {
		return nil
	}
	why := "does not know it"
	if len(builtIn.Languages) == 1 {
		why = "is English"
	}
	return Errorf("found %v %s and %v %s, which %s: expected an encoder of that language", Name("language"), *s.Language,
		Name("encoder"), encoderName, why)
}

// LeftToReferences says whether the language is detected from the references: it is auto, and its consequences are not
// given.
func (s Settings) LeftToReferences() bool {
	s = s.ofMeasures()
	if metric.Purpose(orEmpty(s.Purpose)).AnyLanguage() && s.Encodes() {
		return false
	}
	return s.Encoder == nil && s.TokenVectors == nil && (s.Tokenizer == nil || s.Vectors == nil) && !s.spells() &&
		(s.Language == nil || languageCode(*s.Language) == LanguageAuto)
}

// complete completes settings in the language of the references, if it is left to them. It tells of a language that is
// not English, if it was found or stands for vectors.
func (e *Environment) complete(s Settings, m Material, host Settings) (Settings, error) {
	said := s.ofMeasures()
	s = said
	found := e.found(s, m)
	if found != nil {
		s.Language = &found.Code
	}
	complete, err := s.Complete(host)
	anyLanguage := s.Encodes() && metric.Purpose(orEmpty(s.Purpose)).AnyLanguage()
	if s.foreign() == "" || anyLanguage || found == nil && (s.Vectors != nil || s.Encoder != nil) {
		return complete, err
	}
	e.tellLanguage(s, complete, found)
	if wrong, ok := errors.AsType[*Error](err); ok && found != nil {
		if _, asEnglish := said.Complete(host); asEnglish == nil {
			err = wrong.Hinted("%v %s takes the references as English", Name("language"), reading.English)
		}
	}
	return complete, err
}

// found returns the language of the references, if it is left to them, and nil otherwise. It says what is to be said of
// English ones.
func (e *Environment) found(s Settings, m Material) *reading.Language {
	if !s.LeftToReferences() {
		return nil
	}
	if m.Language != nil || m.References == nil {
		return m.Language
	}
	found := reading.LanguageOf(m.References)
	if e.Notify != nil {
		for _, warning := range say.AsEnglish(&found, m.References, s.Encodes()) {
			e.Notify(warning)
		}
	}
	return &found
}

// tellLanguage says once what the language stands for, and why it is that one, if it was found.
func (e *Environment) tellLanguage(s, complete Settings, found *reading.Language) {
	if e.Notify == nil || e.toldLanguage {
		return
	}
	e.toldLanguage = true
	e.Notify(e.aboutFound(s, complete, found))
}

// AboutLanguage says of a language of references which is not English what Open would: why it is that one, and what it
// stands for beside settings.
func (e *Environment) AboutLanguage(s Settings, found *reading.Language) string {
	s = s.ofMeasures()
	s.Language = &found.Code
	complete, _ := s.Complete(e.Defaults) // where they are rejected, Open says so
	return e.aboutFound(s, complete, found)
}

func (e *Environment) aboutFound(s, complete Settings, found *reading.Language) string {
	about := aboutLanguage(s.foreign(), complete, e.CacheDir)
	if found == nil || found.Why == "" {
		return about
	}
	return say.Because(found) + ": " + about
}

// aboutLanguage says, in a sentence, what a language stands for, and which encoder knows it.
func aboutLanguage(code string, complete Settings, cacheDir string) string {
	said := "language " + code
	if code == reading.LanguageOther {
		said += " (any but English)"
	}
	if complete.Encoder != nil {
		return said + ", encoder " + *complete.Encoder
	}
	if complete.Tokenizer != nil { // not where settings are rejected
		said += ", tokenizer " + *complete.Tokenizer
	}
	said += ", vectors " + orEmpty(complete.Vectors)
	if !complete.spells() {
		return said
	}
	if builtIn := metric.PurposeTranslation.EncoderFor(code); builtIn != "" {
		if complete.Purpose == nil {
			said += fmt.Sprintf("; purpose %s takes the encoder %s, which sees words in context", metric.PurposeTranslation, builtIn)
		}
		return said
	}
	if orEmpty(complete.Purpose) == string(metric.PurposeTranslation) {
		said += ", as no built-in encoder knows it"
	}
	known, here := encoders.For(code, cacheDir)
	if here {
		return said + fmt.Sprintf("; the encoder %s, which is here, sees words in context", known)
	}
	return said + fmt.Sprintf("; wrd vectors pull %s gets an encoder, which sees words in context", known)
}
