package parquet

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A columnWriter makes the pages of a column of one row group after the other. Values may be absent, or be elements of
// lists that may be empty, but no deeper.
type columnWriter struct {
	path     []string
	leaf     pq.LeafColumn
	encoding encoding.Encoding
	*pageMemory

	// The current page has values in one of these, by the type of the column, and a level for each of them and for
	// each that is absent.
	integers    []int32
	longs       []int64
	numbers     []float64
	truths      []bool
	texts       []byte
	ends        []uint32 // of the texts, the first one's beginning before them
	repetitions []byte   // 1 for all but the first element of a list; none for columns without lists
	definitions []byte   // 0 if absent; none for columns in which all are there
	rows        int
	values      int // with those that are absent
	absent      int

	// The row group has pages of it.
	pages                [][]byte // with the memory of those of the row groups before
	length               int      // of them all
	locations            []format.PageLocation
	index                pq.ColumnIndexer
	allRows              int
	allValues, allAbsent int
	uncompressed         int
	least, most          pq.Value // null if there are none
}

// pageMemory is what the columns of a file need in turns, to make a page.
type pageMemory struct {
	codec                                      *zstd.Codec
	repetition, definition, body, packed, bits []byte
}

// indexedBytes is how much of a text the index of pages has.
const indexedBytes = 16

func newColumnWriter(path []string, leaf pq.LeafColumn, memory *pageMemory) columnWriter {
	c := columnWriter{path: path, leaf: leaf, pageMemory: memory, encoding: leaf.Node.Encoding()}
	switch {
	case c.encoding != nil:
	case leaf.Node.Type().Kind() == pq.ByteArray:
		c.encoding = &pq.DeltaLengthByteArray
	default:
		c.encoding = &pq.Plain
	}
	c.reset()
	c.ends = append(c.ends, 0)
	return c
}

// count counts a value, or one that is absent, with its levels.
func (c *columnWriter) count(repetition, definition byte) {
	c.values++
	c.rows += int(1 - repetition)
	c.absent += int(1 - definition)
	if c.leaf.MaxDefinitionLevel > 0 {
		c.definitions = append(c.definitions, definition)
	}
	if c.leaf.MaxRepetitionLevel > 0 {
		c.repetitions = append(c.repetitions, repetition)
	}
}

// countList counts the values of a list of n elements, or that it has none.
func (c *columnWriter) countList(n int) {
	c.count(0, byte(min(n, 1)))
	for later := n - 1; later > 0; {
		ones := manyOnes[:min(later, len(manyOnes))]
		c.definitions, c.repetitions = append(c.definitions, ones...), append(c.repetitions, ones...)
		c.values += len(ones)
		later -= len(ones)
	}
}

// manyOnes are levels of elements that are there and not the first of their list.
var manyOnes = slices.Repeat([]byte{1}, 64)

func (c *columnWriter) text(s string) {
	c.texts = append(c.texts, s...)
	c.ends = append(c.ends, uint32(len(c.texts)))
}

// size is about how many bytes the current page has.
func (c *columnWriter) size() int {
	return 4*len(c.integers) + 8*len(c.longs) + 8*len(c.numbers) + len(c.truths) + len(c.texts) + 4*len(c.ends) +
		len(c.definitions) + len(c.repetitions)
}

// endPage makes a page of the current values, if there are any, and begins another one.
func (c *columnWriter) endPage() error {
	if c.values > 0 {
		if err := c.writePage(); err != nil {
			return err
		}
	}
	c.integers, c.longs, c.numbers, c.truths = c.integers[:0], c.longs[:0], c.numbers[:0], c.truths[:0]
	c.texts, c.ends = c.texts[:0], append(c.ends[:0], 0)
	c.repetitions, c.definitions = c.repetitions[:0], c.definitions[:0]
	c.rows, c.values, c.absent = 0, 0, 0
	return nil
}

// levels have one bit, as there is nothing but there or absent, and first or later.
var levels = rle.Encoding{BitWidth: 1}

