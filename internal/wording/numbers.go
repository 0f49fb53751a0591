// Package wording writes numbers and quotations for people, so that the command's tables and the files for other tools
// say the same in the same words.
package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
)

// Score writes a score, a correlation or a mean.
func Score(x float64) string {
	if math.Abs(x) < 0.00005 {
		return "0.0000" // of rounding no sign is left
	}
	return fmt.Sprintf("%.4f", x)
}

// Points writes a score in points.
func Points(x float64) string {
	if math.Abs(x) < 0.05 {
		return "0.0" // of rounding no sign is left
	}
	return fmt.Sprintf("%.1f", x)
}

// Signed writes a difference with its sign, of rounding none but a plus.
func Signed(x float64) string {
	if math.Abs(x) < 0.00005 {
		x = 0
	}
	return fmt.Sprintf("%+.4f", x)
}

// Sign says in a sentence what a difference of two means is, in all tables.
func Sign(first, second string) string {
	return fmt.Sprintf("difference: %s minus %s, turned for distances: positive where %[1]s is better.", first, second)
}

// Probability writes a p-value. Below the last digit that is shown it is not told more exactly.
func Probability(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}

// PEquals writes a p-value in a sentence: p = 0.0123, or p < 0.0001.
func PEquals(p float64) string {
	written := Probability(p)
	if below, ok := strings.CutPrefix(written, "<"); ok {
		return "p < " + below
	}
	return "p = " + written
}

// Significant writes a number with so many significant digits and a true minus sign, never with an exponent.
func Significant(x float64, digits int) string {
	rounded := strconv.FormatFloat(math.Abs(x), 'e', digits-1, 64) // d.ddde±xx, which rounds 9.996 up to 1.00e+01
	_, exponent, _ := strings.Cut(rounded, "e")
	power, _ := strconv.Atoi(exponent)
	value, _ := strconv.ParseFloat(rounded, 64)
	written := strconv.FormatFloat(value, 'f', max(0, digits-1-power), 64)
	if x < 0 {
		return "−" + written
	}
	return written
}

// Plain writes a number with as many digits as say something.
func Plain(x float64) string { return fmt.Sprintf("%.3g", x) }

// Counted writes a number and what it counts, whose plural ends in s.
func Counted[N int | int64](n N, thing string) string { return Count(n) + " " + Plural(n, thing) }

// Count writes a whole number with a comma between each three digits, as in 1,177.
func Count[N int | int64](n N) string {
	digits, sign := strconv.FormatInt(int64(n), 10), ""
	if n < 0 {
		digits, sign = digits[1:], "-"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Plural returns a thing, or its plural, which ends in s, if there is not one of it.
func Plural[N int | int64](n N, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return thing
}

// Have is what so many of something do: they have, or it has.
func Have[N int | int64](n N) string {
	if n == 1 {
		return "has"
	}
	return "have"
}

// Token makes a token visible, also the empty one, which the uSIF clean-up leaves where a text has a hyphen at the end
// of a word.
func Token(token string) string {
	if token == "" {
		return `""`
	}
	return visible.Text(token)
}
