package metric

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/metric/internal/texts"
)

// A Segment is one candidate, a generated text, with the texts that it is compared with: its references, which people
// wrote, its source, or both, as the measures need. A system is a named set of candidates, one for each segment.
type Segment struct {
	Candidate  string   // may be empty, which is a status, not an error
	References []string // at least one, in any order; Options.MultiReference says how they make one score
	Source     string   // what was translated, for the measures that have Measure.OfSource; may be empty as Candidate may
	// CandidateVectors and ReferenceVectors are the same texts as token vectors, which a Scorer with
	// Options.TokenVectors reads in their place. Candidate and References may be empty then.
	CandidateVectors TokenVectors
	ReferenceVectors []TokenVectors
}

// A Column is one of the numbers of a Result. Its name is the same in tables, JSON objects and Parquet files.
type Column int

// The columns, each of the measure of its name; WRDSimilarity is 1 − WRD, WRDSourceSimilarity 1 − WRDSource. The
// distances are WRD, WMD and their variants, and WRDSource. Points is no measure's: package evaluation gives results their
// points by the first measure, from 0, unrelated texts of that language, to 100, equal ones.
const (
	WRD Column = iota
	WRDSimilarity
	WRDWithoutStopwords
	WRDRecall
	WRDPrecision
	WRDF1
	WMD
	WMDWithoutStopwords
	WMDSIFWeights
	Add
	AddWithoutNorm
	BERTScoreP
	BERTScoreR
	BERTScoreF1
	DynaMax
	WRDSource
	WRDSourceSimilarity
	Points

	numColumns
)

var columnNames = [numColumns]string{
	WRD: "wrd", WRDSimilarity: "wrd_similarity", WRDWithoutStopwords: "wrd_without_stopwords",
	WRDRecall: "wrd_recall", WRDPrecision: "wrd_precision", WRDF1: "wrd_f1",
	WMD: "wmd", WMDWithoutStopwords: "wmd_without_stopwords", WMDSIFWeights: "wmd_sif_weights",
	Add: "add", AddWithoutNorm: "add_without_norm",
	BERTScoreP: "bertscore_p", BERTScoreR: "bertscore_r", BERTScoreF1: "bertscore_f1", DynaMax: "dynamax",
	WRDSource: "wrd_source", WRDSourceSimilarity: "wrd_source_similarity",
	Points: "points",
}

// String returns the name that the column has in files.
func (c Column) String() string { return columnNames[c] }

// Distance says whether lower values mean closer texts. In all other columns higher values do.
func (c Column) Distance() bool {
	switch c {
	case WRD, WRDWithoutStopwords, WMD, WMDWithoutStopwords, WMDSIFWeights, WRDSource:
		return true
	}
	return false
}

// OfSource says whether the column belongs to a measure that compares with the source (Measure.OfSource).
func (c Column) OfSource() bool { return c == WRDSource || c == WRDSourceSimilarity }

// closer says whether x means closer texts than y.
func (c Column) closer(x, y float64) bool {
	if c.Distance() {
		return x < y
	}
	return x > y
}

// Counts are what is counted of the texts of a segment.
type Counts struct {
	// CandidateTokens, ReferenceTokens and SourceTokens count tokens, CandidateOOV, ReferenceOOV and SourceOOV those among
	// them that are out of vocabulary. Those of the source are 0 unless a measure reads it.
	CandidateTokens, ReferenceTokens, SourceTokens, CandidateOOV, ReferenceOOV, SourceOOV int
	// BestReference is the index of the reference that is closest by the first measure that reads references, 0 if none
	// does. The counts of reference tokens are its counts, and 0 then.
	BestReference int
}

// A Result is the outcome for one segment. Value returns its numbers.
type Result struct {
	// Status is that of the first measure of Options.Measures: another one may see no distribution where this one
	// does, such as one without stop words in a text of nothing else.
	Status Status
	Counts
	// CandidateWindows, ReferenceWindows and SourceWindows say, under Options.Encoder, how many parts of the text the
	// model was given: 1 for a text that fits its positions, more for a longer one, which it reads in overlapping
	// windows; 0 for a text without a token, and without Options.Encoder.
	CandidateWindows, ReferenceWindows, SourceWindows int
	// Alignment is the transport plan of the first measure between the candidate and the best reference, or the source if
	// that is what the measure reads, if Options asked for it and Status is OK, otherwise nil. It sums up to the distance
	// between the two.
	Alignment []Move
	// Missing are the words of the best reference, or the source, that have no counterpart in the candidate, and Invented
	// those of the candidate that have none in it, in the order of the texts; see Word.HasCounterpart. They come with
	// Alignment, and each is nil without one. Equal words of a text are one, as in Alignment.
	Missing, Invented []string
	// Gap is, if Options asked for a certificate, how far the distances can be from the optimum at the most:
	// the largest difference over the references and measures between the cost of the plan and the lower bound
	// that feasible dual potentials give. Where a cost is above 1, as for wmd with long vectors, the difference is
	// divided by the largest one. Without a certificate Gap is 0.
	Gap float64

	values          [numColumns]float64
	scored, defined columnSet
}

