//go:build !purego

package dense

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

const noSandbox = "a sandbox cannot be made here: "

// A sandbox that refuses a process its tiles leaves it another kernel, without a word.
func TestAMXRefused(t *testing.T) {
	const role = "WRD_TEST_AMX"
	switch os.Getenv(role) {
	case "sandbox":
		runtime.LockOSThread()
		refuseTiles(t)
		t.Setenv(role, "inside")
		t.Fatal(syscall.Exec("/proc/self/exe", []string{"dense.test", "-test.run", "^TestAMXRefused$"}, os.Environ()))
	case "inside":
		_, name := Kernels()
		fmt.Println("kernel:", name)
		r := rand.New(rand.NewPCG(25, 26))
		multipliedInt8(t, r, chosenInt8(), "refused", 40, 70, 40, draws(r)["normal"], new(Int8Scratch))
		return
	}
	if int8Kernels()[0].name != "amx" {
		t.Skip("this machine has no AMX, or its system refuses it already")
	}
	run := exec.Command("/proc/self/exe", "-test.run", "^TestAMXRefused$")
	run.Env = append(os.Environ(), role+"=sandbox")
	out, err := run.CombinedOutput()
	if strings.Contains(string(out), noSandbox) {
		t.Skip(string(out))
	}
	if got := strings.TrimSpace(string(out)); err != nil || got != "kernel: avx512vnni\nPASS" {
		t.Errorf("%v, %q, want the kernel avx512vnni and nothing else", err, got)
	}
}

// refuseTiles lets the system refuse what amxPermitted asks for, in this process and those that take its place.
func refuseTiles(t *testing.T) {
	const arguments = 16 // of struct seccomp_data: where they begin
	load := func(at uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
	}
	skipUnless := func(x uint32, n uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: x, Jf: n}
	}
	answer := func(x uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: x} }
	filter := []unix.SockFilter{
		load(0), skipUnless(unix.SYS_ARCH_PRCTL, 3),
		load(arguments), skipUnless(0x1023, 1),
		answer(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)),
		answer(unix.SECCOMP_RET_ALLOW),
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		t.Fatal(noSandbox, err)
	}
	if err := unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0); err != nil {
		t.Fatal(noSandbox, err)
	}
}

// Tiles of many goroutines on many threads, of which the system takes the processor away, do not get into one another's
// way.
func TestAMXOfManyThreads(t *testing.T) {
	k := int8Kernels()[0]
	if k.name != "amx" {
		t.Skip("this machine has no AMX, or its system refuses it: the kernel amx was not run")
	}
	r := rand.New(rand.NewPCG(27, 28))
	const m, inputs, outputs = 77, 400, 200
	a, weights, bias := numbers(r, m*inputs), numbers(r, inputs*outputs), numbers(r, outputs)
	w := k.pack(outputs, inputs, func(j int, dst []float32) { copy(dst, weights[j*inputs:][:inputs]) })
	want := make([]float32, m*outputs)
	w.multiply(want, outputs, a, inputs, m, bias, true, new(Int8Scratch))
	var wait sync.WaitGroup
	for range 8 * runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			runtime.LockOSThread() // a thread of its own
			got := make([]float32, m*outputs)
			var scratch Int8Scratch
			for range trials(100) {
				clear(got)
				w.multiply(got, outputs, a, inputs, m, bias, true, &scratch)
				for i, x := range got {
					if x != want[i] {
						t.Errorf("number %d: %g, want %g", i, x, want[i])
						return
					}
				}
				runtime.Gosched()
			}
		})
	}
	wait.Wait()
}
