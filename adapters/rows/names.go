package rows

import (
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/stored"
)

// textName returns a text as a name: a date with a time has one, in whatever format it is written.
func textName(text string) string { return stored.SameMoment(text) }

// mostDigits bounds what numberName writes; the largest float64 has 309 digits.
const mostDigits = 400

// numberName returns a number of JSON as a name, so that ids join: without an exponent, and without zeros at the end of a
// fraction, which pandas writes after whole numbers in columns with gaps.
func numberName(number string) string {
	if !strings.ContainsAny(number, ".eE") {
		return number
	}
	rest, negative := strings.CutPrefix(number, "-")
	mantissa, power := rest, 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		var err error
		if power, err = strconv.Atoi(rest[i+1:]); err != nil || power > mostDigits || power < -mostDigits {
			return number
		}
		mantissa = rest[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	point := len(whole) + power // in digits
	digits := strings.TrimRight(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	switch {
	case point <= 0:
		digits = "0" + strings.Repeat("0", -point) + digits
		point = 1
	case point > len(digits):
		digits += strings.Repeat("0", point-len(digits))
	}
	name := strings.TrimLeft(digits[:point], "0")
	if name == "" {
		name = "0"
	}
	if point < len(digits) {
		name += "." + digits[point:]
	}
	if negative {
		name = "-" + name
	}
	return name
}
