package plot

import (
	"math"
	"strings"

	"github.com/wordrotator/wrd/internal/wording"
)

// A point is a dot with its name, in pixels.
type point struct {
	x, y float64
	name string
}

// A box is a rectangle.
type box struct{ left, top, right, bottom float64 }

// shared returns the area that two boxes have in common, rounded before it is added to others, as in leastSquares.
func (b box) shared(c box) float64 {
	return float64(max(0, min(b.right, c.right)-max(b.left, c.left)) *
		max(0, min(b.bottom, c.bottom)-max(b.top, c.top)))
}

// noticed is an area in square pixels: of two places for a name, the one that covers less by this is better.
const noticed = 1

// Weights of what a name may cover: what is outside may be cut off, and a name may not be legible.
const (
	outsideWeight = 4
	nameWeight    = 3 // also of dots
)

// placeNames puts each name right or left of its dot, or above or below it, where it covers least of the dots, of the
// other names and of the lines, and stays in the frame, if that can be. Names that come later may push earlier ones to
// other sides.
func placeNames(points []point, lines []box, frame box) []text {
	const rounds = 4 // hardly a name moves after these
	taken := make([]box, 2*len(points))
	dots, names := taken[:len(points)], taken[len(points):]
	for i, p := range points {
		dots[i] = box{p.x - dotRadius, p.y - dotRadius, p.x + dotRadius, p.y + dotRadius}
	}
	for range rounds {
		for i, p := range points {
			names[i] = box{}
			names[i] = p.bestPlace(taken, lines, frame)
		}
	}
	list := make([]text, len(points))
	for i, p := range points {
		list[i] = text{Y: names[i].bottom - 2, Size: tickSize, Text: p.name}
		switch { // the side next to the dot holds, whatever the font makes of the name's width
		case names[i].left > p.x:
			list[i].X, list[i].Anchor = names[i].left, "start"
		case names[i].right < p.x:
			list[i].X, list[i].Anchor = names[i].right, "end"
		default:
			list[i].X, list[i].Anchor = p.x, "middle"
		}
		list[i].inItsDirection()
	}
	return list
}

// inItsDirection turns a text that is read from right to left: there it starts on the right.
func (t *text) inItsDirection() {
	if !strings.ContainsFunc(t.Text, wording.RightToLeft) {
		return
	}
	t.RightToLeft = true
	switch t.Anchor {
	case "start":
		t.Anchor = "end"
	case "end":
		t.Anchor = "start"
	}
}

// bestPlace returns the first of the places for the point's name that cover least.
func (p point) bestPlace(taken, lines []box, frame box) (best box) {
	wide := width(p.name, tickSize)
	least := math.Inf(1)
	for _, at := range []struct{ left, baseline float64 }{
		{p.x + 6, p.y + 4}, {p.x - 6 - wide, p.y + 4}, // right, left
		{p.x - wide/2, p.y - 7}, {p.x - wide/2, p.y + 14}, // above, below
		{p.x + 4, p.y - 6}, {p.x + 4, p.y + 13}, // right, but higher or lower
		{p.x - 4 - wide, p.y - 6}, {p.x - 4 - wide, p.y + 13}, // left, but higher or lower
	} {
		label := box{at.left, at.baseline - 9, at.left + wide, at.baseline + 2}
		covered := float64(outsideWeight * (float64(wide*11) - label.shared(frame)))
		for _, other := range lines {
			covered += label.shared(other)
		}
		for _, other := range taken {
			covered += float64(nameWeight * label.shared(other))
		}
		if covered < least-noticed {
			best, least = label, covered
		}
	}
	return best
}

// along returns small boxes that cover a line.
func along(x0, y0, x1, y1 float64) []box {
	const pieces, half = 60, 1.5
	list := make([]box, pieces+1)
	for i := range list {
		t := float64(i) / pieces
		x, y := x0+float64(t*(x1-x0)), y0+float64(t*(y1-y0))
		list[i] = box{x - half, y - half, x + half, y + half}
	}
	return list
}
