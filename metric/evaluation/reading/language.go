package reading

import (
	"unicode"
	"unicode/utf8"

	"github.com/wordrotator/wrd/metric"
)

// English is the language of the embedded vectors and of the default tokenizer.
const English = metric.English

// Codes of ISO 639 for languages that are not English and not known: undetermined, and none that has a code, in letters that
// no language of scripts has.
const (
	LanguageOther   = "und"
	LanguageUncoded = "mis"
)

// JudgedReferences is how many references, the first ones, decide the language under auto.
const JudgedReferences = 1000

// A Language is the language of references, guessed from the first ones.
type Language struct {
	// Code is one of ISO 639: LanguageOther or LanguageUncoded for what is not English and not known, English where too little
	// says that it is not.
	Code string
	// Name is its name in English, "" if it is not known.
	Name string
	// Why says why it is not English, or that many references are in other languages; "" where there is nothing to say.
	// adapters/say says it in a clause such as "197 of 200 references look Czech".
	Why Why
	// Script is that of the letters, such as Cyrillic, see ScriptOf.
	Script string
	// Looks are the languages that references look like, as far as Why is about them: the one that they are taken as, then the
	// others, the most frequent first.
	Looks []InLanguage
	// Sure is false for English that is so only because the references are few or have no words.
	Sure bool
}

// Why says what tells the language of references.
type Why string

// What tells it.
const (
	WhyLetters    Why = "letters"    // most letters of the references are of Script
	WhyReferences Why = "references" // the letters of most references are, though not most letters of all
	WhyLooks      Why = "looks"      // so many references look like it, or do not look English, as the one of Looks says
	WhyMixed      Why = "mixed"      // references look like all of Looks, and all are taken as one
)

