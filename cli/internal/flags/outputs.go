package flags

import (
	"fmt"

	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/plot"
)

// CheckPlot rejects the name of a file that is not SVG; "" asks for no plot.
func CheckPlot(path string) error {
	if path == "" {
		return nil
	}
	if err := plot.CheckName(path); err != nil {
		return args.Hint(fmt.Errorf("--plot: %w", err),
			"browsers, Word and LibreOffice show SVG; rsvg-convert and Inkscape make a PNG or PDF of it")

	}
	return nil
}
