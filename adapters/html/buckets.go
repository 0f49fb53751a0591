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

// bucketKeys returns a name for each of the report's Buckets, to be followed by a colon and the name of a bucket.
func bucketKeys(r *Report) (keys []string) {
	for _, b := range r.Buckets {
		switch {
		case b.By == inspection.ByLength:
			keys = append(keys, "length")
		case b.By == inspection.BySourceLength:
			keys = append(keys, "source")
		case b.By == inspection.ByUnknown:
			keys = append(keys, "unknown")
		case b.By == inspection.ByColumn:
			keys = append(keys, visible.Text(b.Column))
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
	case bucket.Name != "":
		return visible.Text(bucket.Name)
	case b.By == inspection.ByColumn && bucket.Low == *bucket.High:
		return fmt.Sprintf("%g", bucket.Low)
	case b.By == inspection.ByColumn:
		return fmt.Sprintf("%g to %g", bucket.Low, *bucket.High)
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
	case b.By == inspection.ByColumn:
		return visible.Text(b.Column) + " " + name
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
	case b.By == inspection.ByColumn:
		return visible.Text(b.Column)
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
				row := bucketRow{Key: keys[i] + ":" + bucketName(b, bucket), Name: bucketName(b, bucket), Segments: bucket.Segments}
				if b.By == inspection.ByScore {
					row.Range = wording.Score(bucket.Low) + " to " + wording.Score(*bucket.High)
				}
				for _, means := range bucket.Means {
					row.Means = append(row.Means, scale.show(ofEnough(means[c])))
				}
				table.Rows = append(table.Rows, row)
			}
			shown.Tables = append(shown.Tables, table)
		}
		v.Buckets = append(v.Buckets, shown)
	}
}

// ofEnough takes the interval from the mean of a part of the segments that has too few, see inspection.FewestOfKind.
func ofEnough(m evaluation.MeanScore) evaluation.MeanScore {
	if m.Segments < inspection.FewestOfKind {
		m.CILow, m.CIHigh = nil, nil
	}
	return m
}

// A kindRow is a kind of text with what it does to the pair.
type kindRow struct {
	Key, Name                    string
	Segments                     int
	Advantage, Elsewhere, Effect rangeView
	Shown                        bool
}

// kinds shows the kinds of texts, and answers on which the pair differs most.
func (v *view) kinds(r *Report) {
	if len(r.Kinds) == 0 {
		return
	}
	keys, s := bucketKeys(r), scale{0, 0}
	for _, k := range r.Kinds {
		s.include(k.Advantage)
	}
	var more, less *inspection.Kind // the largest effects that are significant, those after all corrections if there are any
	for i := range r.Kinds {
		k := &r.Kinds[i]
		if larger := func(than *inspection.Kind) bool { return k.Shown && (than == nil || k.Sure && !than.Sure) }; *k.Effect.Mean > 0 {
			if larger(more) {
				more = k
			}
		} else if larger(less) {
			less = k
		}
	}
	for i := range r.Kinds {
		k := &r.Kinds[i]
		b := &r.Buckets[k.Buckets]
		bucket := &b.List[k.Bucket]
		v.Kinds = append(v.Kinds, kindRow{Key: keys[k.Buckets] + ":" + bucketName(b, bucket), Name: bucketChoice(b, bucket),
			Segments: k.Segments, Shown: k.Shown, Advantage: s.signed(k.Advantage), Elsewhere: s.signed(k.Elsewhere),
			Effect: rangeView{meanView: meanView{signed(k.Effect.Mean), span(k.Effect.CILow, k.Effect.CIHigh, signed)}}})
	}
	a, b := r.Systems[r.Pair[0]].System, r.Systems[r.Pair[1]].System
	v.Examples = [2]string{visible.Text(a), visible.Text(b)}
	for _, of := range []struct {
		kind *inspection.Kind
		far  string
	}{{more, "furthest"}, {less, "least"}} {
		if k := of.kind; k != nil {
			how := of.far + " ahead of"
			if *k.Advantage.Mean < 0 {
				how = "behind"
			}
			v.say(whatTexts, "%s is %s %s on %s: %s, elsewhere %s (difference %s%s).", name(a), how, name(b),
				name(bucketChoice(&r.Buckets[k.Buckets], &r.Buckets[k.Buckets].List[k.Bucket])), signed(k.Advantage.Mean),
				signed(k.Elsewhere.Mean), signed(k.Effect.Mean), intervalAfter(r, k.Effect))
		}
	}
}

// intervalAfter writes an interval behind a comma, if there is one.
func intervalAfter(r *Report, m evaluation.MeanScore) string {
	if m.CILow == nil {
		return ""
	}
	return fmt.Sprintf(", %s interval %s", percentage(r.Confidence), span(m.CILow, m.CIHigh, signed))
}

// signed shows a difference.
func (s scale) signed(m evaluation.MeanScore) rangeView {
	v := s.show(m)
	v.meanView = meanView{signed(m.Mean), span(m.CILow, m.CIHigh, signed)}
	return v
}

// A scale puts the numbers of a column between 0 and 100.
type scale struct{ low, high float64 }

func newScale(r *Report, column int) scale {
	s := scale{math.Inf(1), math.Inf(-1)}
	for _, b := range r.Buckets {
		for _, bucket := range b.List {
			for _, means := range bucket.Means {
				s.include(ofEnough(means[column]))
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