// scripts are those of letters that auto tells apart from all others. LanguageOther stands for several languages, between
// which the references vote: see looks.
var scripts = []struct {
	name, language string
	tables         []*unicode.RangeTable
}{
	{"Latin", LanguageOther, []*unicode.RangeTable{unicode.Latin}},
	{"Chinese", "zh", []*unicode.RangeTable{unicode.Han, unicode.Bopomofo}},
	{"Japanese", "ja", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{"Korean", "ko", []*unicode.RangeTable{unicode.Hangul}},
	{"Cyrillic", LanguageOther, []*unicode.RangeTable{unicode.Cyrillic}},
	{"Arabic", LanguageOther, []*unicode.RangeTable{unicode.Arabic}},
	{"Devanagari", LanguageOther, []*unicode.RangeTable{unicode.Devanagari}},
	{"Greek", "el", []*unicode.RangeTable{unicode.Greek}},
	{"Hebrew", LanguageOther, []*unicode.RangeTable{unicode.Hebrew}},
	{"Thai", "th", []*unicode.RangeTable{unicode.Thai}},
	{"Bengali", "bn", []*unicode.RangeTable{unicode.Bengali}},
	{"Tamil", "ta", []*unicode.RangeTable{unicode.Tamil}},
	{"Telugu", "te", []*unicode.RangeTable{unicode.Telugu}},
	{"Gujarati", "gu", []*unicode.RangeTable{unicode.Gujarati}},
	{"Punjabi", "pa", []*unicode.RangeTable{unicode.Gurmukhi}},
	{"Kannada", "kn", []*unicode.RangeTable{unicode.Kannada}},
	{"Malayalam", "ml", []*unicode.RangeTable{unicode.Malayalam}},
	{"Odia", "or", []*unicode.RangeTable{unicode.Oriya}},
	{"Sinhala", "si", []*unicode.RangeTable{unicode.Sinhala}},
	{"Georgian", "ka", []*unicode.RangeTable{unicode.Georgian}},
	{"Armenian", "hy", []*unicode.RangeTable{unicode.Armenian}},
	{"Khmer", "km", []*unicode.RangeTable{unicode.Khmer}},
	{"Lao", "lo", []*unicode.RangeTable{unicode.Lao}},
	{"Burmese", "my", []*unicode.RangeTable{unicode.Myanmar}},
	{"Ethiopic", LanguageOther, []*unicode.RangeTable{unicode.Ethiopic}},
	{"Tibetan", "bo", []*unicode.RangeTable{unicode.Tibetan}},
	{"Dhivehi", "dv", []*unicode.RangeTable{unicode.Thaana}},
	{"of another script", LanguageUncoded, nil}, // all others
}

// Places in scripts.
const latin, han, kana = 0, 1, 2

// leastKana is the share of Kana among the letters of Japanese, at least: most texts have half, and Chinese ones a name.
const leastKana = 0.1

// mostVotes is how many letters of a text count for its script: about as many as tell a sentence.
const mostVotes = 20

// LanguageOf returns the language of references, for the setting auto. Their letters decide the script: Latin if at
// least half of the letters are, or if there are none; otherwise the one of most of the other letters. Han and Kana are
// one script, and count as Japanese if a tenth of them is Kana. Where several languages share a script, references
// vote, each for the language that it looks like (see looks). At most JudgedReferences are read.
func LanguageOf(references []string) Language {
	looks, of, why := looksLike(references, lookedUp)
	return looks.found(of, why)
}

// ScriptOf returns the English name of the script that LanguageOf finds references in, such as Latin, Chinese or Japanese.
func ScriptOf(references []string) string {
	script, _ := scriptOf(references[:min(len(references), JudgedReferences)])
	return scripts[script].name
}

// looksLike returns what texts look like and why, and what most of them, drawn, each look like.
func looksLike(texts []string, most int) (looks looks, of look, why Why) {
	texts = texts[:min(len(texts), JudgedReferences)]
	script, letters := scriptOf(texts)
	s := scripts[script]
	why = WhyLetters
	if !letters {
		why = WhyReferences
	}
	looks = looksOf(drawn(texts, most), script)
	if s.language != LanguageOther {
		return looks, look{s.language, s.name, script}, why
	}
	if of, ok := looks.winner(script); ok {
		return looks, of, WhyLooks
	}
	if script != latin {
		return looks, look{LanguageOther, "", script}, why
	}
	if n, english := looks.foreign(latin); n >= leastForeign && n-english >= leastMajority {
		return looks, look{LanguageOther, "", script}, WhyLooks
	}
	return looks, looksEnglish, ""
}

// scriptOf returns the script of texts, and whether it is that of most letters. Each text votes for its own, with as many
// votes as it has letters (twice as many of Han and Kana), mostVotes at most, so that neither a few long texts decide nor
// many names.
func scriptOf(texts []string) (script int, letters bool) {
	all, votes, counts := make([]int, len(scripts)), make([]int, len(scripts)), make([]int, len(scripts))
	for _, text := range texts {
		clear(counts)
		countLetters(counts, text)
		one, n := mostLetters(counts)
		if one == han || one == kana {
			n *= 2 // which say as much
		}
		votes[one] += min(n, mostVotes)
		for i, n := range counts {
			all[i] += n
		}
	}
	kanas := votes[kana]
	votes[han], votes[kana] = votes[han]+kanas, 0
	voted := 0
	for _, n := range votes {
		voted += n
	}
	if 2*votes[latin] < voted {
		script = han
		for i := range votes {
			if i != latin && votes[i] > votes[script] {
				script = i
			}
		}
	}
	if script == han && 2*kanas >= votes[han] {
		script = kana
	}
	most, _ := mostLetters(all)
	return script, script == most
}

// mostLetters returns the script of counted letters, and how many letters there are.
func mostLetters(counts []int) (script, all int) {
	for _, n := range counts {
		all += n
	}
	if 2*counts[latin] >= all {
		return latin, all
	}
	japanese := counts[han] + counts[kana]
	if float64(counts[kana]) >= leastKana*float64(japanese) {
		counts[han], counts[kana] = 0, japanese
	} else {
		counts[han], counts[kana] = japanese, 0
	}
	script = han
	for i := range counts {
		if i != latin && counts[i] > counts[script] {
			script = i
		}
	}
	return script, all
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
		others := len(scripts) - 1
		of := others
		for k := range scripts {
			if unicode.In(r, scripts[k].tables...) {
				of = k
				break
			}
		}
		if of < others || !unicode.Is(unicode.Common, r) {
			counts[of]++
		}
	}
}
