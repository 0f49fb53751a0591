package plot

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A Scatter shows the points (X[i], Y[i]).
type Scatter struct {
	Title          string
	XLabel, YLabel string
	X, Y           []float64 // of one length
	Names          []string  // written next to the points if they are fewer than 200; nil for none, else one for each
	Fit            bool      // draw the line of least squares, if the points have one
	Equal          bool      // X and Y are of one kind: one axis is for both, and a line shows where they are equal
	// XRange and YRange are what the axes cover besides the points, so that plots can be compared; nil for nothing.
	XRange, YRange *Interval

	// XIntervals and YIntervals are whiskers of the points; nil for none, else one for each point. IntervalName is
	// what the legend calls them.
	XIntervals, YIntervals []Interval
	IntervalName           string
}

func (s Scatter) panel() panel {
	if len(s.X) != len(s.Y) || s.Names != nil && len(s.Names) != len(s.X) ||
		s.XIntervals != nil && len(s.XIntervals) != len(s.X) || s.YIntervals != nil && len(s.YIntervals) != len(s.X) {
		panic("plot: a scatter plot needs as many numbers, names and intervals as points")
	}
	if len(s.X) == 0 {
		return newPanel(s.Title, s.XLabel, s.YLabel, NewAxis(0, 1, mostTicks), NewAxis(0, 1, mostTicks))
	}
	xs, ys := covered(s.X, s.XIntervals, s.XRange), covered(s.Y, s.YIntervals, s.YRange)
	x, y := legibleAxis(xs.Low, xs.High, panelWidth-leastLeft-rightRoom), NewAxis(ys.Low, ys.High, mostTicks)
	if s.Equal {
		x = legibleAxis(min(xs.Low, ys.Low), max(xs.High, ys.High), panelWidth-leastLeft-rightRoom)
		y = x
	}
	var entries []entry
	if (s.XIntervals != nil || s.YIntervals != nil) && s.IntervalName != "" {
		entries = append(entries, entry{Kind: whiskers, Name: s.IntervalName})
	}
	line, fits := leastSquares(s.X, s.Y, x, y)
	if fits = fits && s.Fit; fits && !s.Equal && s.YRange == nil {
		y = y.covering(line[0][1], line[1][1])
		line, _ = leastSquares(s.X, s.Y, x, y)
	}
	line = cut(line)
	if fits {
		entries = append(entries, entry{Kind: fitted, Name: "least squares"})
	}
	if s.Equal {
		entries = append(entries, entry{Kind: equal, Name: "equal"})
	}
	p := newPanel(s.Title, s.XLabel, s.YLabel, x, y, entries...)
	if s.Equal {
		p.Equal = path("M", p.Left, p.Bottom, "L", p.Right, p.Top)
	}
	var lines []box // that names avoid
	if fits {
		x0, y0, x1, y1 := p.ends(line)
		p.Fit = path("M", x0, y0, "L", x1, y1)
		lines = along(x0, y0, x1, y1)
	}
	drawWhisker := func(x0, y0, x1, y1 float64) {
		x0, y0 = p.place(x0, y0)
		x1, y1 = p.place(x1, y1)
		p.Whiskers += whisker(x0, y0, x1, y1)
		lines = append(lines, box{x0 - capLength, y1 - capLength, x1 + capLength, y0 + capLength})
	}
	for i, v := range s.XIntervals {
		if v.Low != v.High {
			drawWhisker(v.Low, s.Y[i], v.High, s.Y[i])
		}
	}
	for i, v := range s.YIntervals {
		if v.Low != v.High {
			drawWhisker(s.X[i], v.Low, s.X[i], v.High)
		}
	}
	p.drawDots(s, lines)
	return p
}

// crowd is from how many points on they are small and let those below shine through. Names would hide them.
const crowd = 200

// drawDots draws the points and their names. A point that has a name says its numbers too when it is pointed at.
func (p *panel) drawDots(s Scatter, lines []box) {
	radius := dotRadius
	if p.Faint = len(s.X) >= crowd; p.Faint {
		radius = smallRadius
	}
	var b strings.Builder
	points := make([]point, len(s.X))
	for i := range s.X {
		at := &points[i]
		at.x, at.y = p.place(s.X[i], s.Y[i])
		fmt.Fprintf(&b, "\n"+`<circle cx="%s" cy="%s" r="%s"`, px(at.x), px(at.y), px(radius))
		if s.Names == nil {
			b.WriteString("/>")
			continue
		}
		at.name = visible(s.Names[i])
		fmt.Fprintf(&b, "><title>%s</title></circle>",
			template.HTMLEscapeString(fmt.Sprintf("%s (%.4g, %.4g)", at.name, s.X[i], s.Y[i])))
	}
	p.Dots = template.HTML(b.String())
	if s.Names != nil && !p.Faint {
		p.Names = placeNames(points, lines, box{p.Left, p.Top - 6, p.Right + rightRoom, p.Bottom + 6})
	}
}

// mostListed is how many points a description lists by name.
const mostListed = 50

// covered is what an axis of points covers.
func covered(values []float64, intervals []Interval, besides *Interval) Interval {
	span := Interval{least(values, intervals), most(values, intervals)}
	if besides != nil {
		span = Interval{min(span.Low, besides.Low), max(span.High, besides.High)}
	}
	return span
}

func (s Scatter) describe() string {
	text := described("Scatter plot", s.Title) + ": " + wording.Counted(len(s.X), "point")
	if len(s.X) == 0 {
		return text
	}
	text += ", " + spanned(cmp.Or(s.XLabel, "x"), s.X) + ", " + spanned(cmp.Or(s.YLabel, "y"), s.Y)
	if s.Names == nil || len(s.Names) > mostListed {
		return text
	}
	for i, name := range s.Names {
		text += fmt.Sprintf("; %s (%.4g, %.4g)", name, s.X[i], s.Y[i])
	}
	return text
}

// least and most are the ends of numbers with their intervals.
func least(numbers []float64, intervals []Interval) float64 {
	low := slices.Min(numbers)
	for _, v := range intervals {
		if v.Low != v.High {
			low = min(low, v.Low)
		}
	}
	return low
}

func most(numbers []float64, intervals []Interval) float64 {
	high := slices.Max(numbers)
	for _, v := range intervals {
		if v.Low != v.High {
			high = max(high, v.High)
		}
	}
	return high
}
