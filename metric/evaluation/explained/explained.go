package explained

import "github.com/wordrotator/wrd/metric"

// A Word is a token of a text.
type Word struct {
	Token string  `json:"token"`
	Start int     `json:"start"` // where it stands in the UTF-8 bytes of the text
	End   int     `json:"end"`
	Known bool    `json:"known"` // whether it has a vector
	Norm  float64 `json:"norm"`
	Mass  float64 `json:"mass"`
	// Unmatched is the share of its mass that has no counterpart in the other text. Above 0.5 it has none: a word of the
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
	// Differs is what differs between words of the same letters under surface_weight: case or spacing.
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
