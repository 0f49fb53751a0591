// Package odd names the sections of docs/odd-output.md, which say what to do where an output looks odd.
package odd

import "strings"

// An Output is a section of docs/odd-output.md, which says what to do where an output looks odd. Sentences that tell of
// such an output name it, in brackets at their end.
type Output string

// The sections.
const (
	NoWords      Output = "no-words"
	Coverage     Output = "low-coverage"
	Scores       Output = "the-same-score-everywhere"
	P            Output = "p-is-1"
	Inconclusive Output = "inconclusive"
	Signatures   Output = "different-signatures"
	Elsewhere    Output = "other-numbers-elsewhere"
)

// Outputs returns all of them.
func Outputs() []Output {
	return []Output{NoWords, Coverage, Scores, P, Inconclusive, Signatures, Elsewhere}
}

// String returns the page and the section.
func (o Output) String() string { return "docs/odd-output.md#" + string(o) }

// See adds where to read on to a sentence.
func (o Output) See(sentence string) string { return sentence + " (" + o.String() + ")" }

// Linked returns a text in which each section is its address in the docs of a version: what a CI server shows is far from
// any folder docs.
func Linked(text, version string) string {
	for _, o := range Outputs() {
		text = strings.ReplaceAll(text, o.String(), "https://github.com/wordrotator/wrd/blob/v"+version+"/"+o.String())
	}
	return text
}