// Value returns the value of a column, a distance or a similarity as Column.Distance says, and whether there is one:
// the measure was asked for, and it has a distribution on both sides or the empty policy gives such a pair a value.
// Without a value it returns 0.
func (r *Result) Value(c Column) (value float64, ok bool) { return r.values[c], r.scored.has(c) }

// Defined says whether the measure of a column was asked for and has a distribution on both sides, so that the value is
// not the empty policy's.
func (r *Result) Defined(c Column) bool { return r.defined.has(c) }

// SetValue sets the value of a column, for results that do not come from a Scorer but are read. Defined is true for it
// then.
func (r *Result) SetValue(c Column, value float64) { r.set(c, value, true) }

// set gives a column a value. Only a column without one may have been set before.
func (r *Result) set(c Column, value float64, defined bool) {
	r.values[c] = value
	r.scored.add(c)
	if defined {
		r.defined.add(c)
	}
}

// clear takes all values away.
func (r *Result) clear() { r.values, r.scored, r.defined = [numColumns]float64{}, 0, 0 }

// A columnSet is a set of columns, one bit for each.
type columnSet uint32

// The bits suffice.
const _ = columnSet(1) << (numColumns - 1)

func (s columnSet) has(c Column) bool { return s>>c&1 != 0 }

func (s *columnSet) add(c Column) { *s |= 1 << c }

// A Move is one entry of a transport plan between two texts, which says how much mass moves from each word to each other: the
// alignment. The distance is the cost of the best plan; it goes down as texts get closer, and similarity = 1 − distance goes up. Equal words of a text are one place, so each
// pair of words occurs once, unless each occurrence has a vector of its own.
type Move struct {
	CandidateToken, ReferenceToken string  // the latter is the source's where the measure reads that
	Mass                           float64 // the share of the text that moves, in (0, 1]
	Cost                           float64 // of the measure a unit of mass: for WRD 1 − cos, in [0, 2]
	// Differs says what of the two words differs to Options.SurfaceWeight although their letters are the same: DiffersInCase or
	// DiffersInSpacing. It is "" for other words, and without that option.
	Differs string
}

// What of equal letters may differ.
const (
	DiffersInCase    = texts.InCase
	DiffersInSpacing = texts.InSpacing // whether a word is joined to what is beside it
)

// A Status says whether both texts of a segment had words to compare.
type Status uint8

const (
	// OK means that both texts have words to compare.
	OK Status = iota
	// EmptyCandidate means that the candidate is nothing but white space, EmptyReference that the reference is,
	// BothEmpty that both are.
	EmptyCandidate
	EmptyReference
	BothEmpty
	// NoKnownCandidate and NoKnownReference mean that the text has tokens but no mass: none of them has a
	// vector; all of its vectors are zero, or for MeasureAdd sum up to zero; all are stop words, where a measure
	// leaves those out. Where it is so on both sides, the candidate is named. Two texts of nothing but stop words
	// may say anything, so they do not count as equal.
	NoKnownCandidate
	NoKnownReference
	// NoWordsCandidate and NoWordsReference mean that the text is not blank but leaves no token: it is in a script that
	// the tokenizer drops, or nothing but marks. What it says is not known, so it is like no other text, not even
	// another one of its kind. Where it is so on both sides, the candidate is named; it comes before the statuses of
	// empty texts.
	NoWordsCandidate
	NoWordsReference
	// EmptySource, NoKnownSource and NoWordsSource are what those of a reference are, for measures of the source.
	EmptySource
	NoKnownSource
	NoWordsSource
)

var statusNames = [...]string{
	OK: "ok", EmptyCandidate: "empty_candidate", EmptyReference: "empty_reference", BothEmpty: "both_empty",
	NoKnownCandidate: "no_known_candidate", NoKnownReference: "no_known_reference",
	NoWordsCandidate: "no_words_candidate", NoWordsReference: "no_words_reference",
	EmptySource: "empty_source", NoKnownSource: "no_known_source", NoWordsSource: "no_words_source",
}

// Statuses lists all statuses, OK first.
func Statuses() []Status {
	return []Status{OK, EmptyCandidate, EmptyReference, BothEmpty, NoKnownCandidate, NoKnownReference,
		NoWordsCandidate, NoWordsReference, EmptySource, NoKnownSource, NoWordsSource}
}

// String returns the name that the status has in files.
func (s Status) String() string { return statusNames[s] }

// MarshalText writes the name, also where a status is a key of JSON.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the name.
func (s *Status) UnmarshalText(name []byte) error {
	for i, known := range statusNames {
		if string(name) == known {
			*s = Status(i)
			return nil
		}
	}
	return fmt.Errorf("status: found %q, expected one of: %s", name, strings.Join(statusNames[:], ", "))
}

// A StatusError is returned under EmptyError for a segment that a measure has no value for.
type StatusError struct {
	Measure Measure
	Status  Status
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("found no %s (%s), expected one under the empty policy %q", e.Measure, e.Status, EmptyError)
}

// SeveralWindows says whether Options.Encoder read a text of the segment in several windows.
func (r *Result) SeveralWindows() bool {
	return r.CandidateWindows > 1 || r.ReferenceWindows > 1 || r.SourceWindows > 1
}
