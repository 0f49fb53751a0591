package render

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

// PipedWidth is the width of help that no terminal shows. Tables have none there: a row stays on its line.
const PipedWidth = 80

// A Page is where results are printed, and what is known of who sees them. Flush ends it.
type Page struct {
	*bufio.Writer
	width  int  // columns of the terminal, 0 if it is none
	colour bool // whether it is to show colours
}

// NewPage returns a page that writes to w, which is seen where w itself is.
func NewPage(w io.Writer) *Page {
	return &Page{Writer: bufio.NewWriter(w), width: Width(w), colour: showsColours(w)}
}

// StandardOutput is the page that the results of a run are printed on.
func StandardOutput(ctx context.Context, w io.Writer) *Page {
	out := bufio.NewWriterSize(UntilInterrupted(ctx, w), 64<<10)
	return &Page{Writer: out, width: terminalWidth(w), colour: showsColours(w)}
}

// UntilInterrupted returns w, which does not wait for who reads from a pipe any longer when ctx ends. A terminal takes
// what it is sent after Ctrl-C.
func UntilInterrupted(ctx context.Context, w io.Writer) io.Writer {
	if _, ok := terminal(w); ok {
		return w
	}
	return file.InterruptibleWriter(ctx, w)
}

// Width returns how many columns of what is written to w people see, 0 if there is no such limit.
func Width(w io.Writer) int {
	if p, ok := w.(*Page); ok {
		return p.width
	}
	return 0
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
		return PipedWidth
	}
	return width
}

func terminal(w io.Writer) (*os.File, bool) {
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// showsColours says whether w is a page, or a terminal that shows colours, and the user wants them (no-color.org).
func showsColours(w io.Writer) bool {
	if p, ok := w.(*Page); ok {
		return p.colour
	}
	_, ok := terminal(w)
	name := os.Getenv("TERM")
	return ok && os.Getenv("NO_COLOR") == "" && name != "dumb" && (name != "" || runtime.GOOS != "windows")
}

// A Colour is one that Painted uses, as the code of SGR.
type Colour string

// The colours.
const (
	Bold   Colour = "1"
	Red    Colour = "1;31"
	Green  Colour = "1;32"
	Yellow Colour = "1;33"
	Cyan   Colour = "36"
)

// Painted returns text in a colour, if w, a page or a terminal, shows any.
func Painted(w io.Writer, colour Colour, text string) string {
	if !showsColours(w) {
		return text
	}
	return "\x1b[" + string(colour) + "m" + text + "\x1b[0m"
}
