package rows

import "fmt"

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
