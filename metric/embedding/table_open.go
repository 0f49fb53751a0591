package embedding

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"sync/atomic"
	"unsafe"

	"github.com/edsrzf/mmap-go"
)

// OpenTable opens a file that [WriteTable] wrote, and maps it read-only: nothing but its head is read, the
// rest comes into memory page by page as it is used, and processes that open the same file share it. name
// becomes the Store's Name; what the writer called it is in the TableInfo.
//
// A file with a head that is damaged, of another version, foreign, or longer or shorter than the head says
// is an error. Each block after the head is checked when it is first touched. One that is damaged is never
// used: rebuild is called, once and with what was found, and must return vectors of the same content, such
// as those that the table was once made of. The Store goes on with them; their digest is compared first. If
// rebuild is nil or fails, the Store is lost: [Store.Err] says why, every vector and norm it gives from then
// on is NaN, and every word is found, so that no number can come out that looks like a result. rebuild may
// be called from any goroutine that uses the Store; the others wait for it where they need what is damaged.
//
// The file must not be changed in place while it is mapped; replacing it by a rename, or removing it, is
// harmless (Windows refuses both). The Store is meant to live as long as the process; see [Store.Close].
func OpenTable(file, name string, rebuild func(damage error) (*Store, error)) (*Store, TableInfo, error) {
	f, t, l, sums, err := openHead(file)
	if err != nil {
		return nil, TableInfo{}, err
	}
	defer f.Close() // the mapping stays
	if bigEndian() {
		return nil, TableInfo{}, fmt.Errorf("%s: %w", file, errBigEndian)
	}
	if l.size > math.MaxInt {
		return nil, TableInfo{}, fmt.Errorf("%s: %d bytes do not fit in this processor's addresses", file, l.size)
	}
	memory, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, TableInfo{}, fmt.Errorf("%s: cannot be mapped: %w", file, err)
	}
	if int64(len(memory)) != l.size {
		memory.Unmap()
		return nil, TableInfo{}, fmt.Errorf("%s: changed while it was opened", file)
	}
	m := &mapped{file: file, memory: memory, layout: l, sums: sums, states: make([]atomic.Uint32, l.blocks),
		rebuild: rebuild}
	m.raw = Store{
		name: name,
		words: vocabulary{
			text:    unsafe.String(unsafe.SliceData(m.content(textSection)), t.textBytes),
			offsets: numbersIn[uint32](m.content(offsetsSection)),
			slots:   numbersIn[uint64](m.content(slotsSection)),
		},
		rows: matrix{dim: t.Dim, stride: int(l.sections[rowsSection].unit / 4),
			data: numbersIn[float32](m.content(rowsSection))},
		subwords: subwords{
			shortest: t.Subwords.Shortest, longest: t.Subwords.Longest,
			buckets: matrix{dim: t.Dim, stride: int(l.sections[rowsSection].unit / 4),
				data: numbersIn[float32](m.content(bucketsSection))},
		},
		norms:  numbersIn[float64](m.content(normsSection)),
		median: func() float64 { return t.MedianNorm },
		digest: func() string { return t.Digest },
	}
	s := m.raw
	s.mapped = m
	return &s, t, nil
}

// StatTable returns what the head of a binary table says, which it checks. The blocks are not looked at.
func StatTable(file string) (TableInfo, error) {
	f, t, _, _, err := openHead(file)
	if err != nil {
		return TableInfo{}, err
	}
	return t, f.Close()
}

func openHead(file string) (f *os.File, t TableInfo, l tableLayout, sums []uint64, err error) {
	if f, err = os.Open(file); err == nil {
		var info fs.FileInfo
		if info, err = f.Stat(); err == nil {
			t, l, sums, err = readHead(f, info.Size())
		}
		if err != nil {
			f.Close()
		}
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathErr.Err
	}
	if err != nil {
		return nil, t, l, nil, fmt.Errorf("%s: binary table: %w", file, err)
	}
	return f, t, l, sums, nil
}

// VerifyTable reads a binary table whole and checks that it is what WriteTable wrote, and more: that digest,
// norms and median are those of the words and rows, and that the index finds every word.
func VerifyTable(ctx context.Context, file string) error {
	s, info, err := OpenTable(file, "", nil)
	if err != nil {
		return err
	}
	defer s.Close()
	m := s.mapped
	for section := range m.layout.sections {
		for b := range m.layout.sections[section].blocks {
			if ctx.Err() != nil {
				return fmt.Errorf("%s: %w", file, context.Cause(ctx))
			}
			if !m.goodBlock(section, b) {
				return s.Err()
			}
		}
	}
	for id := range s.Len() {
		if ctx.Err() != nil {
			return fmt.Errorf("%s: %w", file, context.Cause(ctx))
		}
		word := s.Word(id)
		at, ok := s.Index(word)
		if s.Err() != nil {
			return s.Err()
		}
		if CheckWord(word) != nil || !ok || at != id {
			return fmt.Errorf("%s: binary table: the index does not find word %d, %q", file, id+1, word)
		}
		if norm := Norm(s.Row(id)); norm != s.Norm(id) || math.IsInf(norm, 0) {
			return fmt.Errorf("%s: binary table: the norm of word %d, %q, is %v, its row gives %v", file, id+1, word,
				s.Norm(id), norm)
		}
	}
	if found := median(m.raw.norms); found != info.MedianNorm {
		return fmt.Errorf("%s: binary table: the median norm is %v, the rows give %v", file, info.MedianNorm, found)
	}
	if found := digestStore(s); found != info.Digest {
		return fmt.Errorf("%s: binary table: the digest is %s, words and rows give %s", file, info.Digest, found)
	}
	return nil
}

// Err returns why the Store is lost, nil as long as all that it returned was good. Only a Store of [OpenTable] can be
// lost, by damage to its file. Check it after the last use of a Store, before results are published.
func (s *Store) Err() error {
	if s.mapped == nil {
		return nil
	}
	if lost := s.mapped.lost.Load(); lost != nil {
		return *lost
	}
	return nil
}

// Close gives the address space of a mapped table back, and does nothing for other Stores. Neither the
// Store nor a view it gave may be used afterwards: that is a fault which ends the process. There is no need
// to close a Store that is used until the program ends.
func (s *Store) Close() error {
	if s.mapped == nil {
		return nil
	}
	return s.mapped.close()
}
