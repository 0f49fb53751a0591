//go:build !purego

package dense

import "syscall"

// amxPermitted asks Linux to save tiles when it switches threads, which it does for processes that ask
// (Documentation/arch/ x86/xstate.rst). It refuses where the processor's tiles are switched off, before Linux 5.16, and
// in some sandboxes.
func amxPermitted() bool {
	const requestPermission, tileData = 0x1023, 18 // ARCH_REQ_XCOMP_PERM, and the component of XCR0
	_, _, err := syscall.Syscall(syscall.SYS_ARCH_PRCTL, requestPermission, tileData, 0)
	return err == 0
}
