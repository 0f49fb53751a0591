// Package plot draws plots as SVG: scatter plots and histograms, one or several of them in a picture.
//
// WriteSVG is the one call. A picture needs nothing else to be shown: its text is text in the reader's fonts, so that
// it can be searched and copied in any script; its colors have a version for dark screens and differ for people who do
// not tell red from green; screen readers find a name and a description. Texts may hold anything: they are shown as
// text and never run. The same plots give the same bytes on every machine.
package plot

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
)

// A Plot is one panel of a picture: a Scatter or a Histogram. Their numbers must be finite.
type Plot interface {
	// panel draws the plot into a panel of panelWidth.
	panel() panel
	// describe says what the plot shows, without a full stop.
	describe() string
}

// An Interval is drawn as a whisker from Low to High, both finite. One of no length, such as the zero value at 0, is
// not drawn.
type Interval struct{ Low, High float64 }

// CheckName rejects the name of a file that does not end in .svg.
func CheckName(path string) error {
	if ending := filepath.Ext(path); !strings.EqualFold(ending, ".svg") {
		return fmt.Errorf("found the file name %s, expected one that ends in .svg", path)
	}
	return nil
}

// Sizes of a picture in pixels.
const (
	panelWidth = 400
	margin     = 12 // around the picture and between panels
)

// WriteSVG draws plots row by row in a square, or as near to one as their number allows. There must be a plot. The name
// of the picture is what screen readers and browsers call it.
func WriteSVG(w io.Writer, name string, plots ...Plot) error {
	columns := int(math.Ceil(math.Sqrt(float64(len(plots)))))
	p := picture{Name: visible(name), Width: margin + float64(columns)*(panelWidth+margin), Height: margin}
	var sentences []string
	for i := 0; i < len(plots); i += columns {
		row := 0.0 // its height
		for column, plot := range plots[i:min(i+columns, len(plots))] {
			panel := plot.panel()
			panel.X, panel.Y = margin+float64(column)*(panelWidth+margin), p.Height
			row = max(row, panel.Height)
			p.Panels = append(p.Panels, panel)
			sentences = append(sentences, plot.describe()+".")
		}
		p.Height += row + margin
	}
	p.Description = visible(strings.Join(sentences, " "))
	return pictureTemplate().Execute(w, p)
}

// described begins the description of a plot.
func described(kind, title string) string {
	if title == "" {
		return kind
	}
	return kind + " “" + title + "”"
}

// spanned says from where to where numbers go.
func spanned(name string, numbers []float64) string {
	return fmt.Sprintf("%s from %.4g to %.4g", name, slices.Min(numbers), slices.Max(numbers))
}
