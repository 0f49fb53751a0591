package say_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/check"
)

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
