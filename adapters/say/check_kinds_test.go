package say_test

import (
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/finding"
)

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
