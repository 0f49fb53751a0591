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

// stripsAMX keeps no tile when it returns: assembly is not preempted, and the Go scheduler saves none.
func stripsAMX(t *strips) {
	t.check()
	product := productInt8AMX
	if t.activated {
		product = productGELUInt8AMX
	}
	each, lda := t.each(), 4*t.lda
	next := each*lda - 4*tileWords*t.steps // from the end of the first row of a strip
	product(&t.dst[0], 4*t.stride, &t.a[0], lda, t.second(), next, &t.w[0], &t.starts[0], &t.sums[0], t.rows(), each, t.some(),
		&t.scales[0], &t.columns[0], &t.bias[0], t.panels, t.steps, &tileConfigs[each][0])
}