func (c *columnWriter) writePage() (err error) {
	c.repetition, c.definition = c.repetition[:0], c.definition[:0]
	if c.leaf.MaxRepetitionLevel > 0 {
		if c.repetition, err = levels.EncodeLevels(c.repetition, c.repetitions); err != nil {
			return err
		}
	}
	if c.leaf.MaxDefinitionLevel > 0 {
		if c.definition, err = levels.EncodeLevels(c.definition, c.definitions); err != nil {
			return err
		}
	}
	if err = c.encodeValues(); err != nil {
		return err
	}
	uncompressed := len(c.repetition) + len(c.definition) + len(c.body)
	// The masses of alignments get no shorter and their costs by a fifth, for a twentieth of a whole run.
	packed, compressed := c.body, c.leaf.MaxRepetitionLevel == 0 || c.leaf.Node.Type().Kind() != pq.Double
	if compressed {
		if c.packed, err = c.codec.Encode(c.packed, c.body); err != nil {
			return err
		}
		packed = c.packed
	}
	sum := crc32.ChecksumIEEE(c.repetition)
	sum = crc32.Update(crc32.Update(sum, crc32.IEEETable, c.definition), crc32.IEEETable, packed)
	header, err := thrift.Marshal(new(thrift.CompactProtocol), &format.PageHeader{
		Type:                 format.DataPageV2,
		UncompressedPageSize: int32(uncompressed),
		CompressedPageSize:   int32(len(c.repetition) + len(c.definition) + len(packed)),
		CRC:                  int32(sum),
		DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
			NumValues:                  int32(c.values),
			NumNulls:                   int32(c.absent),
			NumRows:                    int32(c.rows),
			Encoding:                   c.encoding.Encoding(),
			DefinitionLevelsByteLength: int32(len(c.definition)),
			RepetitionLevelsByteLength: int32(len(c.repetition)),
			IsCompressed:               thrift.New(compressed),
		}),
	})
	if err != nil {
		return err
	}
	page := c.newPage()
	*page = slices.Grow(*page, len(header)+len(c.repetition)+len(c.definition)+len(packed))
	for _, part := range [][]byte{header, c.repetition, c.definition, packed} {
		*page = append(*page, part...)
	}
	c.locations = append(c.locations, format.PageLocation{
		Offset: int64(c.length), CompressedPageSize: int32(len(*page)), FirstRowIndex: int64(c.allRows),
	})
	c.length += len(*page)
	c.uncompressed += len(header) + uncompressed
	c.allRows += c.rows
	c.allValues += c.values
	c.allAbsent += c.absent
	c.addBounds()
	return nil
}

// newPage adds an empty page to those of the row group.
func (c *columnWriter) newPage() *[]byte {
	n := len(c.pages)
	c.pages = slices.Grow(c.pages, 1)[:n+1]
	c.pages[n] = c.pages[n][:0]
	return &c.pages[n]
}

// encodeValues makes the body of the page.
func (c *columnWriter) encodeValues() (err error) {
	switch c.leaf.Node.Type().Kind() {
	case pq.Boolean:
		c.bits = c.bits[:0]
		for i, x := range c.truths {
			if i%8 == 0 {
				c.bits = append(c.bits, 0)
			}
			if x {
				c.bits[i/8] |= 1 << (i % 8)
			}
		}
		c.body, err = c.encoding.EncodeBoolean(c.body, c.bits)
	case pq.Int32:
		c.body, err = c.encoding.EncodeInt32(c.body, c.integers)
	case pq.Int64:
		c.body, err = c.encoding.EncodeInt64(c.body, c.longs)
	case pq.Double:
		c.body, err = c.encoding.EncodeDouble(c.body, c.numbers)
	default:
		c.body, err = c.encoding.EncodeByteArray(c.body, c.texts, c.ends)
	}
	return err
}

// addBounds adds the least and the largest value of the page to the index and to those of the row group.
func (c *columnWriter) addBounds() {
	least, most := c.bounds()
	c.index.IndexPage(int64(c.values), int64(c.absent), least, most)
	if least.IsNull() {
		return
	}
	compare := c.leaf.Node.Type().Compare
	if c.least.IsNull() || compare(least, c.least) < 0 {
		c.least = least.Clone()
	}
	if c.most.IsNull() || compare(most, c.most) > 0 {
		c.most = most.Clone()
	}
}

