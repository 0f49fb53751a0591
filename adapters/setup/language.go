package setup

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/adapters/encoders"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/tokenize"
)

// Values of Settings.Language that are no codes of ISO 639 for one language.
const (
	LanguageAuto  = "auto" // what the letters of the references say: see LanguageOf
	LanguageOther = "und"  // the code for an undetermined one: any that is not English
)

// English is the language of the embedded vectors, of the built-in encoder and of the default tokenizer.
const English = "en"

// JudgedReferences is how many references, the first of a run, decide what language auto is.
const JudgedReferences = 1000

// scripts are those of letters that auto tells apart from all others. A language that a script does not decide between is
// LanguageOther, as they are all read alike.
var scripts = []struct {
	name, language string
	tables         []*unicode.RangeTable
}{
	{"Latin", English, []*unicode.RangeTable{unicode.Latin}},
	{"Chinese", "zh", []*unicode.RangeTable{unicode.Han, unicode.Bopomofo}},
	{"Japanese", "ja", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{"Korean", "ko", []*unicode.RangeTable{unicode.Hangul}},
	{"Cyrillic", LanguageOther, []*unicode.RangeTable{unicode.Cyrillic}},
	{"Arabic", LanguageOther, []*unicode.RangeTable{unicode.Arabic}},
	{"Devanagari", LanguageOther, []*unicode.RangeTable{unicode.Devanagari}},
	{"Greek", "el", []*unicode.RangeTable{unicode.Greek}},
	{"Hebrew", LanguageOther, []*unicode.RangeTable{unicode.Hebrew}},
	{"Thai", "th", []*unicode.RangeTable{unicode.Thai}},
}

// Places in scripts, and the name of the letters of all others.
const (
	latin, han, kana = 0, 1, 2
	otherLetters     = "of another script"
)

// leastKana is the share of Kana among the letters of Japanese, at least: most texts have half, and Chinese ones a name.
const leastKana = 0.1

// LanguageOf returns the language that the letters of references are of, for those who say auto: English if at least half
// of the letters are Latin, or there are none; otherwise that of the script which most of the other letters are of, by its
// code or LanguageOther, with the name of the script. Han and Kana are one script, and make Japanese if a tenth of them is
// Kana. More than JudgedReferences are not looked at.
func LanguageOf(references []string) (language, script string) {
	counts := make([]int, len(scripts)+1)
	for _, text := range references[:min(len(references), JudgedReferences)] {
		countLetters(counts, text)
	}
	all := 0
	for _, n := range counts {
		all += n
	}
	if 2*counts[latin] >= all {
		return English, scripts[latin].name
	}
	japanese := counts[han] + counts[kana]
	if float64(counts[kana]) >= leastKana*float64(japanese) {
		counts[han], counts[kana] = 0, japanese
	} else {
		counts[han], counts[kana] = japanese, 0
	}
	most := han
	for i := range counts {
		if i != latin && counts[i] > counts[most] {
			most = i
		}
	}
	if most == len(scripts) {
		return LanguageOther, otherLetters
	}
	return scripts[most].language, scripts[most].name
}

// countLetters adds the letters of a text to the counts of their scripts.
func countLetters(counts []int, text string) {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c |= 'a' - 'A'; 'a' <= c && c <= 'z' {
				counts[latin]++
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if !unicode.IsLetter(r) {
			continue
		}
		of := len(scripts)
		for k := range scripts {
			if unicode.In(r, scripts[k].tables...) {
				of = k
				break
			}
		}
		if of < len(scripts) || !unicode.Is(unicode.Common, r) {
			counts[of]++
		}
	}
}

// threeLetters are codes of ISO 639-2 and 639-3 of languages that mean something here, by those of ISO 639-1.
var threeLetters = map[string]string{"eng": English, "tur": "tr", "aze": "az", "azj": "az", "zho": "zh", "chi": "zh",
	"cmn": "zh"}

// languageCode returns the code of a language without what follows it, such as the country in pt-BR; "" if there is none.
func languageCode(said string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(said), "_", "-"), "-")
	if code != LanguageAuto && (len(code) < 2 || len(code) > 3 || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") != "") {
		return ""
	}
	if short, ok := threeLetters[code]; ok {
		return short
	}
	return code
}

