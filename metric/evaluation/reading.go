package evaluation

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/metric"
)

// Limits of what a reader is not told of.
const (
	leastCoverage     = 0.7  // share of the tokens of a side that have a vector
	leastJudgedTokens = 10   // of a side; fewer are a few names, not another language
	mostWithoutWords  = 0.01 // share of the texts of a side
)

// otherLanguageRemedy is what to do about texts that the tokenizer or the vectors were not made for.
const otherLanguageRemedy = "for texts that are not English, name their language, as --language de does for German; " +
	"where it is named already, choose vectors that know its words"

// A SystemReading says what a scorer could read of the texts of a system, and of the references that its candidates
// were nearest to.
type SystemReading struct {
	System     string
	Candidates metric.Reading
	References metric.Reading
}

// Add counts a result of the system.
func (r *SystemReading) Add(result *metric.Result) {
	candidate, reference := result.Readings()
	r.Candidates.Add(candidate)
	r.References.Add(reference)
}

// AddDetails counts an output of the system of which what a table says is known; one without counts is left out.
func (r *SystemReading) AddDetails(d *Details) {
	result := metric.Result{CandidateTokens: d.CandidateTokens, CandidateOOV: d.CandidateOOV,
		ReferenceTokens: d.ReferenceTokens, ReferenceOOV: d.ReferenceOOV}
	if !d.Counted {
		return
	}
	for _, status := range metric.Statuses() { // those of another program say nothing of words
		if status.String() == d.Status {
			result.Status = status
		}
	}
	r.Add(&result)
}

func (r *SystemReading) Coverage() Coverage {
	return Coverage{present(r.Candidates.Coverage()), present(r.References.Coverage())}
}

// ReadingWarnings says, in one sentence with the remedy, whose texts could hardly be read: those of which more than 1 %
// have no words, or less than 70 % of the tokens have a vector. It returns nil if there are none, and judges no coverage
// by fewer than 10 tokens. Systems may share their references; nothing is said of their names if there is only one.
func ReadingWarnings(systems ...SystemReading) []string {
	var all []namedReading
	references := namedReading{whose: "references"}
	for _, system := range systems {
		whose := "candidates"
		if len(systems) > 1 {
			whose += " of " + system.System
		}
		all = append(all, namedReading{whose, system.Candidates})
		references.Add(system.References)
	}
	return readingWarnings(append(all, references))
}

// A namedReading counts texts that a sentence calls by a name.
type namedReading struct {
	whose string
	metric.Reading
}

// readingWarnings is ReadingWarnings of texts of any kind.
func readingWarnings(all []namedReading) []string {
	var wordless, unknown []string
	for _, r := range all {
		if r.WithoutWords > 0 && float64(r.WithoutWords) > mostWithoutWords*float64(r.Texts) {
			wordless = append(wordless, fmt.Sprintf("%s of the %s", percent(r.WithoutWords, r.Texts), r.whose))
		}
		if share, ok := r.Coverage(); ok && r.Tokens >= leastJudgedTokens && share < leastCoverage {
			unknown = append(unknown, fmt.Sprintf("%s of those in the %s", percent(r.Tokens-r.OOV, r.Tokens), r.whose))
		}
	}
	var said []string
	if wordless != nil {
		said = append(said, listed(wordless)+" have no words that are read, and match nothing")
	}
	if unknown != nil {
		said = append(said, "of the words, only "+listed(unknown)+" have a vector")
	}
	if said == nil {
		return nil
	}
	return []string{strings.Join(said, "; ") + ": " + otherLanguageRemedy}
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

// listed writes a list of a few as a sentence does, and of many the first.
func listed(list []string) string {
	const most = 4
	if len(list) > most {
		return strings.Join(list[:most-1], ", ") + fmt.Sprintf(" and %d others", len(list)-most+1)
	}
	if n := len(list) - 1; n > 0 {
		return strings.Join(list[:n], ", ") + " and " + list[n]
	}
	return list[0]
}

// A WordlessError says that most references of a check have no words, so that the check would test nothing.
type WordlessError struct {
	References metric.Reading
}

func (e *WordlessError) Error() string {
	return fmt.Sprintf("found no words in %d of %d references, expected them in at least half: %s",
		e.References.WithoutWords, e.References.Texts, otherLanguageRemedy)
}

// refuseWordless returns a *WordlessError if more than half of the references have no words.
func refuseWordless(systems []SystemReading) error {
	var references metric.Reading
	for _, system := range systems {
		references.Add(system.References)
	}
	if 2*references.WithoutWords > references.Texts {
		return &WordlessError{references}
	}
	return nil
}

// Details are what a scorer says of one output besides its scores. The zero value says nothing.
type Details struct {
	Source string // what was translated or summarised, "" if it is not known
	Status string // "" if it is not known
	// Counts of the candidate and of the closest reference, if Counted: tokens, and those of them without a vector.
	Counted                          bool
	CandidateTokens, ReferenceTokens int
	CandidateOOV, ReferenceOOV       int
	BestReference                    int // 0-based
}
