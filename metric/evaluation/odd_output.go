package evaluation

// An OddOutput is a section of docs/odd-output.md, which says what to do where an output looks odd. Sentences that tell of
// such an output name it, in brackets at their end.
type OddOutput string

// The sections.
const (
	OddNoWords      OddOutput = "no-words"
	OddCoverage     OddOutput = "low-coverage"
	OddScores       OddOutput = "the-same-score-everywhere"
	OddP            OddOutput = "p-is-1"
	OddInconclusive OddOutput = "inconclusive"
	OddSignatures   OddOutput = "different-signatures"
	OddElsewhere    OddOutput = "other-numbers-elsewhere"
)

// OddOutputs returns all of them.
func OddOutputs() []OddOutput {
	return []OddOutput{OddNoWords, OddCoverage, OddScores, OddP, OddInconclusive, OddSignatures, OddElsewhere}
}

// String returns the page and the section.
func (o OddOutput) String() string { return "docs/odd-output.md#" + string(o) }

// see adds where to read on to a sentence.
func (o OddOutput) see(sentence string) string { return sentence + " (" + o.String() + ")" }
