package plot

import "fmt"

// Bars shows a number for each of several names as a bar from 0, one below the other.
type Bars struct {
	Title  string
	XLabel string
	Names  []string
	Values []float64 // one for each name

	// Intervals are whiskers of the bars; nil for none, else one for each. IntervalName is what the legend calls them.
	Intervals    []Interval
	IntervalName string
}

// Sizes of a bar with its name above it.
const (
	barSlot   = 34
	barHeight = 13
)

func (b Bars) panel() panel {
	if len(b.Names) != len(b.Values) || b.Intervals != nil && len(b.Intervals) != len(b.Values) {
		panic("plot: bars need as many names and intervals as values")
	}
	var entries []entry
	if b.Intervals != nil && b.IntervalName != "" {
		entries = append(entries, entry{Kind: whiskers, Name: b.IntervalName})
	}
	x := NewAxis(0, 1, mostTicks)
	if len(b.Values) > 0 {
		x = legibleAxis(min(0, least(b.Values, b.Intervals)), max(0, most(b.Values, b.Intervals)),
			panelWidth-2*rightRoom)
	}
	p := newPanel(b.Title, b.XLabel, "", x, Axis{}, barSlot*float64(len(b.Values))+4, entries...)
	wide := p.Right - p.Left
	at := func(v float64) float64 { return p.Left + float64(x.At(v)*wide) }
	p.Axes = path("M", at(0), p.Top, "V", p.Bottom, "M", p.Left, p.Bottom, "H", p.Right)
	for i, v := range b.Values {
		name, top := visible(b.Names[i]), p.Top+float64(i)*barSlot
		label := text{X: p.Left + 4, Y: top + 13, Size: tickSize, Anchor: "start", Text: name}
		label.inItsDirection()
		p.Names = append(p.Names, label)
		p.Bars = append(p.Bars, bar{X: min(at(0), at(v)), Y: top + 17, Width: max(at(0), at(v)) - min(at(0), at(v)),
			Height: barHeight, Title: fmt.Sprintf("%s: %.4g", name, v)})
		if b.Intervals != nil && b.Intervals[i].Low != b.Intervals[i].High {
			middle := top + 17 + barHeight/2.0
			p.Whiskers += whisker(at(b.Intervals[i].Low), middle, at(b.Intervals[i].High), middle)
		}
	}
	return p
}

func (b Bars) describe() string {
	text := described("Bars", b.Title) + ": " + counted(len(b.Values), "value")
	for i := range min(len(b.Names), mostListed) {
		text += fmt.Sprintf("; %s %.4g", b.Names[i], b.Values[i])
	}
	return text
}
