package reading

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/metric"
)

// Limits of what tells that candidates are in another language than their references.
const (
	lookedUpOfSystem = 50  // texts that are looked at, drawn evenly from the first ones
	leastOfSystem    = 5   // texts that look like something, of the candidates and of the references
	leastInOther     = 3   // candidates in one other language that are told
	leastSure        = 0.2 // of another language: whatlanggo takes texts for languages that are near to theirs
	mostShared       = 0.3 // share of words of a candidate in another language that its reference has, too
	mostCommon       = 0.4 // the same of all references
)

// AddTexts counts how the texts of one segment are written, and what a tokenizer or model left in the candidate, and keeps
// the texts, if they are among the first, to tell whether the system's candidates are in the language of the references.
func (r *SystemReading) AddTexts(candidate string, references []string) {
	r.addLeftovers(candidate, references)
	if slices.ContainsFunc(references, isBlank) { // which are no references
		references = slices.DeleteFunc(slices.Clone(references), isBlank)
	}
	if len(references) > 0 && !isBlank(candidate) {
		r.Spelling.Add(candidate, references...)
	}
	if len(r.FirstCandidates) < JudgedReferences && len(references) > 0 {
		r.FirstCandidates = append(r.FirstCandidates, candidate)
		r.FirstReferences = append(r.FirstReferences, references[0])
	}
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// Groups yields the groups, and counts their texts as AddTexts does. What it counts may be read when they have ended.
func (r *SystemReading) Groups(groups iter.Seq2[metric.Group, error]) iter.Seq2[metric.Group, error] {
	return func(yield func(metric.Group, error) bool) {
		for group, err := range groups {
			for _, candidate := range group.Candidates {
				r.AddTexts(candidate, group.References)
			}
			if !yield(group, err) {
				return
			}
		}
	}
}

// InLanguage counts texts that look like a language, of those that were read.
type InLanguage struct {
	System      string // whose candidates they are; "" for references
	Language    string // its name in English; "" for texts that do not look English
	Script      string // of texts of which only the letters are known, whose Language is ""
	Texts, Read int
}

// OtherLanguages returns whose candidates are in another language than the references, which may be shared, and in which these
// are; nil if nobody's, or too few to tell.
func OtherLanguages(systems []SystemReading) (others []InLanguage, references InLanguage) {
	var language look
	var common map[string]bool // words of references
	for _, system := range systems {
		if len(system.FirstCandidates) < leastOfSystem {
			continue
		}
		if common == nil { // the references are the same for all systems
			looks, of, _ := looksLike(system.FirstReferences, lookedUpOfSystem)
			if !looks.tells(of) {
				return nil, InLanguage{}
			}
			language, references = of, InLanguage{Language: of.name, Texts: looks.tally[of].n, Read: looks.read}
			common = wordsIn(system.FirstReferences...)
		}
		others = append(others, system.inOthers(language, common)...)
	}
	return others, references
}

// inOthers counts the first candidates in each language that the references are not in, the most first. One that shares words
// with its reference, or many with all of them, is in theirs, and one whose own reference looks like something else may be a
// list of names.
func (r *SystemReading) inOthers(language look, common map[string]bool) (found []InLanguage) {
	tally, read := map[look]int{}, 0
	var words knownWords
	for i, candidate := range r.FirstCandidates {
		if isBlank(candidate) {
			continue
		}
		read++
		reference := r.FirstReferences[i]
		if among(candidate, common) >= mostCommon || among(candidate, wordsIn(reference)) >= mostShared {
			continue
		}
		of, sure, ok := lookOf(candidate, language.script, &words)
		if !ok || sure < leastSure || of.name == "" || of.code == language.code {
			continue
		}
		if same, _, ok := lookOf(reference, language.script, &words); ok && same.code == language.code {
			tally[of]++
		}
	}
	others := slices.SortedFunc(maps.Keys(tally), func(a, b look) int {
		return cmp.Or(cmp.Compare(tally[b], tally[a]), cmp.Compare(a.name, b.name))
	})
	for _, of := range others {
		if n := tally[of]; n >= leastInOther {
			found = append(found, InLanguage{System: r.System, Language: of.name, Texts: n, Read: read})
		}
	}
	return found
}

// wordsIn returns the words of texts, in small letters.
func wordsIn(texts ...string) map[string]bool {
	words := map[string]bool{}
	for _, text := range texts {
		for word := range wordsOf(text) {
			words[word] = true
		}
	}
	return words
}

func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// among returns which share of the words of a text are among some.
func among(text string, words map[string]bool) float64 {
	found, all := 0, 0
	for word := range wordsOf(text) {
		if all++; words[word] {
			found++
		}
	}
	return float64(found) / float64(max(all, 1))
}

// tells says whether so many texts are surely in a language that others could not be in.
func (l looks) tells(of look) bool {
	return of.name != "" && l.tally[of].n >= leastOfSystem && l.surely(of)
}

// commonLanguage returns what the language is called that texts and others surely are in, "" if they are not, or it is not
// known.
func commonLanguage(texts, others []string) string {
	looks, of, _ := looksLike(texts, lookedUpOfSystem)
	if !looks.tells(of) || of.code == LanguageOther {
		return ""
	}
	if looks, same, _ := looksLike(others, lookedUpOfSystem); !looks.tells(same) || same.code != of.code {
		return ""
	}
	return of.name
}
