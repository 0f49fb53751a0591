package say

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// Absence says which scores a column lacks, in one line.
func Absence(a evaluation.Absence) string {
	among := "people judged"
	if a.Human {
		among = "a measure scored"
	}
	var examples []string
	for _, output := range a.Examples {
		examples = append(examples, fmt.Sprintf("system %s, segment %v", output.System, output.Segment))
	}
	if a.Absent > len(examples) {
		examples = append(examples, "…")
	}
	return fmt.Sprintf("%s: no score for %d of %s that %s: %s",
		a.Column, a.Absent, wording.Counted(a.Of, "output"), among, strings.Join(examples, "; "))
}

// LeftOut says which human systems were left out; "" if none were. Outliers are those that were named.
func LeftOut(l evaluation.LeftOut) string {
	if len(l.Human) == 0 {
		return ""
	}
	return fmt.Sprintf("left out the %s %s, taken to be human", wording.Plural(len(l.Human), "system"), strings.Join(l.Human, ", "))
}
