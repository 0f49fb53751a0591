package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// inShell runs a command line of sh in which $wrd is the program.
func inShell(t *testing.T, wrd, line string, stdout *os.File) (printed, said string, code int) {
	t.Helper()
	process := exec.Command("sh", "-c", line+"; exit $?")
	process.Env = append(os.Environ(), "wrd="+wrd)
	var out, errs bytes.Buffer
	if process.Stdout = &out; stdout != nil {
		process.Stdout = stdout
	}
	process.Stderr = &errs
	err := process.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), process.ProcessState.ExitCode()
}

// What nobody can read because standard output is closed is an error in every verb; what is dropped on purpose is none.
func TestOutputMissing(t *testing.T) {
	wrd := build(t)
	for _, verb := range []string{"version", "help score", "explain 'a cat' 'a dog'", "explain --format json 'a cat' 'a dog'",
		"vectors list", "score ../../testdata/mt/system-a.txt ../../testdata/mt/reference.txt", "man score", "completion bash"} {
		_, said, code := inShell(t, wrd, `"$wrd" `+verb+" >&-", nil)
		if want := "wrd: standard output cannot be written: it is closed; > /dev/null drops what is printed\n"; code != exitBadInput ||
			!strings.HasSuffix(said, want) {
			t.Errorf("%s: exit status %d, said %s", verb, code, said)
		}
		if _, said, code := inShell(t, wrd, `"$wrd" `+verb+" > /dev/null", nil); code != exitDone {
			t.Errorf("%s > /dev/null: exit status %d, said %s", verb, code, said)
		}
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0) // as Python's and Node's null devices are
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	process := exec.Command(wrd, "version")
	process.Stdout = null
	if err := process.Run(); err != nil {
		t.Errorf("from a program that drops it: %v", err)
	}
	if _, said, code := inShell(t, wrd, `"$wrd" version`, null); code != exitDone {
		t.Errorf("from a shell whose output is dropped: exit status %d, said %s", code, said)
	}
}

// Too little address space is said, and not mistaken for bad input.
func TestAddressSpace(t *testing.T) {
	wrd := build(t)
	printed, said, code := inShell(t, wrd, `ulimit -v 2000000 && "$wrd" version`, nil)
	if want := "wrd: found 1953 MB of address space (ulimit -v 2000000), expected 2048 MB or more: ulimit -v 2097152\n"; code != exitFault ||
		printed != "" || said != want {
		t.Errorf("exit status %d, printed %q, said %q, want %q", code, printed, said, want)
	}
}

// What a static program needs suffices for the built-in encoders.
func TestLeastAddressSpace(t *testing.T) {
	wrd, text := build(t), corpusFiles(t, 3)
	for _, settings := range []string{"", "--purpose translation", "--encoder context-multi"} {
		_, said, code := inShell(t, wrd, `ulimit -v 2097152 && "$wrd" score `+settings+
			" "+text+" "+text, nil)
		if code != exitDone {
			t.Errorf("%s: exit status %d, said %s", settings, code, said)
		}
	}
}
