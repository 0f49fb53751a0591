// Package inorder does jobs on several goroutines and hands on the results in the order of the jobs, in bounded memory.
package inorder

import (
	"context"
	"runtime"
	"sync"
)

// A slot carries one job through the workers and back.
type slot[J any] struct {
	job  J
	done chan struct{} // gets one value when the job is done
}

// workersPerCore bounds how many workers are of use. More than one gain nothing, but a machine of one core can still
// show that results do not depend on their number.
const workersPerCore = 4

// Do does jobs on so many workers (0 means one for each core, and there are never more than workersPerCore for
// each), each worker on a goroutine of its own, and gives them to sink in the order in which they were sent, from the
// caller's goroutine.
//
// fill runs on a goroutine of its own: it calls next for a job to fill in, which may be an old one whose memory it can
// use again, and send to hand on the last one. When next returns nil it must end. The number of jobs is bounded, so
// memory does not grow with the work.
//
// Do stops at the first error of sink, which it returns, and when ctx ends, with ctx.Err(). No goroutine outlives
// the call.
func Do[W, J any](ctx context.Context, workers, ahead int, newWorker func() (W, error),
	fill func(next func() *J, send func()), do func(W, *J), sink func(*J) error) error {
	cores := runtime.GOMAXPROCS(0)
	if workers <= 0 {
		workers = cores
	}
	workers = min(workers, workersPerCore*cores)
	crew := make([]W, workers)
	for i := range crew {
		var err error
		if crew[i], err = newWorker(); err != nil {
			return err
		}
	}
	// A fixed set of slots moves in a circle. Each channel has room for all of them, so only taking from a channel can
	// block.
	inFlight := ahead * workers
	free, todo, sent := make(chan *slot[J], inFlight), make(chan *slot[J], inFlight), make(chan *slot[J], inFlight)
	for range inFlight {
		free <- &slot[J]{done: make(chan struct{}, 1)}
	}

	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	group.Go(func() {
		defer close(todo)
		defer close(sent)
		var current *slot[J]
		next := func() *J {
			select {
			case current = <-free:
				return &current.job
			case <-ctx.Done():
				return nil
			}
		}
		fill(next, func() {
			todo <- current
			sent <- current
		})
	})
	for _, w := range crew {
		group.Go(func() {
			for slot := range todo {
				if ctx.Err() != nil {
					return
				}
				do(w, &slot.job)
				slot.done <- struct{}{}
			}
		})
	}
	for slot := range sent {
		select {
		case <-slot.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := sink(&slot.job); err != nil {
			return err
		}
		free <- slot
	}
	return ctx.Err()
}
