package table

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// mostSize is how large a score may be: sums of squares and products of such numbers stay finite.
const mostSize = 1e100

// errSize says that a number is none to compute with.
var errSize = errors.New("expected a finite number, or nothing where there is none")

// checkSize refuses a number, found as it was written, that is infinite or so large that what is computed with it could be.
func checkSize(v float64, found string) error {
	if math.IsInf(v, 0) {
		return fmt.Errorf("found %s, %w", found, errSize)
	}
	if math.Abs(v) > mostSize {
		return fmt.Errorf("found %s, %w, at most %v in size", found, errSize, mostSize)
	}
	return nil
}

// parseNumber reads a number of a text file. What tools write where there is none gives NaN.
func parseNumber(s string) (float64, error) {
	s = strings.TrimSpace(s)
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && isAbsent(s) || math.IsNaN(v):
		return absent, nil
	case err != nil && !math.IsInf(v, 0) || strings.ContainsAny(s, "xX_"):
		return 0, fmt.Errorf("found %q, expected a finite number, or nothing where there is none", s)
	}
	return v, checkSize(v, strconv.Quote(s))
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