// foreign returns the language that was said or found, "" for English and for auto, which is English where no references
// decide it.
func (s Settings) foreign() string {
	switch code := languageCode(orEmpty(s.Language)); code {
	case English, LanguageAuto:
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
	if !s.Over(l).ngrams() { // which bring a tokenizer of their own
		l.Tokenizer = new(tokenize.Unicode)
	}
	return l
}

// checkLanguage refuses what is no code, and an encoder that does not know the language.
func (s Settings) checkLanguage() error {
	if s.Language != nil && languageCode(*s.Language) == "" {
		return errorf("%v: found %q, expected %s or a code of ISO 639 such as en, de, ja or zh", name("language"), *s.Language,
			LanguageAuto)
	}
	if builtIn := orEmpty(s.Encoder); s.foreign() != "" &&
		(builtIn == encoder.ContextENName || builtIn == encoder.ContextENLargeName) {
		return errorf("found %v %s and %v %s, which is English: expected an encoder of that language", name("language"),
			*s.Language, name("encoder"), *s.Encoder)
	}
	return nil
}

// LeftToReferences says whether the letters of the references decide anything: the language is auto, and what it stands
// for is not said.
func (s Settings) LeftToReferences() bool {
	return s.Encoder == nil && s.TokenVectors == nil && (s.Tokenizer == nil || s.Vectors == nil) && !s.ngrams() &&
		(s.Language == nil || languageCode(*s.Language) == LanguageAuto)
}

// inLanguage returns the settings with the language of the references, if it is left to them. It tells of a language that
// is not English, if it was found or stands for vectors.
func (e *Environment) inLanguage(s Settings) (Settings, error) {
	found := ""
	if s.LeftToReferences() && e.References != nil {
		references, err := e.References(JudgedReferences)
		if err != nil {
			return s, err
		}
		language, script := LanguageOf(references)
		s.Language = &language
		found = fmt.Sprintf("most letters of the references are %s: ", script)
		if language == English && e.Notify != nil && s.Encodes() {
			for _, warning := range NotEnglish(references) {
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

// lookedUp is how many references NotEnglish reads.
const lookedUp = 200

// NotEnglish warns, as evaluation.ReadingWarnings does, if hardly any words of references are English, by the embedded
// vectors. The built-in encoders do not tell: they know the letters of any language that is written in Latin ones.
func NotEnglish(references []string) []string {
	vectors, err := embedding.Default()
	if err != nil {
		return nil
	}
	tokenizer, err := metric.Options{}.NewTokenizer()
	if err != nil {
		return nil
	}
	var read evaluation.SystemReading
	var tokens []tokenize.Token
	for _, text := range references[:min(len(references), lookedUp)] {
		tokens = tokenizer.Append(tokens[:0], text)
		read.References.Add(metric.Reading{Texts: 1, Tokens: int64(len(tokens))})
		for _, token := range tokens {
			if _, known := vectors.Lookup(token.Text); !known {
				read.References.OOV++
			}
		}
	}
	return evaluation.ReadingWarnings(read)
}

// aboutLanguage says, in a sentence, what a language stands for, and which encoder knows it.
func aboutLanguage(language string, complete Settings, cacheDir string) string {
	said := "language " + language
	if language == LanguageOther {
		said += " (any but English)"
	}
	if complete.Tokenizer != nil { // not where settings are refused
		said += ", tokenizer " + *complete.Tokenizer
	}
	said += ", vectors " + orEmpty(complete.Vectors)
	if complete.ngrams() {
		if known, here := encoders.For(language, cacheDir); here {
			said += fmt.Sprintf("; the encoder %s, which is here, sees words in context", known)
		} else {
			said += fmt.Sprintf("; wrd vectors pull %s gets an encoder, which sees words in context", known)
		}
	}
	return said
}
