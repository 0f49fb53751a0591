package say

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
	"github.com/wordrotator/wrd/metric/evaluation/similarity"
	"github.com/wordrotator/wrd/tokenize"
)

// Reading says, in one sentence with the remedy, whose texts could hardly be read: see reading.ManyWordless and
// reading.FewKnown. Other sentences say whose candidates are in another language than the references, or in the language of
// the sources, or copies of them, what is written otherwise, and what a tokenizer or model left. It returns nil if there is
// nothing to say. Systems may share their references and sources; nothing is said of their names if there is only one.
func Reading(systems ...reading.SystemReading) []string {
	var all []named
	for i := range systems {
		all = append(all, named{candidatesOf(systems, systems[i].System), systems[i].Candidates})
	}
	references, sources, signature := reading.Shared(systems)
	said := unread(signature, append(all, named{"references", references}, named{"sources", sources}))
	said = append(said, otherLanguages(systems)...)
	for i := range systems {
		said = append(said, untranslated(&systems[i], all[i].whose)...)
	}
	said = append(said, spelling(systems)...)
	return append(said, leftovers(systems)...)
}

// Pairs fills in the sentences of a report of similarity.Pairs.
func Pairs(r *similarity.PairReport) {
	var all []named
	set := -1
	for _, row := range r.Rows { // what could be read of a set is the same for all measures and converters
		if row.Set != set && row.Read.Texts > 0 {
			set = row.Set
			all = append(all, named{"sentences of " + row.Data, row.Read})
		}
	}
	r.Warnings = unread(r.Signature().String(), all)
}

// A named counts texts that a sentence calls by a name.
type named struct {
	whose string
	metric.Reading
}

// candidatesOf are what the candidates of one of some systems are called.
func candidatesOf(systems []reading.SystemReading, system string) string {
	if len(systems) > 1 {
		return "candidates of " + system
	}
	return "candidates"
}

// unread says which texts, of scores with a signature, could hardly be read.
func unread(signature string, all []named) []string {
	var wordless, unknown []string
	for _, r := range all {
		if reading.ManyWordless(r.Reading) {
			wordless = append(wordless, fmt.Sprintf("%s of the %s", percent(r.WithoutWords, r.Texts), r.whose))
		}
		if reading.FewKnown(r.Reading) {
			words := "the words"
			if unknown != nil {
				words = "those"
			}
			unknown = append(unknown, fmt.Sprintf("%s of %s in the %s", percent(r.Tokens-r.OOV, r.Tokens), words, r.whose))
		}
	}
	var said []string
	if wordless != nil {
		said = append(said, wording.Listed(wordless)+" have no words for this tokenizer, and match only equal texts")
	}
	if unknown != nil {
		said = append(said, "only "+wording.Listed(unknown)+" have a vector")
	}
	if said == nil {
		return nil
	}
	section := odd.Coverage
	if wordless != nil {
		section = odd.NoWords
	}
	return []string{section.See(strings.Join(said, "; ") + ": " + reading.Remedy(signature))}
}

// percent writes a share of counts. What is not quite nothing or all does not read so.
func percent(part, whole int64) string {
	switch share := 100 * float64(part) / float64(whole); {
	case part == 0 || part == whole:
		return fmt.Sprintf("%.0f %%", share)
	default:
		return fmt.Sprintf("%.1f %%", min(max(share, 0.1), 99.9))
	}
}

// untranslated says what a reader should know of candidates that are not translations, of which whose says whose they are.
func untranslated(r *reading.SystemReading, whose string) []string {
	switch {
	case r.SourceLanguage != "":
		return []string{fmt.Sprintf("most sources look like the language of the %s (%s): %s is for sources of another "+
			"language, and is nearest for what is not translated", whose, r.SourceLanguage, metric.MeasureSource)}
	case r.ManyCopies():
		said := fmt.Sprintf("%s of the %s are copies of their source", percent(r.Copies, r.Candidates.Texts), whose)
		if r.Sources.Texts > 0 {
			said += fmt.Sprintf(", which %s takes for the best translation", metric.MeasureSource)
		}
		return []string{said}
	}
	return nil
}

// spelling says, in a sentence, how many candidates write characters otherwise than their references that a reader cannot
// tell apart. Whether that changes scores, the signature says.
func spelling(systems []reading.SystemReading) []string {
	var sum tokenize.Spelling
	as := ""
	for i := range systems {
		s := &systems[i].Spelling
		sum.Blanks, sum.Unseen, sum.Apostrophes = sum.Blanks+s.Blanks, sum.Unseen+s.Unseen, sum.Apostrophes+s.Apostrophes
		sum.Hyphens, sum.Shapes, sum.Accents = sum.Hyphens+s.Hyphens, sum.Shapes+s.Shapes, sum.Accents+s.Accents
		for _, part := range metric.ParseSignature(systems[i].Signature).Parts {
			if part.Key == "norm" && part.Value == string(tokenize.NormalizeNone) {
				as = ", which counts as a difference"
			} else if part.Key == "norm" {
				as = ", which are read as one"
			}
		}
	}
	var kinds []string
	for _, kind := range [...]struct {
		n    int64
		what string
	}{
		{sum.Apostrophes, "apostrophes (’ and ')"}, {sum.Hyphens, "hyphens (U+2010 or U+2011 and -)"},
		{sum.Blanks, "line breaks, tabs or other spaces"}, {sum.Unseen, "characters that cannot be seen"},
		{sum.Shapes, "letters of another width or shape"}, {sum.Accents, "accents (é in two characters and in one)"},
	} {
		if kind.n > 0 {
			kinds = append(kinds, fmt.Sprintf("%s in %s", kind.what, wording.Counted(kind.n, "text")))
		}
	}
	if kinds == nil {
		return nil
	}
	return []string{fmt.Sprintf("candidates and references differ in %s%s", wording.AllListed(kinds), as)}
}

// leftovers says, in a sentence for each kind, how many candidates hold what a tokenizer or model left.
func leftovers(systems []reading.SystemReading) (said []string) {
	for _, kind := range reading.LeftoverKinds() {
		var whose []string
		for _, system := range systems {
			n := system.Leftovers[kind]
			switch {
			case n > 0 && len(systems) > 1:
				whose = append(whose, fmt.Sprintf("%d of %s", n, system.System))
			case n > 0:
				whose = append(whose, fmt.Sprint(n))
			}
		}
		if whose != nil {
			said = append(said, fmt.Sprintf("%s is left in candidates: %s", kind, wording.Listed(whose)))
		}
	}
	return said
}
