package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A worker whose client is gone ends, also in the middle of a request that would take hours.
func TestServeLeavesNoOrphan(t *testing.T) {
	texts := make([]string, 3000)
	for i := range texts {
		texts[i] = fmt.Sprintf("%q", strings.Repeat(fmt.Sprintf("word%d and word%d, ", i, i*i), 100))
	}
	list := strings.Join(texts, ",")
	long := fmt.Sprintf(`{"id": 1, "method": "matrix", "params": {"groups": [{"candidates": [%s], "references": [%s]}]}}`,
		list, list) + "\n"
	for _, c := range []struct {
		name   string
		leave  func(in io.Closer, out io.Closer, process *os.Process)
		status int
	}{
		{"its output is closed", func(in, out io.Closer, _ *os.Process) { out.Close() }, exitDone},
		{"both pipes are closed, as when the client was killed", func(in, out io.Closer, _ *os.Process) {
			in.Close()
			out.Close()
		}, exitDone},
		{"SIGTERM", func(_, _ io.Closer, p *os.Process) { p.Signal(syscall.SIGTERM) }, exitTerminated},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			run := exec.Command(build(t), "serve", "--stdio")
			in, err := run.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := run.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			defer run.Process.Kill()
			if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(in, long); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond) // for the work to begin
			c.leave(in, out, run.Process)
			ended := make(chan error, 1)
			go func() { ended <- run.Wait() }()
			select {
			case <-ended:
				if status := run.ProcessState.ExitCode(); status != c.status {
					t.Errorf("found the exit status %d, expected %d", status, c.status)
				}
			case <-time.After(time.Minute):
				t.Error("the worker goes on, expected its end")
			}
		})
	}
}
