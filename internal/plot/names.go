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

// placeNames puts each name right or left of its dot, or above or below it, where it covers least of the dots, of what
// else is taken and of the names before it, and stays in the frame, if that can be.
func placeNames(points []point, taken []box, frame box) []text {
	for _, p := range points {
		taken = append(taken, box{p.x - dotRadius, p.y - dotRadius, p.x + dotRadius, p.y + dotRadius})
	}
	names := make([]text, len(points))
	for i, p := range points {
		wide := width(p.name, tickSize)
		var best box
		least := math.Inf(1)
		for _, at := range []struct{ left, baseline float64 }{
			{p.x + 6, p.y + 4}, {p.x - 6 - wide, p.y + 4}, // right, left
			{p.x - wide/2, p.y - 7}, {p.x - wide/2, p.y + 14}, // above, below
			{p.x + 4, p.y - 6}, {p.x + 4, p.y + 13}, // right, but higher or lower
			{p.x - 4 - wide, p.y - 6}, {p.x - 4 - wide, p.y + 13}, // left, but higher or lower
		} {
			label := box{at.left, at.baseline - 9, at.left + wide, at.baseline + 2}
			covered := 4 * (float64(wide*11) - label.shared(frame)) // what is outside may be cut off, which is worse
			for _, other := range taken {
				covered += label.shared(other)
			}
			if covered < least-noticed {
				best, least = label, covered
			}
		}
		taken = append(taken, best)
		names[i] = text{X: best.left, Y: best.bottom - 2, Size: tickSize, Anchor: "start", Text: p.name}
		if strings.ContainsFunc(p.name, wording.RightToLeft) {
			names[i].RightToLeft, names[i].Anchor = true, "end" // the end in reading order is on the left
		}
	}
	return names
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
