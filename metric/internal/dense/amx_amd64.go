//go:build !purego

package dense

import (
	"os"
	"sync"

	"golang.org/x/sys/cpu"
)

// amxVariable is the variable of the environment that switches tiles off, for tests and benchmarks.
const amxVariable = "WRD_AMX"

// amxAllowed says whether this process may use tiles of integers. The operating system is asked once, before a thread
// uses them, and for all threads.
var amxAllowed = sync.OnceValue(func() bool {
	return cpu.X86.HasAMXTile && cpu.X86.HasAMXInt8 && os.Getenv(amxVariable) != "off" && amxPermitted()
})

// stripAMX keeps no tile when it returns: assembly is not preempted, and the Go scheduler saves none.
func stripAMX(t *strip) {
	t.check()
	rows, second := t.rows(), &t.a[0]
	if rows > tileRows {
		second = &t.a[tileRows*t.lda]
	}
	product := productInt8AMX
	if t.activated {
		product = productGELUInt8AMX
	}
	product(&t.dst[0], t.stride, &t.a[0], second, 4*t.lda, &t.w[0], &t.starts[0], &t.sums[0], rows, &t.scales[0],
		&t.columns[0], &t.bias[0], t.panels, t.steps, t.each(), &tileConfigs[rows][0])
}
