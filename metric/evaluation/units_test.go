package evaluation

import (
	"slices"
	"testing"
)

func TestNumber(t *testing.T) {
	segments := []Segment{{ID: "1", Doc: "b"}, {ID: "2"}, {ID: "3", Doc: "a"}, {ID: "4", Doc: "b"},
		{ID: "5", Group: "g", Doc: "b"}}
	got := number(segments, document)
	if !slices.Equal(got.of, []int{0, -1, 1, 0, 2}) || got.count != 3 || got.without != 1 {
		t.Errorf("got %+v", got)
	}
}
