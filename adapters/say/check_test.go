package say_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/check"
	"github.com/wordrotator/wrd/metric/evaluation/finding"
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

func TestCheckNotice(t *testing.T) {
	systems := []string{"a", "b"}
	for _, c := range []struct {
		notice check.Notice
		want   string
	}{
		{check.Notice{Of: check.NoticeUncounted, Systems: systems},
			"broken outputs of a and b are not counted: neither their texts nor statuses are known"},
		{check.Notice{Of: check.NoticeRepeatsUnknown, Systems: systems[:1]},
			"whether outputs of a repeat a text is not known: the texts are not stored"},
		{check.Notice{Of: check.NoticeRepeatsUnknown, Systems: systems, Copies: true},
			"whether outputs of a and b repeat a text or copy their source is not known: the texts are not stored"},
		{check.Notice{Of: check.NoticeOneSided, Texts: check.OtherReferences},
			"only one of the two files has references: whether they are the same is unknown"},
		{check.Notice{Of: check.NoticeByNumber, With: "x", Without: "y"},
			"y has no ids: its segments are paired with those of x by number"},
		{check.Notice{Of: check.NoticeUnaligned, Difference: "oov is skip in now, own in this run"},
			"alignments are left out: oov is skip in now, own in this run"},
	} {
		if got := say.CheckNotice(c.notice); got != c.want {
			t.Errorf("found\n%s\nwant\n%s", got, c.want)
		}
	}
}

// Something is said of each kind, and of no two the same.
func TestEachKindIsSaid(t *testing.T) {
	said := map[string]finding.Kind{}
	for k := range finding.Kinds {
		kind := finding.Kind(k)
		one, more := say.OutputsDo(kind.String(), 1), say.OutputsDo(kind.String(), 2)
		if other, ok := said[one]; ok || len(one) < len("is cut") || one == more {
			t.Errorf("%s: %q, of several %q; as %s: %t", kind, one, more, other, ok)
		}
		said[one] = kind
	}
	for _, c := range []struct {
		kind    string
		outputs int
		want    string
	}{
		{"html", 1, "has HTML tags"}, {"html", 2, "have HTML tags"}, {"json", 1, "is JSON"}, {"json", 2, "are JSON"},
		{"missing", 1, "lacks most of what reference and baseline share"}, {"missing", 2, "lack most of what reference and baseline share"},
		{"beginning", 3, "begin with the same words"}, {"empty", 1, ""},
	} {
		if got := say.OutputsDo(c.kind, c.outputs); got != c.want {
			t.Errorf("%d of %s: %q, want %q", c.outputs, c.kind, got, c.want)
		}
	}
}
