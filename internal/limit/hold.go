package limit

import "sync"

// held are the cells of all that is computed at this time.
var held = struct {
	sync.Cond
	cells int
}{Cond: sync.Cond{L: new(sync.Mutex)}}

// Hold waits until so many cells fit into memory beside those that others hold: all together are at most Pairs, or those of
// one. Who holds some must release them without waiting for others.
func Hold(cells int) {
	held.L.Lock()
	defer held.L.Unlock()
	for held.cells > 0 && cells > Pairs()-held.cells {
		held.Wait()
	}
	held.cells += cells
}

// Release ends what Hold began.
func Release(cells int) {
	held.L.Lock()
	defer held.L.Unlock()
	held.cells -= cells
	held.Broadcast()
}
