package agreement

import (
	"cmp"
	"math"
	"slices"
)

// A keyed is a number to be sorted, as a key of the same order, with what it belongs to.
type keyed struct {
	key uint64
	at  int
}

// keyOf returns a key that orders numbers as < does; the two zeros have one key.
func keyOf(x float64) uint64 {
	if x == 0 {
		x = 0
	}
	bits := math.Float64bits(x)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// numberOf returns the number of a key.
func numberOf(key uint64) float64 {
	if key>>63 == 1 {
		return math.Float64frombits(key &^ (1 << 63))
	}
	return math.Float64frombits(^key)
}

const (
	// radixBits is the size of a digit: its 2,048 counts stay in the nearest cache.
	radixBits = 11
	// fewKeys is up to how many keys comparing is quicker than counting digits.
	fewKeys = 1 << 9
)

// A radixSorter sorts keys by their digits, the lowest first, which for tens of thousands of numbers takes a fraction
// of the time of comparing them. Equal keys keep their order. It keeps its memory, and must not be shared between
// goroutines.
type radixSorter struct {
	items, spare []keyed
}

// begin returns an empty list of items for sort.
func (s *radixSorter) begin() []keyed { return s.items[:0] }

// sort sorts items, which began as begin's list, and returns them; they are valid until the next call of begin.
func (s *radixSorter) sort(items []keyed) []keyed {
	s.items = items
	if len(items) <= fewKeys {
		slices.SortStableFunc(items, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
		return items
	}
	s.spare = slices.Grow(s.spare[:0], len(items))[:len(items)]
	differ := uint64(0) // the bits in which keys differ at all
	for _, item := range items {
		differ |= item.key ^ items[0].key
	}
	from, to := items, s.spare
	for shift := 0; shift < 64; shift += radixBits {
		if differ>>shift&(1<<radixBits-1) == 0 {
			continue
		}
		var next [1 << radixBits]int
		for _, item := range from {
			next[item.key>>shift&(1<<radixBits-1)]++
		}
		sum := 0
		for digit, count := range next {
			next[digit] = sum
			sum += count
		}
		for _, item := range from {
			digit := item.key >> shift & (1<<radixBits - 1)
			to[next[digit]] = item
			next[digit]++
		}
		from, to = to, from
	}
	s.items, s.spare = from, to
	return from
}
