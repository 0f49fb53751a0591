package similarity

import (
	"fmt"

	"github.com/wordrotator/wrd/metric"
)

// A PairReport says how well measures agree with people about pairs of sentences. As JSON it is what wrd sts prints.
type PairReport struct {
	Rows  []PairRow  `json:"rows"`
	Means []PairMean `json:"means"` // in the order of the rows of one set
	// Warnings are what a reader should know, in sentences, which adapters/say makes.
	Warnings []string `json:"warnings,omitempty"`
}

// A PairRow says how one measure with one converter agrees with the human scores of one set. Correlations are × 100, in
// [−100, 100]; nil means that one is not defined, and Reason says why.
type PairRow struct {
	Data      string   `json:"data"`              // PairSet.Name
	Vectors   string   `json:"vectors,omitempty"` // their name; "" if the scores are another program's
	Measure   string   `json:"measure"`           // or the name of external scores
	Convert   string   `json:"convert"`           // the letters of the converter, or "none"
	Pearson   *float64 `json:"pearson"`
	Spearman  *float64 `json:"spearman"`
	Pairs     int      `json:"pairs"` // that have a score
	Reason    string   `json:"reason,omitempty"`
	Signature string   `json:"signature"`          // "" if Reason is that of PairOptions.UnfitIsReason
	External  bool     `json:"external,omitempty"` // the scores are another program's

	Set          int  `json:"-"` // index of the set
	TokenVectors bool `json:"-"` // Vectors names an encoder
	// Empty is how many pairs leave the measure nothing to compare, whether or not the empty policy gives them a score.
	Empty int `json:"-"`
	// SeveralWindows is how many pairs hold a text that an encoder read in several overlapping windows.
	SeveralWindows int `json:"-"`
	// Read counts the sentences, both of each pair, and what of them could be read.
	Read metric.Reading `json:"-"`
	// Gold and Predicted hold the scores of people and of the measure for the pairs that have one, in their order.
	// Higher is more alike: distances are negated.
	Gold, Predicted []float64 `json:"-"`
}

// Label says what a row is about in a message.
func (r *PairRow) Label() string {
	if r.TokenVectors {
		return fmt.Sprintf("%s: %s of %s", r.Data, r.Measure, r.Vectors)
	}
	return fmt.Sprintf("%s: %s, converter %s", r.Data, r.Measure, r.Convert)
}

// Signature returns one line for all rows, with "several" for a part in which they differ (metric.MergeSignatures).
func (r *PairReport) Signature() metric.Signature {
	var ours, others []metric.Signature
	for _, row := range r.Rows {
		if signature := metric.ParseSignature(row.Signature); row.External || row.TokenVectors {
			others = append(others, signature)
		} else {
			ours = append(ours, signature)
		}
	}
	return metric.MergeSignatures(ours, others)
}

// A PairMean is the mean over the sets, each counting alike; nil if one of them has no number.
type PairMean struct {
	Vectors  string   `json:"vectors,omitempty"`
	Measure  string   `json:"measure"`
	Convert  string   `json:"convert"`
	Pearson  *float64 `json:"pearson"`
	Spearman *float64 `json:"spearman"`
	Files    int      `json:"files"` // how many sets
	Reason   string   `json:"reason,omitempty"`
}

// correlate fills in what a prediction decides.
func (r *PairRow) correlate(p *prediction) {
	r.Pearson, r.Spearman, r.Reason = p.pearson(), p.spearman(), p.undefined()
	r.Pairs, r.Gold, r.Predicted = len(p.gold), p.gold, p.scores
}

func newPairReport(rows []PairRow, sets int) *PairReport {
	report := &PairReport{Rows: rows}
	for _, same := range sameRows(rows, sets) {
		first := same[0]
		mean := PairMean{Vectors: first.Vectors, Measure: first.Measure, Convert: first.Convert, Files: sets}
		var pearson, spearman []*float64
		for _, row := range same {
			pearson, spearman = append(pearson, row.Pearson), append(spearman, row.Spearman)
			if row.Reason != "" {
				mean.Reason = undefinedFor(row.Data)
			}
		}
		mean.Pearson, mean.Spearman = meanOf(pearson), meanOf(spearman)
		report.Means = append(report.Means, mean)
	}
	return report
}
