package plot

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
	shown "github.com/wordrotator/wrd/internal/visible"
)

// Sizes within a panel in pixels.
const (
	frameHeight = 290
	titleSize   = 13.0 // of fonts; all are the size of small print of the page that they stand in
	labelSize   = 13.0
	tickSize    = 13.0
	leastLeft   = 44  // of the frame: room for most labels of ticks
	rightRoom   = 14  // right of the frame, for half a label
	mostTicks   = 7   // of an axis
	dotRadius   = 3.5 // where there are few dots
	smallRadius = 2.0 // where there are many
	capLength   = 3.5 // half the bar across the end of a whisker
)

// A panel is one plot as its template wants it. Coordinates are in pixels from the panel's upper left corner.
type panel struct {
	X, Y, Height             float64 // in the picture
	Left, Top, Right, Bottom float64 // of the frame, which the axes span
	Texts                    []text
	Grid, Axes, Whiskers     string // data of paths
	Bars                     []bar
	Fit, Equal               string // data of paths
	Dots                     template.HTML
	Faint                    bool // dots let those below shine through, so that many of them show where they are dense
	Names                    []text
	Legend                   []entry
	x, y                     Axis
}

// A text is a line of text. Anchor says which end of it stands at X in reading order.
type text struct {
	X, Y        float64
	Size        float64
	Anchor      string
	Bold        bool
	Upwards     bool // read from bottom to top
	RightToLeft bool
	Text        string
}

// A bar is a rectangle; Title tells what it stands for.
type bar struct {
	X, Y, Width, Height float64
	Title               string
}

// An entry of the legend shows a short piece of what it names.
type entry struct {
	Kind kind
	Name string
	Path string // data of a path
}

// A kind of mark that a legend explains; it is a class in the picture's style.
type kind string

const (
	fitted   kind = "fit"
	whiskers kind = "whiskers"
	equal    kind = "equal"
)

// newPanel draws title, legend, axes, grid and labels around a frame.
func newPanel(title, xLabel, yLabel string, x, y Axis, entries ...entry) panel {
	p := panel{x: x, y: y, Left: leastLeft, Right: panelWidth - rightRoom}
	yTicks := y.Ticks()
	yLines := wrap(visible(yLabel), frameHeight, labelSize)
	widest := 0.0
	for _, tick := range yTicks {
		widest = max(widest, width(tick.Label, tickSize))
	}
	p.Left = max(p.Left, widest+8+float64(len(yLines))*(labelSize+3))
	for _, line := range wrap(visible(title), panelWidth, titleSize) {
		p.Top += titleSize + 4
		p.Texts = append(p.Texts, text{X: panelWidth / 2, Y: p.Top - 3, Size: titleSize, Anchor: "middle", Bold: true,
			Text: line})
	}
	p.legend(entries)
	p.Top += 8
	p.Bottom = p.Top + frameHeight
	for i, line := range yLines {
		p.Texts = append(p.Texts, text{X: labelSize + float64(i)*(labelSize+3), Y: (p.Top + p.Bottom) / 2,
			Size: labelSize, Anchor: "middle", Upwards: true, Text: line})
	}
	for _, tick := range yTicks {
		at := p.Bottom - float64(tick.At*frameHeight)
		p.Grid += path("M", p.Left, at, "H", p.Right)
		p.Texts = append(p.Texts, text{X: p.Left - 6, Y: at + 4, Size: tickSize, Anchor: "end", Text: tick.Label})
	}
	bottom := p.Bottom
	for _, tick := range x.Ticks() {
		at := p.Left + float64(tick.At*(p.Right-p.Left))
		p.Grid += path("M", at, p.Bottom, "V", p.Top)
		bottom = p.Bottom + tickSize + 6
		p.Texts = append(p.Texts, text{X: at, Y: bottom, Size: tickSize, Anchor: "middle", Text: tick.Label})
	}
	for _, line := range wrap(visible(xLabel), p.Right-p.Left, labelSize) {
		bottom += labelSize + 5
		p.Texts = append(p.Texts, text{X: (p.Left + p.Right) / 2, Y: bottom, Size: labelSize, Anchor: "middle",
			Text: line})
	}
	p.Axes = path("M", p.Left, p.Top, "V", p.Bottom, "H", p.Right)
	p.Height = bottom + 5
	return p
}

// legend puts the entries on a line of their own.
func (p *panel) legend(entries []entry) {
	if len(entries) == 0 {
		return
	}
	p.Top += tickSize + 6
	x := p.Left
	for _, e := range entries {
		name := visible(e.Name)
		e.Path = path("M", x, p.Top-6, "H", x+20)
		if e.Kind == whiskers {
			e.Path = whisker(x, p.Top-6, x+20, p.Top-6)
		}
		p.Legend = append(p.Legend, e)
		p.Texts = append(p.Texts, text{X: x + 26, Y: p.Top - 2, Size: tickSize, Anchor: "start", Text: name})
		x += 26 + width(name, tickSize) + 10
	}
}

// place returns where a point is.
func (p *panel) place(x, y float64) (left, top float64) {
	return p.Left + float64(p.x.At(x)*(p.Right-p.Left)), p.Bottom - float64(p.y.At(y)*(p.Bottom-p.Top))
}

// whisker is a line with a bar across each end, upright or level.
func whisker(x0, y0, x1, y1 float64) string {
	dx, dy := 0.0, capLength
	if x0 == x1 {
		dx, dy = capLength, 0
	}
	line := path("M", x0, y0, "L", x1, y1)
	for _, end := range [][2]float64{{x0, y0}, {x1, y1}} {
		line += path("M", end[0]-dx, end[1]-dy, "L", end[0]+dx, end[1]+dy)
	}
	return line
}

// path writes data of an SVG path: letters and numbers.
func path(parts ...any) string {
	var b strings.Builder
	number := false
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			b.WriteString(part)
			number = false
		case float64:
			if number {
				b.WriteByte(' ')
			}
			b.WriteString(px(part))
			number = true
		}
	}
	return b.String()
}

// px writes pixels to a tenth, the same for 0 and −0.
func px(v float64) string {
	s := strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

// visible returns a text as a reader is to see it, on one line.
func visible(s string) string { return shown.Text(s) }

// width estimates how wide a line of text is, since the font is the reader's: a Latin letter takes 0.6 of the font's
// size or less in most words, a Chinese one up to twice that.
func width(line string, size float64) float64 {
	return float64(float64(uniseg.StringWidth(line)) * size * 0.6)
}

// wrap breaks a text into lines of at most a width, at spaces where there are some.
func wrap(s string, most, size float64) (lines []string) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		space, end := 0, 0
		for rest, state := s, -1; rest != ""; {
			var cluster string
			cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
			if next := len(s) - len(rest); end == 0 || width(s[:next], size) <= most {
				end = next
			} else {
				end = cmp.Or(space, end)
				break
			}
			if cluster == " " {
				space = end
			}
		}
		lines = append(lines, strings.TrimSpace(s[:end]))
		s = s[end:]
	}
	return lines
}
