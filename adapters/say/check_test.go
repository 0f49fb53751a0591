package say_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/people"
)

// What people think of a difference is said of the largest one of a measure, and of no other.
func TestPeopleAreSaidOnce(t *testing.T) {
	share := 0.9
	test := func(system, measure string, drop float64) check.Test {
		return check.Test{System: system, Measure: measure, Against: check.AgainstBaseline, Drop: drop,
			Preference: people.Preference{Agree: &share, Sentence: "People of " + system + "."}}
	}
	lines := say.CheckReasons(&check.Report{Tests: []check.Test{
		test("a", "wrd", 0.01), test("b", "wrd", -0.03), test("c", "wrd", 0.02),
		{System: "d", Measure: "wmd", Against: check.AgainstBaseline, Drop: 1},
		test("e", "wrd_similarity", 0.001),
	}})
	for i, want := range []bool{false, true, false, false, true} {
		if got := strings.Contains(lines[i], "People of"); got != want {
			t.Errorf("line %d: %q says it: %t, want %t", i+1, lines[i], got, want)
		}
	}
}
