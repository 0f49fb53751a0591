package evaluation_test

import (
	"slices"
	"testing"

	"github.com/wordrotator/wrd/metric/evaluation/internal/units"
)

func TestUnitsNumber(t *testing.T) {
	segments := [][2]string{{"", "b"}, {"", ""}, {"", "a"}, {"", "b"}, {"g", "b"}}
	got := units.Number(len(segments), func(i int) (string, string) { return segments[i][0], segments[i][1] })
	if !slices.Equal(got.Of, []int{0, -1, 1, 0, 2}) || got.Count != 3 || got.Without != 1 {
		t.Errorf("got %+v", got)
	}
}
