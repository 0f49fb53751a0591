package embedding

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
)

// The binary table is a Store as it lies in memory, so that a file that is mapped can be used where it lies.
// All numbers are little-endian, every section starts on a 64-byte boundary, and zeros fill the gaps:
//
//	header    headerSize bytes, see appendHeader
//	name      what the Store that was written is called
//	about     bytes of the writer's own
//	sums      uint64 for each block, see checksum
//	rows      words × stride × float32, stride being the dimension rounded up to a multiple of 16
//	norms     words × float64
//	offsets   (words + 1) × uint32, where each word begins in the text
//	slots     slotsFor(words) × uint64, the hash table of vocabulary
//	text      the words, one after another
//	buckets   buckets × stride × float32, the vectors of n-grams
//
// Header, name, about and sums are the head; it has a checksum of its own and is read whole when a table is
// opened. The sections after it are cut into blocks of about blockBytes, which are checked one by one when
// they are first touched. A block is a number of elements of one section, a power of two, so that the
// element's position shifted right is the block; the last one of a section is shorter, and includes the
// zeros up to the next section.
const (
	tableMagic = "wrdtab\r\n" // the line end shows a transfer in text mode
	headerSize = 128

	// blockBytes bounds what has to be read and checked to use one row, while a block costs 8 bytes in the
	// head. The 32 rows of 300 components that fit lie near one another in frequency as well.
	blockBytes = 64 << 10

	maxNameBytes  = 1 << 12
	maxAboutBytes = 1 << 20
)

// TableVersion is the version of the binary table format that this package writes, and the only one that it
// opens.
const TableVersion = 2

// TableInfo is what the head of a binary table says of it.
type TableInfo struct {
	Name       string  // of the Store that was written
	Words      int     // number of rows, at least 1
	Dim        int     // components of a row
	Bytes      int64   // size of the file
	Digest     string  // what Store.Digest returns, 64 hexadecimal digits
	MedianNorm float64 // what Store.MedianNorm returns
	Subwords   Subwords
	About      []byte // what the writer gave WriteTable

	textBytes int
}

// The sections of a table, in the order of the file.
const (
	rowsSection = iota
	normsSection
	offsetsSection
	slotsSection
	textSection
	bucketsSection
	sectionCount
)

// A section is where a part of a table lies, and how it is cut into blocks.
type section struct {
	at     int64 // from the start of the file
	size   int64 // in bytes, with the zeros after it
	unit   int64 // bytes of an element
	count  int64 // elements
	shift  int   // a block has 1<<shift elements
	first  int   // number of its first block among those of all sections
	blocks int
}

// block returns where the block lies that is number i in the section.
func (s *section) block(i int) (at, size int64) {
	full := s.unit << s.shift
	at = int64(i) * full
	return s.at + at, min(full, s.size-at)
}

// A tableLayout is where everything lies in a table.
type tableLayout struct {
	sections [sectionCount]section
	blocks   int   // of all sections
	sumsAt   int64 // where the checksums begin
	head     int64 // size of the head
	size     int64 // of the file
}

// layout follows from what the header says; labels is the length of name and about. The numbers must have
// passed check: none of the products overflows then.
func (t *TableInfo) layout(labels int) tableLayout {
	n := int64(t.Words)
	stride := int64(t.Dim+lane-1) / lane * lane
	var l tableLayout
	l.sections = [sectionCount]section{
		rowsSection:    {unit: 4 * stride, count: n},
		normsSection:   {unit: 8, count: n},
		offsetsSection: {unit: 4, count: n + 1},
		slotsSection:   {unit: 8, count: int64(slotsFor(t.Words))},
		textSection:    {unit: 1, count: int64(t.textBytes)},
		bucketsSection: {unit: 4 * stride, count: int64(t.Subwords.Buckets)},
	}
	for i := range l.sections {
		s := &l.sections[i]
		s.shift = max(0, bits.Len64(uint64(blockBytes/s.unit))-1)
		s.size = align64(s.unit * s.count)
		s.first = l.blocks
		s.blocks = int((s.size + s.unit<<s.shift - 1) / (s.unit << s.shift))
		l.blocks += s.blocks
	}
	l.sumsAt = align64(int64(headerSize + labels))
	l.head = align64(l.sumsAt + int64(8*l.blocks))
	l.size = l.head
	for i := range l.sections {
		l.sections[i].at = l.size
		l.size += l.sections[i].size
	}
	return l
}

func align64(n int64) int64 { return (n + 63) &^ 63 }

// check says what no table can have, with a name and a note of these lengths.
func (t *TableInfo) check(name, about int) error {
	switch {
	case t.Words < 1 || uint64(t.Words) > MaxWords:
		return fmt.Errorf("found %d words, expected 1 to %d", t.Words, uint64(MaxWords))
	case t.textBytes < t.Words || uint64(t.textBytes) > maxText:
		return fmt.Errorf("%d bytes of text for %d words", t.textBytes, t.Words)
	case uint(name) > maxNameBytes || uint(about) > maxAboutBytes:
		return fmt.Errorf("found a name of %d bytes and a note of %d, expected at most %d and %d", name, about,
			maxNameBytes, maxAboutBytes)
	}
	if err := t.Subwords.check(); err != nil {
		return err
	}
	if err := CheckDim(t.Dim); err != nil {
		return fmt.Errorf("found %w", err)
	}
	return nil
}

