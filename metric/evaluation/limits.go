package evaluation

import "github.com/wordrotator/wrd/metric/agreement"

// A Direction says which scores are better.
type Direction struct {
	LowerIsBetter bool `json:"lower_is_better"` // whether less is better, as of a distance
}

// ConfidenceLimits are the ends of an agreement.Interval as records have it. There is none of a single unit.
type ConfidenceLimits struct {
	CILow  *float64 `json:"ci_low"` // nil where there is no interval
	CIHigh *float64 `json:"ci_high"`
}

// Limits returns those of an interval.
func Limits(i agreement.Interval) ConfidenceLimits { return ConfidenceLimits{&i.Low, &i.High} }

// Negated returns the limits of what has the opposite sign.
func (l ConfidenceLimits) Negated() ConfidenceLimits {
	if l.CILow == nil || l.CIHigh == nil {
		return ConfidenceLimits{}
	}
	return ConfidenceLimits{new(0 - *l.CIHigh), new(0 - *l.CILow)}
}
