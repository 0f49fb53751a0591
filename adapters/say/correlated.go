package say

import (
	"fmt"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/evaluation/correlate"
)

// Correlated fills in the sentences of a report of correlate.Run.
func Correlated(r *correlate.Report) {
	for _, w := range r.Warned {
		r.Warnings = append(r.Warnings, ofGroup(w.Group)+correlateWarning(w))
	}
	for i := range r.Rows {
		reasons(&r.Rows[i])
	}
	for i := range r.Pairs {
		r.Pairs[i].Reason = Undefined(r.Pairs[i].NoTest)
	}
	for i := range r.Negative {
		reasons(&r.Negative[i].Correlation)
	}
}

// reasons fills in why numbers of a row are absent.
func reasons(row *correlate.Correlation) {
	row.Reason, row.Without, row.WithoutP = absent(row, row.NoValue), absent(row, row.NoInterval), absent(row, row.NoP)
}

// absent says why a number of a row is; "" if it is not.
func absent(row *correlate.Correlation, r correlate.Reason) string {
	said := ""
	if r.OfGroup {
		said = fmt.Sprintf("no value in %s: ", r.Group)
	}
	if r.Unlearned {
		said += "no threshold could be learned: "
	}
	return said + because(row, r)
}

// because says what the kind of a reason means.
func because(row *correlate.Correlation, r correlate.Reason) string {
	const unlearned = "no threshold was learned, as the scores to learn it from have "
	switch r.Kind {
	case correlate.ReasonTooLong:
		instead := "a given threshold needs none"
		if row.Statistic.OfSystems() {
			instead = fmt.Sprintf("%s needs none", agreement.StatisticPairwiseAccuracy)
		}
		return fmt.Sprintf("it takes %d comparisons of scores, and more than %d would take too long; %s", r.N, r.Of, instead)
	case correlate.ReasonOtherGroups:
		return unlearned + "several groups and none of that name"
	case correlate.ReasonNoUnit:
		return unlearned + fmt.Sprintf("no %s of any segment", row.Level)
	case correlate.ReasonSomeGroups:
		return fmt.Sprintf("computed in only %d of %d groups", r.N, r.Of)
	case correlate.ReasonDrawsTooLong:
		return drawsTooLong(r.Of, r.N)
	case correlate.ReasonFewScores:
		return fmt.Sprintf("Fisher's interval needs 4 scores or more (Kendall 5), found %d", r.N)
	case correlate.ReasonPerfect:
		return "a perfect correlation shows no spread"
	case correlate.ReasonNotFisher:
		return "Fisher's is for Pearson, Spearman and Kendall of independent scores"
	case correlate.ReasonRatersFisher:
		return "agreement among raters has intervals by the bootstrap only"
	case correlate.ReasonManyRaters:
		return fmt.Sprintf("there are %d raters, and all pairs of more than %d would take long to draw", r.N, r.Of)
	case correlate.ReasonNoDraws:
		return "a mean over groups has one where all of them have draws of the bootstrap"
	case correlate.ReasonFewForP:
		return fmt.Sprintf("p needs 3 independent scores or more, found %d", r.N)
	}
	return Undefined(r.Stated)
}

// ofGroup is how a message begins that concerns a group.
func ofGroup(group string) string {
	if group == "" {
		return ""
	}
	return group + ": "
}

func correlateWarning(w correlate.Warning) string {
	switch w.Kind {
	case correlate.WarningNoUnit:
		return fmt.Sprintf("%d of %d segments %s no %s and %s left out at level %s", w.N, w.Of, wording.Have(w.N), w.Level.Item(),
			are(int(w.N)), w.Level)
	case correlate.WarningRatersTooLong:
		return fmt.Sprintf("the agreement of raters is not computed by %s: %s", w.Statistic, drawsTooLong(w.Of, w.N))
	case correlate.WarningComparedTooLong:
		return fmt.Sprintf("measures are not compared with each other by %s: %s", w.Statistic, drawsTooLong(w.Of, w.N))
	case correlate.WarningBestThresholds:
		return "measures are compared with each other with the best thresholds on these scores, not with the learned ones"
	}
	return fmt.Sprintf("measures are compared with each other on the %d outputs that all of them and people scored", w.N)
}

func drawsTooLong(draws, comparisons int64) string {
	return fmt.Sprintf("%d draws of %d comparisons of scores each would take too long", draws, comparisons)
}

// Negative says which correlation is strongly negative.
func Negative(n correlate.NegativeCorrelation) string {
	return fmt.Sprintf("%s%s correlates strongly negatively with %s (%s %.3f at %s level)", ofGroup(n.Group), n.Measure, n.Human,
		n.Statistic, *n.Value, n.Level)
}

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
