package encoder

// A window is a part of a text that the model sees at once.
type window struct {
	from, to int // the pieces that it sees
	// take and until are the first piece that takes its state from this window and the first one after it that does
	// not. Those of all windows follow one another.
	take, until int
}

// windowsOf says in how many windows a text of n pieces is read, most at a time: one if it fits, and otherwise as few
// as can overlap by a quarter of a window.
func windowsOf(n, most int) int {
	if n <= most {
		return 1
	}
	step := most - most/4
	return 1 + (n-most+step-1)/step
}

// windowOf returns window i of count of a text of n pieces, of most pieces each: see Encoder.Encode.
func windowOf(i, count, n, most int) window {
	if count == 1 {
		return window{0, n, 0, n}
	}
	start := func(i int) int { return i * (n - most) / (count - 1) }
	w := window{from: start(i), to: start(i) + most, take: 0, until: n}
	if i > 0 {
		w.take = border(start(i-1), w.from, most)
	}
	if i < count-1 {
		w.until = border(w.from, start(i+1), most)
	}
	return w
}

// border returns the first piece that is nearer to the middle of the window that begins at b than to that of the one
// before it, which begins at a. Piece p is a+most−1−p from the end of one, and p−b from the beginning of the other.
func border(a, b, most int) int { return (a+b+most-1)/2 + 1 }
