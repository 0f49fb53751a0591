package reading

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/internal/optional"
	"github.com/wordrotator/wrd/tokenize"
)

// Limits of what a reader is not told of.
const (
	leastCoverage     = 0.7  // share of the tokens of a side that have a vector
	leastJudgedTokens = 10   // of a side; fewer are a few names, not another language
	mostWithoutWords  = 0.01 // share of the texts of a side
)

// What to do about texts that the tokenizer or the vectors were not made for: name their language, unless that was done.
const (
	otherLanguageRemedy = "if these texts are not English, set their language"
	otherVectorsRemedy  = "choose vectors or an encoder that know the words of these texts"
)

// remedyFor returns the remedy for scores with a signature, which shows whether texts are read as English.
func remedyFor(signature string) string {
	english := true
	for _, part := range metric.ParseSignature(signature).Parts {
		switch part.Key {
		case "tok":
			english = strings.HasPrefix(part.Value, tokenize.Default) || strings.HasPrefix(part.Value, "nltk")
		case "encoder":
			english = strings.HasPrefix(part.Value, encoder.ContextENName)
		}
	}
	if english {
		return otherLanguageRemedy
	}
	return otherVectorsRemedy
}

// A SystemReading says what a scorer could read of the texts of a system, and of the references that its candidates
// were nearest to, and of their sources.
type SystemReading struct {
	System     string
	Candidates metric.Reading
	References metric.Reading
	Sources    metric.Reading
	// Copies counts the candidates that are their source, where no reference is. SourceLanguage is that of most sources,
	// where the candidates look like it, too; "" otherwise.
	Copies         int64
	SourceLanguage string
	// Spelling counts the candidates that write characters otherwise than their references, of texts that AddTexts took.
	Spelling tokenize.Spelling
	// Signature is that of the scores, which says what to do about texts that can hardly be read; "" if it is not known.
	Signature string
	// FirstCandidates and FirstReferences are texts of as many segments, JudgedReferences at most, which tell the language;
	// nil where they are not known. See AddTexts.
	FirstCandidates, FirstReferences []string
	// Leftovers counts the candidates that hold each; nil for none. See AddTexts.
	Leftovers map[LeftoverKind]int64
}

// Add counts a result of the system, of a scorer that reads references, sources or both.
func (r *SystemReading) Add(result *metric.Result, references, sources bool) {
	candidate, reference, source := result.Readings(references, sources)
	r.Candidates.Add(candidate)
	r.References.Add(reference)
	r.Sources.Add(source)
}

// AddLine counts a scorer's result of the candidate of a number in a line.
func (r *SystemReading) AddLine(line *metric.Line, system int, result *metric.Result, scorer *metric.Scorer) {
	r.Add(result, scorer.ReadsReferences(), scorer.ReadsSources())
	if line.Candidates != nil { // not of token vectors
		r.AddTexts(line.Candidates[system], line.References)
	}
}

// AddDetails counts an output of the system of which what a table says is known; one without counts is left out.
func (r *SystemReading) AddDetails(d *Details) {
	result := metric.Result{Counts: d.Counts}
	if !d.Counted {
		return
	}
	for _, status := range metric.Statuses() { // those of another program say nothing of words
		if status.String() == d.Status {
			result.Status = status
		}
	}
	sources := d.SourceTokens > 0
	r.Add(&result, !sources || d.ReferenceTokens > 0, sources)
}

// Coverage returns the shares of tokens that have a vector, of the texts read so far.
func (r *SystemReading) Coverage() Coverage {
	return Coverage{optional.Number(r.Candidates.Coverage()), optional.Number(r.References.Coverage()), optional.Number(r.Sources.Coverage())}
}

