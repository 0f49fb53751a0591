package internal_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wordrotator/wrd/internal/pairing"
	"pgregory.net/rapid"
)

func TestPairingDifference(t *testing.T) {
	d := pairing.Between("a.csv", "b.csv")
	if err := d.Err(); err != nil || !d.None() {
		t.Errorf("no difference: got %v", err)
	}
	d.Only(1, 4, 0, "x")
	if got, want := d.String(), "1 only in b.csv (segment x)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	d.Only(0, 2, 3, "n2")
	d.Only(0, 1, 2, "n1")
	const want = "found different segments, expected the same ids in all inputs: 2 only in a.csv (segment n1, n2, from line 2 on), " +
		"1 only in b.csv (segment x)"
	err := d.Err()
	if _, ok := errors.AsType[*pairing.OtherSegmentsError](err); !ok || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Whatever the order in which segments are found, the first of the input are named.
func TestPairingDifferenceNamesTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "segments")
		places := make([]int, n)
		for i := range places {
			places[i] = i
		}
		d := pairing.Between("a", "b")
		for _, place := range rapid.Permutation(places).Draw(t, "order") {
			d.Only(0, int64(place), 0, fmt.Sprint("n", place))
		}
		var first []string
		for i := range min(n, 3) {
			first = append(first, fmt.Sprint("n", i))
		}
		if n > 3 {
			first = append(slices.Clip(first), "…")
		}
		if got, want := d.String(), fmt.Sprintf("%d only in a (segment %s)", n, strings.Join(first, ", ")); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}
