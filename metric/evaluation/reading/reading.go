package reading

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/odd"
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/encoder"
	"github.com/wordrotator/wrd/metric/evaluation/internal/optional"
	"github.com/wordrotator/wrd/tokenize"
)

// Limits of what a reader is not told of, see ManyWordless and FewKnown.
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

// Remedy says what to do about texts without words, or without vectors, of scores with a signature, which shows whether texts
// are read as English.
func Remedy(signature string) string {
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

// ManyWordless says whether more than 1 % of texts have no words for the tokenizer.
func ManyWordless(r metric.Reading) bool {
	return r.WithoutWords > 0 && float64(r.WithoutWords) > mostWithoutWords*float64(r.Texts)
}

// FewKnown says whether less than 70 % of the tokens of texts have a vector. It judges none by fewer than 10 tokens.
func FewKnown(r metric.Reading) bool {
	share, ok := r.Coverage()
	return ok && r.Tokens >= leastJudgedTokens && share < leastCoverage
}

// Shared adds up the references and the sources of systems, which may share them, and returns the signature of their scores.
func Shared(systems []SystemReading) (references, sources metric.Reading, signature string) {
	for _, system := range systems {
		references.Add(system.References)
		sources.Add(system.Sources)
		signature = system.Signature
	}
	return references, sources, signature
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
	references, sources, signature := Shared(systems)
	switch { // of stored scores it is not known which of the two an empty one was
	case 2*references.WithoutWords > references.Texts:
		return &WordlessError{"references", references, Remedy(signature)}
	case 2*sources.WithoutWords > sources.Texts:
		return &WordlessError{"sources", sources, Remedy(signature)}
	case references.Tokens+sources.Tokens > 0:
	case sources.Texts > 0:
		return &WordlessError{Whose: "sources", Read: sources}
	case references.Texts > 0:
		return &WordlessError{Whose: "references", Read: references}
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