// Warnings says, in one sentence with the remedy, whose texts could hardly be read: those of which more than 1 %
// have no words, or less than 70 % of the tokens have a vector. It judges no coverage by fewer than 10 tokens. Other
// sentences say whose candidates are in another language than the references, or in the language of the sources, or
// copies of them. It returns nil if there is nothing to say. Systems may share their references and sources; nothing is
// said of their names if there is only one.
func Warnings(systems ...SystemReading) []string {
	var all []Named
	references, sources, signature := Named{Whose: "references"}, Named{Whose: "sources"}, ""
	for _, system := range systems {
		signature = system.Signature
		whose := "candidates"
		if len(systems) > 1 {
			whose += " of " + system.System
		}
		all = append(all, Named{whose, system.Candidates})
		references.Add(system.References)
		sources.Add(system.Sources)
	}
	said := WarningsOf(signature, append(all, references, sources))
	if other := languageWarning(systems); other != "" {
		said = append(said, other)
	}
	for i := range systems {
		said = append(said, systems[i].untranslated(all[i].Whose)...)
	}
	if written := spellingNotice(systems); written != "" {
		said = append(said, written)
	}
	return append(said, leftoverWarnings(systems)...)
}

// A Named counts texts that a sentence calls by a name.
type Named struct {
	Whose string
	metric.Reading
}

// WarningsOf is Warnings for texts of any kind, of scores with a signature.
func WarningsOf(signature string, all []Named) []string {
	var wordless, unknown []string
	for _, r := range all {
		if r.WithoutWords > 0 && float64(r.WithoutWords) > mostWithoutWords*float64(r.Texts) {
			wordless = append(wordless, fmt.Sprintf("%s of the %s", percent(r.WithoutWords, r.Texts), r.Whose))
		}
		if share, ok := r.Coverage(); ok && r.Tokens >= leastJudgedTokens && share < leastCoverage {
			words := "the words"
			if unknown != nil {
				words = "those"
			}
			unknown = append(unknown, fmt.Sprintf("%s of %s in the %s", percent(r.Tokens-r.OOV, r.Tokens), words, r.Whose))
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
	return []string{section.See(strings.Join(said, "; ") + ": " + remedyFor(signature))}
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

// A WordlessError says that most references, or sources, of a check have no words, or that all of them are empty, so that
// the check would test nothing.
type WordlessError struct {
	Whose  string // references or sources
	Read   metric.Reading
	remedy string
}

func (e *WordlessError) Error() string {
	if 2*e.Read.WithoutWords <= e.Read.Texts {
		return fmt.Sprintf("found nothing to compare with in any of %d %s, expected texts", e.Read.Texts, e.Whose)
	}
	return odd.NoWords.See(fmt.Sprintf("found no words in %d of %d %s, expected them in at least half: %s",
		e.Read.WithoutWords, e.Read.Texts, e.Whose, e.remedy))
}

// RefuseWordless returns a *WordlessError if more than half of the references or sources have no words, or all are empty.
func RefuseWordless(systems []SystemReading) error {
	references, sources, signature := Named{Whose: "references"}, Named{Whose: "sources"}, ""
	for _, system := range systems {
		references.Add(system.References)
		sources.Add(system.Sources)
		signature = system.Signature
	}
	for _, r := range []Named{references, sources} {
		if 2*r.WithoutWords > r.Texts {
			return &WordlessError{r.Whose, r.Reading, remedyFor(signature)}
		}
	}
	switch { // of stored scores it is not known which of the two an empty one was
	case references.Tokens+sources.Tokens > 0:
	case sources.Texts > 0:
		return &WordlessError{Whose: sources.Whose, Read: sources.Reading}
	case references.Texts > 0:
		return &WordlessError{Whose: references.Whose, Read: references.Reading}
	}
	return nil
}

// Details are what is known of one output besides its scores. The zero value says nothing.
type Details struct {
	Source string // what was translated or summarised, "" if it is not known
	Status string // "" if it is not known
	// Counted says whether Counts are known; they are 0 for what was not compared.
	Counted bool
	metric.Counts
}

// Coverage is the share of tokens that have a vector, in [0, 1], nil where there are no tokens.
type Coverage struct {
	Candidate *float64 `json:"candidate"`
	Reference *float64 `json:"reference"`
	Source    *float64 `json:"source,omitempty"` // nil also where no measure reads sources
}
