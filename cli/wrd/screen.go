package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/wordrotator/wrd/internal/file"
	"golang.org/x/term"
)

// pipedWidth is the width of help that no terminal shows. Tables have none there: a row stays on its line.
const pipedWidth = 80

// A page is where results are printed, and what is known of who sees them.
type page struct {
	*bufio.Writer
	width  int  // columns of the terminal, 0 if it is none
	colour bool // whether it is to show colours
}

// newPage returns a page that writes to w, which is seen where w itself is.
func newPage(w io.Writer) *page {
	return &page{Writer: bufio.NewWriter(w), width: widthOf(w), colour: showsColours(w)}
}

// standardOutput is the page that the results of a run are printed on.
func standardOutput(ctx context.Context, w io.Writer) *page {
	out := bufio.NewWriterSize(untilInterrupted(ctx, w), 64<<10)
	return &page{Writer: out, width: terminalWidth(w), colour: coloured(w)}
}

// untilInterrupted returns w, which does not wait for who reads from a pipe any longer when ctx ends. A terminal takes
// what it is sent after Ctrl-C.
func untilInterrupted(ctx context.Context, w io.Writer) io.Writer {
	if _, ok := terminal(w); ok {
		return w
	}
	return file.InterruptibleWriter(ctx, w)
}

// widthOf returns how many columns of what is written to w people see, 0 if there is no such limit.
func widthOf(w io.Writer) int {
	if p, ok := w.(*page); ok {
		return p.width
	}
	return 0
}

// showsColours says whether what is written to w may have colours.
func showsColours(w io.Writer) bool {
	p, ok := w.(*page)
	return ok && p.colour
}

// terminalWidth returns the width of a terminal, which COLUMNS may say, 0 if w is none: what a pipe or a file gets is
// the same in every terminal.
func terminalWidth(w io.Writer) int {
	f, ok := terminal(w)
	if !ok {
		return 0
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return pipedWidth
	}
	return width
}

func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// coloured says whether w is a terminal that shows colours, and the user wants them (no-color.org).
func coloured(w io.Writer) bool {
	_, ok := terminal(w)
	name := os.Getenv("TERM")
	return ok && os.Getenv("NO_COLOR") == "" && name != "dumb" && (name != "" || runtime.GOOS != "windows")
}

// The colours that are used, as the codes of SGR.
const (
	bold   = "1"
	red    = "1;31"
	green  = "1;32"
	yellow = "1;33"
	cyan   = "36"
)

// painted returns text in a colour, if on says that there are any.
func painted(on bool, colour, text string) string {
	if !on {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}
