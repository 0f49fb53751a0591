package reading

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
)

// Limits of what tells that candidates are in another language than their references.
const (
	lookedUpOfSystem = 50 // texts that are looked at, drawn evenly from the first ones
	leastOfSystem    = 5  // texts that look like something, of the candidates and of the references
)

// AddTexts counts how the texts of one segment are written, and what a tokenizer or model left in the candidate, and keeps
// the texts, if they are among the first, to tell whether the system's candidates are in the language of the references.
func (r *System) AddTexts(candidate string, references []string) {
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
func (r *System) Groups(groups iter.Seq2[metric.Group, error]) iter.Seq2[metric.Group, error] {
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

// languageWarning says, in a sentence, whose candidates surely are in another language than the references; "" if nobody's.
func languageWarning(systems []System) string {
	var references *looks
	var language look
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
		}
		looks, of, _ := looksLike(system.FirstCandidates, lookedUpOfSystem)
		if !looks.tells(of) || of.code == language.code {
			continue
		}
		whose := "candidates"
		if len(systems) > 1 {
			whose += " of " + system.System
		}
		others = append(others, fmt.Sprintf("%d of %d %s look %s", looks.tally[of].n, looks.read, whose, of.name))
	}
	if others == nil {
		return ""
	}
	return fmt.Sprintf("%s, %d of %d references %s: few words of two languages match", wording.Listed(others),
		references.tally[language].n, references.read, language.name)
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
