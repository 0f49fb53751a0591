package embedding

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"unsafe"
)

// errBigEndian says that the processor stores numbers the other way round, so that the bytes of a table
// in a file are not those in memory. None that the program is made for does.
var errBigEndian = errors.New("binary tables need a little-endian processor")

func bigEndian() bool { return binary.NativeEndian.Uint16([]byte{0, 1}) == 1 }

// WriteTable writes s as a binary table, which [OpenTable] opens without reading it. about is kept with it
// for the caller's own use, at most 1 MiB. The size that the table has becomes known before the first byte
// is written, and nothing has to be sought, so w may be a pipe.
func WriteTable(w io.Writer, s *Store, about []byte) error {
	if bigEndian() {
		return fmt.Errorf("vectors %s: %w", s.name, errBigEndian)
	}
	s, err := s.settled()
	if err != nil {
		return err
	}
	if err := s.writeTable(w, about); err != nil {
		return fmt.Errorf("vectors %s: %w", s.name, err)
	}
	return nil
}

// writeTable writes a settled Store.
func (s *Store) writeTable(w io.Writer, about []byte) error {
	t := TableInfo{
		Name: s.name, Words: s.Len(), Dim: s.Dim(), Subwords: s.Subwords(), About: about,
		Digest: s.Digest(), MedianNorm: s.MedianNorm(), textBytes: int(s.words.offsets[s.Len()]),
	}
	if err := t.check(len(t.Name), len(t.About)); err != nil {
		return err
	}
	l := t.layout(len(t.Name) + len(t.About))
	sections := s.sections()
	head, err := t.appendHeader(make([]byte, 0, l.head), l.size)
	if err != nil {
		return err
	}
	head = append(append(head, t.Name...), t.About...)
	head = append(head, make([]byte, l.sumsAt-int64(len(head)))...)
	for i := range l.sections {
		for b := range l.sections[i].blocks {
			head = binary.LittleEndian.AppendUint64(head, checksum(sectionBlock(&l.sections[i], sections[i], b)))
		}
	}
	head = append(head, make([]byte, l.head-int64(len(head)))...)
	binary.LittleEndian.PutUint64(head[headSumAt:], checksum(head))

	if _, err := w.Write(head); err != nil {
		return err
	}
	for i := range l.sections {
		for b := range l.sections[i].blocks {
			if _, err := w.Write(sectionBlock(&l.sections[i], sections[i], b)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sectionBlock returns a block of a section's content. The last one is a copy, to take the zeros after it.
func sectionBlock(s *section, content []byte, i int) []byte {
	at, size := s.block(i)
	at -= s.at
	if at+size <= int64(len(content)) {
		return content[at : at+size]
	}
	block := make([]byte, size)
	copy(block, content[at:])
	return block
}

// sections returns the parts of a settled Store as bytes, views that must not be modified.
func (s *Store) sections() [sectionCount][]byte {
	return [sectionCount][]byte{
		rowsSection:    bytesOf(s.rows.data),
		normsSection:   bytesOf(s.norms),
		offsetsSection: bytesOf(s.words.offsets),
		slotsSection:   bytesOf(s.words.allSlots()),
		textSection:    unsafe.Slice(unsafe.StringData(s.words.text), s.words.offsets[s.Len()]),
		bucketsSection: bytesOf(s.subwords.buckets.data),
	}
}

// bytesOf returns the memory of numbers.
func bytesOf[T float32 | float64 | uint32 | uint64](numbers []T) []byte {
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(numbers))), len(numbers)*int(unsafe.Sizeof(one)))
}

// numbersIn is the inverse of bytesOf: a view of memory that is aligned for T and holds a whole number of them.
func numbersIn[T float32 | float64 | uint32 | uint64](memory []byte) []T {
	var one T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), len(memory)/int(unsafe.Sizeof(one)))
}