// check says what no model has.
func (s Subwords) check() error {
	if s == (Subwords{}) {
		return nil
	}
	if s.Shortest < 0 || s.Longest < 1 || s.Longest > MaxNgram || s.Shortest > s.Longest || s.Buckets < 1 ||
		uint64(s.Buckets) > MaxWords {
		return fmt.Errorf("n-grams of %d to %d characters in %d buckets", s.Shortest, s.Longest, s.Buckets)
	}
	return nil
}

// appendHeader writes the header. The checksum at its end is that of the whole head with a zero there.
func (t *TableInfo) appendHeader(b []byte, size int64) ([]byte, error) {
	digest, err := hex.DecodeString(t.Digest)
	if err != nil || len(digest) != 32 {
		return nil, fmt.Errorf("digest %q is not a SHA-256", t.Digest)
	}
	le := binary.LittleEndian
	b = append(b, tableMagic...)
	b = le.AppendUint32(b, TableVersion)
	b = le.AppendUint32(b, uint32(t.Dim))
	b = le.AppendUint64(b, uint64(t.Words))
	b = le.AppendUint64(b, uint64(t.textBytes))
	b = le.AppendUint64(b, uint64(size))
	b = le.AppendUint64(b, math.Float64bits(t.MedianNorm))
	b = le.AppendUint32(b, uint32(len(t.Name)))
	b = le.AppendUint32(b, uint32(len(t.About)))
	b = append(b, digest...)
	b = le.AppendUint32(b, uint32(t.Subwords.Shortest))
	b = le.AppendUint32(b, uint32(t.Subwords.Longest))
	b = le.AppendUint64(b, uint64(t.Subwords.Buckets))
	return append(b, make([]byte, headerSize-len(b))...), nil
}

const headSumAt = headerSize - 8

// ErrTableVersion says that a file is a binary table, but of a version that this program does not know.
var ErrTableVersion = errors.New("another version of the binary table format")

// parseHeader reads the header at the start of b and returns the lengths of name and about.
func (t *TableInfo) parseHeader(b []byte) (name, about int, err error) {
	le := binary.LittleEndian
	if string(b[:8]) != tableMagic {
		return 0, 0, fmt.Errorf("found %q at the beginning, expected %q", b[:8], tableMagic)
	}
	if version := le.Uint32(b[8:]); version != TableVersion {
		return 0, 0, fmt.Errorf("found version %d, expected %d: %w", version, TableVersion, ErrTableVersion)
	}
	words, text, size := le.Uint64(b[16:]), le.Uint64(b[24:]), le.Uint64(b[32:])
	if words > MaxWords || text > maxText || size > math.MaxInt64 || words > math.MaxInt || text > math.MaxInt {
		return 0, 0, fmt.Errorf("%d words of %d bytes in a file of %d", words, text, size)
	}
	t.Dim = int(le.Uint32(b[12:]))
	t.Words, t.textBytes, t.Bytes = int(words), int(text), int64(size)
	t.MedianNorm = math.Float64frombits(le.Uint64(b[40:]))
	name, about = int(le.Uint32(b[48:])), int(le.Uint32(b[52:]))
	t.Digest = hex.EncodeToString(b[56:88])
	buckets := le.Uint64(b[96:])
	if buckets > MaxWords || buckets > math.MaxInt {
		return 0, 0, fmt.Errorf("found %d buckets of n-grams, expected at most %d", buckets, uint64(MaxWords))
	}
	t.Subwords = Subwords{Shortest: int(le.Uint32(b[88:])), Longest: int(le.Uint32(b[92:])), Buckets: int(buckets)}
	return name, about, t.check(name, about)
}

// readHead reads and checks the head of a table in a file of the given size, and returns the checksums of
// the blocks with it.
func readHead(r io.ReaderAt, size int64) (t TableInfo, l tableLayout, sums []uint64, err error) {
	fail := func(format string, args ...any) (TableInfo, tableLayout, []uint64, error) {
		return TableInfo{}, tableLayout{}, nil, fmt.Errorf(format, args...)
	}
	header := make([]byte, headerSize)
	if size < headerSize {
		return fail("found %d bytes, expected at least %d", size, headerSize)
	}
	if _, err := r.ReadAt(header, 0); err != nil {
		return fail("head: %w", err)
	}
	name, about, err := t.parseHeader(header)
	if err != nil {
		return fail("%w", err)
	}
	l = t.layout(name + about)
	if l.size != t.Bytes {
		return fail("the header asks for %d bytes and says %d", l.size, t.Bytes)
	}
	if size != t.Bytes {
		return fail("found %d bytes, expected %d", size, t.Bytes)
	}
	// The file is as long as the header says, so the head's memory is bounded by it.
	head := make([]byte, l.head)
	if _, err := r.ReadAt(head, 0); err != nil {
		return fail("head: %w", err)
	}
	found := binary.LittleEndian.Uint64(head[headSumAt:])
	clear(head[headSumAt:headerSize])
	clear(header[headSumAt:])
	if string(header) != string(head[:headerSize]) || checksum(head) != found {
		return fail("the head is damaged: its checksum is not the one it says")
	}
	t.Name = string(head[headerSize : headerSize+name])
	t.About = slices.Clone(head[headerSize+name : headerSize+name+about])
	sums = make([]uint64, l.blocks)
	for i := range sums {
		sums[i] = binary.LittleEndian.Uint64(head[l.sumsAt+int64(8*i):])
	}
	return t, l, sums, nil
}
