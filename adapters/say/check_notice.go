package say

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/pairing"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

// CheckNotice says what a check could not look at, or how it paired segments.
func CheckNotice(n check.Notice) string {
	switch n.Of {
	case check.NoticeUncounted:
		return "broken outputs of " + wording.Listed(n.Systems) + " are not counted: neither their texts nor statuses are known"
	case check.NoticeRepeatsUnknown:
		do := " repeat a text"
		if n.Copies {
			do += " or copy their source"
		}
		return "whether outputs of " + wording.Listed(n.Systems) + do + " is not known: the texts are not stored"
	case check.NoticeOneSided:
		return fmt.Sprintf("only one of the two files has %s: whether they are the same is unknown", n.Texts)
	case check.NoticeByNumber:
		return pairing.ByNumber(n.With, n.Without)
	case check.NoticeUnaligned:
		return "alignments are left out: " + n.Difference
	}
	return string(n.Of)
}
