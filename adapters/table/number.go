package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parseNumber reads a number of a text file. What tools write where there is none gives NaN.
func parseNumber(s string) (float64, error) {
	s = strings.TrimSpace(s)
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case err != nil && isAbsent(s) || math.IsNaN(v):
		return absent, nil
	case err != nil || math.IsInf(v, 0) || strings.ContainsAny(s, "xX_"):
		return 0, fmt.Errorf("found %q, expected a finite number, or nothing where there is none", s)
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
