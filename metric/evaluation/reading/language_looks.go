package reading

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/abadojack/whatlanggo"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/embedding"
	"github.com/wordrotator/wrd/tokenize"
)

// A look is a language that a reference may look like.
type look struct {
	code, name string // LanguageOther and "" for none that is known
	script     int    // its place in scripts
}

var looksEnglish = look{English, "English", latin}

// looks count references by what each looks like. In Latin letters one looks English if the embedded vectors know most of
// its words, and otherwise like what whatlanggo says of its runs of three letters. whatlanggo alone takes half of short
// English headlines for other languages, and its verdict on a whole corpus is of no use.
type looks struct {
	read  int // references that were looked at
	said  int // of these, those that look like anything
	tally map[look]tally
}

// A tally is of references that look alike.
type tally struct {
	n      int
	weight int // how sure each is, in thousandths, added up: so the order of references changes nothing
}

// The limits were chosen on 1,000 sentences in each of 75 languages and on 80 sets of English ones, see docs/languages.md.
const (
	lookedUp        = 200  // references that are looked at, drawn evenly from the first ones
	lookedAt        = 400  // characters of each; whatlanggo gets no better from there on
	leastEnglish    = 0.8  // share of known words: 98 of 100 English references have it, of others one to eight
	leastLetters    = 20   // of a reference in Latin letters that can look like a language which is not English
	leastShare      = 0.7  // of the weight of all in a script that are not English, for a language to be found
	leastOfThose    = 0.4  // the same of their number: in many files a third looks like nothing or like a language nearby
	leastLead       = 2000 // weight more than the next language's
	leastMajority   = 3    // references more that are not English than that are
	leastForeign    = 5    // references that are not English, where no language is found
	leastMixed      = 4000 // weight of another language, to be told
	leastMixedShare = 0.15 // the same, for each of the references that look like anything
)

// renamed are languages of whatlanggo that have another code or name here, mostly because it takes another language, which
// it does not know, for them.
var renamed = map[whatlanggo.Lang]look{
	whatlanggo.Nob: {code: "no", name: "Norwegian"},
	whatlanggo.Nno: {code: "no", name: "Norwegian"},
	whatlanggo.Pes: {code: "fa", name: "Persian"},
	whatlanggo.Ydd: {code: "yi", name: "Yiddish"},
	whatlanggo.Hrv: {code: "hr", name: "Croatian or Bosnian"},
	whatlanggo.Ind: {code: "id", name: "Indonesian or Malay"},
	whatlanggo.Zul: {code: "zu", name: "Zulu or Xhosa"},
}

// looksOf counts references, most letters of which are of a script.
func looksOf(references []string, script int) looks {
	l := looks{tally: map[look]tally{}}
	var words knownWords
	for _, text := range references {
		l.read++
		of, confidence, ok := lookOf(text, script, &words)
		if !ok {
			continue
		}
		l.said++
		t := l.tally[of]
		t.n++
		t.weight += int(1000 * confidence)
		l.tally[of] = t
	}
	return l
}

// drawn returns at most so many texts, evenly drawn from all.
func drawn(texts []string, most int) []string {
	if len(texts) <= most {
		return texts
	}
	list := make([]string, most)
	for i := range list {
		list[i] = texts[i*len(texts)/most]
	}
	return list
}

// lookOf returns what a reference looks like, and how surely, in [0, 1]; ok is false if it looks like nothing. most is the
// script of most letters of all references.
func lookOf(text string, most int, words *knownWords) (of look, confidence float64, ok bool) {
	text = beginning(text)
	counts := make([]int, len(scripts))
	countLetters(counts, text)
	script, letters := mostLetters(counts)
	if script == han && most == kana {
		script = kana // Japanese without a Kana
	}
	if s := scripts[script]; letters == 0 || s.language != LanguageOther {
		return look{s.language, s.name, script}, 1, letters > 0
	}
	if script == latin {
		share, ok := words.read(text).Coverage()
		if !ok || share >= leastEnglish {
			return looksEnglish, 1, ok
		}
		if letters < leastLetters {
			return of, 0, false
		}
	}
	of, confidence = guess(text, script)
	return of, confidence, true
}

// guess returns what whatlanggo says of a text, most letters of which are of a script. Two languages that are as near as
// each other are none. Nor are Turkmen and Azerbaijani in Cyrillic letters, in which they were once written: it takes Kazakh
// and Mongolian for them.
func guess(text string, script int) (of look, confidence float64) {
	info := whatlanggo.Detect(text)
	if info.Confidence == 0 || !slices.Contains(scripts[script].tables, info.Script) {
		return look{LanguageOther, "", script}, 0
	}
	if script != latin && (info.Lang == whatlanggo.Tuk || info.Lang == whatlanggo.Azj) {
		return look{LanguageOther, "", script}, info.Confidence
	}
	of, known := renamed[info.Lang]
	if !known {
		of = look{code: cmp.Or(info.Lang.Iso6391(), info.Lang.Iso6393()), name: info.Lang.String()}
	}
	of.script = script
	return of, info.Confidence
}

