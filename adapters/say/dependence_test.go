package say_test

import (
	"strings"
	"testing"

	"github.com/wordrotator/wrd/adapters/say"
	"github.com/wordrotator/wrd/metric/evaluation/reading"
)

func TestDependence(t *testing.T) {
	for _, c := range []struct {
		of   *reading.Dependence
		want string
	}{
		{nil, ""},
		{&reading.Dependence{Alike: []reading.AlikeSystems{{Systems: []string{"a", "b", "c"}, Least: 0.69, Most: 0.83, Others: 0.08}},
			Copies: &reading.CopyingSystems{Systems: []string{"a", "b"}, Equal: []int{38, 1034}, Segments: 1177, Least: 3, Most: 10}},
			"a, b and c give the same text in 69% to 83% of the segments (any other two in 8% at most): they are not independent of " +
				"each other. a and b equal the reference in 38 and 1,034 of 1,177 segments, any other in 3 to 10: the reference may not be " +
				"independent of them."},
		{&reading.Dependence{Alike: []reading.AlikeSystems{{Systems: []string{"a", "b"}, Least: 1, Most: 1}},
			Copies: &reading.CopyingSystems{Systems: []string{"a"}, Equal: []int{38}, Segments: 100, Least: 3, Most: 3}},
			"a and b give the same text in 100% of the segments: they are not independent of each other. a equals the reference in 38 of " +
				"100 segments, any other in 3: the reference may not be independent of it."},
	} {
		if got := strings.Join(say.Plain(say.Dependence(c.of)), " "); got != c.want {
			t.Errorf("found\n%s\nwant\n%s", got, c.want)
		}
	}
}