// bounds returns the least and the largest value of the page, null if all are absent.
func (c *columnWriter) bounds() (least, most pq.Value) {
	switch {
	case c.values == c.absent:
		return pq.NullValue(), pq.NullValue()
	case len(c.truths) > 0:
		first, last := extremes(c.truths, func(x, y bool) bool { return !x && y })
		return pq.BooleanValue(first), pq.BooleanValue(last)
	case len(c.integers) > 0:
		first, last := extremes(c.integers, func(x, y int32) bool { return x < y })
		return pq.Int32Value(first), pq.Int32Value(last)
	case len(c.longs) > 0:
		first, last := extremes(c.longs, func(x, y int64) bool { return x < y })
		return pq.Int64Value(first), pq.Int64Value(last)
	case len(c.numbers) > 0:
		first, last := extremes(c.numbers, func(x, y float64) bool { return x < y })
		return pq.DoubleValue(first), pq.DoubleValue(last)
	}
	first, last := c.texts[:c.ends[1]], c.texts[:c.ends[1]]
	low, high := beginning(first), beginning(last)
	for i, end := range c.ends[1:] {
		text := c.texts[c.ends[i]:end]
		x := beginning(text)
		if x <= low && bytes.Compare(text, first) < 0 {
			first, low = text, x
		}
		if x >= high && bytes.Compare(text, last) > 0 {
			last, high = text, x
		}
	}
	return pq.ByteArrayValue(first), pq.ByteArrayValue(last)
}

// beginning returns the first eight bytes of a text, filled up with zeros, as a number: the earlier of two texts has none
// that is greater.
func beginning(text []byte) uint64 {
	if cap(text) >= 8 { // what follows the text is read, and taken away
		x := binary.BigEndian.Uint64(text[:8])
		if len(text) < 8 {
			x &^= 1<<(64-8*len(text)) - 1
		}
		return x
	}
	var x [8]byte
	copy(x[:], text)
	return binary.BigEndian.Uint64(x[:])
}

func extremes[T any](values []T, less func(x, y T) bool) (least, most T) {
	least, most = values[0], values[0]
	for _, x := range values[1:] {
		if less(x, least) {
			least = x
		} else if less(most, x) {
			most = x
		}
	}
	return least, most
}

// chunk describes the pages, which will stand at an offset of the file.
func (c *columnWriter) chunk(offset int64) (format.ColumnChunk, pageIndexes) {
	encodings := []format.Encoding{c.encoding.Encoding()}
	if c.leaf.MaxDefinitionLevel > 0 {
		encodings = append(encodings, format.RLE)
	}
	statistics := format.Statistics{NullCount: int64(c.allAbsent)}
	if !c.least.IsNull() {
		statistics.MinValue, statistics.MaxValue = c.least.Bytes(), c.most.Bytes()
	}
	for i := range c.locations {
		c.locations[i].Offset += offset
	}
	indexes := pageIndexes{c.index.ColumnIndex(), format.OffsetIndex{PageLocations: c.locations}}
	return format.ColumnChunk{MetaData: format.ColumnMetaData{
		Type:                  *c.leaf.Node.Type().PhysicalType(),
		Encoding:              encodings,
		PathInSchema:          c.path,
		Codec:                 format.Zstd,
		NumValues:             int64(c.allValues),
		TotalUncompressedSize: int64(c.uncompressed),
		TotalCompressedSize:   int64(c.length),
		DataPageOffset:        offset,
		Statistics:            statistics,
	}}, indexes
}

// reset begins another row group. What chunk returned stays.
func (c *columnWriter) reset() {
	c.pages, c.length, c.locations, c.index = c.pages[:0], 0, nil, c.leaf.Node.Type().NewColumnIndexer(indexedBytes)
	c.allRows, c.allValues, c.allAbsent, c.uncompressed = 0, 0, 0, 0
	c.least, c.most = pq.NullValue(), pq.NullValue()
}
