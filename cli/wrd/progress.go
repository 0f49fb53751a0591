package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/internal/visible"
	"github.com/wordrotator/wrd/metric/evaluation"
	"golang.org/x/term"
)

const (
	progressDelay = time.Second // shorter work shows no bar
	progressEvery = 200 * time.Millisecond
)

// startProgress shows on stderr how far the work is, if stderr is a terminal and the work takes longer than
// progressDelay. position returns how many bytes are done, of how many, 0 if that is not known; it is called
// from another goroutine. The returned function ends the display and removes it.
func startProgress(stderr io.Writer, what string, position func() (done, total int64)) (stop func()) {
	return startDisplay(stderr, what, position, progressbar.OptionShowBytes(true))
}

// progressOf shows the progress of an evaluation that counts bytes.
func progressOf(c *cli.Context) evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return startProgress(c.App.ErrWriter, what, position)
	}
}

// shareProgressOf shows the progress of an evaluation that counts no bytes: the share that is done, and the time that
// it may still take.
func shareProgressOf(c *cli.Context) evaluation.Progress {
	return func(what string, position func() (done, total int64)) (stop func()) {
		return startDisplay(c.App.ErrWriter, what, position)
	}
}

func startDisplay(stderr io.Writer, what string, position func() (done, total int64),
	unit ...progressbar.Option) (stop func()) {
	f, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	quit := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		select {
		case <-quit:
			return
		case <-time.After(progressDelay):
		}
		_, total := position()
		if total == 0 {
			total = -1 // a spinner
		}
		bar := progressbar.NewOptions64(total, append(unit,
			progressbar.OptionSetWriter(stderr),
			progressbar.OptionSetDescription(visible.Text(what)),
			progressbar.OptionSetWidth(30),
			progressbar.OptionClearOnFinish(),
		)...)
		bar.RenderBlank() // the first percent may take long
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for {
			done, _ := position()
			bar.Set64(done)
			select {
			case <-quit:
				bar.Clear()
				return
			case <-tick.C:
			}
		}
	})
	return sync.OnceFunc(func() {
		close(quit)
		group.Wait()
	})
}
