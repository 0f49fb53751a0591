package embedding

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/wordrotator/wrd/metric/embedding/internal/quantized"
)

// lazyRows fills a matrix and its norms from a quantized table as rows are asked for. Memory that is written for
// the first time has to be found by the operating system, and for a whole table that takes longer than all
// the arithmetic: a program that scores a few sentences should not wait for it.
type lazyRows struct {
	table  *quantized.Table
	rows   matrix
	norms  []float64
	blocks []sync.Once // done when the rows of a block are filled
}

// blockRows is how many rows are filled at once. Words are in order of frequency, so the neighbours of a
// word that is wanted have a good chance of being wanted too.
const blockRows = 8

func newLazyRows(table *quantized.Table, rows matrix, norms []float64) *lazyRows {
	return &lazyRows{table: table, rows: rows, norms: norms, blocks: make([]sync.Once, (table.Rows+blockRows-1)/blockRows)}
}

// need returns when the row at position id is filled.
func (l *lazyRows) need(id int) {
	block := id / blockRows
	l.blocks[block].Do(func() { l.fill(block) })
}

func (l *lazyRows) fill(block int) {
	lo := block * blockRows
	hi := min(lo+blockRows, l.table.Rows)
	l.table.Dequantize(lo, hi, l.rows.data[lo*l.rows.stride:], l.rows.stride)
	for id := lo; id < hi; id++ {
		l.norms[id] = l.table.Norm(id)
	}
}

// needAll returns when every row is filled. It uses all cores; a row is computed from itself alone, so
// it does not matter which goroutine fills it.
func (l *lazyRows) needAll() {
	var next atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for {
				block := int(next.Add(1)) - 1
				if block >= len(l.blocks) {
					return
				}
				l.need(block * blockRows)
			}
		})
	}
	done.Wait()
}
