package file

import (
	"bytes"
	"cmp"
	"container/heap"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"slices"
)

// sorterMemory is how many bytes a Sorter holds before it puts a run of them aside.
const sorterMemory = 16 << 20

// runBuffer is how many bytes of each run are held while runs are merged.
const runBuffer = 64 << 10

// A Sorter puts records in the order of their keys, those of equal keys in the order in which they were added: in memory
// while they are few, then by sorted runs in a Temporary. The zero value is empty. It must not be shared between
// goroutines.
type Sorter struct {
	// Memory is how many bytes of records are held before a run of them is put aside; 0 for 16 MB.
	Memory int

	records []byte // each: length of the key, length of the value, key, value
	order   []sorted
	held    Temporary
	runs    []int64 // where each begins in held
}

// A sorted record is in the records at a place. Its prefix decides most comparisons without looking there.
type sorted struct {
	prefix uint64 // of the key, filled up with zeros
	at     int
}

// A Record is a key with a value, both valid until the next one.
type Record struct{ Key, Value []byte }

// Add adds a record, of which it keeps a copy.
func (s *Sorter) Add(key, value []byte) error {
	if memory := cmp.Or(s.Memory, sorterMemory); len(s.order) > 0 && len(s.records)+len(key)+len(value) > memory {
		if err := s.putAside(); err != nil {
			return err
		}
	}
	s.order = append(s.order, sorted{prefixOf(key), len(s.records)})
	s.records = binary.AppendUvarint(s.records, uint64(len(key)))
	s.records = binary.AppendUvarint(s.records, uint64(len(value)))
	s.records = append(append(s.records, key...), value...)
	return nil
}

func prefixOf(key []byte) uint64 {
	var prefix [8]byte
	copy(prefix[:], key)
	return binary.BigEndian.Uint64(prefix[:])
}

// record reads the record at the beginning of b, and returns its length.
func record(b []byte) (r Record, length int) {
	key, n := binary.Uvarint(b)
	value, m := binary.Uvarint(b[n:])
	begin := n + m
	end := begin + int(key)
	return Record{b[begin:end], b[end : end+int(value)]}, end + int(value)
}

// sort puts the records in memory in order.
func (s *Sorter) sort() {
	slices.SortFunc(s.order, func(a, b sorted) int {
		if a.prefix != b.prefix {
			return cmp.Compare(a.prefix, b.prefix)
		}
		of, with := s.inMemory(a), s.inMemory(b)
		return cmp.Or(bytes.Compare(of.Key, with.Key), cmp.Compare(a.at, b.at))
	})
}

func (s *Sorter) inMemory(o sorted) Record {
	r, _ := record(s.records[o.at:])
	return r
}

// putAside writes the records in memory as a run.
func (s *Sorter) putAside() error {
	s.sort()
	s.runs = append(s.runs, s.held.Size())
	block := make([]byte, 0, runBuffer)
	for _, o := range s.order {
		_, length := record(s.records[o.at:])
		if len(block)+length > runBuffer && len(block) > 0 {
			if _, err := s.held.Write(block); err != nil {
				return err
			}
			block = block[:0]
		}
		block = append(block, s.records[o.at:o.at+length]...)
	}
	_, err := s.held.Write(block)
	s.records, s.order = s.records[:0], s.order[:0]
	return err
}

// Sorted yields the records in order, or an error, which ends them. Nothing may be added any more.
func (s *Sorter) Sorted() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if len(s.runs) == 0 {
			s.sort()
			for _, o := range s.order {
				if !yield(s.inMemory(o), nil) {
					return
				}
			}
			return
		}
		if len(s.order) > 0 {
			if err := s.putAside(); err != nil {
				yield(Record{}, err)
				return
			}
		}
		s.records, s.order = nil, nil
		s.merge(yield)
	}
}

// merge yields the records of all runs.
func (s *Sorter) merge(yield func(Record, error) bool) {
	var runs runs
	for i, begin := range s.runs {
		end := s.held.Size()
		if i+1 < len(s.runs) {
			end = s.runs[i+1]
		}
		r := &run{number: i, from: io.NewSectionReader(&s.held, begin, end-begin)}
		if !r.next() {
			yield(Record{}, r.err)
			return
		}
		runs = append(runs, r)
	}
	for heap.Init(&runs); len(runs) > 0; {
		r := runs[0]
		if !yield(r.record, nil) {
			return
		}
		switch {
		case r.next():
			heap.Fix(&runs, 0)
		case r.err != nil:
			yield(Record{}, r.err)
			return
		default:
			heap.Pop(&runs)
		}
	}
}

// Close forgets the records.
func (s *Sorter) Close() error {
	s.records, s.order = nil, nil
	return s.held.Close()
}

// A run is read record by record.
type run struct {
	number int
	from   io.Reader
	buffer []byte // read, of which rest is left
	rest   []byte
	record Record
	err    error
}

// next reads the next record. It returns false at the end, or if err is set.
func (r *run) next() bool {
	for {
		if length, ok := lengthOf(r.rest); ok && length <= len(r.rest) {
			r.record, _ = record(r.rest)
			r.rest = r.rest[length:]
			return true
		} else if !r.fill(max(runBuffer, length)) {
			return false
		}
	}
}

// lengthOf returns how long the record at the beginning of b is, if that much of it is there.
func lengthOf(b []byte) (length int, ok bool) {
	key, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, false
	}
	value, m := binary.Uvarint(b[n:])
	return n + m + int(key) + int(value), m > 0
}

// fill reads on until there are so many bytes, or less at the end, and says whether there are more than before.
func (r *run) fill(size int) bool {
	left := len(r.rest)
	r.buffer = slices.Grow(r.buffer[:copy(r.buffer[:cap(r.buffer)], r.rest)], max(0, size-left))
	n, err := io.ReadFull(r.from, r.buffer[left:max(size, left)])
	r.rest = r.buffer[:left+n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		r.err = fmt.Errorf("a temporary file cannot be read: %w", err)
	} else if n == 0 && left > 0 {
		r.err = fmt.Errorf("a temporary file cannot be read: %w", io.ErrUnexpectedEOF)
	}
	return n > 0
}

// runs are a heap of runs by their next records.
type runs []*run

func (r runs) Len() int { return len(r) }
func (r runs) Less(i, j int) bool {
	return cmp.Or(bytes.Compare(r[i].record.Key, r[j].record.Key), cmp.Compare(r[i].number, r[j].number)) < 0
}
func (r runs) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *runs) Push(x any)   { *r = append(*r, x.(*run)) }
func (r *runs) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}
