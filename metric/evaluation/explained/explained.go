package explained

import "github.com/wordrotator/wrd/metric"

// A Word is a token of a text.
type Word struct {
	Token string  `json:"token"`
	Start int     `json:"start"`
	End   int     `json:"end"`   // bytes of the text in UTF-8, both 0 for words of an encoder's pieces
	Known bool    `json:"known"` // whether it has a vector
	Norm  float64 `json:"norm"`  // of its vector
	Mass  float64 `json:"mass"`  // as a share of the text
	// Unmatched is the share of its mass without a counterpart in the other text. Above 0.5 it has none: a word of the
	// reference is missing in the candidate, one of the candidate was invented.
	Unmatched float64 `json:"unmatched"`
}

// Words returns words as JSON has them, never nil.
func Words(words []metric.Word) []Word {
	list := make([]Word, len(words))
	for i, w := range words {
		list[i] = Word{w.Text, w.Start, w.End, w.Known, w.Norm, w.Mass, w.Unmatched}
	}
	return list
}

// Moves returns an alignment as JSON has it, never nil.
func Moves(alignment []metric.Move) []Move {
	list := make([]Move, len(alignment))
	for i, m := range alignment {
		list[i] = Move(m)
	}
	return list
}

// A Move is a part of an alignment: so much mass goes from a word of the candidate to one of the reference.
type Move struct {
	CandidateToken string  `json:"candidate_token"`
	ReferenceToken string  `json:"reference_token"`
	Mass           float64 `json:"mass"` // the share of the text that moves, in (0, 1]
	Cost           float64 `json:"cost"` // of a unit of mass: for wrd one minus the cosine
	// Differs is case or spacing, where words of the same letters differ under surface_weight.
	Differs string `json:"differs,omitempty"`
}

// Aligner returns a scorer that can explain what a column of scores measures, and the measure that it explains: that of
// the column, or MeasureWRD where there is none of ours.
func Aligner(options metric.Options, column string) (*metric.Scorer, metric.Measure, error) {
	options.Alignments, options.Certify, options.IDF = true, false, nil
	for _, m := range metric.Measures() {
		if m.Main().String() == column {
			options.Measures = []metric.Measure{m}
			if scorer, err := metric.NewScorer(options); err == nil {
				return scorer, m, nil
			}
		}
	}
	options.Measures = []metric.Measure{metric.MeasureWRD}
	scorer, err := metric.NewScorer(options)
	return scorer, metric.MeasureWRD, err
}
