package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/wordrotator/wrd/internal/file"
)

func main() {
	if found := addressSpace(); found < leastAddressSpace {
		fmt.Fprintf(os.Stderr, "wrd: found %d MB of address space (ulimit -v %d), expected %d MB or more: ulimit -v %d\n",
			found>>20, found>>10, leastAddressSpace>>20, leastAddressSpace>>10)
		os.Exit(exitFault)
	}
	collectLater()
	log.SetOutput(io.Discard) // nothing here logs, but the Parquet library warns of what other programs wrote
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		received := <-signals
		signal.Stop(signals) // a second Ctrl-C ends the program at once, whatever it is doing
		interrupted := &interruption{received}
		cancel(interrupted)
		time.Sleep(patience)
		leave(interrupted)
	}()
	stdout := io.Writer(os.Stdout)
	if outputMissing() {
		stdout = missingOutput{}
	}
	os.Exit(run(ctx, os.Args, os.Stdin, stdout, os.Stderr))
}

// collectLater puts the first collection of garbage off until the heap has 32 MB: short runs, which are a sixth slower with
// it, end before. The others begin with it, from where on all is as usual.
func collectLater() {
	usual := debug.SetGCPercent(800) // of the least heap, 4 MB
	if usual != 100 {
		debug.SetGCPercent(usual) // as GOGC says
		return
	}
	collected := new([2]uintptr)
	runtime.SetFinalizer(collected, func(*[2]uintptr) { debug.SetGCPercent(usual) })
}

// leastAddressSpace is how many bytes of address space the built-in encoders need, most of which Go reserves and never
// uses: with less, Go ends the program before it could say why.
const leastAddressSpace = 2 << 30

// A missingOutput is standard output where the program was started without one.
type missingOutput struct{}

func (missingOutput) Write([]byte) (int, error) {
	return 0, errors.New("it is closed; > /dev/null drops what is printed")
}

// patience is how long a run may take to notice a signal: users and schedulers wait a second. Most notice it at once; a long
// sort, or a library, does not.
const patience = 500 * time.Millisecond

// leave ends the program in place of a run that does not notice its interruption.
func leave(i *interruption) {
	file.RemoveUnfinished()
	said := make(chan bool)
	go func() {
		reportInterruption(os.Stderr, i)
		close(said)
	}()
	select {
	case <-said:
	case <-time.After(patience / 10): // standard error may be a pipe that is full
	}
	os.Exit(i.status())
}

// An interruption is a signal that asks the program to end; it is the cause of the context's end.
type interruption struct{ signal os.Signal }

func (i *interruption) Error() string { return i.signal.String() }

// status is the exit status of an interrupted run.
func (i *interruption) status() int {
	if i.signal == syscall.SIGTERM {
		return exitTerminated
	}
	return exitInterrupted
}

// Unwrap lets what looks for the end of a context find it, also where it is told the cause.
func (*interruption) Unwrap() error { return context.Canceled }
