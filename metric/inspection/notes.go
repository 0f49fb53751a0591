package inspection

import "github.com/wordrotator/wrd/metric"

// A Note is what a reader should know of an inspection.
type Note struct {
	Kind    NoteKind
	N       int            // as the kind says
	Most    int            // of NoteShortened
	Measure metric.Measure // of NoteAligned
	Err     error          // why something is not there, as the kind says
}

// A NoteKind says what a note is about.
type NoteKind string

// Notes of numbers.
const (
	NoteNotCompared NoteKind = "not compared" // systems, because of Err
	NoteNoAgreement NoteKind = "no agreement" // of measures with Inspection.Human, because of Err
	NoteSpans       NoteKind = "spans"        // N marked errors are not shown, as the outputs have another text there
)

// Notes of how the inspection was made.
const (
	NoteNotByHuman NoteKind = "not by human" // pairs of systems are not compared by human scores, because of Err
	NoteShortened  NoteKind = "shortened"    // of N texts only the first Most bytes are kept
	NoteStored     NoteKind = "stored"       // the alignments of N outputs are those of the input
	NoteAligned    NoteKind = "aligned"      // the alignments of N outputs were computed by Measure
	NoteNotAligned NoteKind = "not aligned"  // alignments that are not stored are left out, because of Err
)
