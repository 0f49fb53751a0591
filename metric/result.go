package metric

import "fmt"

// A Segment is one candidate text and the references it is judged against, at least one.
type Segment struct {
	Candidate  string
	References []string
}

// A Column is one number of a Result, named as in every table, JSON object and Parquet file.
type Column int

const (
	// WRD is the distance, in [0, 2]; lower is closer.
	WRD Column = iota
	// WRDSimilarity is 1 − WRD, in [−1, 1]; higher is closer.
	WRDSimilarity

	numColumns
)

var columnNames = [numColumns]string{WRD: "wrd", WRDSimilarity: "wrd_similarity"}

// String returns the name that the column has in files.
func (c Column) String() string { return columnNames[c] }

// A Result is the outcome for one segment.
type Result struct {
	Status Status
	// Scored says whether Values mean anything: always if Status is OK, otherwise as the empty policy says.
	Scored bool
	// Values holds one value for each column, indexed by Column.
	Values [numColumns]float64
	// BestReference is the index of the reference with the least distance. The counts of reference
	// tokens below are its counts.
	BestReference int
	// CandidateTokens and ReferenceTokens count tokens, CandidateOOV and ReferenceOOV those among them
	// that are out of vocabulary.
	CandidateTokens, ReferenceTokens, CandidateOOV, ReferenceOOV int
	// Alignment is the transport plan between the candidate and the best reference if Options asked for
	// it and Status is OK, otherwise nil. It sums up to the distance between the two.
	Alignment []Move
	// Gap is, if Options asked for a certificate, how far the distance can be from the optimum at the most:
	// the largest difference over the references between the cost of the plan and the lower bound that
	// feasible dual potentials give. Otherwise it is 0.
	Gap float64
}

// A Move is one entry of a transport plan between two texts. Equal words of a text are one place, so each
// pair of words occurs once.
type Move struct {
	CandidateToken, ReferenceToken string
	Mass                           float64 // the share of the text that moves, in (0, 1]
	Cost                           float64 // 1 − cos of the two words, in [0, 2]
}

// A Status says whether both texts of a segment had words to compare.
type Status uint8

const (
	// OK means that the distance is a distance.
	OK Status = iota
	// EmptyCandidate means that the candidate has no token, EmptyReference that the reference has none,
	// BothEmpty that neither has.
	EmptyCandidate
	EmptyReference
	BothEmpty
	// NoKnownCandidate and NoKnownReference mean that the text has tokens but no mass: none of them has a
	// vector, or all of its vectors are zero. Where it is so on both sides, the candidate is named.
	NoKnownCandidate
	NoKnownReference

	numStatuses
)

var statusNames = [numStatuses]string{
	OK: "ok", EmptyCandidate: "empty_candidate", EmptyReference: "empty_reference", BothEmpty: "both_empty",
	NoKnownCandidate: "no_known_candidate", NoKnownReference: "no_known_reference",
}

// String returns the name that the status has in files.
func (s Status) String() string { return statusNames[s] }

// Statuses lists all of them, OK first.
func Statuses() []Status {
	all := make([]Status, numStatuses)
	for i := range all {
		all[i] = Status(i)
	}
	return all
}

// A StatusError is returned under EmptyError for a segment without a distribution.
type StatusError struct{ Status Status }

func (e *StatusError) Error() string {
	return fmt.Sprintf("the segment has no distance (%s), and the empty policy is %q", e.Status, EmptyError)
}
