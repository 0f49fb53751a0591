package file

import (
	"context"
	"io"
	"io/fs"
	"os"
)

// Interruptible returns stdin as a reader that does not wait any longer when ctx ends: its reads fail with the cause.
// Given to [Open] as stdin, it does the same for named pipes, whose opening waits for who writes to them, and ends the
// reading of other files. A read that waits goes on in the background until something comes, and what comes is lost.
func Interruptible(ctx context.Context, stdin io.Reader) io.Reader {
	return &interruptible{ctx: ctx, in: stdin, ended: make(chan readResult, 1)}
}

type interruptible struct {
	ctx    context.Context
	in     io.Reader // nil for none
	ended  chan readResult
	buffer []byte
	rest   []byte // of what was read
	err    error  // what the last read ended with, after rest
}

type readResult struct {
	n     int
	err   error
	fault any // what the read panicked with, nil for nothing
}

func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest) == 0 && r.err == nil {
		if err := context.Cause(r.ctx); err != nil {
			return 0, err
		}
		if r.buffer == nil {
			r.buffer = make([]byte, readBuffer)
		}
		go func() {
			var read readResult
			defer func() {
				read.fault = recover() // the caller knows what to do about it
				r.ended <- read
			}()
			read.n, read.err = r.in.Read(r.buffer)
		}()
		select {
		case read := <-r.ended:
			if read.fault != nil {
				panic(read.fault)
			}
			r.rest, r.err = r.buffer[:read.n], read.err
		case <-r.ctx.Done():
			r.err = context.Cause(r.ctx) // for good: the buffer is not ours any more
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	if n > 0 {
		return n, nil
	}
	return 0, r.err
}

// A regular reads a file that nobody waits for, until ctx ends.
type regular struct {
	ctx context.Context
	f   *os.File
}

func (r regular) Read(p []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.f.Read(p)
}

// openFile is os.Open, which waits for a named pipe, and reads any file, no longer than stdin allows.
func openFile(path string, stdin io.Reader) (*os.File, io.Reader, error) {
	limit, ok := stdin.(*interruptible)
	if !ok {
		f, err := openRegular(path)
		return f, f, err
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		f, err := openRegular(path)
		return f, regular{limit.ctx, f}, err
	}
	f, err := opened(limit.ctx, func() (*os.File, error) { return openRegular(path) })
	return f, Interruptible(limit.ctx, f), err
}

// opened is what open returns, or the cause of ctx's end if that comes first: opening a named pipe waits for its other
// end.
func opened(ctx context.Context, open func() (*os.File, error)) (*os.File, error) {
	type result struct {
		f   *os.File
		err error
	}
	ended := make(chan result, 1)
	go func() {
		f, err := open()
		ended <- result{f, err}
	}()
	select {
	case r := <-ended:
		return r.f, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
