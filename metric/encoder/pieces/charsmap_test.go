package pieces

import "testing"

// A cluster goes on with marks that are newer than Unicode 15, but not after a control character (UAX 29, GB4), as with
// older marks.
func TestClusterLen(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
	}{
		{"a\u0301b", 3}, {"a\u0897b", 4}, {"a\u0897\u0301b", 6}, {"a\u1acf", 4},
		{"\n\u0301", 1}, {"\n\u0897", 1}, {"\r\n\u1acf", 2}, {"\u200b\u0897", 3}, {"ab", 1},
	} {
		if got := clusterLen([]byte(c.text)); got != c.want {
			t.Errorf("%q: found a first cluster of %d bytes, want %d", c.text, got, c.want)
		}
	}
}
