package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// addressSpace returns how many bytes of address space the program may have, as ulimit -v limits it.
func addressSpace() uint64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &limit) != nil {
		return math.MaxUint64
	}
	return limit.Cur
}

// shells are those that can start a program without standard output: wrd … >&-.
var shells = []string{"sh", "bash", "dash", "ash", "busybox", "zsh", "ksh", "ksh93", "mksh", "yash", "fish"}

// outputMissing says whether a shell started the program without standard output. Go has opened /dev/null in its place
// by now, for reading and writing, as Python's DEVNULL and others are, which are meant. A shell opens it for writing
// only, or hands on its own.
func outputMissing() bool {
	var file unix.Stat_t
	if unix.Fstat(unix.Stdout, &file) != nil || file.Mode&unix.S_IFMT != unix.S_IFCHR || file.Rdev != unix.Mkdev(1, 3) {
		return false
	}
	flags, err := unix.FcntlInt(uintptr(unix.Stdout), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	parent := fmt.Sprintf("/proc/%d/", os.Getppid())
	name, err := os.ReadFile(parent + "comm")
	if err != nil || !slices.Contains(shells, strings.TrimSpace(string(name))) {
		return false
	}
	own, _ := os.Readlink(parent + "fd/1")
	return own != os.DevNull
}
