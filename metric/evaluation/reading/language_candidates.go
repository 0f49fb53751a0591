package reading

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
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

// languageWarning says, in a sentence, whose candidates are in another language than the references, and how many; "" if
// nobody's.
func languageWarning(systems []SystemReading) string {
	var references *looks
	var language look
	var common map[string]bool // words of references
	var others []string
	for _, system := range systems {
		if len(system.FirstCandidates) < leastOfSystem {
			continue
		}
		if references == nil { // which are the same for all systems
			looks, of, _ := looksLike(system.FirstReferences, lookedUpOfSystem)
			if references, language = &looks, of; !looks.tells(of) {
				return ""
			}
			common = wordsIn(system.FirstReferences...)
		}
		whose := "candidates"
		if len(systems) > 1 {
			whose += " of " + system.System
		}
		others = append(others, system.inOthers(language, common, whose)...)
	}
	if others == nil {
		return ""
	}
	said := fmt.Sprintf("%s, %d of %d references %s", wording.Listed(others), references.tally[language].n, references.read,
		language.name)
	if !strings.Contains(systems[0].Signature, "|encoder:"+encoder.ContextMultiName+"@") { // which knows both
		said += ": few words of two languages match"
	}
	return said
}

// inOthers says how many of the first candidates are in each language that the references are not in, in clauses. One that
// shares words with its reference, or many with all of them, is in theirs, and one whose own reference looks like something
// else may be a list of names.
func (r *SystemReading) inOthers(language look, common map[string]bool, whose string) (clauses []string) {
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
			clauses = append(clauses, fmt.Sprintf("%d of %d %s look %s", n, read, whose, of.name))
		}
	}
	return clauses
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
