package reading

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"
)

// A Dependence says that scores of systems, or references, are not independent of each other: what looks like several
// good systems may be one, and the reference may be made of its outputs.
type Dependence struct {
	// Alike are groups of systems that give the same text in most segments.
	Alike []AlikeSystems `json:"alike,omitempty"`
	// Copies are the systems that equal the reference far more often than all others; nil where there are none.
	Copies *CopyingSystems `json:"copies,omitempty"`
}

// AlikeSystems are linked by pairs that give the same text in most segments. Shares are in [0, 1].
type AlikeSystems struct {
	Systems []string `json:"systems"`
	Least   float64  `json:"least"` // share of the segments in which two of them are equal
	Most    float64  `json:"most"`
	Others  float64  `json:"others"` // the most of any two systems that are not of one group; 0 where there are none
}

// CopyingSystems equal a reference far more often than all others do.
type CopyingSystems struct {
	Systems  []string `json:"systems"`
	Equal    []int    `json:"equal"`    // in so many segments each of them
	Segments int      `json:"segments"` // of which they have an output, the most of all
	Least    int      `json:"least"`    // what the other systems have
	Most     int      `json:"most"`
}

// Limits of what is called dependent.
const (
	fewestAlike = 20   // segments, as for a kind of text: equality in fewer says little
	mostLikened = 1000 // systems of which all pairs are counted: the memory grows with their square
	// A share of copies of the reference is far above another if it is so many times as large, and the difference as many
	// standard deviations of counts that come by chance. Where the others copy it often, texts are short or follow a form.
	farAbove, mostByChance = 3, 0.05
)

// A Likeness counts in how many segments systems give the same text, and equal a reference; white space around texts does
// not count, and neither do empty texts. It takes whole segments, or single outputs in any order.
type Likeness struct {
	systems []string
	digests []uint64 // of single outputs, by segment and system, 0 for none
	line    []uint64 // of a segment
	texts   []int    // outputs, by system
	copies  []int    // that equal a reference
	same    []int32  // by pair, see pair
}

// seed makes the digests, of which two of different texts are equal once in 2⁶⁴.
var seed = maphash.MakeSeed()

func digest(text string) uint64 {
	if text = strings.TrimSpace(text); text == "" {
		return 0
	}
	return max(1, maphash.String(seed, text))
}

// NewLikeness returns one that takes segments by Add.
func NewLikeness(systems []string) *Likeness {
	l := &Likeness{systems: systems, line: make([]uint64, len(systems)), texts: make([]int, len(systems)),
		copies: make([]int, len(systems))}
	if n := len(systems); n <= mostLikened {
		l.same = make([]int32, n*(n-1)/2)
	}
	return l
}

// NewLikenessOf returns one that takes the outputs of so many segments by AddOutput, and keeps eight bytes of each.
func NewLikenessOf(systems []string, segments int) *Likeness {
	l := NewLikeness(systems)
	l.digests = make([]uint64, len(systems)*segments)
	return l
}

// Add counts the outputs of all systems for a segment; nil ones are not known.
func (l *Likeness) Add(candidates, references []string) {
	if len(candidates) != len(l.systems) {
		return
	}
	for i, text := range candidates {
		l.line[i] = l.output(i, text, references)
	}
	l.compare(l.line)
}

// AddOutput counts an output, which must be the only one of the system for the segment.
func (l *Likeness) AddOutput(system, segment int, candidate string, references []string) {
	l.digests[segment*len(l.systems)+system] = l.output(system, candidate, references)
}

func (l *Likeness) output(system int, text string, references []string) uint64 {
	d := digest(text)
	if d == 0 {
		return 0
	}
	l.texts[system]++
	if slices.ContainsFunc(references, func(r string) bool { return digest(r) == d }) {
		l.copies[system]++
	}
	return d
}

// compare counts the equal outputs of a segment.
func (l *Likeness) compare(line []uint64) {
	if l.same == nil {
		return
	}
	pair := 0
	for k, d := range line {
		for _, other := range line[:k] {
			if d == other && d != 0 {
				l.same[pair]++
			}
			pair++
		}
	}
}

// share returns in which share of the segments two systems, the first of the lower place, are equal.
func (l *Likeness) share(a, b int) float64 {
	if n := min(l.texts[a], l.texts[b]); n >= fewestAlike {
		return float64(l.same[b*(b-1)/2+a]) / float64(n)
	}
	return 0
}

// Found returns what was found, nil if that is nothing.
func (l *Likeness) Found() *Dependence {
	for n := len(l.systems); len(l.digests) > 0 && n > 0; l.digests = l.digests[n:] {
		l.compare(l.digests[:n])
	}
	d := &Dependence{l.alike(), l.copying()}
	if d.Alike == nil && d.Copies == nil {
		return nil
	}
	return d
}

func (l *Likeness) alike() (groups []AlikeSystems) {
	if l.same == nil {
		return nil
	}
	group := make([]int, len(l.systems)) // of each system, called by its first one
	for b := range group {
		group[b] = b
		for a := range b {
			if l.share(a, b) > 0.5 {
				for k, from := range group[:b+1] {
					if from == group[b] && from != group[a] {
						group[k] = group[a]
					}
				}
			}
		}
	}
	others := 0.0
	for b := range group {
		for a := range b {
			if group[a] != group[b] {
				others = max(others, l.share(a, b))
			}
		}
	}
	for first := range group {
		found := AlikeSystems{Least: 1, Others: others}
		for b := range group {
			if group[b] != first {
				continue
			}
			for a := range b {
				if group[a] == first {
					found.Least, found.Most = min(found.Least, l.share(a, b)), max(found.Most, l.share(a, b))
				}
			}
			found.Systems = append(found.Systems, l.systems[b])
		}
		if len(found.Systems) > 1 {
			groups = append(groups, found)
		}
	}
	return groups
}

func (l *Likeness) copying() *CopyingSystems {
	var order []int // those of most copies first
	for i, n := range l.texts {
		if n >= fewestAlike {
			order = append(order, i)
		}
	}
	share := func(i int) float64 { return float64(l.copies[i]) / float64(l.texts[i]) }
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := share(a), share(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for n := len(order) / 2; n > 0; n-- { // most systems are not called odd
		above, below := order[n-1], order[n]
		x, y := float64(l.copies[above]), share(below)*float64(l.texts[above])
		if share(below) > mostByChance || x < farAbove*y || x-y <= farAbove*math.Sqrt(x+y) {
			continue
		}
		found := &CopyingSystems{Least: math.MaxInt}
		for k, i := range order {
			if k >= n {
				found.Least, found.Most = min(found.Least, l.copies[i]), max(found.Most, l.copies[i])
			}
		}
		top := slices.Clone(order[:n])
		slices.Sort(top)
		for _, i := range top {
			found.Systems, found.Equal = append(found.Systems, l.systems[i]), append(found.Equal, l.copies[i])
			found.Segments = max(found.Segments, l.texts[i])
		}
		return found
	}
	return nil
}