// beginning returns the part of a text that is looked at.
func beginning(text string) string {
	n := 0
	for i := range text {
		if n++; n > lookedAt {
			return text[:i]
		}
	}
	return text
}

// winner returns the language that references of a script surely look like, if most of them do not look English.
func (l looks) winner(script int) (of look, ok bool) {
	if n, english := l.foreign(script); n-english < leastMajority && script == latin {
		return of, false
	}
	all, next := 0, 0
	for other, t := range l.tally {
		if other.script != script || other == looksEnglish {
			continue
		}
		all += t.weight
		if best := l.tally[of].weight; t.weight > best {
			of, next = other, best
		} else {
			next = max(next, t.weight)
		}
	}
	best := l.tally[of]
	n, _ := l.foreign(script)
	return of, of.code != LanguageOther && best.weight-next >= leastLead &&
		float64(best.weight) >= leastShare*float64(all) && float64(best.n) >= leastOfThose*float64(n)
}

// foreign counts the references in a script that do not look English, and those that do.
func (l looks) foreign(script int) (n, english int) {
	for of, t := range l.tally {
		if of.script == script && of != looksEnglish {
			n += t.n
		}
	}
	return n, l.tally[looksEnglish].n
}

// found returns a language, and why it is that one, with what else many references look like.
func (l looks) found(of look, why Why) Language {
	found := Language{Code: of.code, Name: of.name, Why: why, Script: scripts[of.script].name, Sure: l.surely(of)}
	var others []look
	for other, t := range l.tally {
		if other != of && other.name != "" && l.many(t.weight) {
			others = append(others, other)
		}
	}
	others = append(others, l.otherScripts(of, others)...)
	n, english := l.foreign(of.script)
	// A language that is not known is mostly taken for one that it is near to.
	if len(others) == 0 || of.name == "" && len(others) == 1 && others[0].script == of.script {
		switch {
		case of == looksEnglish && found.Sure && l.many(1000*n):
			found.Why = WhyMixed
			found.Looks = []InLanguage{{Language: of.name, Texts: english, Read: l.read}, {Texts: n, Read: l.read}}
		case why == WhyLooks && of.name == "":
			found.Looks = []InLanguage{{Texts: n, Read: l.read}}
		case why == WhyLooks:
			found.Looks = []InLanguage{l.count(of)}
		}
		return found
	}
	slices.SortFunc(others, func(a, b look) int { // scripts, which no reference looks like, come last
		return cmp.Or(cmp.Compare(l.tally[b].n, l.tally[a].n), cmp.Compare(a.name, b.name))
	})
	if of.name != "" {
		others = append([]look{of}, others...)
	}
	found.Why = WhyMixed
	for _, other := range others {
		found.Looks = append(found.Looks, l.count(other))
	}
	return found
}

// count counts the references that look like something, or those in a script where it is a look without a code.
func (l looks) count(of look) InLanguage {
	if of.code == "" {
		n, _ := l.foreign(of.script)
		return InLanguage{Script: of.name, Texts: n, Read: l.read}
	}
	return InLanguage{Language: of.name, Texts: l.tally[of].n, Read: l.read}
}

// otherScripts returns scripts, as looks without a code, in which many references are, none of which tells a language
// that is among others.
func (l looks) otherScripts(of look, others []look) (list []look) {
	for script, s := range scripts {
		told := func(other look) bool { return other.script == script }
		if n, _ := l.foreign(script); script != of.script && !slices.ContainsFunc(others, told) && l.many(1000*n) {
			list = append(list, look{name: s.name, script: script})
		}
	}
	return list
}

// surely says whether a language was not just taken because nothing says that it is another one.
func (l looks) surely(of look) bool { return of != looksEnglish || 2*l.tally[of].n > l.said }

// many says whether the weight of another language is to be told.
func (l looks) many(weight int) bool {
	return weight >= leastMixed && float64(weight) >= 1000*leastMixedShare*float64(l.said)
}

// EnglishWords counts the words of references, drawn evenly, and those that the embedded vectors, of English, do not know.
func EnglishWords(references []string) (read metric.Reading) {
	var words knownWords
	for _, text := range drawn(references, lookedUp) {
		read.Add(words.read(text))
	}
	return read
}

// knownWords counts words that the embedded vectors know. The zero value is ready to use.
type knownWords struct {
	vectors   *embedding.Store
	tokenizer tokenize.Tokenizer
	tokens    []tokenize.Token
}

// read counts the words of a text, numbers left out, and those of them that the vectors do not know.
func (w *knownWords) read(text string) metric.Reading {
	read := metric.Reading{Texts: 1}
	if w.vectors == nil {
		vectors, err := embedding.Default()
		if err != nil {
			return read
		}
		if w.tokenizer, err = (metric.Options{}).NewTokenizer(); err != nil {
			return read
		}
		w.vectors = vectors
	}
	w.tokens = w.tokenizer.Append(w.tokens[:0], text)
	for _, token := range w.tokens {
		if !strings.ContainsFunc(token.Text, unicode.IsLetter) {
			continue
		}
		read.Tokens++
		if _, known := w.vectors.Index(token.Text); !known {
			read.OOV++
		}
	}
	return read
}
