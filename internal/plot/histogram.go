package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/wordrotator/wrd/internal/wording"
)

// A Histogram counts Values in bins of one width between round numbers. A value on the border of two bins is in the
// upper one; the last bin holds its upper end too.
type Histogram struct {
	Title          string
	XLabel, YLabel string
	Values         []float64
	// Range is what the axis covers besides the values, so that histograms can be compared; nil for nothing.
	Range *Interval
	// Top is what the axis of counts covers at least, for the same reason: the highest Highest of several.
	Top int
}

// bars returns the axis of the values, its bins and how many values are in each.
func (h Histogram) bars() (x, bins Axis, counts []int) {
	low, high := slices.Min(h.Values), slices.Max(h.Values)
	if h.Range != nil {
		low, high = min(low, h.Range.Low), max(high, h.Range.High)
	}
	x = legibleAxis(low, high, panelWidth-leastLeft-rightRoom)
	bins = x.finer()
	counts = make([]int, bins.last-bins.first)
	for _, v := range h.Values {
		k := int64(math.Floor(bins.steps(v))) - bins.first
		counts[min(max(k, 0), int64(len(counts)-1))]++
	}
	return x, bins, counts
}

// Highest returns the count of the highest bar.
func (h Histogram) Highest() int {
	if len(h.Values) == 0 {
		return 0
	}
	_, _, counts := h.bars()
	return slices.Max(counts)
}

func (h Histogram) panel() panel {
	if len(h.Values) == 0 {
		return newPanel(h.Title, h.XLabel, h.YLabel, NewAxis(0, 1, mostTicks), NewAxis(0, 1, mostTicks))
	}
	x, bins, counts := h.bars()
	y := newAxis(0, float64(max(slices.Max(counts), h.Top)), mostTicks, true)
	p := newPanel(h.Title, h.XLabel, h.YLabel, x, y)
	wide := (p.Right - p.Left) / float64(len(counts))
	for i, n := range counts {
		if n == 0 {
			continue
		}
		high := float64(y.At(float64(n)) * (p.Bottom - p.Top))
		k := bins.first + int64(i)
		p.Bars = append(p.Bars, bar{X: p.Left + float64(float64(i)*wide) + 0.5, Y: p.Bottom - high, Width: wide - 1,
			Height: high, Title: fmt.Sprintf("%s to %s: %d", bins.label(k*bins.m), bins.label((k+1)*bins.m), n)})
	}
	return p
}

func (h Histogram) describe() string {
	text := described("Histogram", h.Title) + ": " + wording.Counted(len(h.Values), "value")
	if len(h.Values) == 0 {
		return text
	}
	return text + ", " + spanned(cmp.Or(h.XLabel, "values"), h.Values)
}

// finer returns the axis with finer steps, between the same ends: 4 in each step of 2, 5 in others.
func (a Axis) finer() Axis {
	switch a.m {
	case 1: // 0.2
		return Axis{first: a.first * 5, last: a.last * 5, m: 2, e: a.e - 1}
	case 2: // 0.5
		return Axis{first: a.first * 4, last: a.last * 4, m: 5, e: a.e - 1}
	default: // 5: 1
		return Axis{first: a.first * 5, last: a.last * 5, m: 1, e: a.e}
	}
}
