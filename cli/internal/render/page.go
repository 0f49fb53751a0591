package render

import (
	"bufio"
	"context"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/wordrotator/wrd/internal/file"
	"github.com/wordrotator/wrd/internal/visible"
	"golang.org/x/term"
)

// PipedWidth is the width of help that no terminal shows. Tables have none there: a row stays on its line.
const PipedWidth = 80

// A Page is where results are printed, and what is known of who sees them. Flush ends it.
type Page struct {
	*bufio.Writer
	width  int          // columns of the terminal, 0 if it is none
	color  bool         // whether it is to show colors
	log    *visible.Log // below Writer; nil if there is none
	isFile bool         // whether it goes to a regular file
}

// NewPage returns a page that writes to w, which is seen where w itself is.
func NewPage(w io.Writer) *Page {
	return &Page{Writer: bufio.NewWriter(w), width: Width(w), color: showsColors(w)}
}

// StandardOutput is the page that the results of a run are printed on.
func StandardOutput(ctx context.Context, w io.Writer) *Page {
	log := visible.NewLog(UntilInterrupted(ctx, w))
	page := &Page{Writer: bufio.NewWriterSize(log, 64<<10), width: terminalWidth(w), color: showsColors(w), log: log}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		page.isFile = err == nil && info.Mode().IsRegular()
	}
	return page
}

// Exact makes what follows on standard output be written as it is: a file, or texts that are the result itself.
func Exact(w io.Writer) io.Writer {
	if p, ok := w.(*Page); ok && p.log != nil {
		p.Flush() // which remembers its error
		p.Reset(p.log.Unwrap())
	}
	return w
}

// Logged says whether the log of a CI server may show what is written to w.
func Logged(w io.Writer) bool {
	p, ok := w.(*Page)
	return ok && !p.isFile && (os.Getenv("GITHUB_ACTIONS") != "" || os.Getenv("TF_BUILD") != "" || os.Getenv("GITLAB_CI") != "")
}

// StandardError is what the notices and errors of a run are written to.
func StandardError(ctx context.Context, w io.Writer) io.Writer {
	return visible.NewLog(UntilInterrupted(ctx, w))
}

// Commands returns the writer below w, for lines that are commands of a CI server.
func Commands(w io.Writer) io.Writer {
	if log, ok := w.(*visible.Log); ok {
		return log.Unwrap()
	}
	return w
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
	f, ok := Commands(w).(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// showsColors says whether w is a page, or a terminal that shows colors, and the user wants them (no-color.org).
func showsColors(w io.Writer) bool {
	if p, ok := w.(*Page); ok {
		return p.color
	}
	_, ok := terminal(w)
	name := os.Getenv("TERM")
	return ok && os.Getenv("NO_COLOR") == "" && name != "dumb" && (name != "" || runtime.GOOS != "windows")
}

// A Color is one that Painted uses, as the code of SGR.
type Color string

// The colors.
const (
	Bold   Color = "1"
	Red    Color = "1;31"
	Green  Color = "1;32"
	Yellow Color = "1;33"
	Cyan   Color = "36"
)

// Painted returns text in a color, if w, a page or a terminal, shows any.
func Painted(w io.Writer, color Color, text string) string {
	if !showsColors(w) {
		return text
	}
	return "\x1b[" + string(color) + "m" + text + "\x1b[0m"
}
