//go:build unix

package main

import (
	"context"
	"os"

	"golang.org/x/sys/unix"
)

// outputClosed waits until nobody can read standard output any more, as a pipe whose other end is closed, and returns
// true then, or false when ctx ends.
func outputClosed(ctx context.Context) bool {
	const wait = 200 // milliseconds, after which it looks at ctx
	for ctx.Err() == nil {
		polled := []unix.PollFd{{Fd: int32(os.Stdout.Fd())}} // errors are told unasked
		n, err := unix.Poll(polled, wait)
		switch {
		case err != nil && err != unix.EINTR:
			return false
		case n > 0 && polled[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0:
			return true
		case n > 0:
			return false
		}
	}
	return false
}
