// Package signed says what of a signature decides what its scores mean: settings that something was measured with.
package signed

import (
	"slices"
	"strings"

	"github.com/wordrotator/wrd/metric"
)

// Settings returns the parts of a signature of scores with one reference that decide what a difference means, but for those
// of the keys that are left out; "" for other scores.
func Settings(line string, leftOut ...string) string {
	signature := metric.ParseSignature(line).Of(metric.WRD.String())
	var parts []string
	one := false
	for _, p := range signature.Parts {
		switch {
		case p.Key == "refs":
			one = p.Value == "1"
		// A few segments at most; another version with the same settings has the same scores. The texts of WMT that things were
		// measured on were not normalised, which changes few of their tokens.
		case p.Key == "empty", p.Key == "norm", p.Key == "version", slices.Contains(leftOut, p.Key):
		default:
			parts = append(parts, p.Key+":"+p.Value)
		}
	}
	if signature.Name != "wrd" || !one {
		return ""
	}
	return strings.Join(parts, "|")
}
