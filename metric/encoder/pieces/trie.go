package pieces

import "math/bits"

// A trie finds the longest of many texts that a text begins with. Its nodes are numbered from the root, 0; an edge is
// an entry of a hash table with open addressing, so that a step costs one or two reads of memory.
type trie struct {
	edges []edge  // a power of two, at least half of them free
	shift uint8   // of the hash, so that it is an index of edges
	nodes []int32 // the number of the text that ends at a node, -1 for none
}

type edge struct {
	from uint32 // the node << 8 | the byte
	to   int32  // 0 for a free entry: no edge leads to the root
}

// maxNodes bounds a trie, as edge.from does.
const maxNodes = 1 << 24

// newTrie returns a trie for texts of so many bytes together.
func newTrie(size int) *trie {
	t := &trie{nodes: []int32{-1}}
	t.resize(1 << bits.Len(uint(max(size, 16)))) // natural texts begin with the same half of their bytes
	return t
}

func (t *trie) resize(n int) {
	old := t.edges
	t.edges = make([]edge, n)
	t.shift = uint8(32 - bits.TrailingZeros(uint(n)))
	for _, e := range old {
		if e.to != 0 {
			*t.find(e.from) = e
		}
	}
}

// find returns the entry of an edge, or the free one where it would be.
func (t *trie) find(from uint32) *edge {
	for i := from * 0x9e3779b1 >> t.shift; ; i++ {
		e := &t.edges[int(i)&(len(t.edges)-1)]
		if e.from == from || e.to == 0 {
			return e
		}
	}
}

// add gives a text its number and reports whether there was room for it. A later number of a text replaces an
// earlier one.
func (t *trie) add(text string, number int32) bool {
	node := int32(0)
	for i := range len(text) {
		e := t.find(uint32(node)<<8 | uint32(text[i]))
		if e.to == 0 {
			if len(t.nodes) == maxNodes {
				return false
			}
			if 2*len(t.nodes) >= len(t.edges) {
				t.resize(2 * len(t.edges))
				e = t.find(uint32(node)<<8 | uint32(text[i]))
			}
			*e = edge{uint32(node)<<8 | uint32(text[i]), int32(len(t.nodes))}
			t.nodes = append(t.nodes, -1)
		}
		node = e.to
	}
	t.nodes[node] = number
	return true
}

// node returns where text leads from the root, and whether any of the texts begins with it.
func (t *trie) node(text string) (node int32, ok bool) {
	for i := range len(text) {
		e := t.find(uint32(node)<<8 | uint32(text[i]))
		if e.to == 0 {
			return 0, false
		}
		node = e.to
	}
	return node, true
}

// longest returns the number and the length of the longest text that leads from node and that text begins with, -1 and
// 0 if there is none with a byte or more.
func longest(t *trie, node int32, text string) (number int32, length int) {
	number = -1
	for i := range len(text) {
		e := t.find(uint32(node)<<8 | uint32(text[i]))
		if e.to == 0 {
			break
		}
		node = e.to
		if t.nodes[node] >= 0 {
			number, length = t.nodes[node], i+1
		}
	}
	return number, length
}
