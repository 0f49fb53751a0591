package pieces

import "math/bits"

// merges are the pairs of pieces that byte pair encoding joins (Sennrich et al. 2016), the most important first, in a
// hash table with open addressing.
type merges struct {
	pairs  []uint64 // of ids, plus 1; 0 for a free entry. A power of two, at least half of them free
	ranks  []int32
	shift  uint8
	joined []int32 // the piece that the pair of a rank becomes
}

func newMerges(n int) *merges {
	size := max(bits.Len(uint(2*n)), 4)
	return &merges{pairs: make([]uint64, 1<<size), ranks: make([]int32, 1<<size), shift: uint8(64 - size),
		joined: make([]int32, 0, n)}
}

// add adds a pair behind all others, and reports whether it is new.
func (m *merges) add(left, right, joined int32) bool {
	i, found := m.find(left, right)
	if found {
		return false
	}
	m.pairs[i], m.ranks[i] = pairOf(left, right), int32(len(m.joined))
	m.joined = append(m.joined, joined)
	return true
}

func pairOf(left, right int32) uint64 { return uint64(left)<<32 | uint64(right) + 1 }

// find returns the entry of a pair, or the free one where it would be.
func (m *merges) find(left, right int32) (i int, found bool) {
	pair := pairOf(left, right)
	for i = int(pair * 0x9e3779b97f4a7c15 >> m.shift); ; i++ {
		i &= len(m.pairs) - 1
		if m.pairs[i] == pair {
			return i, true
		}
		if m.pairs[i] == 0 {
			return i, false
		}
	}
}

// unmerged is the rank of pairs that are not joined.
const unmerged = 1<<31 - 1

// rank returns the rank of a pair.
func (m *merges) rank(left, right int32) int32 {
	if i, found := m.find(left, right); found {
		return m.ranks[i]
	}
	return unmerged
}

// A symbol is a piece in the making, in a doubly linked list.
type symbol struct {
	id         int32
	size       int32 // bytes of the text
	rank       int32 // of the pair of it and the next one
	prev, next int32 // -1 for none; prev is -2 for a symbol that the one before it has taken in
}

// longWord is from how many symbols on a word is merged with a queue: a scan for the best pair is faster for short
// words, but takes quadratic time.
const longWord = 48

// append appends the pieces that the symbols of s, at least one, become, which stand at a place of the text: of all neighbours whose pair is joined, those of
// the lowest rank, the leftmost among equals, become one, until there are none.
func (m *merges) append(dst []Piece, s *scratch, at int, word int32) []Piece {
	last := len(s.symbols) - 1
	for i := range s.symbols {
		s.symbols[i].rank, s.symbols[i].prev, s.symbols[i].next = unmerged, int32(i)-1, int32(i)+1
		if i < last {
			s.symbols[i].rank = m.rank(s.symbols[i].id, s.symbols[i+1].id)
		}
	}
	s.symbols[last].next = -1
	if len(s.symbols) < longWord {
		m.mergeByScan(s.symbols)
	} else {
		m.mergeByQueue(s)
	}
	for i := int32(0); i >= 0; i = s.symbols[i].next {
		dst = append(dst, Piece{s.symbols[i].id, word})
		end := at + int(s.symbols[i].size)
		s.place(at, end)
		at = end
	}
	return dst
}

func (m *merges) mergeByScan(symbols []symbol) {
	for {
		best, rank := int32(-1), int32(unmerged)
		for i := int32(0); i >= 0; i = symbols[i].next {
			if symbols[i].rank < rank {
				best, rank = i, symbols[i].rank
			}
		}
		if best < 0 {
			return
		}
		m.join(symbols, best)
	}
}

// mergeByQueue does the same with a heap of ranks and places, of which some are out of date.
func (m *merges) mergeByQueue(s *scratch) {
	s.queue = s.queue[:0]
	for i := range s.symbols {
		s.offer(int32(i))
	}
	for len(s.queue) > 0 {
		rank, i := s.best()
		if s.symbols[i].prev == -2 || s.symbols[i].rank != rank {
			continue
		}
		m.join(s.symbols, i)
		s.offer(i)
		if prev := s.symbols[i].prev; prev >= 0 {
			s.offer(prev)
		}
	}
}

// join makes symbol i and the next one one.
func (m *merges) join(symbols []symbol, i int32) {
	left := &symbols[i]
	right := &symbols[left.next]
	left.id, left.size, left.next = m.joined[left.rank], left.size+right.size, right.next
	right.prev = -2
	left.rank = unmerged
	if left.next >= 0 {
		symbols[left.next].prev = i
		left.rank = m.rank(left.id, symbols[left.next].id)
	}
	if left.prev >= 0 {
		symbols[left.prev].rank = m.rank(symbols[left.prev].id, left.id)
	}
}

// offer puts a symbol into the queue if its pair is joined.
func (s *scratch) offer(i int32) {
	if s.symbols[i].rank == unmerged {
		return
	}
	s.queue = append(s.queue, uint64(s.symbols[i].rank)<<32|uint64(i))
	for at := len(s.queue) - 1; at > 0; {
		parent := (at - 1) / 2
		if s.queue[parent] <= s.queue[at] {
			return
		}
		s.queue[parent], s.queue[at] = s.queue[at], s.queue[parent]
		at = parent
	}
}

// best takes the lowest rank out of the queue, with the leftmost symbol that was offered with it.
func (s *scratch) best() (rank, i int32) {
	top, last := s.queue[0], len(s.queue)-1
	s.queue[0] = s.queue[last]
	s.queue = s.queue[:last]
	for at := 0; ; {
		child := 2*at + 1
		if child >= last {
			break
		}
		if child+1 < last && s.queue[child+1] < s.queue[child] {
			child++
		}
		if s.queue[at] <= s.queue[child] {
			break
		}
		s.queue[at], s.queue[child] = s.queue[child], s.queue[at]
		at = child
	}
	return int32(top >> 32), int32(uint32(top))
}
