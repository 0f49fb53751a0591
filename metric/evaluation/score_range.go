package evaluation

import (
	"github.com/wordrotator/wrd/metric"
	"github.com/wordrotator/wrd/metric/agreement"
)

// A scoreRange is between which numbers scores, and so their mean, can be.
type scoreRange struct{ low, high float64 }

// rangeOf returns that of a column of scores with a signature, "" for none.
func rangeOf(column, signature string) scoreRange {
	low, high := metric.ParseSignature(signature).Range(column)
	return scoreRange{low, high}
}

// differences returns between which numbers the differences of such scores can be.
func (r scoreRange) differences() scoreRange { return scoreRange{r.low - r.high, r.high - r.low} }

// cut ends an interval where no mean can be: of few units it may go on beyond.
func (r scoreRange) cut(i agreement.Interval) agreement.Interval {
	return agreement.Interval{Low: min(max(i.Low, r.low), r.high), High: max(min(i.High, r.high), r.low)}
}
