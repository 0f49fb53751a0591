package evaluation

import (
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// English is the language of the embedded vectors, of the built-in encoder and of the default tokenizer.
const English = "en"

// LanguageOther is the code of ISO 639 for an undetermined language: any that is not English.
const LanguageOther = "und"

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

// lookedUp is how many references NotEnglish reads.
const lookedUp = 200

// NotEnglish warns, as ReadingWarnings does, if hardly any words of references are English, by the embedded
// vectors. The built-in encoders do not tell: they know the letters of any language that is written in Latin ones.
func NotEnglish(references []string) []string {
	read, err := readAsEnglish(references)
	if err != nil {
		return nil
	}
	return ReadingWarnings(SystemReading{References: read})
}

// readAsEnglish counts the words of the first references, and those that the embedded vectors do not know.
func readAsEnglish(references []string) (read metric.Reading, err error) {
	vectors, err := embedding.Default()
	if err != nil {
		return read, err
	}
	tokenizer, err := metric.Options{}.NewTokenizer()
	if err != nil {
		return read, err
	}
	var tokens []tokenize.Token
	for _, text := range references[:min(len(references), lookedUp)] {
		tokens = tokenizer.Append(tokens[:0], text)
		read.Add(metric.Reading{Texts: 1, Tokens: int64(len(tokens))})
		for _, token := range tokens {
			if _, known := vectors.Lookup(token.Text); !known {
				read.OOV++
			}
		}
	}
	return read, nil
}

// ownLetters are the letters that tell languages apart from all others that are written in Latin ones, each with the
// share of them among all letters from which on texts are in that language. References of WMT23 en-de have 0.0014 and
// 0.015, of WMT24 en-cs 0.031; of 20 of them drawn at random, no draw of 500 had less but for one without an ß.
var ownLetters = []struct {
	language, letters string
	least             float64
	also              string // letters that are at least ten times as common, "" for none
}{
	{"cs", "ěřů", 0.01, ""},
	{"de", "ß", 0.0002, "äöü"},
}

// surely returns the language of references, where their letters and words leave hardly a doubt: English, German, Czech or
// one with a script of its own; "" for others.
func surely(references []string) string {
	references = references[:min(len(references), JudgedReferences)]
	language, _ := LanguageOf(references)
	if language != English {
		return language
	}
	if read, err := readAsEnglish(references); err != nil {
		return ""
	} else if share, ok := read.Coverage(); ok && share >= leastCoverage {
		return English
	}
	letters, counts := 0, map[rune]int{}
	for _, text := range references {
		for _, r := range text {
			if unicode.IsLetter(r) {
				letters++
				counts[unicode.ToLower(r)]++
			}
		}
	}
	share := func(of string) float64 {
		n := 0
		for _, r := range of {
			n += counts[r]
		}
		return float64(n) / float64(max(letters, 1))
	}
	for _, own := range ownLetters {
		if share(own.letters) >= own.least && (own.also == "" || share(own.also) >= 10*own.least) {
			return own.language
		}
	}
	return ""
}
