package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/wordrotator/wrd/internal/plot"
)

// A scatterPlot gathers a panel for each row of a table.
type scatterPlot struct {
	format string
	panels []plot.Panel
}

// newScatterPlot returns a plot for a file of that name, or an error if the name asks for no known format.
func newScatterPlot(path string) (*scatterPlot, error) {
	format, err := plot.FormatOf(path)
	if err != nil {
		return nil, fmt.Errorf("--plot: %w", err)
	}
	return &scatterPlot{format: format}, nil
}

func (s *scatterPlot) add(row similarityRow, p *prediction) {
	how := row.Convert
	if row.given {
		how = row.Vectors
	}
	s.panels = append(s.panels, plot.Panel{
		Title: fmt.Sprintf("%s, %s, %s: r = %s", filepath.Base(row.Data), row.Measure, how, hundredths(row.Pearson)),
		X:     p.gold,
		Y:     p.scores,
	})
}

func (s *scatterPlot) write(path string) error {
	return writeFile(path, func(w io.Writer) error {
		return plot.WriteScatter(w, s.format, "gold", "predicted", s.panels)
	})
}
