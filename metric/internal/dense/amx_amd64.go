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

// tilesAMX keeps no tile when it returns: assembly is not preempted, and the Go scheduler saves none.
func tilesAMX(dst []int32, a []uint32, lda int, w []uint32, start []int32, tiles, steps int, config *tileConfig) {
	tilesInt8AMX(&dst[0], &a[0], 4*lda, &w[0], &start[0], tiles, steps, &config[0])
}
