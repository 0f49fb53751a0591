package units

import (
	"strings"

	"github.com/wordrotator/wrd/metric/agreement"
)

// A Stream numbers the documents of segments that come one by one. Means that are of them must be told when
// numbers change.
type Stream struct {
	numbers map[string]int // nil once there are too many
	taken   []bool         // of the groups in place of them
	name    string         // of the segment before
	last    int            // its number
	Count   int
	Without bool // a segment is of no document, so that none counts
}

// Next returns the number of the next segment's document, and false if there is none, or was none for one before.
func (d *Stream) Next(name string, means func(func(*agreement.Mean))) (document int, ok bool) {
	switch {
	case d.Without:
		return 0, false
	case name == "":
		*d = Stream{Without: true}
		means((*agreement.Mean).ForgetDocuments)
		return 0, false
	case d.Count > 0 && name == d.name:
		return d.last, true
	}
	d.last = d.numberOf(name, means)
	d.name = strings.Clone(name)
	return d.last, true
}

func (d *Stream) numberOf(name string, means func(func(*agreement.Mean))) int {
	if d.taken == nil {
		if known, ok := d.numbers[name]; ok {
			return known
		}
		if d.numbers == nil {
			d.numbers = map[string]int{}
		}
		if d.Count < Most {
			d.numbers[strings.Clone(name)] = d.Count
			d.Count++
			return d.Count - 1
		}
		d.merge(means)
	}
	place := placeOf(name)
	if !d.taken[place] {
		d.taken[place] = true
		d.Count++
	}
	return place
}

// merge puts the documents so far into their groups.
func (d *Stream) merge(means func(func(*agreement.Mean))) {
	d.taken = make([]bool, Most)
	places := make([]int, len(d.numbers))
	d.Count = 0
	for name, i := range d.numbers {
		places[i] = placeOf(name)
		if !d.taken[places[i]] {
			d.taken[places[i]] = true
			d.Count++
		}
	}
	d.numbers = nil
	means(func(m *agreement.Mean) { m.MergeDocuments(places) })
}
