package html

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
	"github.com/wordrotator/wrd/metric/evaluation"
	"github.com/wordrotator/wrd/metric/inspection"
)

// bucketKeys returns a name for each of the report's Buckets, to be followed by the number of a bucket.
func bucketKeys(r *Report) (keys []string) {
	for _, b := range r.Buckets {
		switch {
		case b.By == inspection.ByLength:
			keys = append(keys, "length")
		case b.By == inspection.BySourceLength:
			keys = append(keys, "source")
		case b.By == inspection.ByUnknown:
			keys = append(keys, "unknown")
		case b.Column == r.Human:
			keys = append(keys, "human")
		default:
			keys = append(keys, "score")
		}
	}
	return keys
}

var fifthNames = [...]string{"worst fifth", "second worst fifth", "middle fifth", "second best fifth", "best fifth"}

// bucketName says what is in a bucket, where the heading of its table says what it is about.
func bucketName(b *inspection.Buckets, bucket *inspection.Bucket) string {
	switch {
	case b.By == inspection.ByScore:
		return fifthNames[bucket.Fifth-1]
	case bucket.High == nil:
		return fmt.Sprintf("%g or more", bucket.Low)
	case *bucket.High == 0:
		return "none"
	case bucket.Low == *bucket.High:
		return fmt.Sprintf("%g", bucket.Low)
	case bucket.Low == 0:
		return fmt.Sprintf("up to %g", *bucket.High)
	}
	return fmt.Sprintf("%g–%g", bucket.Low, *bucket.High)
}

// bucketChoice says what is in a bucket, among others.
func bucketChoice(b *inspection.Buckets, bucket *inspection.Bucket) string {
	name := bucketName(b, bucket)
	switch {
	case b.By == inspection.ByScore:
		return name + " by " + visible.Text(b.Column)
	case b.By == inspection.ByUnknown && name == "none":
		return "no unknown word in the reference"
	case b.By == inspection.ByUnknown && name == "1":
		return "1 unknown word in the reference"
	case b.By == inspection.ByUnknown:
		return name + " unknown words in the reference"
	}
	of := "reference"
	if b.By == inspection.BySourceLength {
		of = "source"
	}
	return of + " of " + name + " " + lengthUnit(b)
}

func lengthUnit(b *inspection.Buckets) string {
	if b.Words {
		return "words"
	}
	return "tokens"
}

// bucketHeading says what tells the buckets apart.
func bucketHeading(r *Report, b *inspection.Buckets) string {
	switch {
	case b.By == inspection.ByLength:
		return "Length of the reference in " + lengthUnit(b)
	case b.By == inspection.BySourceLength:
		return "Length of the source in " + lengthUnit(b)
	case b.By == inspection.ByUnknown:
		return "Unknown words in the reference"
	case len(r.Systems) > 1:
		return "Fifths by the mean " + visible.Text(b.Column) + " of the systems"
	}
	return "Fifths by " + visible.Text(b.Column)
}

// A bucketsView shows a column of scores over all buckets.
type bucketsView struct {
	Column  string
	Systems []string
	Tables  []bucketTable
}

type bucketTable struct {
	Heading string
	Rows    []bucketRow
}

type bucketRow struct {
	Key, Name, Range string
	Segments         int
	Means            []rangeView
}

// A rangeView is a mean with its interval, and the places of both from 0 to 100 between the least and the largest number
// of the column.
type rangeView struct {
	meanView
	Low, At, High string // "" if there is none
}

func (v *view) buckets(r *Report) {
	if len(r.Buckets) == 0 {
		return
	}
	keys := bucketKeys(r)
	for c, column := range r.Columns {
		shown := bucketsView{Column: columnTitle(r, column), Systems: visibleAll(systemNames(r))}
		scale := newScale(r, c)
		for i := range r.Buckets {
			b := &r.Buckets[i]
			table := bucketTable{Heading: bucketHeading(r, b)}
			for k := range b.List {
				bucket := &b.List[k]
				row := bucketRow{Key: keys[i] + strconv.Itoa(k), Name: bucketName(b, bucket), Segments: bucket.Segments}
				if b.By == inspection.ByScore {
					row.Range = wording.Score(bucket.Low) + " to " + wording.Score(*bucket.High)
				}
				for _, means := range bucket.Means {
					row.Means = append(row.Means, scale.show(means[c]))
				}
				table.Rows = append(table.Rows, row)
			}
			shown.Tables = append(shown.Tables, table)
		}
		v.Buckets = append(v.Buckets, shown)
	}
}

// A scale puts the numbers of a column between 0 and 100.
type scale struct{ low, high float64 }

func newScale(r *Report, column int) scale {
	s := scale{math.Inf(1), math.Inf(-1)}
	for _, b := range r.Buckets {
		for _, bucket := range b.List {
			for _, means := range bucket.Means {
				s.include(means[column])
			}
		}
	}
	return s
}

func (s *scale) include(m evaluation.MeanScore) {
	if m.Mean != nil {
		low, high := cmp.Or(m.CILow, m.Mean), cmp.Or(m.CIHigh, m.Mean)
		s.low, s.high = min(s.low, *low, *m.Mean), max(s.high, *high, *m.Mean)
	}
}

func (s scale) show(m evaluation.MeanScore) rangeView {
	at := func(x *float64) string {
		switch {
		case x == nil:
			return ""
		case s.low == s.high:
			return "50"
		}
		return strconv.FormatFloat(4+92*(*x-s.low)/(s.high-s.low), 'f', 1, 64) // room for the dot
	}
	return rangeView{meanView{number(m.Mean), span(m.CILow, m.CIHigh, number)}, at(m.CILow), at(m.Mean), at(m.CIHigh)}
}
