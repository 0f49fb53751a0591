package correlate

import (
	"math"

	"github.com/wordrotator/wrd/metric/agreement"
	"github.com/wordrotator/wrd/metric/evaluation"
)

// A Report says how well measures agree with people.
type Report struct {
	Signature string   // names everything that the numbers depend on but the scores
	Humans    []string // what the columns of human scores are called
	Groups    []string // of segments, in order of appearance; one "" if there are none
	// Unit is what is drawn and permuted for intervals, p and tests of measure against measure: whole documents, or
	// segments, which are then taken as independent.
	Unit evaluation.Unit
	// Undocumented counts the segments without a document where that is why segments were drawn: some have a document,
	// but not all.
	Undocumented int
	LeftOut      evaluation.LeftOut // systems
	// Rows answer the questions one after the other, each for all measures and then for the raters. After them, where
	// there are several groups, comes the mean over groups of each.
	Rows     []Correlation
	Pairs    []MetricPair // the comparisons of measures, question by question
	Warned   []Warning    `json:"-"`
	Warnings []string     // Warned in sentences, which say.Correlated makes
	// Negative holds, for each measure that has some, its most strongly negative correlation: what seems to go the
	// wrong way.
	Negative []NegativeCorrelation

	Design Design `json:"-"` // with their defaults
}

// A Question is a statistic at a level, of one column of human scores in one group of segments.
type Question struct {
	Group     string              `json:"group,omitempty"`
	Human     string              `json:"human"`
	Level     Level               `json:"level"`
	Averaging agreement.Averaging `json:"averaging"` // none at system level, where there is nothing to average
	Statistic agreement.Statistic `json:"statistic"`
}

// A Correlation is the answer to a question for one measure. A nil number is absent; say.Correlated says why in words.
type Correlation struct {
	Group     string              `json:"group,omitempty"`
	Measure   string              `json:"measure"`
	Human     string              `json:"human"`
	Level     Level               `json:"level"`
	Averaging agreement.Averaging `json:"averaging"`
	Statistic agreement.Statistic `json:"statistic"`
	Value     *float64            `json:"value"`
	NoValue   Reason              `json:"-"`                // why there is no value
	Reason    string              `json:"reason,omitempty"` // NoValue in words
	evaluation.ConfidenceLimits
	Interval   string   `json:"interval,omitempty"`        // fisher, or bootstrap and what it draws
	NoInterval Reason   `json:"-"`                         // why there is no interval
	Without    string   `json:"interval_reason,omitempty"` // NoInterval in words
	Undefined  int      `json:"undefined_draws,omitempty"` // draws of the bootstrap without a value
	PValue     *float64 `json:"p_value"`                   // two-sided, of no relation; accuracies have none
	NoP        Reason   `json:"-"`                         // why a correlation has no p
	WithoutP   string   `json:"p_reason,omitempty"`        // NoP in words
	Epsilon    *float64 `json:"epsilon,omitempty"`         // up to which the measure's scores were tied
	Systems    int      `json:"n_systems"`
	Segments   int      `json:"n_segments"`
	Scores     int      `json:"n_scores"` // pairs of a human score and one of the measure
	Groups     int      `json:"n_groups"` // in the average
	Skipped    int      `json:"n_skipped"`
	Ceiling    bool     `json:"ceiling,omitempty"` // a row of raters: how well people agree among themselves
	Rank       *int     `json:"rank,omitempty"`    // from 1, where measures are compared

	estimate *agreement.Estimate    // nil if no bootstrap was made
	permuted agreement.Distribution // nil if no permutation test was made
}

// A MetricPair is the test of a question that compares two measures. A nil number is absent.
type MetricPair struct {
	Question
	Test       string   `json:"test"`
	Better     string   `json:"better"`
	Worse      string   `json:"worse"`
	Difference *float64 `json:"difference"`
	evaluation.ConfidenceLimits
	PValue    *float64 `json:"p_value"` // one-sided, of better being better
	PTwoSided *float64 `json:"p_value_two_sided"`
	Draws     int      `json:"draws"` // 0 for a formula
	Exact     bool     `json:"exact"` // all swaps were enumerated
	Reason    string   `json:"reason,omitempty"`

	NoTest agreement.Reason `json:"-"` // which Reason is made of
}

// A NegativeCorrelation is one so strongly negative that the scores of the measure, or of people, may have the wrong
// sign.
type NegativeCorrelation struct {
	Correlation
	LowerIsBetter bool // the measure's scores were negated, as it is said to be a distance
}

// A question is a Question with all that its statistic depends on.
type question struct {
	Question
	spec agreement.Spec
}

func (q *question) row(measure string) Correlation {
	return Correlation{
		Group: q.Group, Measure: measure, Human: q.Human, Level: q.Level, Averaging: q.Averaging,
		Statistic: q.Statistic,
	}
}

// Question returns what a row answers.
func (row *Correlation) Question() Question {
	return Question{row.Group, row.Human, row.Level, row.Averaging, row.Statistic}
}

// set fills in a value.
func (row *Correlation) set(value agreement.Value, spec agreement.Spec) {
	row.NoValue, row.Scores, row.Groups, row.Skipped = stated(value.Reason), value.Scores, value.Groups, value.Skipped
	if !value.Defined {
		return
	}
	row.Value = &value.Value
	if spec.Statistic.Calibrates() {
		row.Epsilon = &value.Epsilon
	}
}

// countCells counts the systems and segments that have scores of both sides; soft pairwise accuracy uses whole
// segments only.
func (row *Correlation) countCells(human, metric agreement.Grid, spec agreement.Spec) {
	segments := make([]int, human.Segments)
	for i := range human.Systems {
		any := false
		for k := range human.Segments {
			if !math.IsNaN(human.At(i, k)) && !math.IsNaN(metric.At(i, k)) {
				any = true
				segments[k]++
			}
		}
		if any {
			row.Systems++
		}
	}
	least := 1
	if spec.Statistic == agreement.StatisticSPA || spec.Statistic == agreement.StatisticSPAMidP {
		least = row.Systems
	}
	for _, n := range segments {
		if n >= least {
			row.Segments++
		}
	}
}

// stronglyNegative is below which a correlation suggests that scores go the wrong way.
const stronglyNegative = -0.3

// findNegative finds measures that seem to go the wrong way.
func (r *correlating) findNegative() {
	for m, measure := range r.measures {
		var worst *Correlation
		for i := range r.report.Rows {
			row := &r.report.Rows[i]
			if row.Measure != measure || row.Value == nil || row.Scores <= 2 || !AroundZero(row.Statistic) {
				continue
			}
			if *row.Value < stronglyNegative && (worst == nil || *row.Value < *worst.Value) {
				worst = row
			}
		}
		if worst != nil {
			r.report.Negative = append(r.report.Negative, NegativeCorrelation{*worst, r.lower[m]})
		}
	}
}
