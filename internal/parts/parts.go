// Package parts says which tests run. go test ./... runs those that prove each rule once and are quick. Those that
// repeat a rule thousands of times, such as attacks and simulations, are parts, which run where WRD_PARTS names them:
//
//	WRD_PARTS=attacks,calibration go test ./...
//
// as .ci/run and .ci/long do for each of their parts.
//
// In rooms whose tests import this package a law of rapid.Check is tried on 25 cases, and on 100 where Thorough runs;
// -rapid.checks and RAPID_CHECKS say another number.
package parts

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	_ "pgregory.net/rapid" // whose flags must be there
)

// Variable names the parts that run, with commas between them.
const Variable = "WRD_PARTS"

// The parts.
const (
	Attacks     = "attacks"     // damage, kills, signals, full disks, many processes, odd names
	Calibration = "calibration" // simulations of p-values and intervals
	Encoders    = "encoders"    // all golden values of the built-in encoder of many languages
	Thorough    = "thorough"    // all cases of laws and of comparisons with others, where a sample shows the rule
)

func init() {
	if os.Getenv("RAPID_CHECKS") == "" && !Runs(Thorough) {
		if err := flag.Set("rapid.checks", "25"); err != nil {
			panic(err) // only if rapid has renamed its flag
		}
	}
}

// Runs says whether a part runs, for tests that try more cases then.
func Runs(part string) bool { return slices.Contains(strings.Split(os.Getenv(Variable), ","), part) }

// Of returns how many cases a test tries: all where a part runs, few otherwise.
func Of(part string, few, all int) int {
	if Runs(part) {
		return all
	}
	return few
}

// Need skips a test unless its part runs.
func Need(t testing.TB, part string) {
	t.Helper()
	if !Runs(part) {
		t.Skipf("part %s: .ci/run %[1]s runs it, as does %s=%[1]s", part, Variable)
	}
}

// Count prints how many cases of a kind a test has tried, in the line that .ci/run adds up, and fails if there were
// none, so that a test that has gone blind shows.
func Count(t testing.TB, n int, kind string) {
	t.Helper()
	if n == 0 && !t.Failed() {
		t.Errorf("attacks: 0 of %s: the test is blind", kind)
		return
	}
	t.Logf("attacks: %d of %s", n, kind)
}
