package render

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rivo/uniseg"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/internal/wording"
)

const (
	progressDelay = time.Second // shorter work shows nothing
	progressEvery = 200 * time.Millisecond
	bytesUnit     = "byte" // which people see as MB
)

// A Position returns how much of some work is done, of how much, 0 if that is not known. It is called from another
// goroutine than the one that works.
type Position func() (done, total int64)

// started is when the program was, so that work of several parts shows those that are short, too.
var started = time.Now()

// Progress shows on stderr how far the work is, if stderr is a terminal and the program has run for longer than a second:
// the share that is done, what was counted, and the time that it may still take. The returned function ends the display
// and removes it; it may be called more than once. unit names what is counted: "segment", "byte", or "" where only the
// share says something to people.
func Progress(stderr io.Writer, what, unit string, position Position) (stop func()) {
	if _, ok := terminal(stderr); !ok {
		return func() {}
	}
	quit := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		began := time.Now()
		next := time.After(max(progressEvery, progressDelay-began.Sub(started)))
		shown := 0 // columns of the line that is there
		for {
			select {
			case <-quit:
				if shown > 0 {
					fmt.Fprintf(stderr, "\r%*s\r", shown, "")
				}
				return
			case <-next:
				done, total := position()
				line := progressLine(visible.Text(what), unit, done, total, time.Since(began))
				width := uniseg.StringWidth(line)
				fmt.Fprintf(stderr, "\r%s%*s", line, max(0, shown-width), "")
				shown, next = max(shown, width), time.After(progressEvery)
			}
		}
	})
	return sync.OnceFunc(func() {
		close(quit)
		group.Wait()
	})
}

// progressLine says how far work is after a time.
func progressLine(what, unit string, done, total int64, passed time.Duration) string {
	line := what
	if total > 0 {
		line += fmt.Sprintf("  %d%%", 100*min(done, total)/total)
	}
	switch {
	case unit == bytesUnit && total > 0:
		line += "  " + Bytes(done) + " of " + Bytes(total)
	case unit == bytesUnit:
		line += "  " + Bytes(done)
	case unit != "" && done > 0:
		line += "  " + wording.Counted(int(done), unit)
		if rate := float64(done) / max(passed.Seconds(), 1e-3); rate >= 1 {
			line += fmt.Sprintf("  %.0f/s", rate)
		}
	}
	if 0 < done && done < total {
		left := time.Duration(float64(passed) * float64(total-done) / float64(done))
		return line + "  " + left.Round(time.Second).String() + " left"
	}
	return line + "  " + passed.Round(time.Second).String()
}
