// Package plot draws scatter plots as SVG and PNG. The same points give the same bytes.
package plot

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordrotator/wrd/internal/visible"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Panel is one scatter plot: the points (X[i], Y[i]), finite numbers.
type Panel struct {
	Title  string
	X, Y   []float64 // of one length
	Labels []string  // written next to the points; nil for none
	Fit    bool      // draw the line of least squares, if the points have one
}

// Formats lists what WriteScatter writes, by the endings of file names.
func Formats() []string { return []string{"svg", "png"} }

// FormatOf returns the format that the ending of a file name asks for.
func FormatOf(path string) (string, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	for _, format := range Formats() {
		if ending == format {
			return format, nil
		}
	}
	return "", fmt.Errorf("found the file name %s, expected one that ends in .%s", path,
		strings.Join(Formats(), " or ."))
}

// panelSize is the width and height of one panel.
const panelSize = 4 * vg.Inch

// dot is how a point looks: small and half transparent, so that many of them show where they are dense.
var dot = draw.GlyphStyle{Color: color.NRGBA{R: 0x1f, G: 0x4e, B: 0x79, A: 0x80}, Radius: vg.Points(1.5),
	Shape: draw.CircleGlyph{}}

// labelled is how a point with a name looks, of which there are few.
var labelled = draw.GlyphStyle{Color: color.NRGBA{R: 0x1f, G: 0x4e, B: 0x79, A: 0xff}, Radius: vg.Points(2.5),
	Shape: draw.CircleGlyph{}}

// WriteScatter draws panels row by row in a square, or as near to one as their number allows, with common names of the
// axes. There must be a panel, and format must be one of Formats.
func WriteScatter(w io.Writer, format, xLabel, yLabel string, panels []Panel) error {
	columns := int(math.Ceil(math.Sqrt(float64(len(panels)))))
	rows := (len(panels) + columns - 1) / columns
	grid := make([][]*plot.Plot, rows)
	for r := range grid {
		grid[r] = make([]*plot.Plot, columns)
	}
	for i, panel := range panels {
		p, err := scatter(panel)
		if err != nil {
			return fmt.Errorf("plot %s: %w", panel.Title, err)
		}
		p.X.Label.Text, p.Y.Label.Text = visible.Text(xLabel), visible.Text(yLabel)
		grid[i/columns][i%columns] = p
	}
	canvas, err := draw.NewFormattedCanvas(vg.Length(columns)*panelSize, vg.Length(rows)*panelSize, format)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: vg.Points(10), PadY: vg.Points(10),
		PadTop: vg.Points(5), PadBottom: vg.Points(5), PadLeft: vg.Points(5), PadRight: vg.Points(10)}
	canvases := plot.Align(grid, tiles, draw.New(canvas))
	for r := range grid {
		for c, p := range grid[r] {
			if p != nil {
				p.Draw(canvases[r][c])
			}
		}
	}
	_, err = canvas.WriteTo(w)
	return err
}

func scatter(panel Panel) (*plot.Plot, error) {
	points := make(plotter.XYs, len(panel.X))
	for i := range points {
		points[i] = plotter.XY{X: panel.X[i], Y: panel.Y[i]}
	}
	p := plot.New()
	p.Title.Text = visible.Text(panel.Title)
	p.Add(plotter.NewGrid())
	if len(points) == 0 {
		return p, nil
	}
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	dots.GlyphStyle = dot
	if panel.Fit {
		if line, ok := fit(panel); ok {
			p.Add(line)
		}
	}
	p.Add(dots)
	if panel.Labels == nil {
		return p, nil
	}
	dots.GlyphStyle = labelled
	if len(panel.Labels) != len(points) {
		return nil, fmt.Errorf("found %d labels, expected one for each of %d points", len(panel.Labels), len(points))
	}
	names := make([]string, len(panel.Labels))
	for i, label := range panel.Labels {
		names[i] = visible.Text(label)
	}
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: points, Labels: names})
	if err != nil {
		return nil, err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].Font.Size = vg.Points(7)
	}
	labels.Offset = vg.Point{X: vg.Points(4), Y: vg.Points(2)}
	p.Add(labels)
	return p, nil
}

// fit returns the line of least squares over the range of x. There is none where all x are equal.
func fit(panel Panel) (*plotter.Line, bool) {
	low, high := slices.Min(panel.X), slices.Max(panel.X)
	if low == high {
		return nil, false
	}
	intercept, slope := stat.LinearRegression(panel.X, panel.Y, nil, false)
	line, err := plotter.NewLine(plotter.XYs{{X: low, Y: intercept + slope*low}, {X: high, Y: intercept + slope*high}})
	if err != nil { // numbers beyond the range of a float64
		return nil, false
	}
	line.Color, line.Width = color.NRGBA{R: 0xb0, G: 0x3a, B: 0x2e, A: 0xff}, vg.Points(1)
	return line, true
}
