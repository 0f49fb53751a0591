package rows

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
)

// An OtherSegmentsError says that inputs do not cover the same segments, or not in the same order. Those who read them can
// take the segments that all inputs have.
type OtherSegmentsError struct{ Difference error }

func (e *OtherSegmentsError) Error() string { return e.Difference.Error() }

// TookCommon says how many segments all inputs have; most is how many one of them has at most.
func TookCommon(n, most int) string {
	return fmt.Sprintf("took the %d segments that all inputs have, of up to %d in one", n, most)
}

// NothingCommon is the error of inputs without a common segment.
func NothingCommon(inputs int) error {
	return fmt.Errorf("found no segment, by id, that all of %d inputs have, expected some", inputs)
}

// OtherCount is the error of two inputs with different numbers of segments.
func OtherCount(n int, name string, others int, other string) error {
	return fmt.Errorf("found %s in %s and %d in %s, expected the same number", wording.Counted(n, "segment"), name, others,
		other)
}
