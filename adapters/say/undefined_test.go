package say_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/agreement"
)

// Every reason has its words, and its numbers where it has some.
func TestUndefined(t *testing.T) {
	for _, c := range []struct {
		of   agreement.Reason
		want string
	}{
		{agreement.Reason{}, ""},
		{agreement.Reason{Kind: agreement.ReasonNoScores}, "no output has both a human and a metric score"},
		{agreement.Reason{Kind: agreement.ReasonFewScores, Per: "segment"}, "fewer than two scores in each segment"},
		{agreement.Reason{Kind: agreement.ReasonFewSystems}, "fewer than two systems"},
		{agreement.Reason{Kind: agreement.ReasonNoDifference}, "no two human scores differ"},
		{agreement.Reason{Kind: agreement.ReasonNoDifference, Threshold: 25, Per: "segment"},
			"no two human scores differ by 25 or more in each segment"},
		{agreement.Reason{Kind: agreement.ReasonConstant}, "human scores or metric scores are constant"},
		{agreement.Reason{Kind: agreement.ReasonConstantHuman, Per: "system"}, "human scores are constant in each system"},
		{agreement.Reason{Kind: agreement.ReasonConstantMetric}, "metric scores are constant"},
		{agreement.Reason{Kind: agreement.ReasonNoCommonSegment}, "no segment has both scores of every system"},
		{agreement.Reason{Kind: agreement.ReasonNoTwoRaters}, "no two raters share enough scores"},
		{agreement.Reason{Kind: agreement.ReasonNoOtherRaters}, "no rater shares enough scores with the others"},
		{agreement.Reason{Kind: agreement.ReasonFewUnits, N: 1, Of: 5, Unit: "document"},
			"found 1 document to resample, expected 5 or more"},
		{agreement.Reason{Kind: agreement.ReasonFewUnits, N: 4, Of: 12, Unit: "segment"},
			"found 4 segments to resample, expected 12 or more"},
		{agreement.Reason{Kind: agreement.ReasonUndefinedDraws, N: 97, Of: 100}, "97 of 100 draws have no value"},
		{agreement.Reason{Kind: agreement.ReasonEqualDraws}, "most draws are equal"},
		{agreement.Reason{Kind: agreement.ReasonOneSidedDraws},
			"the draws lie on one side of the value, because systems drawn twice move this statistic"},
		{agreement.Reason{Kind: agreement.ReasonAlike}, "the two metrics cannot be told apart"},
		{agreement.Reason{Kind: agreement.ReasonNotWilliams}, "Williams' test is for Pearson without averaging"},
		{agreement.Reason{Kind: agreement.ReasonDependentScores},
			"Williams' test takes scores as independent, and those of a document, or of copies of a system, are not"},
		{agreement.Reason{Kind: agreement.ReasonFewForWilliams, N: 3}, "Williams' test needs more than three scores, found 3"},
		{agreement.Reason{Kind: agreement.ReasonNotPermBoth}, "PERM-BOTH is not defined for soft pairwise accuracy"},
		{agreement.Reason{Kind: agreement.ReasonPairsOfManyUnits}, "PERM-BOTH swaps the verdicts of acc_eq on pairs of scores, " +
			"which are not of one unit here: use the bootstrap, or averaging over segments"},
	} {
		if got := say.Undefined(c.of); got != c.want {
			t.Errorf("%+v: got  %q\nwant %q", c.of, got, c.want)
		}
	}
}
