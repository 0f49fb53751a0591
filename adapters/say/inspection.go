package say

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/inspection"
)

// Inspected fills in the sentences of an inspection, but those of its comparison, which Compared does.
func Inspected(in *inspection.Inspection) {
	in.Warnings = append(Reading(in.Read...), in.Warnings...)
	for _, n := range in.Warned {
		in.Warnings = append(in.Warnings, note(in, n))
	}
	for _, n := range in.Noticed {
		in.Notices = append(in.Notices, note(in, n))
	}
	for i := range in.Agreement {
		reasons(&in.Agreement[i])
	}
}

func note(in *inspection.Inspection, n inspection.Note) string {
	counted := func(thing string) string { return fmt.Sprintf("%d %s", n.N, wording.Plural(n.N, thing)) }
	switch n.Kind {
	case inspection.NoteNotCompared:
		return "the systems are not compared: " + n.Err.Error()
	case inspection.NoteNoAgreement:
		return fmt.Sprintf("no agreement with %s: %v", in.Human, n.Err)
	case inspection.NoteSpans:
		return fmt.Sprintf("marked errors that are not shown, as the outputs have another text there: %d", n.N)
	case inspection.NoteNotByHuman:
		return "pairs of systems are not compared by human scores: " + n.Err.Error()
	case inspection.NoteShortened:
		return fmt.Sprintf("of %s only the first %d bytes are kept", counted("text"), n.Most)
	case inspection.NoteStored:
		return fmt.Sprintf("the alignments of %s are those of the input", counted("output"))
	case inspection.NoteAligned:
		return fmt.Sprintf("the alignments of %s were computed by %s for this report", counted("output"), n.Measure)
	}
	return "alignments that are not stored are left out: " + n.Err.Error()
}
