package say

import (
	"fmt"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
)

// Undefined says why a number is not defined, or has no interval or test; "" if it has.
func Undefined(r agreement.Reason) string {
	text := undefinedTexts[r.Kind]
	switch r.Kind {
	case agreement.ReasonNoDifference:
		if r.Threshold > 0 {
			text += fmt.Sprintf(" by %v or more", r.Threshold)
		}
	case agreement.ReasonFewUnits:
		text = fmt.Sprintf("found %d %s to resample, expected %d or more", r.N, wording.Plural(r.N, r.Unit), r.Of)
	case agreement.ReasonUndefinedDraws:
		text = fmt.Sprintf("%d of %d draws have no value", r.N, r.Of)
	case agreement.ReasonFewForWilliams:
		text = fmt.Sprintf("Williams' test needs more than three scores, found %d", r.N)
	}
	if r.Per != "" {
		text += " in each " + r.Per
	}
	return text
}

// undefinedTexts are what is said of kinds of reasons, as far as it is always the same.
var undefinedTexts = map[agreement.ReasonKind]string{
	agreement.ReasonNoScores:        "no output has both a human and a metric score",
	agreement.ReasonFewScores:       "fewer than two scores",
	agreement.ReasonFewSystems:      "fewer than two systems",
	agreement.ReasonNoDifference:    "no two human scores differ",
	agreement.ReasonConstant:        "human scores or metric scores are constant",
	agreement.ReasonConstantHuman:   "human scores are constant",
	agreement.ReasonConstantMetric:  "metric scores are constant",
	agreement.ReasonNoCommonSegment: "no segment has both scores of every system",
	agreement.ReasonNoTwoRaters:     "no two raters share enough scores",
	agreement.ReasonNoOtherRaters:   "no rater shares enough scores with the others",
	agreement.ReasonEqualDraws:      "most draws are equal",
	agreement.ReasonOneSidedDraws:   "the draws lie on one side of the value, because systems drawn twice move this statistic",
	agreement.ReasonAlike:           "the two metrics cannot be told apart",
	agreement.ReasonNotWilliams:     "Williams' test is for Pearson without averaging",
	agreement.ReasonDependentScores: "Williams' test takes scores as independent, and those of a document, or of copies of a system, " +
		"are not",
	agreement.ReasonNotPermBoth: "PERM-BOTH is not defined for soft pairwise accuracy",
	agreement.ReasonPairsOfManyUnits: "PERM-BOTH swaps the verdicts of acc_eq on pairs of scores, which are not of one unit here: use " +
		"the bootstrap, or averaging over segments",
}
