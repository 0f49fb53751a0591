package embedding

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"
)

// mapped is a binary table that is used where it lies in a file. Every access asks good first, which costs
// one load when the block has been checked before.
type mapped struct {
	file   string
	memory mmap.MMap
	layout tableLayout
	sums   []uint64
	raw    Store // views of the memory, no part of which may be used before it is known to be good

	states  []atomic.Uint32 // of each block, see below
	damage  sync.Once
	rebuild func(damage error) (*Store, error)
	rebuilt atomic.Pointer[Store] // what rebuild returned
	lost    atomic.Pointer[error] // why there is neither table nor rebuilt Store
}

// The states of a block. A block that is good stays so when another turns out to be bad and the Store is
// rebuilt, for both have the same content; when the Store is lost all become bad.
const (
	unchecked = iota
	good
	bad
)

// content returns a section without the zeros that follow it.
func (m *mapped) content(i int) []byte {
	s := &m.layout.sections[i]
	return m.memory[s.at : s.at+s.unit*s.count : s.at+s.unit*s.count]
}

// good reports whether an element of a section may be used.
func (m *mapped) good(section, element int) bool {
	return m.goodBlock(section, element>>m.layout.sections[section].shift)
}

func (m *mapped) goodBlock(section, block int) bool {
	state := &m.states[m.layout.sections[section].first+block]
	return state.Load() == good || m.check(section, block)
}

// check reads a block for the first time. Goroutines that do so at once check it twice, and agree.
func (m *mapped) check(section, block int) bool {
	s := &m.layout.sections[section]
	state := &m.states[s.first+block]
	if state.Load() == unchecked {
		at, size := s.block(block)
		sum, err := checksumMapped(m.memory[at : at+size])
		if err == nil && sum != m.sums[s.first+block] {
			err = errors.New("the checksum is not the one that was written")
		}
		if err == nil {
			state.CompareAndSwap(unchecked, good)
		} else {
			m.damaged(fmt.Errorf("%s: binary table: damaged in bytes %d to %d: %w", m.file, at, at+size-1, err))
			state.Store(bad) // only now: whoever sees it finds the replacement
		}
	}
	return state.Load() == good
}

// checksumMapped is checksum for memory behind which a file may have been cut off or a disk may fail: what
// would otherwise end the process is an error.
func checksumMapped(b []byte) (sum uint64, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("cannot be read: %v", fault)
		}
	}()
	return checksum(b), nil
}

// damaged finds something to be used in place of what is damaged. It returns when that is settled.
func (m *mapped) damaged(found error) {
	m.damage.Do(func() {
		s, err := m.replacement(found)
		if err == nil {
			m.rebuilt.Store(s)
			return
		}
		m.lost.Store(&err)
		for i := range m.states {
			m.states[i].Store(bad)
		}
	})
}

func (m *mapped) replacement(found error) (*Store, error) {
	if m.rebuild == nil {
		return nil, found
	}
	s, err := m.rebuild(found)
	if err == nil {
		s, err = s.settled()
	}
	if err != nil {
		return nil, fmt.Errorf("%w; it could not be rebuilt: %w", found, err)
	}
	if s.Digest() != m.raw.Digest() {
		return nil, fmt.Errorf("%w; the rebuilt table has the digest %s, expected %s", found, s.Digest(),
			m.raw.Digest())
	}
	return s, nil
}

// inconsistent is called where good blocks contradict one another, which no accident explains.
func (m *mapped) inconsistent() {
	m.damaged(fmt.Errorf("%s: binary table: its index contradicts itself", m.file))
}

// row, norm, word, find and allRows are those of Store.

func (m *mapped) row(id int) []float32 {
	if m.good(rowsSection, id) {
		return m.raw.rows.row(id)
	}
	if s := m.rebuilt.Load(); s != nil {
		return s.Row(id)
	}
	return nans(m.raw.rows.dim)
}

func (m *mapped) norm(id int) float64 {
	if m.good(normsSection, id) {
		return m.raw.norms[id]
	}
	if s := m.rebuilt.Load(); s != nil {
		return s.Norm(id)
	}
	return math.NaN()
}

func (m *mapped) word(id int) string {
	if word, ok := m.goodWord(id); ok {
		return word
	}
	if s := m.rebuilt.Load(); s != nil {
		return s.Word(id)
	}
	return ""
}

func (m *mapped) find(word string) (id int, ok bool) {
	if id, ok, sure := m.goodFind(word); sure {
		return id, ok
	}
	if s := m.rebuilt.Load(); s != nil {
		return s.Index(word)
	}
	return 0, true // the norm and the vector of which are NaN
}

// allRows checks every row.
func (m *mapped) allRows() []float32 {
	for b := range m.layout.sections[rowsSection].blocks {
		if m.goodBlock(rowsSection, b) {
			continue
		}
		if s := m.rebuilt.Load(); s != nil {
			return s.Rows()
		}
		return nans(len(m.raw.rows.data))
	}
	return m.raw.rows.data
}

// goodWord returns the word at position id if every block it touches is good.
func (m *mapped) goodWord(id int) (word string, ok bool) {
	if !m.good(offsetsSection, id) || !m.good(offsetsSection, id+1) {
		return "", false
	}
	v := &m.raw.words
	lo, hi := int64(v.offsets[id]), int64(v.offsets[id+1])
	if lo >= hi || hi > int64(len(v.text)) {
		m.inconsistent()
		return "", false
	}
	shift := m.layout.sections[textSection].shift
	for b := lo >> shift; b <= (hi-1)>>shift; b++ {
		if !m.goodBlock(textSection, int(b)) {
			return "", false
		}
	}
	return v.text[lo:hi], true
}

// goodFind is vocabulary.find for a table of which nothing may be trusted unseen. It is sure if it met
// nothing but good blocks.
func (m *mapped) goodFind(word string) (id int, ok, sure bool) {
	v := &m.raw.words
	h := hashWord(word)
	mask := uint64(len(v.slots) - 1)
	for i, steps := h&mask, 0; steps < len(v.slots); i, steps = (i+1)&mask, steps+1 {
		if !m.good(slotsSection, int(i)) {
			return 0, false, false
		}
		slot := v.slots[i]
		if slot == 0 {
			return 0, false, true
		}
		if slot>>32 != h>>32 {
			continue
		}
		id := int64(uint32(slot)) - 1
		if id < 0 || id >= int64(v.len()) {
			break
		}
		found, ok := m.goodWord(int(id))
		if !ok {
			return 0, false, false
		}
		if found == word {
			return int(id), true, true
		}
	}
	m.inconsistent()
	return 0, false, false
}

// settled returns the Store that may be used without asking: all rows are filled, or all blocks checked.
func (s *Store) settled() (*Store, error) {
	if s.mapped == nil {
		s.Rows()
		return s, nil
	}
	m := s.mapped
	for section := range m.layout.sections {
		for b := range m.layout.sections[section].blocks {
			if m.goodBlock(section, b) {
				continue
			}
			if rebuilt := m.rebuilt.Load(); rebuilt != nil {
				return rebuilt, nil
			}
			return nil, s.Err()
		}
	}
	return &m.raw, nil
}

func (m *mapped) close() error { return m.memory.Unmap() }

func nans(n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(math.NaN())
	}
	return list
}
