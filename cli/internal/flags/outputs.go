package flags

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/wordrotator/wrd/cli/internal/args"
	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/plot"
)

// WriteFile writes a file aside and gives it its name when it is whole.
func WriteFile(ctx context.Context, path string, write func(io.Writer) error) error {
	out, err := WriteAside(ctx, path, write)
	if err != nil {
		return err
	}
	return out.Commit()
}

// WriteAside writes a file that has yet to be given its name. A full disk shows here.
func WriteAside(ctx context.Context, path string, write func(io.Writer) error) (*file.Output, error) {
	out, err := file.Create(ctx, path)
	if err != nil {
		return nil, err
	}
	buffered := bufio.NewWriterSize(out, 1<<20)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = out.Finish()
	}
	if err != nil {
		out.Abort()
		return nil, cmp.Or(out.Failed(), err)
	}
	return out, nil
}

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
