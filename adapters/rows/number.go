package rows

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// absent is the number where there is none.
var absent = math.NaN()

// MostSize is how large a score may be: sums of squares and products of such numbers stay finite.
const MostSize = 1e100

// A SizeError says that a number cannot be used: what was found and what was expected.
type SizeError struct{ found, expected string }

func (e *SizeError) Error() string { return "found " + e.found + ", expected " + e.expected }

// sizeError is about a number larger than MostSize, found as it was written: infinite, or so large that what is computed
// with it could be.
func sizeError(v float64, found string) error {
	if math.IsInf(v, 0) {
		return &SizeError{found, "a finite number, or nothing where there is none"}
	}
	return &SizeError{found, fmt.Sprintf("a number of at most %v in size", MostSize)}
}

// parseNumber reads a number of a text file. What tools write where there is none gives NaN.
func parseNumber(s string) (float64, error) {
	s = strings.TrimSpace(s)
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && isAbsent(s) || math.IsNaN(v):
		return absent, nil
	case err != nil && !math.IsInf(v, 0) || strings.ContainsAny(s, "xX_"):
		return 0, fmt.Errorf("found %s, expected a finite number, or nothing where there is none", wording.Quote(s))
	case math.Abs(v) > MostSize:
		return v, sizeError(v, wording.Quote(s))
	}
	return v, nil
}

// isAbsent says whether a cell says that there is no number, as pandas (nothing, nan, NA), mt-metrics-eval (None) and
// databases (null) do.
func isAbsent(s string) bool {
	switch strings.ToLower(s) {
	case "", "nan", "na", "n/a", "none", "null":
		return true
	}
	return false
}
