package convert

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// inBlocks cuts n rows into blocks of size rows and calls work for each, on all cores, and then commit for
// each, one at a time and in the order of the blocks. So a sum of what the blocks contribute has the same bits
// for any number of threads. Each goroutine has one scratch of its own, which work fills and commit
// reads. When ctx ends, inBlocks returns its cause; the blocks committed so far are then an initial part.
func inBlocks[T any](ctx context.Context, n, size int, scratch func() T, work func(s T, lo, hi int),
	commit func(s T)) error {
	var (
		next    atomic.Int64
		workers sync.WaitGroup
		mu      sync.Mutex
		turn    int // the block that commits next
	)
	turned := sync.NewCond(&mu)
	blocks := (n + size - 1) / size
	for range min(runtime.GOMAXPROCS(0), blocks) {
		workers.Go(func() {
			s := scratch()
			for ctx.Err() == nil {
				block := int(next.Add(1)) - 1
				if block >= blocks {
					return
				}
				lo := block * size
				work(s, lo, min(lo+size, n))
				// Whoever took an earlier block will commit it, whatever happens to ctx: nobody waits for ever.
				mu.Lock()
				for turn != block {
					turned.Wait()
				}
				commit(s)
				turn++
				turned.Broadcast()
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if turn < blocks {
		return context.Cause(ctx)
	}
	return nil
}
