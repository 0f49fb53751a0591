package file

import (
	"context"
	"io"
	"sync"
	"time"
)

// lastWords is how long an output may still take for a write after its context ended: enough for one that somebody
// reads, so that what a run says at its end arrives.
const lastWords = 500 * time.Millisecond

// InterruptibleWriter returns out as a writer that does not wait for a reader any longer when ctx ends: a write that has
// not ended soon after fails with the cause, and so do all after it. What was given up goes on in the background for as
// long as out waits. Any number of goroutines may use it.
func InterruptibleWriter(ctx context.Context, out io.Writer) io.Writer {
	if ctx.Done() == nil {
		return out
	}
	return &interruptibleWriter{ctx: ctx, out: out, ended: make(chan writeResult, 1)}
}

type interruptibleWriter struct {
	ctx    context.Context
	out    io.Writer
	ended  chan writeResult
	mutex  sync.Mutex
	buffer []byte
	err    error // of the write that was given up
}

type writeResult struct {
	n     int
	err   error
	fault any // what the write panicked with, nil for nothing
}

func (w *interruptibleWriter) Write(p []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	w.buffer = append(w.buffer[:0], p...) // p is the caller's again when Write returns
	go func() {
		var write writeResult
		defer func() {
			write.fault = recover() // the caller knows what to do about it
			w.ended <- write
		}()
		write.n, write.err = w.out.Write(w.buffer)
	}()
	select {
	case write := <-w.ended:
		return write.result()
	case <-w.ctx.Done():
	}
	timer := time.NewTimer(lastWords)
	defer timer.Stop()
	select {
	case write := <-w.ended:
		return write.result()
	case <-timer.C:
		w.err = context.Cause(w.ctx) // for good: the buffer is not ours any more
		return 0, w.err
	}
}

func (r writeResult) result() (int, error) {
	if r.fault != nil {
		panic(r.fault)
	}
	return r.n, r.err
}
