package evaluation

import "github.com/wordrotator/wrd/metric"

// An ExplainedWord is a metric.Word as JSON has it.
type ExplainedWord struct {
	Token string  `json:"token"`
	Start int     `json:"start"` // bytes of the text
	End   int     `json:"end"`
	Known bool    `json:"known"` // whether it has a vector
	Norm  float64 `json:"norm"`
	Mass  float64 `json:"mass"`
	// Unmatched is the share of the mass that has no counterpart in the other text.
	Unmatched float64 `json:"unmatched"`
}

// ExplainedWords returns words as JSON has them, never nil.
func ExplainedWords(words []metric.Word) []ExplainedWord {
	list := make([]ExplainedWord, len(words))
	for i, w := range words {
		list[i] = ExplainedWord{w.Text, w.Start, w.End, w.Known, w.Norm, w.Mass, w.Unmatched}
	}
	return list
}

// AlignedMoves returns an alignment as JSON has it, never nil.
func AlignedMoves(alignment []metric.Move) []AlignedMove {
	list := make([]AlignedMove, len(alignment))
	for i, m := range alignment {
		list[i] = AlignedMove(m)
	}
	return list
}
