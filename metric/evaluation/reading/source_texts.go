package reading

import (
	"strings"

	"github.com/wordrotator/wrd/metric"
)

// mostCopies is the share of a system's candidates that may be their own source before a reader is told.
const mostCopies = 0.01

// SourceTexts look at sources and candidates for what a distance between them cannot show: a copy of the source has the
// smallest distance, and a candidate in the source's language has a smaller one than any translation.
type SourceTexts struct {
	copies     []int64  // of each system: candidates that are their source, where no reference is
	sources    []string // the first ones, JudgedReferences
	candidates [][]string
}

// NewSourceTexts returns nil, whose methods do nothing, if no measure of a scorer reads sources.
func NewSourceTexts(scorer *metric.Scorer, systems int) *SourceTexts {
	if !scorer.ReadsSources() {
		return nil
	}
	return &SourceTexts{copies: make([]int64, systems), candidates: make([][]string, systems)}
}

// Add takes a segment, a candidate of each system.
func (s *SourceTexts) Add(line *metric.Line) {
	if s == nil {
		return
	}
	judged := len(s.sources) < JudgedReferences
	if judged {
		s.sources = append(s.sources, strings.Clone(line.Source))
	}
	source := strings.TrimSpace(line.Source)
	for i, candidate := range line.Candidates {
		if judged {
			s.candidates[i] = append(s.candidates[i], strings.Clone(candidate))
		}
		if source != "" && strings.TrimSpace(candidate) == source && !isReference(line, source) {
			s.copies[i]++
		}
	}
}

// isReference says whether a text is a reference of a segment.
func isReference(line *metric.Line, text string) bool {
	for _, reference := range line.References {
		if strings.TrimSpace(reference) == text {
			return true
		}
	}
	return false
}

// Tell records what was found of a system.
func (s *SourceTexts) Tell(r *SystemReading, system int) {
	if s == nil {
		return
	}
	r.Copies = s.copies[system]
	r.SourceLanguage = commonLanguage(s.sources, s.candidates[system])
}

// ManyCopies says whether more than 1 % of the candidates are copies of their source.
func (r *SystemReading) ManyCopies() bool {
	return float64(r.Copies) > mostCopies*float64(r.Candidates.Texts)
}
