package rows

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/lazy"
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
	case err != nil && notation(s) != nil:
		return 0, notation(s)
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

// A NotationError says that a cell holds a number as another program writes it, or its error: what was found and what was
// expected.
type NotationError struct{ found, expected string }

func (e *NotationError) Error() string { return "found " + e.found + ", expected " + e.expected }

var (
	// numberWithCommas is 0,5 as most of Europe writes it, 1.234,5, or 1,234.5 with marks of thousands.
	numberWithCommas = lazy.Regexp(`^[+-]?[0-9]+(?:[.,][0-9]+)*,[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$`)
	// spreadsheetError is #N/A, #DIV/0!, #NAME? and the like; in German #NV.
	spreadsheetError = lazy.Regexp(`^#(?:N/A|NV|[\p{Lu}/0]+[!?])$`)
)

// notation returns what is wrong with a cell that is a number in another notation, else nil.
func notation(s string) error {
	switch {
	case !strings.ContainsAny(s, ",#"):
		return nil
	case numberWithCommas().MatchString(s):
		return &NotationError{wording.Quote(s) + ", a number with a comma",
			"a decimal point, such as 0.5, and no marks of thousands"}
	case spreadsheetError().MatchString(s):
		return &NotationError{wording.Quote(s) + ", an error of a spreadsheet",
			"a finite number, or nothing where there is none"}
	}
	return nil
}
