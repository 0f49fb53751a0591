package encoder

import (
	"testing"

	"pgregory.net/rapid"
)

// Every piece has one window, which sees it, and in which no other window's middle is nearer.
func TestWindows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 40).Draw(t, "most")
		n := rapid.IntRange(1, 400).Draw(t, "n")
		count := windowsOf(n, most)
		var all []window
		at := 0
		for i := range count {
			w := windowOf(i, count, n, most)
			if w.take != at || w.until < w.take || w.take < w.from || w.until > w.to || w.from < 0 || w.to > n ||
				w.to-w.from != min(n, most) {
				t.Fatalf("window %d of %d is %+v, after piece %d", i, count, w, at)
			}
			at = w.until
			all = append(all, w)
		}
		if at != n || count > 1 != (n > most) || all[0].from != 0 || all[count-1].to != n {
			t.Fatalf("%d windows %+v", count, all)
		}
		middle := func(w window, piece int) int { // twice the distance
			d := w.from + w.to - 1 - 2*piece
			return max(d, -d)
		}
		for i, w := range all {
			if i > 0 && all[i-1].to-w.from < most/4 {
				t.Fatalf("windows %+v and %+v overlap by less than %d", all[i-1], w, most/4)
			}
			for piece := w.take; piece < w.until; piece++ {
				for j, other := range all {
					if a, b := middle(w, piece), middle(other, piece); b < a || b == a && j < i {
						t.Fatalf("piece %d has window %+v, but %+v is nearer", piece, w, other)
					}
				}
			}
		}
	})
}
