package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	log.SetOutput(io.Discard) // nothing here logs, but the Parquet library warns of what other programs wrote
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		received := <-signals
		signal.Stop(signals) // a second Ctrl-C ends the program at once, whatever it is doing
		cancel(&interruption{received})
	}()
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// An interruption is a signal that asks the program to end; it is the cause of the context's end.
type interruption struct{ signal os.Signal }

func (i *interruption) Error() string { return i.signal.String() }

// Unwrap lets what looks for the end of a context find it, also where it is told the cause.
func (*interruption) Unwrap() error { return context.Canceled }
