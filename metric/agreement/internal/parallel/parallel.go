// Package parallel divides work among goroutines so that results do not depend on their number.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Count adds draws to a counter, if there is one.
func Count(done *atomic.Int64, draws int) {
	if done != nil {
		done.Add(int64(draws))
	}
}

// workersPerCore bounds how many goroutines are of use. More than one gain nothing, but a machine of one core can still
// show that results do not depend on their number.
const workersPerCore = 4

// Crew returns how many goroutines are to do n pieces of work where so many workers were asked for, 0 for one a core:
// no more than there is work, or the machine has use for.
func Crew(workers, n int) int {
	cores := runtime.GOMAXPROCS(0)
	if workers <= 0 {
		workers = cores
	}
	return min(workers, workersPerCore*cores, n)
}

// Each calls the functions that newWorker returns with each number below n once, in ascending order but several
// at a time, each goroutine with a function of its own. It returns when all calls have, or ctx has ended.
func Each(ctx context.Context, n, workers int, newWorker func() func(int)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range Crew(workers, n) {
		group.Go(func() {
			work := newWorker()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				work(i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
