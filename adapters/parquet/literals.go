package parquet

import (
	"encoding/binary"

	"github.com/klauspost/compress/huff0"
)

// A textCodec compresses the pages of a column of texts. To look for repetitions takes zstd several times as long as to
// write frequent bytes with fewer bits. Different sentences become a fifth shorter by it, those of several systems, which
// are similar, and their references, which are there for each of them, a third or more. The first texts of a row group
// show which they are.
type textCodec struct {
	tried    bool // whether the row group has texts
	literals bool // whether repetitions are left alone in it
}

// compress makes c.packed of c.body.
func (c *columnWriter) compress() (err error) {
	if !c.tried && len(c.texts) > 0 {
		c.tried = true
		// Without the lengths, which stand before the texts: zstd finds nothing in them, and soon looks at little more.
		first := c.texts[:min(len(c.texts), frameBlock)]
		if c.packed, err = c.codec.Encode(c.packed, first); err != nil {
			return err
		}
		c.plain = c.appendLiterals(c.plain[:0], first)
		c.literals = 3*len(c.plain) < 4*len(c.packed)
	}
	if c.literals {
		c.packed = c.appendLiterals(c.packed[:0], c.body)
		return nil
	}
	c.packed, err = c.codec.Encode(c.packed, c.body)
	return err
}

// A frame of zstd without repetitions has these parts (RFC 8878, section 3.1.1).
const (
	frameMagic  = 0xfd2fb528
	frameHeader = 0b10 << 6 // the size of the content follows in 4 bytes
	frameWindow = 7 << 3    // 2^(10+7) bytes, as many as a block has at most
	frameBlock  = 1 << 17

	lastBlock       = 1
	rawBlock        = 0 << 1
	compressedBlock = 2 << 1

	literalsWithCode = 2 | 3<<2 // in four streams, with 18 bits for each of the sizes
	literalsHeader   = 5
	noSequences      = 0
)

// appendLiterals appends a frame of zstd that holds a page, with no repetition taken out.
func (m *pageMemory) appendLiterals(frame, page []byte) []byte {
	frame = binary.LittleEndian.AppendUint32(frame, frameMagic)
	frame = append(frame, frameHeader, frameWindow)
	frame = binary.LittleEndian.AppendUint32(frame, uint32(len(page)))
	for {
		block := page[:min(len(page), frameBlock)]
		page = page[len(block):]
		header := 0
		if len(page) == 0 {
			header = lastBlock
		}
		if coded, _, err := huff0.Compress4X(block, &m.huffman); err != nil { // too short, or no byte is more frequent
			frame = append24(frame, header|rawBlock|len(block)<<3)
			frame = append(frame, block...)
		} else {
			frame = append24(frame, header|compressedBlock|(literalsHeader+len(coded)+1)<<3)
			sizes := literalsWithCode | uint64(len(block))<<4 | uint64(len(coded))<<22
			frame = append(binary.LittleEndian.AppendUint32(frame, uint32(sizes)), byte(sizes>>32))
			frame = append(append(frame, coded...), noSequences)
		}
		if header == lastBlock {
			return frame
		}
	}
}

// append24 appends a number of three bytes.
func append24(frame []byte, x int) []byte { return append(frame, byte(x), byte(x>>8), byte(x>>16)) }
