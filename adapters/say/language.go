package say

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

// Because says, in a clause, why the language of references is not English, or which other languages many of them are in; ""
// where there is nothing to say.
func Because(found *reading.Language) string {
	switch found.Why {
	case reading.WhyLetters:
		return "most letters of the references are " + found.Script
	case reading.WhyReferences:
		return "the letters of most references are " + found.Script
	case reading.WhyLooks:
		looks := found.Looks[0]
		if looks.Language == "" {
			return fmt.Sprintf("%d of %d references do not look English", looks.Texts, looks.Read)
		}
		return fmt.Sprintf("%d of %d references look %s", looks.Texts, looks.Read, looks.Language)
	case reading.WhyMixed:
		return mixed(found)
	}
	return ""
}

// mixed says which languages references look like that are taken as one.
func mixed(found *reading.Language) string {
	taken := "one that is not English"
	if found.Name != "" {
		taken = found.Name
	}
	counts := make([]string, len(found.Looks))
	for i, looks := range found.Looks {
		switch {
		case looks.Script != "":
			counts[i] = fmt.Sprintf("%d have %s letters", looks.Texts, strings.Replace(looks.Script, "of another script", "other", 1))
		case looks.Language == "":
			counts[i] = fmt.Sprintf("%d do not", looks.Texts)
		case i == 0:
			counts[i] = fmt.Sprintf("%d look %s", looks.Texts, looks.Language)
		default:
			counts[i] = fmt.Sprintf("%d %s", looks.Texts, looks.Language)
		}
	}
	return fmt.Sprintf("of %d references, %s, and all are taken as %s", found.Looks[0].Read, wording.Listed(counts), taken)
}

// AsEnglish returns notices for users who did not name a language and get scores in English: many references are in another
// language or, as Reading says it, hardly any of their words are English by the embedded vectors. The second is for encoders,
// as the built-in ones know the letters of any language in Latin script.
func AsEnglish(found *reading.Language, references []string, encodes bool) []string {
	if found.Code != reading.English {
		return nil
	}
	if because := Because(found); because != "" {
		return []string{because + ": score each language by itself, or set one"}
	}
	if !encodes {
		return nil // the scores say
	}
	return Reading(reading.SystemReading{References: reading.EnglishWords(references)})
}

// otherLanguages says, in a sentence, whose candidates are in another language than the references, and how many.
func otherLanguages(systems []reading.SystemReading) []string {
	others, references := reading.OtherLanguages(systems)
	if others == nil {
		return nil
	}
	var whose []string
	for _, other := range others {
		whose = append(whose, fmt.Sprintf("%d of %d %s look %s", other.Texts, other.Read, candidatesOf(systems, other.System),
			other.Language))
	}
	said := fmt.Sprintf("%s, %d of %d references %s", wording.Listed(whose), references.Texts, references.Read, references.Language)
	if !strings.Contains(systems[0].Signature, "|encoder:"+encoder.ContextMultiName+"@") { // which knows both
		said += ": few words of two languages match"
	}
	return []string{said}
}
