// Package bounds knows between which numbers scores, and so their means, can be.
package bounds

import (
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// A Range is between which numbers scores, and so their mean, can be.
type Range struct{ low, high float64 }

// Of returns that of a column of scores with a signature, "" for none.
func Of(column, signature string) Range {
	low, high := metric.ParseSignature(signature).Range(column)
	return Range{low, high}
}

// Differences returns between which numbers the differences of such scores can be.
func (r Range) Differences() Range { return Range{r.low - r.high, r.high - r.low} }

// Cut ends an interval where no mean can be: of few units it may go on beyond.
func (r Range) Cut(i agreement.Interval) agreement.Interval {
	return agreement.Interval{Low: min(max(i.Low, r.low), r.high), High: max(min(i.High, r.high), r.low)}
}
